//! Figures of reports: which there are, and that all of them can be drawn.

use crate::support::{contrast, pairs, report};
use peirast_figure::{Data, Figure, Sheet};
use peirast_record::{Answer, Contrast};
use peirast_report::{Outcomes, Report, figures, page};
use std::collections::BTreeSet;

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');

/// A report of so many subjects and methods, each with an effect.
fn of(subjects: usize, hypotheses: &[&str], methods: usize) -> Report {
    let all =
        |id: &&str| (0..methods).map(|at| contrast(id, &format!("m{at}"))).collect::<Vec<_>>();
    let contrasts: Vec<Contrast> = hypotheses.iter().flat_map(all).collect();
    let mut outcomes = Vec::new();
    for subject in 0..subjects {
        for own in &contrasts {
            outcomes.extend(pairs(own, &format!("s{subject}"), 8, RIGHT, [WRONG, RIGHT]));
        }
    }
    report(&contrasts, &Outcomes::new(outcomes))
}

fn of_kind<'a>(all: &'a [Figure], kind: &str) -> Vec<&'a Figure> {
    all.iter().filter(|one| one.data.kind() == kind).collect()
}

#[test]
fn pairs_make_bars_ratios_and_power() {
    let all = figures(&of(2, &["H1"], 3));
    for figure in &all {
        figure.svg(&Sheet::default()).unwrap();
    }
    let [bars] = of_kind(&all, "paired-bars")[..] else { unreachable!("one figure: {all:?}") };
    let Data::PairedBars(bars) = &bars.data else { unreachable!("bars") };
    assert_eq!(bars.panels.len(), 2);
    assert_eq!(bars.panels[0].bars.len(), 3);
    assert!(bars.panels.iter().flat_map(|one| &one.bars).all(|bar| bar.n == 8 && bar.n12 == 0));
    assert_eq!(of_kind(&all, "forest").len(), 1);
    assert_eq!(of_kind(&all, "power").len(), 1);
}

/// The curve of power begins before the tests that were made, and shows where they are.
#[test]
fn power_is_shown_at_the_pairs_of_the_study() {
    let own = contrast("H1", "m");
    let mut outcomes = pairs(&own, "s", 60, RIGHT, [WRONG, RIGHT]);
    for one in outcomes.iter_mut().filter(|one| one.item.as_str() >= "item/00006") {
        (one.answer, one.grade) = (RIGHT, peirast_record::Grade::Correct);
    }
    let all = figures(&report(&[own], &Outcomes::new(outcomes)));
    let [power] = of_kind(&all, "power")[..] else { unreachable!("one figure: {all:?}") };
    let Data::PowerCurves(power) = &power.data else { unreachable!("curves") };
    let [curve] = &power.curves[..] else { unreachable!("one curve") };
    assert_eq!(curve.points.first().map(|point| point.0), Some(1));
    assert_eq!(curve.own, Some(60));
    assert!(curve.points.iter().any(|point| point.0 == 60));
}

#[test]
fn what_has_no_room_goes_on_and_has_a_name_of_its_own() {
    let all = figures(&of(5, &["H1", "h1", "H 1"], 30));
    // Four subjects of thirty methods fill a sheet.
    assert_eq!(of_kind(&all, "paired-bars").len(), 3 * 2);
    assert_eq!(of_kind(&all, "forest").len(), 3 * 150_usize.div_ceil(40));
    let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    for figure in &all {
        assert_eq!(figure.name, figure.stem());
        figure.svg(&Sheet::default()).unwrap();
    }
}

#[test]
fn nothing_tested_makes_no_figure_and_a_page_all_the_same() {
    let own = contrast("H1", "lost");
    let outcomes = pairs(&own, "m", 4, RIGHT, [Answer::Empty, RIGHT]);
    let report = report(&[own], &Outcomes::new(outcomes));
    assert_eq!(of_kind(&figures(&report), "paired-bars").len(), 0);
    assert!(!page(&report).contains("Discordant pairs"));
}

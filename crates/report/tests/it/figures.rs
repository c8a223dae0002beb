//! Figures of reports: the list of them, and that all of them can be drawn.

use crate::support::{SETTINGS, claim, contrast, pairs, report};
use peirast_figure::{Data, Figure, Sheet};
use peirast_record::{Answer, Contrast, Direction, Event};
use peirast_report::{Outcomes, Provenance, Report, figures, page};
use peirast_table::{Builder, Value};
use std::collections::BTreeSet;

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');

/// A report of this number of subjects and methods, each with an effect.
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

/// The caption of the curves says whose pairs they average, and why one stays at 0.
#[test]
fn the_caption_of_power_says_what_lowers_a_curve() {
    let caption = |first: [Answer; 2]| {
        let own = Contrast { direction: Direction::PerturbedBetter, ..contrast("H1", "m") };
        let mut outcomes = pairs(&own, "s", 20, RIGHT, first);
        outcomes.extend(pairs(&own, "t", 20, RIGHT, [RIGHT, RIGHT]));
        let all = figures(&report(&[own], &Outcomes::new(outcomes)));
        let [power] = of_kind(&all, "power")[..] else { unreachable!("one figure: {all:?}") };
        power.caption.clone()
    };
    let (gain, loss) = (caption([WRONG, RIGHT]), caption([RIGHT, WRONG]));
    // Without this subject, too, a curve without an effect would stay at 0.
    let quiet = "This average includes t, without a discordant pair";
    assert!(gain.contains(quiet) && !loss.contains(quiet), "{gain}\n{loss}");
    let zero = "One curve stays near 0 for any number of pairs: H1.";
    assert!(!gain.contains(zero) && loss.contains(zero), "{loss}");
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

/// If every subject has one row, subjects are the bars of one panel, and no heading has a single
/// row.
#[test]
fn a_single_method_needs_no_panels() {
    let all = figures(&of(5, &["H1"], 1));
    let [bars] = of_kind(&all, "paired-bars")[..] else { unreachable!("one figure: {all:?}") };
    assert!(
        bars.caption.contains(", protocol m0, by subject (8 pairs for each)"),
        "{}",
        bars.caption
    );
    let Data::PairedBars(bars) = &bars.data else { unreachable!("bars") };
    let [panel] = &bars.panels[..] else { unreachable!("one panel") };
    assert_eq!((panel.subject.as_str(), panel.bars.len()), ("m0", 5));
    assert_eq!(panel.bars[4].method, "s4");
    let [odds] = of_kind(&all, "forest")[..] else { unreachable!("one figure: {all:?}") };
    let Data::Forest(odds) = &odds.data else { unreachable!("ratios") };
    assert!(odds.rows.iter().all(|row| row.group.is_empty() && row.name.starts_with('s')));
}

/// The paper calls prompts with a hint controls, which readers would take for controls of the study.
#[test]
fn a_protocol_with_a_hint_is_called_so() {
    let own = contrast("H6", "os-cot->control-os-cot");
    let outcomes = Outcomes::new(pairs(&own, "s", 8, RIGHT, [WRONG, RIGHT]));
    let report = report(&[own], &outcomes);
    let all = figures(&report);
    let [bars] = of_kind(&all, "paired-bars")[..] else { unreachable!("one figure: {all:?}") };
    assert!(bars.caption.contains("os-cot → os-cot with strong hint"), "{}", bars.caption);
    assert!(page(&report).contains("os-cot → os-cot with strong hint"));
}

/// Reversed premises that remove fallacies have the same sign in the figure as in the tests.
#[test]
fn the_order_of_premises_has_one_sign() {
    let all = [
        "subject",
        "strategy",
        "temperature",
        "pairs",
        "fallacies_original_order",
        "fallacies_reversed_order",
        "+original_low",
        "+original_high",
        "+reversed_low",
        "+reversed_high",
    ];
    let mut table = Builder::new("reversal", "Premises reversed", "", &all);
    let names = ["m", "all", "all"].map(Value::from).into_iter();
    let counts = [10, 8, 0].map(Value::Count).into_iter();
    table.row(false, names.chain(counts).chain([0.5, 0.9, 0.0, 0.3].map(Value::Share)).collect());
    let report = Report { measured: vec![table.build()], ..report(&[], &Outcomes::default()) };
    let all = figures(&report);
    let [figure] = &all[..] else { unreachable!("one figure: {all:?}") };
    let Data::PremiseOrder(order) = &figure.data else { unreachable!("orders") };
    let [first, second] = [order.rows[0].first, order.rows[0].second].map(Option::unwrap);
    assert!((second.value - first.value - 0.8).abs() < 1e-12, "{first:?}, {second:?}");
    let (low, high) = first.interval.unwrap();
    assert!((low - 0.1).abs() < 1e-12 && (high - 0.5).abs() < 1e-12, "{first:?}");
}

/// A figure says what its counts are of.
#[test]
fn what_is_counted_is_named() {
    let mut own = contrast("H1", "m");
    let outcomes = Outcomes::new(pairs(&own, "s", 8, RIGHT, [WRONG, RIGHT]));
    own.event = Event::NoFallacy;
    let mut claim = claim("H1");
    claim.definition.event = Event::NoFallacy;
    let report = Report::new(&[claim], &[own], &outcomes, &SETTINGS, Provenance::default());
    let all = figures(&report.unwrap());
    for kind in ["paired-bars", "forest"] {
        let [figure] = of_kind(&all, kind)[..] else { unreachable!("one figure: {all:?}") };
        let svg = figure.svg(&Sheet::default()).unwrap();
        assert!(figure.caption.contains("without the predicted fallacy"), "{}", figure.caption);
        assert!(!figure.caption.contains("right") && !svg.contains("original is right"), "{svg}");
    }
}

/// Families that differ only in their subject share a figure, each with ranks of its own.
#[test]
fn families_of_subjects_share_a_figure() {
    let all = figures(&of(2, &["H1"], 3));
    let families: Vec<&Figure> = of_kind(&all, "p-values");
    for figure in &families {
        let Data::PValues(values) = &figure.data else { unreachable!("p-values") };
        let groups: BTreeSet<&str> = values.values.iter().map(|one| one.group.as_str()).collect();
        assert_eq!((values.is_by_group, values.values.len(), groups.len()), (true, 6, 2));
    }
    assert_eq!(families.len(), 1);
}

/// A hypothesis without a discordant pair has no odds ratio: no empty plot, but a sentence. A subject without
/// one is named below the plot of the others.
#[test]
fn a_plot_without_a_value_is_left_out() {
    let [quiet, mixed] = ["H1", "H2"].map(|id| contrast(id, "m"));
    let mut outcomes = Vec::new();
    for subject in ["one", "two"] {
        outcomes.extend(pairs(&quiet, subject, 8, RIGHT, [RIGHT, RIGHT]));
    }
    outcomes.extend(pairs(&mixed, "one", 8, RIGHT, [WRONG, RIGHT]));
    outcomes.extend(pairs(&mixed, "two", 8, RIGHT, [RIGHT, RIGHT]));
    let report = report(&[quiet, mixed], &Outcomes::new(outcomes));
    let all = figures(&report);
    let [odds] = of_kind(&all, "forest")[..] else { unreachable!("one figure: {all:?}") };
    assert!(odds.title.starts_with("H2"), "{}", odds.title);
    assert!(odds.caption.contains("Not drawn, because no pair is discordant: two."), "{odds:?}");
    let Data::Forest(forest) = &odds.data else { unreachable!("ratios") };
    assert_eq!(forest.rows.len(), 1);
    let page = page(&report);
    assert!(
        page.contains("H1: no pair is discordant, so there is no odds ratio and nothing to draw.")
    );
}

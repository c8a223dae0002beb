//! Effects with their intervals, lost pairs and their bounds, and what the tests could have found.

use super::Sentences;
use super::reference::Reference;
use crate::wording::{counted, grouped, share};
use crate::{Clusters, Lost, Report, ResultRow};
use peirast_record::Treatment;
use peirast_stats::{Alternative, Design};

/// The share of pairs that are supposed to be broken, and the power that is asked for.
const BROKEN: f64 = 0.1;
const POWER: f64 = 0.8;
/// More discordant pairs than any test needs to reject.
const MOST_NEEDED: u64 = 10_000;

pub(super) fn write(report: &Report, text: &mut Sentences) {
    if !report.rows.iter().any(ResultRow::is_tested) {
        return;
    }
    let newcombe = text.cite(Reference::Newcombe);
    if report.settings.sequential.is_some() {
        text.say(format!(
            "Effects are differences of shares, (n21 - n12)/n, with 95 % intervals of a fixed number of pairs \
             ({newcombe}), and odds ratios n21/n12 with 95 % intervals that hold at all times together."
        ));
    } else {
        let pearson = text.cite(Reference::ClopperPearson);
        text.say(format!(
            "Effects are differences of shares, (n21 - n12)/n, with 95 % intervals ({newcombe}), and odds ratios \
             n21/n12 with exact 95 % intervals ({pearson})."
        ));
    }
    pooled(report, text);
}

/// Hypotheses over their methods and subjects.
fn pooled(report: &Report, text: &mut Sentences) {
    if report.pooled.iter().any(|row| row.methods > 1 && row.by == Clusters::Item) {
        text.say(
            "Over all methods of a hypothesis the item is the unit, because its pairs depend on each other: signs of \
             whole items are flipped for the p-value, and the interval goes by the variance between items.",
        );
    }
    if report.pooled.iter().any(|row| row.by == Clusters::ItemAndSubject) {
        text.say(
            "Over all subjects the variance between items and that between subjects are added. These p-values are \
             not adjusted.",
        );
    }
    if report.pooled.iter().any(|row| row.mixed.is_some()) {
        text.say(
            "Mixed logistic regressions of right and wrong on perturbation, method and subject give each item an \
             intercept of its own.",
        );
    }
}

pub(super) fn lost(report: &Report, text: &mut Sentences) {
    if report.rows.is_empty() {
        return;
    }
    let lost: Lost = report.rows.iter().map(|row| row.lost).sum();
    let pairs = report.rows.iter().map(|row| row.n).sum::<u64>() + lost.total();
    match lost.total() {
        0 => text.say("No pair was lost."),
        count => text.say(format!(
            "Of {}, {} ({}) {} lost: {}.",
            counted(pairs, "pair", "pairs"),
            grouped(count),
            share(count, pairs),
            if count == 1 { "was" } else { "were" },
            lost.causes()
        )),
    }
    if report.rows.iter().any(|row| row.bounds.is_some()) {
        let manski = text.cite(Reference::Manski);
        text.say(format!(
            "For families of tests that lost pairs, the smallest and the largest p-value over all that the lost \
             answers could have been are given ({manski})."
        ));
    }
    text.say(match report.other_treatment {
        Treatment::Exclude => {
            "Every decision is shown as well with answers without a verdict left out."
        }
        Treatment::AsWrong => {
            "Every decision is shown as well with answers without a verdict counted as wrong."
        }
    });
}

pub(super) fn sensitivity(report: &Report, text: &mut Sentences) {
    if report.settings.sequential.is_some() {
        return;
    }
    let tested: Vec<&ResultRow> = report.rows.iter().filter(|row| row.is_tested()).collect();
    let sided = |two: bool| {
        let own =
            tested.iter().filter(move |row| (row.alternative == Alternative::TwoSided) == two);
        let ends = own.clone().min_by_key(|row| row.n).zip(own.max_by_key(|row| row.n));
        ends.map(|(least, most)| (two, *least, *most))
    };
    for (two, least, most) in [sided(false), sided(true)].into_iter().flatten() {
        let kind = if two { "two-sided" } else { "one-sided" };
        let Some(needed) = fewest(report, least) else { continue };
        let mut sentence = format!(
            "Without adjustment a {kind} test can reject from {} on.",
            counted(needed, "discordant pair", "discordant pairs")
        );
        let found: Vec<String> =
            [least, most].into_iter().filter_map(|row| detectable(report, row)).collect();
        match found.as_slice() {
            [least, most] if least != most => sentence.push_str(&format!(
                " Were one pair in ten broken whatever was done, the smallest would find {least} with a power of \
                 80 %, and the largest {most}."
            )),
            [same, _] => sentence.push_str(&format!(
                " Were one pair in ten broken whatever was done, it would find {same} with a power of 80 %."
            )),
            _ => {}
        }
        text.say(sentence);
    }
}

/// The fewest discordant pairs that can reject, if all are of one kind.
fn fewest(report: &Report, row: &ResultRow) -> Option<u64> {
    let p = |count: u64| match row.alternative {
        Alternative::Less => report.settings.rule.test(count, 0, row.alternative).p,
        _ => report.settings.rule.test(0, count, row.alternative).p,
    };
    (1..MOST_NEEDED).find(|count| p(*count) <= report.settings.alpha)
}

/// The difference that a test of so many pairs finds: `a difference of 12.3 points in 100 pairs`.
fn detectable(report: &Report, row: &ResultRow) -> Option<String> {
    let side = match row.alternative {
        // From the other side a loss is a gain.
        Alternative::Less => Alternative::Greater,
        own => own,
    };
    let design = Design::new(report.settings.rule, side, report.settings.alpha).ok()?;
    let points = design.detectable_gain(row.n, BROKEN, POWER).ok()?;
    Some(format!("a difference of {:.1} points in {} pairs", 100.0 * points, grouped(row.n)))
}

//! Effects with their intervals, lost pairs and their bounds, and what the tests could have found.

use super::Sentences;
use super::reference;
use crate::reach;
use crate::wording::{counted, grouped, share};
use crate::{Clusters, Lost, Report, ReportBasis, ResultRow};
use peirast_record::Treatment;
use peirast_stats::Alternative;

pub(super) fn write(report: &Report, text: &mut Sentences) {
    if !report.rows.iter().any(ResultRow::is_tested) {
        return;
    }
    let newcombe = text.cite(reference::NEWCOMBE);
    if report.settings.sequential.is_some() {
        text.say(format!(
            "Effects are differences of shares, (n21 - n12)/n, with 95 % intervals of a fixed number of pairs \
             ({newcombe}), not adjusted for the number of tests, and odds ratios n21/n12 with 95 % intervals that hold at all times together."
        ));
    } else {
        let pearson = text.cite(reference::CLOPPER_PEARSON);
        text.say(format!(
            "Effects are differences of shares, (n21 - n12)/n, with 95 % intervals ({newcombe}), and odds ratios \
             n21/n12 with exact 95 % intervals ({pearson}). Unlike the p-values, intervals are not adjusted for the \
             number of tests."
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
        0 if report.basis == ReportBasis::Counts => text.say("The counts name no lost pair."),
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
        let manski = text.cite(reference::MANSKI);
        text.say(format!(
            "Nothing is supposed about lost answers. Where a family of tests lost pairs, each of its p-values is given \
             with two bounds: the smallest and the largest that it could have been, whatever the lost answers had \
             been ({manski})."
        ));
    }
    if report.basis == ReportBasis::Counts {
        return;
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
    for two in [false, true] {
        let is_own = move |row: &&ResultRow| {
            row.is_tested() && (row.alternative == Alternative::TwoSided) == two
        };
        let own = report.rows.iter().filter(is_own);
        let kind = if two { "two-sided" } else { "one-sided" };
        let Some(needed) = own.clone().next().and_then(|row| reach::fewest(report, row)) else {
            continue;
        };
        let mut sentence = format!(
            "Without adjustment a {kind} test can reject from {} on.",
            counted(needed, "discordant pair", "discordant pairs")
        );
        match reach::found(report, own).as_slice() {
            [least, most] => sentence.push_str(&format!(
                " Were one pair in ten broken whatever was done, the smallest would find {least} with a power of \
                 80 %, and the largest {most}."
            )),
            [same] => sentence.push_str(&format!(
                " Were one pair in ten broken whatever was done, it would find {same} with a power of 80 %."
            )),
            _ => {}
        }
        text.say(sentence);
    }
}

//! Effects with their intervals, lost pairs and their bounds, and what the tests could have found.

use super::Sentences;
use super::reference;
use crate::reach;
use crate::wording::{abridged, share};
use crate::{Clusters, Lost, Report, ReportBasis, ResultRow, Unasked};
use peirast_decimals::{counted, grouped};
use peirast_record::Treatment;
use peirast_stats::Alternative;

/// The most subjects whose questions are counted one by one.
const MOST_SUBJECTS: usize = 8;

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
            "Over all methods of a hypothesis the unit is the item, because pairs of one item depend on each other. The \
             p-value comes from flipping the signs of whole items, the interval from the variance between items.",
        );
    }
    if report.pooled.iter().any(|row| row.by == Clusters::ItemAndSubject) {
        text.say(
            "Pooled tests over all subjects treat items and subjects as crossed clusters: the variance is the sum of the \
             variance between items and that between subjects, minus that between the pairs of one item and one subject. The p-values of pooled tests are not adjusted.",
        );
    }
    if report.pooled.iter().any(|row| row.mixed.is_some()) {
        text.say(
            "Mixed logistic regressions predict right answers from perturbation, method and subject, with a random \
             intercept for each item.",
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
        0 if report.basis == ReportBasis::Counts => text.say("The counts include no lost pairs."),
        0 if !report.conduct.unasked.is_empty() => {
            text.say("No pair was lost of those whose questions were asked.");
        }
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
    let unasked = &report.conduct.unasked;
    if !unasked.is_empty() {
        let one = |own: &Unasked| {
            format!("{} of {} not to {}", grouped(own.questions), grouped(own.of), own.subject)
        };
        let each: Vec<String> = unasked.iter().map(one).collect();
        text.say(format!(
            "Some planned questions were not put to all subjects ({}). Their pairs count neither in tests nor as lost.",
            abridged(&each, MOST_SUBJECTS)
        ));
    }
    if report.rows.iter().any(|row| row.bounds.is_some()) {
        let manski = text.cite(reference::MANSKI);
        text.say(format!(
            "No assumption is made about lost answers. If a family of tests lost pairs, each of its p-values has two \
             bounds: the smallest and the largest value over all possible verdicts of the lost answers ({manski})."
        ));
    }
    if report.basis == ReportBasis::Counts {
        return;
    }
    text.say(match report.other_treatment {
        Treatment::Exclude => {
            "Every decision is also given with answers without a verdict left out."
        }
        Treatment::AsWrong => {
            "Every decision is also given with answers without a verdict counted as wrong."
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
        text.say(format!(
            "Without adjustment a {kind} test needs at least {} to reject.",
            counted(needed, "discordant pair", "discordant pairs")
        ));
        if let Some(sentence) = reach::found(report, own) {
            text.say(sentence);
        }
    }
}

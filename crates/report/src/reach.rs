//! Reach: effects that a test with this number of pairs could have found, and effects that it could
//! not.

use crate::{Report, ResultRow};
use peirast_decimals::percent_decimals;
use peirast_stats::{Alternative, Design, EProcess, Method};

/// The share of pairs that are assumed to fail in any case, and the wanted power.
pub(crate) const BROKEN: f64 = 0.1;
pub(crate) const POWER: f64 = 0.8;
/// More discordant pairs than any test needs to reject.
const MOST_NEEDED: u64 = 10_000;

/// The smallest p-value, not adjusted, that this number of discordant pairs could have given: all
/// of them one way.
pub(crate) fn best_p(row: &ResultRow, discordant: u64) -> f64 {
    let is_less = row.alternative == Alternative::Less;
    if row.method_used == Some(Method::EProcess) {
        let e = EProcess::new(row.alternative).after(discordant, !is_less).e();
        return (1.0 / e).min(1.0);
    }
    if let Some(clusters) = row.clusters {
        // Each cluster that changed is a sign, and there are at least as many discordant pairs as
        // such clusters.
        let sides = if row.alternative == Alternative::TwoSided { 2.0 } else { 1.0 };
        let telling = clusters.min(discordant);
        return (sides * 0.5_f64.powf(telling as f64)).min(1.0);
    }
    let (n12, n21) = if is_less { (discordant, 0) } else { (0, discordant) };
    row.rule.test(n12, n21, row.alternative).p
}

/// True if a test could have rejected with all of its pairs discordant, but not with those that
/// are.
pub(crate) fn has_few_discordant(report: &Report, row: &ResultRow) -> bool {
    let alpha = report.settings.alpha;
    best_p(row, row.n) <= alpha && best_p(row, row.n_discordant) > alpha
}

/// True if a test could not have rejected with its discordant pairs, even if all fell one way.
pub(crate) fn is_out_of_reach(report: &Report, row: &ResultRow) -> bool {
    best_p(row, row.n_discordant) > report.settings.alpha
}

/// The fewest discordant pairs that can reject, if all are of one kind.
pub(crate) fn fewest(report: &Report, row: &ResultRow) -> Option<u64> {
    (1..MOST_NEEDED).find(|count| best_p(row, *count) <= report.settings.alpha)
}

/// The difference, from 0 to 1, that a test of the row's pairs finds with a power of 80 %, not
/// adjusted, if one pair in ten failed at random. `None` if it finds none, or if the test was
/// computed while answers came in.
pub(crate) fn detectable(report: &Report, row: &ResultRow) -> Option<f64> {
    if report.settings.sequential.is_some() {
        return None;
    }
    let side = match row.alternative {
        // From the other side a loss is a gain.
        Alternative::Less => Alternative::Greater,
        own => own,
    };
    let design = Design::new(row.rule, side, report.settings.alpha).ok()?;
    design.detectable_gain(row.n, BROKEN, POWER).ok()
}

/// The differences that the smallest and the largest of some tests find, in words: `a difference of
/// 12.3 points in 140 pairs`, and only once if they do not differ.
pub(crate) fn found<'a>(
    report: &Report,
    rows: impl Iterator<Item = &'a ResultRow> + Clone,
) -> Vec<String> {
    let ends = [rows.clone().min_by_key(|row| row.n), rows.max_by_key(|row| row.n)];
    let one = |row: &ResultRow| {
        let points = percent_decimals(detectable(report, row)?, 1);
        let pairs = peirast_decimals::counted(row.n, "pair", "pairs");
        Some(format!("a difference of {points} points in {pairs}"))
    };
    let mut ends: Vec<&ResultRow> = ends.into_iter().flatten().collect();
    // The computation of one difference takes a while.
    ends.dedup_by_key(|row| (row.n, row.alternative));
    let mut words: Vec<String> = ends.into_iter().filter_map(one).collect();
    words.dedup();
    words
}

//! Reach: effects that a test with this number of pairs could have found, and effects that it could
//! not.

use crate::{Report, ResultRow};
use peirast_decimals::{counted, grouped, percent_decimals};
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

/// True if a test has pairs enough to reject, but not clusters.
pub(crate) fn lacks_clusters(row: &ResultRow, alpha: f64) -> bool {
    let without = ResultRow { clusters: None, ..row.clone() };
    row.clusters.is_some() && best_p(row, row.n) > alpha && best_p(&without, row.n) <= alpha
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
/// adjusted, if one pair in ten is discordant by chance. `None` if it finds none.
fn detectable(report: &Report, row: &ResultRow) -> Option<f64> {
    let side = match row.alternative {
        // From the other side a loss is a gain.
        Alternative::Less => Alternative::Greater,
        own => own,
    };
    let design = Design::new(row.rule, side, report.settings.alpha).ok()?;
    design.detectable_gain(row.n, BROKEN, POWER).ok()
}

/// The smallest differences that some tests find, those with the most and with the fewest pairs, in
/// a sentence. `None` without a test, or if the tests were computed while answers came in.
pub(crate) fn found<'a>(
    report: &Report,
    rows: impl Iterator<Item = &'a ResultRow> + Clone,
) -> Option<String> {
    if report.settings.sequential.is_some() {
        return None;
    }
    let is_two_sided = |row: &ResultRow| row.alternative == Alternative::TwoSided;
    // Of tests with as many pairs, a one-sided one finds the smallest differences, a two-sided one the largest.
    let most = rows.clone().max_by_key(|row| (row.n, !is_two_sided(row)))?;
    let fewest = rows.min_by_key(|row| (row.n, !is_two_sided(row)))?;
    let shown = |row: &ResultRow| {
        detectable(report, row).map(|found| format!("{} points", percent_decimals(found, 1)))
    };
    let pairs = |row: &ResultRow| counted(row.n, "pair", "pairs");
    // The computation of one difference takes a while.
    let differs = (most.n, is_two_sided(most)) != (fewest.n, is_two_sided(fewest));
    // Where a report has tests of both kinds, each is named with its own.
    let is_mixed = report.rows.iter().any(is_two_sided) && !report.rows.iter().all(is_two_sided);
    let sides = |row: &ResultRow| match (is_mixed, is_two_sided(row)) {
        (false, _) => "",
        (true, true) => "two-sided ",
        (true, false) => "one-sided ",
    };
    let largest = match most.n == fewest.n && differs {
        true => format!("a one-sided test of {}", pairs(most)),
        false => format!("the {}test with the most pairs ({})", sides(most), grouped(most.n)),
    };
    let smallest = match most.n == fewest.n && differs {
        true => "a two-sided one".to_owned(),
        false => format!("the {}test with the fewest ({})", sides(fewest), grouped(fewest.n)),
    };
    let only = match is_mixed {
        true => format!("a {}test of {}", sides(most), pairs(most)),
        false => pairs(most),
    };
    let power = percent_decimals(POWER, 0);
    let words = match (shown(most), if differs { shown(fewest) } else { None }) {
        (None, _) if differs => {
            format!(
                "even the largest possible difference would have a power below {power} %, also in {largest}"
            )
        }
        (None, _) => {
            format!(
                "even the largest possible difference would have a power below {power} % in {only}"
            )
        }
        (Some(found), _) if !differs => format!(
            "the smallest difference found with a power of {power} % would be {found} in {only}"
        ),
        (Some(found), Some(other)) => format!(
            "the smallest difference found with a power of {power} % would be {found} in {largest} and {other} in \
             {smallest}"
        ),
        (Some(found), None) => format!(
            "the smallest difference found with a power of {power} % would be {found} in {largest}; in {smallest}, no \
             difference would reach that power"
        ),
    };
    Some(format!("If one pair in ten were discordant by chance, {words}."))
}

//! The results of tests.

use super::{Maker, made, tested_origin};
use crate::{Provenance, ResultRow, RowBounds};
use peirast_stats::{Ratio, Verdict};
use peirast_table::{Cell, Table, Unit};

/// A row for each hypothesis, subject and method.
pub(super) fn results(rows: &[ResultRow]) -> Table<'_> {
    let columns: Vec<Maker<'_, ResultRow>> = counted().into_iter().chain(bounded()).collect();
    made(
        "results",
        "Results of the tests",
        "Matched pairs by hypothesis, subject and method: n12 had only the original answered rightly, n21 \
         only the perturbed member.",
        &columns,
        rows,
    )
}

/// Result rows as CSV. The provenance is in the last columns of every row, so that nobody can
/// separate it from the numbers.
pub fn rows_csv(rows: &[ResultRow], provenance: &Provenance) -> String {
    Table { origin: tested_origin(provenance), ..results(rows) }.csv()
}

/// The counts alone, in the form that `peirast test --counts` reads. Rows without a pair are no
/// tests, and are left out.
pub fn counts_csv(rows: &[ResultRow]) -> String {
    let tested = rows.iter().filter(|row| row.is_tested());
    made("counts", "Counts", "", &counts(), tested).csv()
}

fn counts<'a>() -> [Maker<'a, ResultRow>; 7] {
    use Unit::{Count, Name};
    [
        ("table", Name, |row| row.test_family.as_str().into()),
        ("hypothesis", Name, |row| row.hypothesis.as_str().into()),
        ("model", Name, |row| row.model.as_str().into()),
        ("method", Name, |row| row.method.as_str().into()),
        ("n12", Count, |row| row.n12.into()),
        ("n21", Count, |row| row.n21.into()),
        ("alternative", Name, |row| row.alternative.to_string().into()),
    ]
}

fn counted<'a>() -> [Maker<'a, ResultRow>; 34] {
    use Unit::{Count, Flag, Name, Number, P, Points};
    [
        ("hypothesis", Name, |row| row.hypothesis.as_str().into()),
        ("model", Name, |row| row.model.as_str().into()),
        ("method", Name, |row| row.method.as_str().into()),
        ("+factor", Name, |row| row.factor.as_str().into()),
        ("n", Count, |row| row.n.into()),
        ("+n11", Count, |row| row.n11.into()),
        ("n12", Count, |row| row.n12.into()),
        ("n21", Count, |row| row.n21.into()),
        ("+n22", Count, |row| row.n22.into()),
        ("+clusters", Count, |row| row.clusters.into()),
        ("+n_discordant", Count, |row| row.n_discordant.into()),
        ("+z", Number, |row| row.z.into()),
        ("+p", P, |row| row.p.into()),
        ("p_adjusted", P, |row| row.p_adjusted.into()),
        ("+p_adjusted_own", P, |row| row.p_adjusted_own.into()),
        ("+p_adjusted_all", P, |row| row.p_adjusted_all.into()),
        ("reject", Flag, |row| row.reject.into()),
        ("+alternative", Name, |row| row.alternative.to_string().into()),
        ("+method_used", Name, |row| row.method_used.map(|method| method.to_string()).into()),
        ("+p_two_sided", P, |row| row.p_two_sided.into()),
        ("odds_ratio", Number, |row| ratio(row.odds_ratio.ratio)),
        ("odds_ratio_low", Number, |row| ratio(row.odds_ratio.low)),
        ("odds_ratio_high", Number, |row| ratio(row.odds_ratio.high)),
        ("difference", Points, |row| row.difference.map(|d| d.estimate).into()),
        ("difference_low", Points, |row| row.difference.map(|d| d.interval.low).into()),
        ("difference_high", Points, |row| row.difference.map(|d| d.interval.high).into()),
        ("+test_family", Name, |row| row.test_family.as_str().into()),
        ("+family_size", Count, |row| (row.family_size as u64).into()),
        ("+lost_unanswered", Count, |row| row.lost.unanswered.into()),
        ("+lost_refused", Count, |row| row.lost.refused.into()),
        ("+lost_empty", Count, |row| row.lost.empty.into()),
        ("+lost_truncated", Count, |row| row.lost.truncated.into()),
        ("+lost_unread", Count, |row| row.lost.unread.into()),
        ("+lost_split", Count, |row| row.lost.split.into()),
    ]
}

/// Possible effects of lost pairs; empty if the family of tests lost none.
fn bounded<'a>() -> [Maker<'a, ResultRow>; 12] {
    use Unit::{Count, Name, P};
    [
        ("+known_neither", Count, |row| bound(row, |b| b.known.neither.into())),
        ("+known_original_right", Count, |row| bound(row, |b| b.known.original_right.into())),
        ("+known_original_wrong", Count, |row| bound(row, |b| b.known.original_wrong.into())),
        ("+known_perturbed_right", Count, |row| bound(row, |b| b.known.perturbed_right.into())),
        ("+known_perturbed_wrong", Count, |row| bound(row, |b| b.known.perturbed_wrong.into())),
        ("+p_low", P, |row| bound(row, |b| b.p.low.into())),
        ("+p_high", P, |row| bound(row, |b| b.p.high.into())),
        ("+p_verdict", Name, |row| bound(row, |b| verdict(Some(b.p_verdict)))),
        ("+p_adjusted_low", P, |row| bound(row, |b| b.p_adjusted.map(|p| p.low).into())),
        ("+p_adjusted_high", P, |row| bound(row, |b| b.p_adjusted.map(|p| p.high).into())),
        ("+verdict", Name, |row| bound(row, |b| verdict(b.verdict))),
        ("+recorded_grades", Count, |row| row.recorded_grades.into()),
    ]
}

fn bound<'a>(row: &ResultRow, cell: fn(&RowBounds) -> Cell<'a>) -> Cell<'a> {
    row.bounds.as_ref().map_or(Cell::Missing, cell)
}

fn ratio<'a>(ratio: Ratio) -> Cell<'a> {
    ratio.value().into()
}

fn verdict<'a>(verdict: Option<Verdict>) -> Cell<'a> {
    match verdict {
        None => Cell::Missing,
        Some(Verdict::Rejected) => "rejected".into(),
        Some(Verdict::NotRejected) => "not-rejected".into(),
        Some(Verdict::Open) => "open".into(),
    }
}

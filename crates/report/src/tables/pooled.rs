//! Hypotheses over all their methods.

use super::{Maker, made};
use crate::{PooledRow, Report};
use peirast_table::{Table, Unit};

/// A row for each hypothesis and subject, and one for all subjects.
pub(super) fn pooled(report: &Report) -> Table<'_> {
    made(
        "pooled",
        "Hypotheses over all methods",
        "All pairs of a hypothesis in one table: as if each were independent (naive), and with those of \
         an item, and over all subjects those of a subject, taken as related (clustered).",
        &columns(),
        &report.pooled,
    )
}

fn columns<'a>() -> [Maker<'a, PooledRow>; 26] {
    use Unit::{Count, Name, Number, P, Points};
    [
        ("hypothesis", Name, |row| row.hypothesis.as_str().into()),
        ("model", Name, |row| row.model.as_deref().unwrap_or("all").into()),
        ("+subjects", Count, |row| row.subjects.into()),
        ("+methods", Count, |row| row.methods.into()),
        ("items", Count, |row| row.items.into()),
        ("n", Count, |row| row.n.into()),
        ("+n11", Count, |row| row.table.n11.into()),
        ("n12", Count, |row| row.table.n12.into()),
        ("n21", Count, |row| row.table.n21.into()),
        ("+n22", Count, |row| row.table.n22.into()),
        ("+lost", Count, |row| row.lost.total().into()),
        ("+alternative", Name, |row| row.alternative.to_string().into()),
        ("difference", Points, |row| row.difference.into()),
        ("+naive_se", Number, |row| row.naive.se.into()),
        ("+naive_low", Points, |row| row.naive.interval.map(|own| own.low).into()),
        ("+naive_high", Points, |row| row.naive.interval.map(|own| own.high).into()),
        ("+naive_p", P, |row| row.naive.p.into()),
        ("+naive_method", Name, |row| row.naive.method.as_str().into()),
        ("+clusters", Name, |row| row.by.name().into()),
        ("+clustered_se", Number, |row| row.clustered.se.into()),
        ("clustered_low", Points, |row| row.clustered.interval.map(|own| own.low).into()),
        ("clustered_high", Points, |row| row.clustered.interval.map(|own| own.high).into()),
        ("clustered_p", P, |row| row.clustered.p.into()),
        ("+clustered_method", Name, |row| row.clustered.method.as_str().into()),
        ("+se_ratio", Number, |row| row.se_ratio.into()),
        ("design_effect", Number, |row| row.design_effect.into()),
    ]
}

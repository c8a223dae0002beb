//! Hypotheses over all their methods.

use super::{Maker, made, tested_origin};
use crate::{PooledRow, Provenance};
use peirast_table::{Cell, Table, Unit};

/// A row for each hypothesis and subject, and one for all subjects.
pub(super) fn pooled(rows: &[PooledRow]) -> Table<'_> {
    table(rows, |row| row.model.as_deref().unwrap_or("all").into())
}

/// Pooled rows as CSV, with their provenance in the last columns. Differences run from -1 to 1; the
/// model of a row of all subjects is empty.
pub fn pooled_csv(rows: &[PooledRow], provenance: &Provenance) -> String {
    let table = table(rows, |row| row.model.as_deref().into());
    Table { origin: tested_origin(provenance), ..table }.csv()
}

fn table<'a>(rows: &'a [PooledRow], model: fn(&'a PooledRow) -> Cell<'a>) -> Table<'a> {
    made(
        "pooled",
        "Hypotheses over all methods",
        "All pairs of a hypothesis in one table: as if each were independent (naive), and with those of \
         an item, and over all subjects those of a subject, taken as related (clustered).",
        &columns(model),
        rows,
    )
}

fn columns<'a>(model: fn(&'a PooledRow) -> Cell<'a>) -> [Maker<'a, PooledRow>; 26] {
    use Unit::{Count, Name, Number, P, Points};
    [
        ("hypothesis", Name, |row| row.hypothesis.as_str().into()),
        ("model", Name, model),
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

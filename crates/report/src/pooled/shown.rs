//! Pooled rows as text.

use super::{PooledRow, Uncertainty};
use crate::escape_line;
use crate::terminal::{p_value, text_table};
use crate::wording::points;
use peirast_decimals::fixed_decimals;
use std::collections::BTreeMap;

const HEADER: [&str; 14] = [
    "hypothesis",
    "model",
    "methods",
    "items",
    "n",
    "n12",
    "n21",
    "points",
    "naive [95 %]",
    "p",
    "clustered [95 %]",
    "p",
    "clusters",
    "SE ratio",
];

/// A table of pooled rows, and the sentence of the broadest row of each hypothesis; below it that of
/// its mixed regression, if there is one.
pub fn pooled_text(rows: &[PooledRow]) -> String {
    let body = rows.iter().map(|row| {
        vec![
            escape_line(&row.hypothesis),
            escape_line(&row.who()),
            row.methods.to_string(),
            row.items.to_string(),
            row.n.to_string(),
            row.table.n12.to_string(),
            row.table.n21.to_string(),
            difference(row),
            interval(&row.naive),
            p_value(row.naive.p),
            interval(&row.clustered),
            p_value(row.clustered.p),
            row.by.name().to_owned(),
            ratio(row),
        ]
    });
    let mut text = text_table(&HEADER, body);
    // The last row of each hypothesis is the row of all subjects, if there is one.
    let broadest: BTreeMap<&str, &PooledRow> =
        rows.iter().map(|row| (row.hypothesis.as_str(), row)).collect();
    let is_broadest = |row: &&PooledRow| broadest.get(row.hypothesis.as_str()) == Some(row);
    for row in rows.iter().filter(is_broadest) {
        let (hypothesis, who) = (escape_line(&row.hypothesis), escape_line(&row.who()));
        text.push_str(&format!("\n{hypothesis}, {who}: {}\n", escape_line(&row.sentence)));
        if let Some(mixed) = &row.mixed {
            text.push_str(&format!("  {}\n", escape_line(&mixed.sentence())));
        }
    }
    text
}

impl PooledRow {
    /// The subject, or how many.
    pub(crate) fn who(&self) -> String {
        match &self.model {
            Some(model) => model.clone(),
            None => format!("all {} subjects", self.subjects),
        }
    }
}

/// An interval in percentage points.
pub(crate) fn interval(of: &Uncertainty) -> String {
    match of.interval {
        None => "-".to_owned(),
        Some(limits) => format!("[{}, {}]", points(limits.low), points(limits.high)),
    }
}

/// The difference in percentage points.
pub(crate) fn difference(row: &PooledRow) -> String {
    row.difference.map_or("-".to_owned(), points)
}

/// The ratio of standard errors.
pub(crate) fn ratio(row: &PooledRow) -> String {
    row.se_ratio.map_or("-".to_owned(), |ratio| fixed_decimals(ratio, 2))
}

//! Pooled rows as text and as CSV.

use super::{PooledRow, Uncertainty};
use crate::terminal::{p_value, table};
use crate::{Provenance, csv_cell, escape_line};
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
/// its mixed regression, where there is one.
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
    let mut text = table(&HEADER, body);
    // Of each hypothesis the last row is that of all subjects, where there is one.
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

fn points(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference)
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
    row.se_ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// Pooled rows as CSV, with their provenance in the last columns. Differences run from -1 to 1; the
/// model of a row of all subjects is empty.
///
/// # Errors
/// None in practice: writing to memory.
pub fn pooled_csv(rows: &[PooledRow], provenance: &Provenance) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let counted = ["hypothesis", "model", "subjects", "methods", "items"];
    let cells = ["n", "n11", "n12", "n21", "n22", "lost", "alternative", "difference"];
    let naive = ["naive_se", "naive_low", "naive_high", "naive_p", "naive_method"];
    let by = ["clusters"];
    let clustered =
        ["clustered_se", "clustered_low", "clustered_high", "clustered_p", "clustered_method"];
    let last = ["se_ratio", "design_effect", "study", "study_hash", "seed", "version", "rule"];
    let header = counted.iter().chain(&cells).chain(&naive).chain(&by).chain(&clustered);
    writer.write_record(header.chain(&last))?;
    for row in rows {
        writer.write_record(record(row, provenance))?;
    }
    let bytes = writer.into_inner().map_err(|e| csv::Error::from(e.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn record(row: &PooledRow, provenance: &Provenance) -> Vec<String> {
    let table = row.table;
    let mut cells = vec![
        csv_cell(&row.hypothesis),
        csv_cell(row.model.as_deref().unwrap_or_default()),
        row.subjects.to_string(),
        row.methods.to_string(),
        row.items.to_string(),
    ];
    let counts = [row.n, table.n11, table.n12, table.n21, table.n22, row.lost.total()];
    cells.extend(counts.map(|count| count.to_string()));
    cells.extend([row.alternative.to_string(), number(row.difference)]);
    cells.extend(uncertainty(&row.naive));
    cells.push(row.by.name().to_owned());
    cells.extend(uncertainty(&row.clustered));
    cells.extend([number(row.se_ratio), number(row.design_effect)]);
    cells.extend([
        csv_cell(&provenance.study),
        provenance.study_hash.clone(),
        provenance.seed.map_or(String::new(), |seed| seed.to_string()),
        provenance.version.clone(),
        provenance.rule.clone(),
    ]);
    cells
}

fn uncertainty(of: &Uncertainty) -> [String; 5] {
    let limits = of.interval;
    [
        number(of.se),
        number(limits.map(|limits| limits.low)),
        number(limits.map(|limits| limits.high)),
        number(of.p),
        of.method.clone(),
    ]
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

//! The table of labels that come out otherwise.

use anyhow::Result;
use peirast_exchange::etr_eval::Label;
use peirast_table::{Cell, CsvWriter, escape_line};

/// Wrong labels as CSV.
pub fn labels_csv(labels: &[Label]) -> Result<String> {
    let mut csv = CsvWriter::new(Vec::new());
    csv.row(Label::COLUMNS.map(Cell::from))?;
    for label in labels {
        label.row().iter().try_for_each(|cell| csv.verbatim(&escape_line(cell)))?;
        csv.end_row()?;
    }
    Ok(csv.into_text()?)
}

//! The table of labels that come out otherwise.

use anyhow::{Context as _, Result};
use peirast_exchange::etr_eval::Label;
use peirast_report::escape_line;

/// Wrong labels as CSV.
pub fn labels_csv(labels: &[Label]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(Label::COLUMNS)?;
    for label in labels {
        writer.write_record(label.row().map(|cell| escape_line(&cell)))?;
    }
    String::from_utf8(writer.into_inner()?).context("a table of labels")
}

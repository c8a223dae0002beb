//! The files of an import.

use super::{DocumentImport, DocumentSet, Label, Origin};
use crate::lm_eval::{model_of_log, sample_logs};
use crate::{ExchangeError, lines};
use peirast_table::{Cell, CsvWriter, escape_line};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Reads files, and the files of lines in folders. `model` is the model of all answers.
///
/// # Errors
/// If a file cannot be read. Invalid lines are left out.
pub fn collect(paths: &[PathBuf], model: Option<&str>) -> Result<DocumentSet, ExchangeError> {
    let files = sample_logs(paths)?;
    let mut import = DocumentImport::default();
    for (number, file) in files.iter().enumerate() {
        let of_file = model.map(str::to_owned).or_else(|| model_of_log(file));
        lines::each(file, |line, place| {
            import.take(
                line,
                &Origin {
                    file: number,
                    place: &place.to_string(),
                    number: place.number as u64 - 1,
                    model: of_file.as_deref(),
                    is_given: model.is_some(),
                },
            );
            Ok(())
        })?;
    }
    Ok(import.finish(files.len()))
}

/// Writes wrong labels as CSV.
///
/// # Errors
/// If the table cannot be written.
pub fn labels_csv(labels: &[Label]) -> Result<String, ExchangeError> {
    let mut csv = CsvWriter::new(Vec::new());
    csv.row(Label::COLUMNS.map(Cell::from))?;
    for label in labels {
        label.row().iter().try_for_each(|cell| csv.verbatim(&escape_line(cell)))?;
        csv.end_row()?;
    }
    Ok(csv.into_text()?)
}

impl DocumentSet {
    /// A line with the numbers of documents, problems, wrong labels and lines that were left out.
    pub fn summary(&self) -> String {
        let Self { files, documents, problems, labels, left_out, .. } = self;
        let mut fields: BTreeMap<&str, usize> = BTreeMap::new();
        for label in labels {
            *fields.entry(&label.field).or_default() += 1;
        }
        let wrong: Vec<String> =
            fields.iter().map(|(field, count)| format!("{count} of {field}")).collect();
        let wrong = if wrong.is_empty() { "none".to_owned() } else { wrong.join(", ") };
        format!(
            "{documents} documents in {files} files, {} problems; wrong labels: {wrong}; left out: \
             {}",
            problems.len(),
            left_out.len()
        )
    }
}

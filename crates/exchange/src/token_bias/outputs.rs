//! The original repository's output files: `MODEL/GROUP/responses_MODE_synthetic_dataset_SET.json`,
//! each a map from question index to question, answer and grade.

use super::Row;
use super::question::{Questions, problem};
use crate::ExchangeError;
use peirast_record::read_json;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The text between the mode and the data set in a file name.
const SEPARATOR: &str = "_synthetic_dataset_";

/// The form of the names of output files.
pub const OUTPUT_NAME: &str = "responses_MODE_synthetic_dataset_SET.json";

/// The data in the path of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputFile<'p> {
    /// The model.
    pub model: &'p str,
    /// The mode.
    pub mode: &'p str,
    /// The data set.
    pub dataset: &'p str,
}

impl<'p> OutputFile<'p> {
    /// Tests if a file has the name of an output file.
    pub fn is_one(path: &Path) -> bool {
        name_parts(path).is_some()
    }

    /// Reads a path; `None` if it is not the path of an output file.
    ///
    /// ```
    /// use peirast_exchange::token_bias::OutputFile;
    /// use std::path::Path;
    /// let path = Path::new("gpt-4o/linda/responses_baseline_synthetic_dataset_linda_gold.json");
    /// let file = OutputFile::at(path).expect("an output file");
    /// assert_eq!((file.model, file.mode, file.dataset), ("gpt-4o", "baseline", "linda_gold"));
    /// ```
    pub fn at(path: &'p Path) -> Option<Self> {
        let (mode, dataset) = name_parts(path)?;
        let model = path.parent()?.parent()?.file_name()?.to_str()?;
        Some(Self { model, mode, dataset })
    }
}

/// Mode and data set from the name of an output file.
fn name_parts(path: &Path) -> Option<(&str, &str)> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix("responses_")?.strip_suffix(".json")?.split_once(SEPARATOR)
}

#[derive(Debug, Deserialize)]
struct OutputEntry {
    question: String,
    target_answer: String,
    init_model_answer: Option<String>,
    #[serde(default)]
    init_grades: Vec<String>,
}

/// The answers of a file. Adds its questions to the known ones.
pub(super) fn rows(
    file: &OutputFile<'_>,
    text: &str,
    known: &mut Questions,
) -> Result<Vec<Row>, ExchangeError> {
    let entries: BTreeMap<String, Value> = read_json(text)?;
    let mut rows = Vec::new();
    // Answers are named by number. A file may also hold totals.
    for (index, value) in entries.into_iter().filter(|(key, _)| key.parse::<u64>().is_ok()) {
        let row = row(file, &index, value, known);
        rows.push(row.map_err(|error| error.at(format!("entry {index}")))?);
    }
    Ok(rows)
}

fn row(
    file: &OutputFile<'_>,
    index: &str,
    value: Value,
    known: &mut Questions,
) -> Result<Row, ExchangeError> {
    let entry: OutputEntry = serde_json::from_value(value)?;
    let question = question_id(known, file.model, file.dataset, index, &entry)?;
    let correct = entry.init_grades.first().is_some_and(|grade| grade.contains("[Correct]"));
    Ok(Row {
        model: file.model.to_owned(),
        dataset: file.dataset.to_owned(),
        mode: file.mode.to_owned(),
        question,
        response: entry.init_model_answer.unwrap_or_default(),
        grade: i64::from(correct),
    })
}

/// The id of an entry's question. Some files have other texts than the rest. Such a question gets
/// its own id, as a question of that model.
fn question_id(
    known: &mut Questions,
    model: &str,
    dataset: &str,
    index: &str,
    entry: &OutputEntry,
) -> Result<String, ExchangeError> {
    let plain = format!("{dataset}:{index}");
    let asked =
        |id: &str| problem(id, "main", dataset, index, &entry.question, &entry.target_answer);
    for id in [plain.clone(), format!("{plain}@{model}")] {
        let problem = asked(&id)?;
        match known.get(&id) {
            Some(other) if *other == problem => return Ok(id),
            Some(_) => {}
            None => {
                known.insert(id.clone(), problem);
                return Ok(id);
            }
        }
    }
    Err(ExchangeError::Layout(format!(
        "question `{plain}` occurs in several files of {model} with different texts"
    )))
}

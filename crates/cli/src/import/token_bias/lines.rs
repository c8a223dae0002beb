//! Answer files: JSON lines, plain or gzip.

use super::{Question, Row};
use crate::import::text;
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Line {
    model: String,
    dataset: String,
    mode: String,
    question_id: u64,
    qid: Option<String>,
    response: String,
    their_grade: i64,
}

/// Reads the answers of one file.
pub fn read(file: &Path, known: &BTreeMap<String, Question>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    each(file, |line: Line, place| {
        let question = line.qid.unwrap_or_else(|| format!("{}:{}", line.dataset, line.question_id));
        if !known.contains_key(&question) {
            bail!(
                "{}: question `{question}` is in none of the question files: name its file with \
                 --questions",
                place()
            );
        }
        if !matches!(line.their_grade, 0 | 1) {
            bail!("{}: their_grade is {}, not 0 or 1", place(), line.their_grade);
        }
        rows.push(Row {
            model: line.model,
            dataset: line.dataset,
            mode: line.mode,
            question,
            response: line.response,
            grade: line.their_grade,
        });
        Ok(())
    })?;
    Ok(rows)
}

/// Calls `take` with every line of a JSON-lines file and a function that names its place.
pub fn each<T: DeserializeOwned>(
    file: &Path,
    mut take: impl FnMut(T, &dyn Fn() -> String) -> Result<()>,
) -> Result<()> {
    text::each(file, |line, number| {
        let place = || text::place(file, number);
        let parsed: T = serde_json::from_str(line).with_context(place)?;
        take(parsed, &place)
    })
}

//! Lines of answer files.

use super::Row;
use super::question::Questions;
use crate::ExchangeError;
use peirast_record::read_json;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct AnswerLine {
    model: String,
    dataset: String,
    mode: String,
    question_id: u64,
    qid: Option<String>,
    response: String,
    their_grade: i64,
}

/// The answer in a line.
pub(super) fn row(line: &str, known: &Questions) -> Result<Row, ExchangeError> {
    let line: AnswerLine = read_json(line)?;
    let question = line.qid.unwrap_or_else(|| format!("{}:{}", line.dataset, line.question_id));
    if !known.contains_key(&question) {
        return Err(ExchangeError::Layout(format!(
            "question `{question}` is in none of the question files: name its file with --questions"
        )));
    }
    if !matches!(line.their_grade, 0 | 1) {
        let fault = format!("their_grade is {}, not 0 or 1", line.their_grade);
        return Err(ExchangeError::Layout(fault));
    }
    Ok(Row {
        model: line.model,
        dataset: line.dataset,
        mode: line.mode,
        question,
        response: line.response,
        grade: line.their_grade,
    })
}

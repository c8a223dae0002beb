//! Recorded answers of the token-bias study: JSON lines, or the original repository's output files.

mod files;
mod lines;
mod misprompted;
mod outputs;
mod question;
mod unused;

pub use files::read_files;
pub use misprompted::{PromptMismatch, misprompted};
pub use outputs::{OUTPUT_NAME, OutputFile};
pub use unused::unused;

use crate::{ExchangeError, recorded};
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Sampling, Trial};
use question::Questions;
use serde_json::json;
use std::collections::BTreeMap;

/// The endpoint of recorded answers.
pub const ENDPOINT: &str = "recorded/token-bias";

/// The results of an import.
#[derive(Debug, Default)]
pub struct TokenBiasAnswers {
    /// The questions, as problems.
    pub problems: Vec<Problem>,
    /// The answers.
    pub answers: Vec<TokenBiasAnswer>,
}

/// One recorded answer.
#[derive(Debug)]
pub struct TokenBiasAnswer {
    /// The trial it answers.
    pub trial: Trial,
    /// The answer, verbatim.
    pub response: Response,
    /// The authors' recorded grade.
    pub recorded: Recorded,
}

/// One answer as a file holds it.
#[derive(Debug)]
struct Row {
    model: String,
    dataset: String,
    mode: String,
    question: String,
    response: String,
    grade: i64,
}

/// An import in progress.
#[derive(Debug, Default)]
pub struct TokenBiasImport {
    known: Questions,
    rows: Vec<Row>,
}

impl TokenBiasImport {
    /// Adds a line of a file of questions. All questions come before their answers.
    ///
    /// # Errors
    /// If the line is not a question, or is a known question with another text.
    pub fn question(&mut self, line: &str) -> Result<(), ExchangeError> {
        question::take(&mut self.known, line)
    }

    /// Adds a line of a file of answers.
    ///
    /// # Errors
    /// If the line is not an answer, or its question is unknown.
    pub fn answer(&mut self, line: &str) -> Result<(), ExchangeError> {
        self.rows.push(lines::row(line, &self.known)?);
        Ok(())
    }

    /// Adds an output file of the original repository, which contains its questions.
    ///
    /// # Errors
    /// If the file has another layout, or known questions with other texts.
    pub fn outputs(&mut self, file: &OutputFile<'_>, text: &str) -> Result<(), ExchangeError> {
        self.rows.extend(outputs::rows(file, text, &mut self.known)?);
        Ok(())
    }

    /// Returns the results.
    ///
    /// # Errors
    /// If a question has two different answers.
    pub fn finish(self) -> Result<TokenBiasAnswers, ExchangeError> {
        let answers = collect(self.rows, &self.known)?;
        Ok(TokenBiasAnswers { problems: self.known.into_values().collect(), answers })
    }
}

fn collect(rows: Vec<Row>, known: &Questions) -> Result<Vec<TokenBiasAnswer>, ExchangeError> {
    let mut answers: BTreeMap<Key, TokenBiasAnswer> = BTreeMap::new();
    for row in rows {
        let missing = || format!("question `{}` is not among the questions", row.question);
        let question = known.get(&row.question).ok_or_else(|| ExchangeError::Layout(missing()))?;
        let answer = answer(&row, question);
        if let Some(other) = answers.get(&answer.trial.key)
            && (other.response.text != answer.response.text
                || other.recorded.grade != answer.recorded.grade)
        {
            return Err(ExchangeError::Layout(format!(
                "two different answers of {} to `{}` under {}: pair keys must be unique",
                row.model, row.question, row.mode
            )));
        }
        answers.insert(answer.trial.key.clone(), answer);
    }
    Ok(answers.into_values().collect())
}

fn answer(row: &Row, question: &Problem) -> TokenBiasAnswer {
    // The prompts were not recorded, so the question and the mode identify an answer.
    let parts = json!([ENDPOINT, row.model, row.mode, row.question]);
    let prompt = Prompt::new(&question.id, &row.mode, Vec::new());
    let trial = recorded::trial(parts, &prompt, &row.model, ENDPOINT, (&Sampling::default(), 0));
    let response = recorded::response(&trial.key, &row.model, row.response.clone());
    let facts = json!({"dataset": row.dataset, "mode": row.mode});
    let recorded = Recorded { trial: trial.key.clone(), grade: row.grade, facts };
    TokenBiasAnswer { trial, response, recorded }
}

//! Recorded answers of the token-bias study: JSON lines, or the original repository's folders.

mod folder;
mod lines;
mod misprompted;
mod question;
mod unused;

use anyhow::{Context as _, Result, bail};
pub use misprompted::misprompted;
use peirast_record::{FinishReason, Key, Problem, Prompt, Response, Sampling, Trial, Usage};
use peirast_run::Recorded;
use question::Question;
use std::collections::BTreeMap;
use std::path::PathBuf;
pub use unused::unused;

/// The endpoint of recorded answers.
pub const ENDPOINT: &str = "recorded/token-bias";

/// What an import found.
#[derive(Debug, Default)]
pub struct Imported {
    /// The questions, as problems.
    pub problems: Vec<Problem>,
    /// The answers.
    pub answers: Vec<Answer>,
}

/// One recorded answer.
#[derive(Debug)]
pub struct Answer {
    /// The trial it answers.
    pub trial: Trial,
    /// The answer, verbatim.
    pub response: Response,
    /// The grade that the authors recorded.
    pub recorded: Recorded,
}

/// One answer as it stands in a file.
#[derive(Debug)]
struct Row {
    model: String,
    dataset: String,
    mode: String,
    question: String,
    response: String,
    grade: i64,
}

/// Reads answer files and output folders.
pub fn read(files: &[PathBuf], questions: &[PathBuf]) -> Result<Imported> {
    let mut known = question::read(questions)?;
    let mut rows = Vec::new();
    for file in files {
        if file.is_dir() {
            folder::read(file, &mut known, &mut rows)?;
        } else {
            rows.extend(lines::read(file, &known)?);
        }
    }
    let answers = collect(rows, &known)?;
    let problems = known.into_values().map(|q| q.problem).collect();
    Ok(Imported { problems, answers })
}

fn collect(rows: Vec<Row>, known: &BTreeMap<String, Question>) -> Result<Vec<Answer>> {
    let mut answers: BTreeMap<Key, Answer> = BTreeMap::new();
    for row in rows {
        let question = known
            .get(&row.question)
            .with_context(|| format!("question `{}` is not among the questions", row.question))?;
        let answer = answer(&row, question);
        if let Some(other) = answers.get(&answer.trial.key)
            && (other.response.text != answer.response.text
                || other.recorded.grade != answer.recorded.grade)
        {
            bail!(
                "two different answers of {} to `{}` under {}: pair keys must be unique",
                row.model,
                row.question,
                row.mode
            );
        }
        answers.insert(answer.trial.key.clone(), answer);
    }
    Ok(answers.into_values().collect())
}

fn answer(row: &Row, question: &Question) -> Answer {
    // The prompts were not recorded: what identifies an answer is the question and the mode.
    let key = Key::of("recorded", &(ENDPOINT, &row.model, &row.mode, &row.question));
    let prompt = Prompt::new(&question.problem.id, &row.mode, Vec::new());
    let trial = Trial {
        key: key.clone(),
        ..Trial::new(&prompt, &row.model, ENDPOINT, &Sampling::default(), 0)
    };
    let response = Response {
        trial: key.clone(),
        attempts: 1,
        request: String::new(),
        body: String::new(),
        text: row.response.clone(),
        finish: FinishReason::Other,
        usage: Usage::default(),
        model: Some(row.model.clone()),
        sent_us: 0,
        elapsed_us: 0,
    };
    let facts = serde_json::json!({"dataset": row.dataset, "mode": row.mode});
    Answer { trial, response, recorded: Recorded { trial: key, grade: row.grade, facts } }
}

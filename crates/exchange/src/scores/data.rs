//! Data files with a row for each item: CSV, JSON, JSON lines, Parquet.

use super::texts::text;
use crate::ExchangeError;
use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
use peirast_rows::{DataFile, DataRow};
use peirast_table::{escape_line, is_missing, truth_value};
use serde_json::Value;
use std::collections::BTreeMap;

/// Which columns of a data file are what; those that are not named are found by their usual names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreColumns {
    /// What names the item.
    pub item: Option<String>,
    /// The scores, a metric each.
    pub scores: Vec<String>,
    /// The task.
    pub task: Option<String>,
    /// The model or run that a row is of.
    pub model: Option<String>,
}

const ITEMS: [&str; 15] = [
    "item",
    "item_id",
    "sample_id",
    "question_id",
    "problem_id",
    "example_id",
    "instance_id",
    "doc_id",
    "qid",
    "uid",
    "id",
    "idx",
    "index",
    "task_id",
    "name",
];
const SCORES: [&str; 26] = [
    "score",
    "correct",
    "is_correct",
    "acc",
    "accuracy",
    "acc_norm",
    "exact_match",
    "em",
    "f1",
    "passed",
    "pass",
    "success",
    "right",
    "grade",
    "reward",
    "value",
    "result",
    "rouge",
    "rouge1",
    "rouge2",
    "rougel",
    "bleu",
    "chrf",
    "resolved",
    "points",
    "rating",
];
const TASKS: [&str; 7] =
    ["task", "task_name", "benchmark", "dataset", "subset", "evaluation_name", "eval"];
const MODELS: [&str; 6] = ["model", "model_name", "model_id", "system", "subject", "run"];
const PASSES: [&str; 7] =
    ["epoch", "repeat", "trial", "attempt", "pass_number", "seed", "replicate"];
const METRICS: [&str; 2] = ["metric", "metric_name"];
const QUESTIONS: [&str; 6] = ["question", "prompt", "input", "query", "problem", "text"];
const TARGETS: [&str; 7] =
    ["target", "gold", "answer", "expected", "reference", "ground_truth", "label"];
const ANSWERS: [&str; 7] =
    ["response", "output", "completion", "prediction", "model_answer", "generation", "predicted"];

/// What the columns of a file are.
struct Roles<'f> {
    item: Option<&'f str>,
    scores: Vec<&'f str>,
    task: Option<&'f str>,
    model: Option<&'f str>,
    pass: Option<&'f str>,
    metric: Option<&'f str>,
    question: Option<&'f str>,
    target: Option<&'f str>,
    answer: Option<&'f str>,
}

/// The runs in a data file, by their models; `name` is the task of a file that names none.
///
/// ```
/// use peirast_exchange::scores::{ScoreColumns, read_data_scores};
/// use peirast_rows::{DataFile, DataFormat};
/// let text = b"question_id,topic,correct\nq1,sums,yes\nq2,sums,no\n";
/// let file = DataFile::from_bytes(text, DataFormat::Separated)?;
/// let runs = read_data_scores(&file, &ScoreColumns::default(), "mine")?;
/// let (model, run) = &runs[0];
/// assert_eq!((model, run.items()), (&None, 2));
/// assert_eq!(run.tasks["mine"].items()[0].mean("correct"), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No column of items or of scores, or a score that is none.
pub fn read_data_scores(
    file: &DataFile,
    named: &ScoreColumns,
    name: &str,
) -> Result<Vec<(Option<String>, ScoredRun)>, ExchangeError> {
    let roles = Roles::of(file, named)?;
    let mut runs: BTreeMap<Option<String>, ScoredRun> = BTreeMap::new();
    let mut passes: BTreeMap<String, u32> = BTreeMap::new();
    for row in &file.rows {
        let model = roles.text(roles.model, row);
        let pass = roles.text(roles.pass, row).map(|level| {
            let next = u32::try_from(passes.len()).unwrap_or(u32::MAX);
            *passes.entry(level).or_insert(next)
        });
        let scored = roles.row(file, row, pass.unwrap_or(0), name)?;
        runs.entry(model).or_default().add(scored);
    }
    Ok(runs.into_iter().collect())
}

impl<'f> Roles<'f> {
    fn of(file: &'f DataFile, named: &ScoreColumns) -> Result<Self, ExchangeError> {
        let find = |names: &[&str]| {
            names.iter().find_map(|name| {
                file.columns
                    .iter()
                    .find(|column| column.eq_ignore_ascii_case(name))
                    .map(String::as_str)
            })
        };
        let given = |name: &Option<String>, names: &[&str]| match name {
            Some(name) => column(file, name).map(Some),
            None => Ok(find(names)),
        };
        let mut roles = Self {
            item: given(&named.item, &ITEMS)?,
            scores: Vec::new(),
            task: given(&named.task, &TASKS)?,
            model: given(&named.model, &MODELS)?,
            pass: find(&PASSES),
            metric: find(&METRICS),
            question: find(&QUESTIONS),
            target: find(&TARGETS),
            answer: find(&ANSWERS),
        };
        roles.scores = match named.scores.as_slice() {
            [] => roles.found_scores(file)?,
            names => names.iter().map(|name| column(file, name)).collect::<Result<_, _>>()?,
        };
        if roles.item.is_none() && roles.question.is_none() {
            return Err(ExchangeError::Layout(format!(
                "no column names its items: name one with --item; the columns are {}",
                listed(&file.columns)
            )));
        }
        Ok(roles)
    }

    /// The columns of scores: those of usual names, or else the only one that holds nothing but scores.
    fn found_scores(&self, file: &'f DataFile) -> Result<Vec<&'f str>, ExchangeError> {
        let taken = [
            self.item,
            self.task,
            self.model,
            self.pass,
            self.metric,
            self.question,
            self.target,
            self.answer,
        ];
        let free = || {
            file.columns.iter().map(String::as_str).filter(|column| !taken.contains(&Some(*column)))
        };
        let is_usual = |column: &str| SCORES.contains(&column.to_lowercase().as_str());
        let holds_scores = |column: &&str| {
            let values = file.rows.iter().filter_map(|row| row.value(column));
            let mut scores = values.map(|value| read_score(value, file)).peekable();
            scores.peek().is_some() && scores.all(|score| score.is_ok())
        };
        let usual: Vec<&str> =
            free().filter(|column| is_usual(column) && holds_scores(column)).collect();
        if !usual.is_empty() {
            return Ok(usual);
        }
        let any: Vec<&str> = free().filter(holds_scores).collect();
        match any.as_slice() {
            [_] => Ok(any),
            [] => Err(ExchangeError::Layout(format!(
                "no column holds scores (numbers, or right and wrong): the columns are {}",
                listed(&file.columns)
            ))),
            several => Err(ExchangeError::Layout(format!(
                "which column is the score? Name it with --score: {}",
                listed(several)
            ))),
        }
    }

    fn text(&self, column: Option<&str>, row: &DataRow) -> Option<String> {
        row.value(column?).map(text)
    }

    fn row(
        &self,
        file: &DataFile,
        row: &DataRow,
        pass: u32,
        name: &str,
    ) -> Result<ScoreRow, ExchangeError> {
        let at = |column: Option<&str>| self.text(column, row).unwrap_or_default();
        let id = match self.text(self.item, row) {
            Some(id) => ItemId::Given(id),
            None if self.item.is_some() && self.question.is_none() => {
                return Err(ExchangeError::Layout(format!(
                    "{}: it names no item",
                    file.place(row)
                )));
            }
            None => ItemId::Number(row.place as i64),
        };
        let mut scores = Vec::new();
        for column in &self.scores {
            let value = row.value(column).map_or(Ok(None), |value| read_score(value, file));
            let score = value.map_err(|what| {
                ExchangeError::Layout(format!(
                    "{}, column {}: {what}",
                    file.place(row),
                    escape_line(column)
                ))
            })?;
            let metric = match (self.text(self.metric, row), self.scores.as_slice()) {
                (Some(metric), [_]) => metric,
                _ => (*column).to_owned(),
            };
            scores.push((metric, score));
        }
        let question = at(self.question);
        let columns = row.fields.iter().filter(|(_, value)| !value.is_null() && !value.is_object());
        Ok(ScoreRow {
            task: self.text(self.task, row).unwrap_or_else(|| name.to_owned()),
            id,
            pass,
            content: Some(question.clone()).filter(|question| !question.is_empty()),
            texts: ItemTexts { question, target: at(self.target), answer: at(self.answer) },
            columns: columns.map(|(name, value)| (name.clone(), text(value))).collect(),
            scores,
        })
    }
}

fn column<'f>(file: &'f DataFile, name: &str) -> Result<&'f str, ExchangeError> {
    let found = file.columns.iter().find(|column| *column == name);
    found.map(String::as_str).ok_or_else(|| {
        ExchangeError::Layout(format!(
            "there is no column {}: the columns are {}",
            escape_line(name),
            listed(&file.columns)
        ))
    })
}

fn listed<T: AsRef<str>>(columns: &[T]) -> String {
    columns.iter().map(|column| escape_line(column.as_ref())).collect::<Vec<_>>().join(", ")
}

/// A score; none where the cell is missing.
fn read_score(value: &Value, file: &DataFile) -> Result<Option<f64>, String> {
    if let Some(score) = super::texts::score(value) {
        return Ok(score);
    }
    let Value::String(cell) = value else {
        return Err("it is a list or an object, and no score".to_owned());
    };
    let cell = cell.trim();
    if is_missing(cell) {
        return Ok(None);
    }
    let word = || match cell.to_lowercase().as_str() {
        "correct" | "right" | "pass" | "passed" | "c" => Some(true),
        "incorrect" | "wrong" | "fail" | "failed" | "i" => Some(false),
        _ => truth_value(cell),
    };
    if let Ok(number) = file.notation.number(cell) {
        return Ok(Some(number));
    }
    word().map(|flag| Some(f64::from(u8::from(flag)))).ok_or_else(|| {
        format!("{} is no score: write a number, or right and wrong", escape_line(cell))
    })
}

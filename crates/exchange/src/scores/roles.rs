//! Detects the roles of columns in a data file.

use super::data::read_score;
use super::options::ScoreColumns;
use crate::ExchangeError;
use peirast_table::{NumberNotation, escape_line};
use serde_json::Value;

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
const MODELS: [&str; 5] = ["model", "model_name", "model_id", "system", "run"];
const PASSES: [&str; 7] =
    ["epoch", "repeat", "trial", "attempt", "pass_number", "seed", "replicate"];
const METRICS: [&str; 2] = ["metric", "metric_name"];
const QUESTIONS: [&str; 6] = ["question", "prompt", "input", "query", "problem", "text"];
const TARGETS: [&str; 7] =
    ["target", "gold", "answer", "expected", "reference", "ground_truth", "label"];
const ANSWERS: [&str; 7] =
    ["response", "output", "completion", "prediction", "model_answer", "generation", "predicted"];

/// The positions of the known columns, with a score column for each metric.
#[derive(Debug)]
pub(super) struct Roles {
    pub item: Option<usize>,
    pub scores: Vec<usize>,
    pub task: Option<usize>,
    pub model: Option<usize>,
    pub pass: Option<usize>,
    pub metric: Option<usize>,
    pub question: Option<usize>,
    pub target: Option<usize>,
    pub answer: Option<usize>,
    /// True if the score column has no usual name, but no other column can be the score.
    pub is_guessed: bool,
}

/// The beginning of a file: its header and its first rows.
pub(super) struct Beginning<'b> {
    pub heads: &'b [String],
    /// The cells of each row, after its place.
    pub rows: &'b [(u64, Vec<Value>)],
    /// The unit of a place, such as line or row.
    pub unit: &'static str,
    pub notation: &'b NumberNotation,
}

impl Roles {
    pub(super) fn of(file: &Beginning<'_>, named: &ScoreColumns) -> Result<Self, ExchangeError> {
        let find = |names: &[&str]| {
            names.iter().find_map(|name| file.heads.iter().position(|head| plain(head) == *name))
        };
        let given = |named: &[String], usual: &[&str]| match named {
            [] => Ok(find(usual)),
            named => columns(file.heads, named).map(|found| found.into_iter().next()),
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
            is_guessed: false,
        };
        match named.scores.as_slice() {
            [] => roles.find_scores(file)?,
            names => roles.scores = columns(file.heads, names)?,
        }
        if roles.item.is_none() && roles.question.is_none() {
            return Err(ExchangeError::Layout(format!(
                "no column is known as that of the items: name it with --item, after a first line with the names of the \
                 columns; here that line is {}",
                listed(file.heads)
            )));
        }
        Ok(roles)
    }

    /// The columns of scores: columns with usual names that hold mostly scores, or else the only
    /// column that holds only scores.
    fn find_scores(&mut self, file: &Beginning<'_>) -> Result<(), ExchangeError> {
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
        let free = || (0..file.heads.len()).filter(|at| !taken.contains(&Some(*at)));
        // Counts the cells of a column that are scores, and those that are filled.
        let counts = |at: usize| {
            let cells = file.rows.iter().filter_map(|(_, row)| row.get(at));
            let filled = cells.filter(|cell| !cell.is_null());
            filled.fold((0, 0), |(scores, all), cell| {
                let is_score = read_score(cell, file.notation).is_ok();
                (scores + u64::from(is_score), all + 1)
            })
        };
        let is_usual =
            |at: &usize| file.heads.get(*at).is_some_and(|head| SCORES.contains(&&*plain(head)));
        let holds_mostly = |at: &usize| {
            let (scores, all) = counts(*at);
            scores > 0 && 2 * scores >= all
        };
        let usual: Vec<usize> = free().filter(is_usual).filter(holds_mostly).collect();
        if !usual.is_empty() {
            self.scores = usual;
            return Ok(());
        }
        let holds_only = |at: &usize| {
            let (scores, all) = counts(*at);
            scores > 0 && scores == all
        };
        let any: Vec<usize> = free().filter(holds_only).collect();
        match any.as_slice() {
            [only] => {
                self.scores = vec![*only];
                self.is_guessed = true;
                Ok(())
            }
            [] => Err(ExchangeError::Layout(match free().find(is_usual) {
                Some(at) => no_scores(file, at),
                None => format!(
                    "no column holds scores (numbers, or right and wrong): the columns are {}",
                    listed(file.heads)
                ),
            })),
            several => {
                let names: Vec<&String> =
                    several.iter().filter_map(|at| file.heads.get(*at)).collect();
                Err(ExchangeError::Layout(format!(
                    "which column is the score? Name it with --score: {}",
                    listed(&names)
                )))
            }
        }
    }
}

/// The reason why a column with a usual name has no scores: its first cell with another value.
fn no_scores(file: &Beginning<'_>, at: usize) -> String {
    let head = file.heads.get(at).map(|head| escape_line(head)).unwrap_or_default();
    let mut cells = file.rows.iter().filter_map(|(place, row)| Some((place, row.get(at)?)));
    match cells.find_map(|(place, cell)| Some((place, read_score(cell, file.notation).err()?))) {
        Some((place, what)) => format!(
            "column {head} holds no scores: {} {place}: {what}; --score names another column",
            file.unit
        ),
        None => format!("column {head} is empty: --score names another column"),
    }
}

/// A header in the form of the usual names: `Item ID` and `itemId` become `item_id`.
fn plain(head: &str) -> String {
    let mut plain = String::with_capacity(head.len() + 2);
    let mut is_after_small = false;
    for c in head.trim().chars() {
        match c {
            ' ' | '-' => plain.push('_'),
            c if c.is_uppercase() => {
                if is_after_small {
                    plain.push('_');
                }
                plain.extend(c.to_lowercase());
            }
            c => plain.push(c),
        }
        is_after_small = c.is_lowercase();
    }
    plain
}

/// The positions of the columns with these names.
///
/// # Errors
/// If none of them exists.
fn columns(heads: &[String], names: &[String]) -> Result<Vec<usize>, ExchangeError> {
    let place = |name: &String| heads.iter().position(|head| head == name);
    let found: Vec<usize> = names.iter().filter_map(place).collect();
    match found.is_empty() {
        true => Err(ExchangeError::Layout(format!(
            "there is no column {}: the columns are {}",
            names.iter().map(|name| escape_line(name)).collect::<Vec<_>>().join(" or "),
            listed(heads)
        ))),
        false => Ok(found),
    }
}

fn listed<T: AsRef<str>>(columns: &[T]) -> String {
    columns.iter().map(|column| escape_line(column.as_ref())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_known_however_they_are_written() {
        for head in ["item_id", "Item ID", "itemId", "ITEM-ID", " ItemId"] {
            assert_eq!(plain(head), "item_id", "{head}");
        }
        assert_eq!(plain("ID"), "id");
    }
}

//! Entries: versions of items as the rows have them, before their answers are interpreted.

use crate::choices::Choices;
use crate::columns::{ChoiceColumns, Column, Columns, with_right};
use crate::{PairsError, value};
use peirast_rows::DataRow;
use serde_json::Value;

/// A version of an item as its row has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entry {
    pub(crate) item: String,
    pub(crate) version: String,
    pub(crate) place: String,
    pub(crate) context: Option<String>,
    pub(crate) question: String,
    pub(crate) choices: Choices,
    pub(crate) answer: Option<Value>,
    pub(crate) lure: Option<Value>,
    pub(crate) alternatives: Vec<String>,
    pub(crate) tolerance: Option<String>,
    pub(crate) cluster: Option<String>,
    /// The text behind the options.
    pub(crate) after: Option<String>,
    pub(crate) option_labels: Option<String>,
    pub(crate) option_separator: Option<String>,
    /// The model that wrote the version, which is then not certified.
    pub(crate) writer: Option<String>,
    /// The mark of a version that Peirast made and checked; see [`crate::marks`].
    pub(crate) mark: Option<String>,
    /// Values of the remaining columns, by name.
    pub(crate) rest: Vec<(String, String)>,
}

impl Entry {
    /// The entry of a version, with the cells of its row where it has none of its own.
    pub(crate) fn or(self, row: &Self) -> Self {
        let or = |own: Option<String>, other: &Option<String>| own.or_else(|| other.clone());
        let has_choices = !self.choices.texts.is_empty();
        Self {
            context: or(self.context, &row.context),
            choices: if has_choices { self.choices } else { row.choices.clone() },
            answer: self.answer.or_else(|| row.answer.clone()),
            lure: self.lure.or_else(|| row.lure.clone()),
            alternatives: match self.alternatives.is_empty() {
                true => row.alternatives.clone(),
                false => self.alternatives,
            },
            tolerance: or(self.tolerance, &row.tolerance),
            after: or(self.after, &row.after),
            ..row.clone()
        }
    }
}

impl Columns {
    /// The cells of a row, without item, version and question.
    ///
    /// # Errors
    /// A cell of options that holds none.
    pub(crate) fn cells(&self, row: &DataRow) -> Result<Entry, PairsError> {
        let text = |column: &Option<Column>| column.as_ref().and_then(|column| column.text(row));
        let value = |column: &Option<Column>| column.as_ref().and_then(|column| column.value(row));
        let answer = value(&self.answer).map(plain_texts);
        Ok(Entry {
            context: text(&self.context),
            choices: match &self.choices {
                ChoiceColumns::Wrong(columns) => with_right(columns, answer.as_ref(), row),
                other => other.read(row)?.unwrap_or_default(),
            },
            answer,
            lure: value(&self.lure).cloned(),
            alternatives: value(&self.alternatives)
                .map_or_else(Vec::new, |cell| listed(&plain_texts(cell))),
            tolerance: text(&self.tolerance),
            cluster: text(&self.cluster),
            after: text(&self.after),
            option_labels: text(&self.option_labels),
            option_separator: text(&self.option_separator),
            writer: text(&self.writer),
            mark: text(&self.mark),
            ..Entry::default()
        })
    }
}

/// A list of answers with their texts in place of objects that hold one: `[{"text": "Paris",
/// "answer_start": 3}]`. Anything else is unchanged.
fn plain_texts(cell: &Value) -> Value {
    const TEXTS: [&str; 4] = ["text", "value", "answer", "label"];
    let Value::Array(list) = cell else { return cell.clone() };
    let plain = |answer: &Value| {
        let Value::Object(object) = answer else { return Some(answer.clone()) };
        let pattern = ["regex", "pattern"].iter().find_map(|name| object.get(*name)?.as_str());
        if let Some(pattern) = pattern {
            return Some(Value::String(format!("/{pattern}/")));
        }
        let text = TEXTS.iter().find_map(|name| value::text(object.get(*name)?));
        text.map(Value::String)
    };
    list.iter().map(plain).collect::<Option<_>>().map_or_else(|| cell.clone(), Value::Array)
}

/// The texts of a cell with one text or several.
fn listed(cell: &Value) -> Vec<String> {
    match value::list(cell, &['|', ';']) {
        Some(list) => list.iter().filter_map(value::text).collect(),
        None => value::text(cell).into_iter().collect(),
    }
}

//! Entries: versions of items as the rows have them, before their answers are interpreted.

use crate::choices::Choices;
use crate::columns::{Column, Columns};
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
        Ok(Entry {
            context: text(&self.context),
            choices: self.choices.read(row)?.unwrap_or_default(),
            answer: value(&self.answer).cloned(),
            lure: value(&self.lure).cloned(),
            alternatives: value(&self.alternatives).map_or_else(Vec::new, listed),
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

/// The texts of a cell with one text or several.
fn listed(cell: &Value) -> Vec<String> {
    match value::list(cell, &['|', ';']) {
        Some(list) => list.iter().filter_map(value::text).collect(),
        None => value::text(cell).into_iter().collect(),
    }
}

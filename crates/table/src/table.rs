//! A table.

use crate::{Cell, Unit};
use serde::Serialize;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name in files: `accuracy`.
    pub name: String,
    /// The unit of its values.
    #[serde(skip)]
    pub unit: Unit,
    /// Its meaning, in a sentence. May be empty.
    #[serde(skip)]
    pub meaning: String,
    /// True if it is only in files for programs.
    pub is_detail: bool,
}

impl Column {
    /// Creates a column for every format.
    pub fn new(name: impl Into<String>, unit: Unit, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), unit, meaning: meaning.into(), is_detail: false }
    }

    /// Returns the same column as a detail.
    #[must_use]
    pub fn detail(self) -> Self {
        Self { is_detail: true, ..self }
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<'a> {
    /// Its cells, one for each column.
    pub cells: Vec<Cell<'a>>,
    /// True if it is only in files for programs.
    pub is_detail: bool,
}

impl<'a> Row<'a> {
    /// Creates a row for every format.
    pub fn new(cells: Vec<Cell<'a>>) -> Self {
        Self { cells, is_detail: false }
    }

    /// Returns the cell of a column; a missing value beyond the end of the row.
    pub fn cell(&self, at: usize) -> &Cell<'a> {
        self.cells.get(at).unwrap_or(&Cell::Missing)
    }
}

/// A table.
///
/// Its `serde` form is a part of a report, which explains the columns elsewhere; [`Table::json`] is
/// a complete file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table<'a> {
    /// Short name, the stem of its file: `accuracy`.
    pub name: String,
    /// Title.
    pub title: String,
    /// The counted things, and how to read the table. May be empty.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row<'a>>,
    /// The origin: names and values, such as study, seed and version.
    #[serde(skip)]
    pub origin: Vec<(String, String)>,
}

impl<'a> Table<'a> {
    /// Creates a table without note and origin.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        columns: Vec<Column>,
        rows: Vec<Row<'a>>,
    ) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            note: String::new(),
            columns,
            rows,
            origin: Vec::new(),
        }
    }

    /// The same without its rows.
    #[must_use]
    pub fn without_rows(&self) -> Self {
        Self {
            name: self.name.clone(),
            title: self.title.clone(),
            note: self.note.clone(),
            columns: self.columns.clone(),
            rows: Vec::new(),
            origin: self.origin.clone(),
        }
    }

    /// True if nothing in it could be computed: it has no rows, or only names and gaps.
    pub fn is_hollow(&self) -> bool {
        let cells = || self.rows.iter().flat_map(|row| &row.cells);
        let has_value = cells().any(|cell| !matches!(cell, Cell::Missing | Cell::Text(_)));
        let has_gap = cells().any(|cell| *cell == Cell::Missing);
        self.rows.is_empty() || (has_gap && !has_value)
    }

    /// Returns the indexes of the columns for people: no details, and no column without any value
    /// in these rows.
    pub(crate) fn shown_columns(&self, rows: &[&Row<'_>]) -> Vec<usize> {
        let is_missing = |at: usize| rows.iter().all(|row| *row.cell(at) == Cell::Missing);
        let columns = self.columns.iter().enumerate();
        let shown = columns
            .filter(|(at, column)| !column.is_detail && (rows.is_empty() || !is_missing(*at)));
        shown.map(|(at, _)| at).collect()
    }

    /// Returns the rows for people.
    pub(crate) fn shown_rows(&self) -> Vec<&Row<'a>> {
        self.rows.iter().filter(|row| !row.is_detail).collect()
    }
}

//! A table: what a measure shows, before it is written as text, CSV or a page.

use peirast_stats::Interval;
use serde::Serialize;

/// A table of results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// Short name, the stem of its file: `accuracy`.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// What is counted, by which method, and how to read it.
    pub note: String,
    /// Names of the columns.
    pub columns: Vec<Column>,
    /// The rows, as wide as the columns.
    pub rows: Vec<Row>,
}

impl Table {
    /// Whether nothing in it could be computed: rows that are names and gaps alone, or none.
    pub fn is_hollow(&self) -> bool {
        let cells = || self.rows.iter().flat_map(|row| &row.cells);
        let has_value = cells().any(|cell| !matches!(cell, Value::Missing | Value::Text(_)));
        let has_gap = cells().any(|cell| *cell == Value::Missing);
        self.rows.is_empty() || (has_gap && !has_value)
    }
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name in files: `accuracy`.
    pub name: String,
    /// Whether it stands only in files, where there is room.
    pub is_detail: bool,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Value>,
    /// Whether it stands only in files: rows of single configurations.
    pub is_detail: bool,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A name.
    Text(String),
    /// A count.
    Count(u64),
    /// A share, from 0 to 1; shown in percent.
    Share(f64),
    /// A difference of shares, from -1 to 1; shown in percentage points with its sign.
    Points(f64),
    /// A number.
    Number(f64),
    /// An amount of US dollars.
    Dollars(f64),
    /// A p-value.
    P(f64),
    /// Nothing: not asked, or not defined.
    Missing,
}

impl Value {
    /// A value that may be missing.
    pub fn of<T>(value: Option<T>, kind: impl Fn(T) -> Value) -> Value {
        value.map_or(Value::Missing, kind)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

/// Builds a table column by column, so that a row cannot be wider than its head.
pub(crate) struct Builder {
    table: Table,
}

impl Builder {
    /// A table without rows. Columns whose name begins with `+` are details.
    pub fn new(name: &'static str, title: &'static str, note: &str, columns: &[&str]) -> Self {
        let column = |name: &&str| Column {
            name: name.trim_start_matches('+').to_owned(),
            is_detail: name.starts_with('+'),
        };
        let columns = columns.iter().map(column).collect();
        let table = Table { name, title, note: note.to_owned(), columns, rows: Vec::new() };
        Self { table }
    }

    /// Adds a row; what is missing at its end is filled up.
    pub fn row(&mut self, is_detail: bool, mut cells: Vec<Value>) {
        cells.resize(self.table.columns.len(), Value::Missing);
        self.table.rows.push(Row { cells, is_detail });
    }

    /// The table.
    pub fn build(self) -> Table {
        self.table
    }
}

/// The ends of an interval, as two cells.
pub(crate) fn ends(interval: Option<Interval>, kind: impl Fn(f64) -> Value) -> [Value; 2] {
    match interval {
        Some(interval) => [kind(interval.low), kind(interval.high)],
        None => [Value::Missing, Value::Missing],
    }
}

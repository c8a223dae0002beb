//! Tables whose rows are made when they are wanted.

use super::outcomes::OutcomeRows;
use peirast_table::{ColumnBuffers, Row, Table};

/// A table that is known by its columns and by how many rows it has. Those of outcomes may be millions, and
/// take long to make.
#[derive(Debug)]
pub struct LazyTable<'a> {
    head: Table<'a>,
    rows: Rows<'a>,
}

#[derive(Debug)]
enum Rows<'a> {
    Made(Vec<Row<'a>>),
    Outcomes(OutcomeRows<'a>),
}

impl<'a> LazyTable<'a> {
    /// A table of outcomes; `head` is the table without its rows.
    pub(super) const fn of_outcomes(head: Table<'a>, rows: OutcomeRows<'a>) -> Self {
        Self { head, rows: Rows::Outcomes(rows) }
    }

    /// The table without its rows.
    pub const fn head(&self) -> &Table<'a> {
        &self.head
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        match &self.rows {
            Rows::Made(rows) => rows.len(),
            Rows::Outcomes(rows) => rows.count(),
        }
    }

    /// The same with another origin.
    #[must_use]
    pub(super) fn with_origin(mut self, origin: Vec<(String, String)>) -> Self {
        self.head.origin = origin;
        self
    }

    /// The table with its rows.
    pub fn into_table(self) -> Table<'a> {
        let rows = match self.rows {
            Rows::Made(rows) => rows,
            Rows::Outcomes(rows) => rows.rows(),
        };
        Table { rows, ..self.head }
    }

    /// The table without its rows, and its columns as buffers. Rows that are not made yet are never made.
    pub fn into_columns(self) -> (Table<'a>, Vec<ColumnBuffers>) {
        match self.rows {
            Rows::Made(rows) => {
                let table = Table { rows, ..self.head };
                (table.without_rows(), table.column_buffers())
            }
            Rows::Outcomes(rows) => (self.head, rows.column_buffers()),
        }
    }
}

impl<'a> From<Table<'a>> for LazyTable<'a> {
    fn from(mut table: Table<'a>) -> Self {
        let rows = std::mem::take(&mut table.rows);
        Self { head: table, rows: Rows::Made(rows) }
    }
}

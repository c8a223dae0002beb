//! Tables of measures.

use super::dictionary;
use peirast_table::{Cell, Column, Table};

/// A table of measures with the meanings of its columns. The dictionary knows the unit of a column
/// without values.
pub(super) fn measured(of: &Table<'static>) -> Table<'static> {
    let mut table = of.clone();
    for (at, column) in table.columns.iter_mut().enumerate() {
        let is_empty = table.rows.iter().all(|row| *row.cell(at) == Cell::Missing);
        let meaning = dictionary().meaning(&table.name, &column.name).unwrap_or_default();
        let unit =
            if is_empty { dictionary().unit(&table.name, &column.name) } else { column.unit };
        *column = Column { meaning: meaning.to_owned(), unit, ..column.clone() };
    }
    table
}

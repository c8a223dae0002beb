//! Building tables row by row.

use crate::{Cell, Column, Row, Table, Unit, Value};

/// Builds a table row by row. The unit of a column is the unit of its values.
///
/// ```
/// use peirast_table::{Builder, Unit, Value};
///
/// let mut table = Builder::new("accuracy", "Accuracy", "", &["subject", "accuracy", "+judged"]);
/// table.row(false, vec!["m".into(), Value::Share(0.5)]);
/// let table = table.build();
/// assert_eq!(table.columns[1].unit, Unit::Share);
/// assert!(table.columns[2].is_detail);
/// assert_eq!(table.csv(), "subject,accuracy,judged\nm,0.5,\n");
/// ```
pub struct Builder {
    table: Table<'static>,
    /// Units of the values of each column.
    units: Vec<Vec<Unit>>,
}

impl Builder {
    /// Creates a table without rows. A column whose name begins with `+` is a detail.
    pub fn new(name: &str, title: &str, note: &str, columns: &[&str]) -> Self {
        let column = |name: &&str| {
            let column = Column::new(name.trim_start_matches('+'), Unit::Name, "");
            if name.starts_with('+') { column.detail() } else { column }
        };
        let columns: Vec<Column> = columns.iter().map(column).collect();
        let units = vec![Vec::new(); columns.len()];
        let table = Table { note: note.to_owned(), ..Table::new(name, title, columns, Vec::new()) };
        Self { table, units }
    }

    /// Adds a row; missing cells at its end are filled.
    pub fn row(&mut self, is_detail: bool, mut values: Vec<Value>) {
        values.resize(self.units.len(), Value::Missing);
        for (units, value) in self.units.iter_mut().zip(&values) {
            if let Some(unit) = value.unit().filter(|unit| !units.contains(unit)) {
                units.push(unit);
            }
        }
        let cells = values.into_iter().map(Cell::from).collect();
        self.table.rows.push(Row { cells, is_detail });
    }

    /// Returns the table.
    pub fn build(mut self) -> Table<'static> {
        for (column, units) in self.table.columns.iter_mut().zip(&self.units) {
            column.unit = match units.as_slice() {
                [] => Unit::Name,
                [only] => *only,
                several if several.contains(&Unit::Name) => Unit::Name,
                _ => Unit::Number,
            };
        }
        self.table
    }
}

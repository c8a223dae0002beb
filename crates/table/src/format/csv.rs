//! CSV: everything, in plain numbers.

use crate::{Cell, Table, spreadsheet_text};

impl Table<'_> {
    /// The table as CSV, in full. Numbers are plain, shares from 0 to 1; an infinite one is `inf`;
    /// what is missing is empty. Where the table comes from stands in the last columns of every row,
    /// so that it cannot be separated from the numbers.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = self.columns.iter().map(|column| column.name.as_str());
        let names = names.chain(self.origin.iter().map(|(name, _)| name.as_str()));
        // Rows are as wide as the head, and writing to memory does not fail.
        let _ = writer.write_record(names.map(spreadsheet_text));
        for row in &self.rows {
            let cells = (0..self.columns.len()).map(|at| plain(row.cell(at)));
            let origin = self.origin.iter().map(|(_, value)| spreadsheet_text(value));
            let _ = writer.write_record(cells.chain(origin));
        }
        String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
    }
}

fn plain(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Text(text) => spreadsheet_text(text),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Missing => String::new(),
    }
}

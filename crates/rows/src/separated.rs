//! Separated values.

use crate::file::{DataFile, DataFileError, DataRow, named};
use peirast_table::{ForeignRow, ForeignRows, ForeignTable, ForeignTableError};
use serde_json::Value;

/// The rows of a long file of separated values, one after another, as texts.
///
/// ```
/// use peirast_rows::SeparatedRows;
/// let mut rows = SeparatedRows::of("item,score\nq1,0.5\n")?.expect("commas");
/// assert_eq!(rows.heads(), ["item", "score"]);
/// let row = rows.next_row()?.expect("a row");
/// assert_eq!((row.line, row.cell(1)), (2, Some("0.5")));
/// # Ok::<(), peirast_rows::DataFileError>(())
/// ```
#[derive(Debug)]
pub struct SeparatedRows<'t>(ForeignRows<'t>);

impl<'t> SeparatedRows<'t> {
    /// Reads a text whose cells are separated by commas. Returns `None` for another text: only all
    /// of its cells show its notation of numbers, so that it has to be read whole.
    ///
    /// # Errors
    /// A text that is not a table; an empty or repeated head.
    pub fn of(text: &'t str) -> Result<Option<Self>, DataFileError> {
        let rows = ForeignRows::of(text)?;
        check_heads(&rows.heads)?;
        Ok((rows.separator == ',').then_some(Self(rows)))
    }

    /// Returns the heads; the head of a data frame's index is empty.
    pub fn heads(&self) -> &[String] {
        &self.0.heads
    }

    /// Returns the next row; `None` after the last.
    ///
    /// # Errors
    /// A row that cannot be read, or has more or fewer cells than the heads.
    pub fn next_row(&mut self) -> Result<Option<ForeignRow<'_>>, DataFileError> {
        let (heads, separator) = (self.0.heads.len(), self.0.separator);
        match self.0.next_row()? {
            Some(row) if row.width() != heads => {
                let (line, cells) = (row.line, row.width());
                Err(ForeignTableError::Width { line, cells, heads, separator }.into())
            }
            row => Ok(row),
        }
    }
}

/// Reads separated values. Cells are texts; an empty cell is `null`.
pub(crate) fn read(bytes: &[u8]) -> Result<DataFile, DataFileError> {
    named_by_heads(ForeignTable::from_bytes(bytes)?.even()?)
}

/// Reads separated values whose first line is a row: columns are named by their positions, from 1.
pub(crate) fn read_headless(bytes: &[u8]) -> Result<DataFile, DataFileError> {
    let mut table = ForeignTable::from_bytes(bytes)?.even()?;
    let places = (1..=table.heads.len()).map(|place| place.to_string()).collect();
    let first = std::mem::replace(&mut table.heads, places);
    table.rows.insert(0, (1, first));
    named_by_heads(table)
}

fn named_by_heads(table: ForeignTable) -> Result<DataFile, DataFileError> {
    let table = without_empty(table);
    let ForeignTable { heads, rows, notation, .. } = table;
    check_heads(&heads)?;
    let cell = |text: String| match text.is_empty() {
        true => Value::Null,
        false => Value::String(text),
    };
    let row = |(place, cells): (u64, Vec<String>)| DataRow {
        place,
        fields: heads.iter().cloned().zip(cells.into_iter().map(cell)).collect(),
    };
    // Data frames are often written with an index, which has an empty head.
    let rows: Vec<DataRow> = rows
        .into_iter()
        .map(row)
        .map(|mut row| {
            row.fields.remove("");
            row
        })
        .collect();
    let columns = heads.into_iter().filter(|head| !head.is_empty()).collect();
    Ok(DataFile { columns, rows, unit: "line", notation })
}

/// The table without rows whose cells are all empty, and without columns at its end that have
/// neither a head nor a cell: spreadsheets write both where cells once had a content.
fn without_empty(mut table: ForeignTable) -> ForeignTable {
    let is_empty = |cell: &String| cell.trim().is_empty();
    table.rows.retain(|(_, cells)| !cells.iter().all(is_empty));
    let last = |cells: &[String]| cells.iter().rposition(|cell| !is_empty(cell));
    let rows = table.rows.iter().map(|(_, cells)| cells.as_slice());
    let used = rows.chain([table.heads.as_slice()]).filter_map(last).max();
    let width = used.map_or(table.heads.len(), |last| last + 1);
    table.heads.truncate(width);
    table.rows.iter_mut().for_each(|(_, cells)| cells.truncate(width));
    table
}

/// Refuses empty and repeated heads. The first head may be empty: data frames are written so.
fn check_heads(heads: &[String]) -> Result<(), DataFileError> {
    for (at, head) in heads.iter().enumerate() {
        let place = at + 1;
        if head.is_empty() && heads.len() > 1 && at > 0 {
            let what = "it has no head: name it in the first line".to_owned();
            return Err(DataFileError::Head { place, what, may_be_row: true });
        }
        if heads.iter().take(at).any(|other| other == head) {
            let what = format!("another column is named {} too: rename one", named(head));
            return Err(DataFileError::Head { place, what, may_be_row: true });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_rows_and_columns_of_spreadsheets_are_left_out() {
        for text in
            ["a,b\n1,2\n,\n3,4\n , \n", "a,b,,\n1,2,,\n3,4,,\n,,,\n", "a;b;\n;;\n1;2;\n\n3;4;\n"]
        {
            let file = read(text.as_bytes()).expect("a table");
            assert_eq!(
                (file.columns.as_slice(), file.rows.len()),
                (&["a", "b"].map(String::from)[..], 2),
                "{text}"
            );
            assert_eq!(file.rows[1].text("b"), Some("4"), "{text}");
        }
        // Lines keep their numbers.
        assert_eq!(read(b"a,b\n,\n3,4\n").expect("a table").rows[0].place, 3);
        // A column with a cell needs a head, and one with a head may be empty.
        assert!(read(b"a,b,\n1,2,3\n").is_err());
        assert_eq!(read(b"a,b\n1,\n").expect("a table").columns, ["a", "b"]);
    }
}

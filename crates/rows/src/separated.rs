//! Separated values.

use crate::file::{DataFile, DataFileError, DataRow, named};
use peirast_table::ForeignTable;
use serde_json::Value;

/// Reads separated values. Cells are texts; an empty cell is `null`.
pub(crate) fn read(bytes: &[u8]) -> Result<DataFile, DataFileError> {
    named_by_heads(ForeignTable::from_bytes(bytes)?.even()?)
}

/// Reads separated values whose first line is a row: columns are named by their places, from 1.
pub(crate) fn read_headless(bytes: &[u8]) -> Result<DataFile, DataFileError> {
    let mut table = ForeignTable::from_bytes(bytes)?.even()?;
    let places = (1..=table.heads.len()).map(|place| place.to_string()).collect();
    let first = std::mem::replace(&mut table.heads, places);
    table.rows.insert(0, (1, first));
    named_by_heads(table)
}

fn named_by_heads(table: ForeignTable) -> Result<DataFile, DataFileError> {
    let ForeignTable { heads, rows, notation, .. } = table;
    for (at, head) in heads.iter().enumerate() {
        let place = at + 1;
        if head.is_empty() && heads.len() > 1 && at > 0 {
            let what =
                "it has no head: name it in the first line; if that is a row, give --no-header"
                    .to_owned();
            return Err(DataFileError::Head { place, what });
        }
        if heads.iter().take(at).any(|other| other == head) {
            let what = format!(
                "another column is named {} too: rename one; if the first line is a row, give --no-header",
                named(head)
            );
            return Err(DataFileError::Head { place, what });
        }
    }
    let cell = |text: String| match text.is_empty() {
        true => Value::Null,
        false => Value::String(text),
    };
    let row = |(place, cells): (u64, Vec<String>)| DataRow {
        place,
        fields: heads.iter().cloned().zip(cells.into_iter().map(cell)).collect(),
    };
    // Data frames are often written with an index, which has no head.
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

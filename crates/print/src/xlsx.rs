//! Tables as workbooks.

use crate::PrintError;
use peirast_table::{Cell, Table, Unit, escape_control};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// The most characters of a cell, less the length of the note that it is cut.
const MOST_CHARACTERS: usize = 32_700;
/// The most rows of a sheet, including its header.
const MOST_ROWS: usize = 1_048_576;

/// A table as an XLSX workbook: its cells on the first sheet, the meanings of its columns on the
/// second, its origin on the third. Texts are texts, never formulas or links; a text that is too
/// long for a cell is cut, with a note. The same table gives the same bytes.
///
/// # Errors
/// More rows than a sheet has.
pub fn xlsx(table: &Table<'_>) -> Result<Vec<u8>, PrintError> {
    let failed = |message: String| PrintError::Writer { format: "XLSX", message };
    if table.rows.len() >= MOST_ROWS {
        let rows = table.rows.len();
        return Err(failed(format!("{rows} rows are more than a sheet has: write CSV or Parquet")));
    }
    workbook(table).map_err(|e| failed(e.to_string()))
}

fn workbook(table: &Table<'_>) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The time of writing would change the bytes each time.
    let properties = DocProperties::new()
        .set_title(escape_control(&table.title))
        .set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?);
    workbook.set_properties(&properties);
    cells(workbook.add_worksheet().set_name("table")?, table)?;
    let meanings = table.columns.iter();
    let meanings = meanings.map(|one| [one.name.as_str(), one.unit.name(), &one.meaning]);
    listed(workbook.add_worksheet().set_name("columns")?, ["column", "unit", "meaning"], meanings)?;
    let words = [("title", table.title.as_str()), ("note", table.note.as_str())];
    let origin = table.origin.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let about = words.into_iter().chain(origin).map(|(name, value)| [name, value]);
    listed(workbook.add_worksheet().set_name("about")?, ["what", "value"], about)?;
    workbook.save_to_buffer()
}

fn cells(sheet: &mut Worksheet, table: &Table<'_>) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    let percent = Format::new().set_num_format("0.0%");
    let plain = Format::new();
    for (at, column) in table.columns.iter().enumerate() {
        sheet.write_string_with_format(0, place(at), text(&column.name), &bold)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (number, row) in table.rows.iter().enumerate() {
        for (at, column) in table.columns.iter().enumerate() {
            // There are fewer rows than a sheet has, as checked above.
            let (down, across) = (number as u32 + 1, place(at));
            let format = if column.unit == Unit::Share { &percent } else { &plain };
            match row.cell(at) {
                Cell::Text(own) => sheet.write_string(down, across, text(own))?,
                Cell::Flag(flag) => sheet.write_boolean(down, across, *flag)?,
                Cell::Count(count) => sheet.write_number(down, across, *count as f64)?,
                Cell::Number(x) if x.is_finite() => {
                    sheet.write_number_with_format(down, across, *x, format)?
                }
                // A workbook has no infinity.
                Cell::Number(x) => sheet.write_string(down, across, x.to_string())?,
                Cell::Missing => continue,
            };
        }
    }
    Ok(())
}

fn listed<'a, const N: usize>(
    sheet: &mut Worksheet,
    head: [&str; N],
    rows: impl Iterator<Item = [&'a str; N]>,
) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    for (at, name) in head.into_iter().enumerate() {
        sheet.write_string_with_format(0, place(at), name, &bold)?;
        sheet.set_column_width(place(at), 24)?;
    }
    for (number, row) in rows.enumerate() {
        for (at, own) in row.into_iter().enumerate() {
            sheet.write_string(number as u32 + 1, place(at), text(own))?;
        }
    }
    Ok(())
}

/// The index of a column; the writer refuses one beyond all sheets.
fn place(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

/// A text that fits a cell and has no control characters.
fn text(own: &str) -> String {
    let safe = escape_control(own);
    // A workbook counts in units of UTF-16.
    if safe.encode_utf16().count() <= MOST_CHARACTERS {
        return safe;
    }
    let mut length = 0;
    let fits = |c: &char| {
        length += c.len_utf16();
        length <= MOST_CHARACTERS - 50
    };
    let cut: String = safe.chars().take_while(fits).collect();
    format!("{cut}… [cut: {} characters in all]", own.chars().count())
}

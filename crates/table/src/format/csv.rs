//! CSV: all data, in plain numbers.

use crate::escape::{is_plain, spreadsheet_text};
use crate::{Cell, Table, escape_control};
use std::io;

/// The one writer of CSV. It writes row by row, so a table of a million rows need not be in memory.
///
/// ```
/// use peirast_table::{Cell, CsvWriter};
///
/// let mut csv = CsvWriter::new(Vec::new());
/// csv.row(["subject", "right"].map(Cell::from))?;
/// csv.row([Cell::from("=1+1"), Cell::Count(3)])?;
/// assert_eq!(csv.into_text()?, "subject,right\n'=1+1,3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CsvWriter<W: io::Write> {
    writer: csv::Writer<W>,
}

impl<W: io::Write> CsvWriter<W> {
    /// Creates a writer of a table without a head.
    pub fn new(to: W) -> Self {
        Self { writer: csv::Writer::from_writer(to) }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// An error of the destination; a row that is not as wide as the first.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> io::Result<()> {
        cells.into_iter().try_for_each(|cell| self.cell(&cell))?;
        self.end_row()
    }

    /// Writes a cell. Texts are neither formulas nor commands.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn cell(&mut self, cell: &Cell<'_>) -> io::Result<()> {
        match cell {
            Cell::Text(text) if is_plain(text) && !text.starts_with(['=', '+', '-', '@']) => {
                self.field(text)
            }
            Cell::Text(text) => self.field(&spreadsheet_text(text)),
            Cell::Flag(flag) => self.field(if *flag { "true" } else { "false" }),
            Cell::Count(count) => self.field(&count.to_string()),
            Cell::Number(number) => self.field(&number.to_string()),
            Cell::Missing => self.field(""),
        }
    }

    /// Writes a text of this program, such as an answer: a negative number stays a number, whereas
    /// a name that begins with a sign could be a formula.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn verbatim(&mut self, text: &str) -> io::Result<()> {
        if is_plain(text) { self.field(text) } else { self.field(&escape_control(text)) }
    }

    /// Ends a row whose cells were written one by one.
    ///
    /// # Errors
    /// An error of the destination; a row that is not as wide as the first.
    pub fn end_row(&mut self) -> io::Result<()> {
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    /// Writes what is still buffered.
    ///
    /// # Errors
    /// An error of the destination.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }

    fn field(&mut self, text: &str) -> io::Result<()> {
        Ok(self.writer.write_field(text)?)
    }
}

impl CsvWriter<Vec<u8>> {
    /// Returns the written text.
    ///
    /// # Errors
    /// None in practice, because the destination is memory.
    pub fn into_text(self) -> io::Result<String> {
        let bytes = self.writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

impl Table<'_> {
    /// Renders the complete table as CSV. Numbers are plain, shares from 0 to 1; infinity is `inf`;
    /// missing values are empty. The origin of the table is in the last columns of every row, so
    /// that it stays with the numbers.
    pub fn csv(&self) -> String {
        // Rows are as wide as the head, and writing to memory does not fail.
        self.to_csv().unwrap_or_default()
    }

    fn to_csv(&self) -> io::Result<String> {
        let mut csv = CsvWriter::new(Vec::new());
        let names = self.columns.iter().map(|column| column.name.as_str());
        let names = names.chain(self.origin.iter().map(|(name, _)| name.as_str()));
        csv.row(names.map(Cell::from))?;
        for row in &self.rows {
            (0..self.columns.len()).try_for_each(|at| csv.cell(row.cell(at)))?;
            csv.row(self.origin.iter().map(|(_, value)| Cell::from(value.as_str())))?;
        }
        csv.into_text()
    }
}

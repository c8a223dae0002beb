//! A data file as rows of named values.

use crate::{DataFormat, json, parquet, separated};
use peirast_table::{ForeignTableError, NumberNotation, escape_line};
use serde_json::{Map, Value};
use thiserror::Error;

/// A data file, read.
#[derive(Clone, Debug, PartialEq)]
pub struct DataFile {
    /// The names of its columns, in the order of their first occurrence.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<DataRow>,
    /// The unit of places: `line`, `object` of a list, or `row`.
    pub unit: &'static str,
    /// The notation of numbers in its texts.
    pub notation: NumberNotation,
}

impl Default for DataFile {
    fn default() -> Self {
        Self { columns: Vec::new(), rows: Vec::new(), unit: "row", notation: NumberNotation::Point }
    }
}

/// A row: its place in the file and its values. An empty cell of separated values is `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataRow {
    /// Number of the line, object or row, from 1.
    pub place: u64,
    /// The values by column name.
    pub fields: Map<String, Value>,
}

impl DataRow {
    /// Returns the value of a column, if there is one and it is not `null`.
    pub fn value(&self, column: &str) -> Option<&Value> {
        self.fields.get(column).filter(|value| !value.is_null())
    }

    /// Returns the text of a column, if its value is a text.
    pub fn text(&self, column: &str) -> Option<&str> {
        self.fields.get(column)?.as_str()
    }
}

/// A data file that cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DataFileError {
    /// Invalid separated values, or bytes in an unknown encoding.
    #[error(transparent)]
    Separated(#[from] ForeignTableError),
    /// A head that is empty or occurs twice.
    #[error(
        "column {place}: {what}{}",
        if *may_be_row { "; if the first line is a row, give --no-header" } else { "" }
    )]
    Head {
        /// Number of the column, from 1.
        place: usize,
        /// The error, and the fix.
        what: String,
        /// True if the first line may be a row in place of heads.
        may_be_row: bool,
    },
    /// JSON that cannot be read, or contains something other than rows.
    #[error("{unit} {place}: {what}")]
    Json {
        /// The unit of the place.
        unit: &'static str,
        /// The place, from 1.
        place: u64,
        /// The error.
        what: String,
    },
    /// Parquet that cannot be read.
    #[error("the Parquet file is broken or cut off: copy it again ({0})")]
    Parquet(String),
    /// Parquet with a compression, an encoding or a type that cannot be read.
    #[error("Parquet of this kind cannot be read: write it with the compression zstd ({0})")]
    ParquetKind(String),
    /// A file without rows.
    #[error("it has no rows: {}", .0.first_rows())]
    Empty(
        /// The format of the file.
        DataFormat,
    ),
}

impl DataFile {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Bytes that are not of this format, with the place; a file without rows.
    pub fn from_bytes(bytes: &[u8], format: DataFormat) -> Result<Self, DataFileError> {
        let file = match format {
            DataFormat::Separated => separated::read(bytes)?,
            DataFormat::Headless => separated::read_headless(bytes)?,
            DataFormat::Json => json::read(bytes)?,
            DataFormat::Parquet => parquet::read(bytes)?,
        };
        if file.rows.is_empty() {
            return Err(DataFileError::Empty(format));
        }
        Ok(file)
    }

    /// Creates a file of these rows, whose columns are the fields of the rows.
    pub(crate) fn of_rows(rows: Vec<DataRow>, unit: &'static str) -> Self {
        let mut columns: Vec<String> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for name in rows.iter().flat_map(|row| row.fields.keys()) {
            if known.insert(name.as_str()) {
                columns.push(name.clone());
            }
        }
        Self { columns, rows, unit, notation: NumberNotation::Point }
    }

    /// Renders a place in words, for example `line 3`.
    pub fn place(&self, row: &DataRow) -> String {
        format!("{} {}", self.unit, row.place)
    }
}

/// Renders a name for a message.
pub(crate) fn named(name: &str) -> String {
    format!("`{}`", escape_line(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_rows_is_said_to_have_none() {
        for (bytes, format) in [
            ("", DataFormat::Json),
            ("\u{feff} \n\n", DataFormat::Json),
            ("[]", DataFormat::Json),
            ("a,b\n", DataFormat::Separated),
            ("a,b\n,\n", DataFormat::Separated),
        ] {
            let error = DataFile::from_bytes(bytes.as_bytes(), format).expect_err(bytes);
            assert_eq!(error, DataFileError::Empty(format), "{bytes:?}");
            let is_json = format == DataFormat::Json;
            assert_eq!(error.to_string().contains("one object on each line"), is_json, "{error}");
            assert_eq!(error.to_string().contains("names of the columns"), !is_json, "{error}");
        }
        let cut = DataFile::from_bytes(b"{\"a\": 1", DataFormat::Json).expect_err("cut off");
        assert!(cut.to_string().contains("the file is cut off"), "{cut}");
    }

    #[test]
    fn faults_of_lines_name_the_fix() {
        for (text, parts) in [
            (
                "{\"a\": 1}\n{\"a\": \n{\"a\": 2}\n",
                ["line 2: the line is cut off; complete or remove it", ""],
            ),
            (
                "{\"a\": 1}\n{\"a\": 2}\n{\"a\": \n",
                ["line 3: the line is cut off; wait for the end", ""],
            ),
            (
                "{\"a\": 1}\n{\"a\": 2,, 3}\n",
                ["line 2: column 9: key must be a string; each line must", "such as {"],
            ),
            (
                "{\"a\": 1}\n[2]\n",
                ["line 2: expected an object; each line must be one object", "such as {"],
            ),
            (
                "[{\"a\": 1},, {}]",
                ["line 1: column 11: expected value; the file must be a list", "such as {"],
            ),
        ] {
            let error = DataFile::from_bytes(text.as_bytes(), DataFormat::Json).expect_err(text);
            let error = error.to_string();
            assert!(parts.iter().all(|part| error.contains(part)), "{text:?}: {error}");
            assert!(!error.contains("at line") && !error.contains("column 0"), "{error}");
        }
    }
}

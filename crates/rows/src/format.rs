//! The formats of data files.

use std::path::Path;

/// The format of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFormat {
    /// Separated values with a line of heads: CSV, TSV.
    Separated,
    /// Separated values without a line of heads: columns are named 1, 2, ...
    Headless,
    /// JSON: a list of objects, one object a line, or columns.
    Json,
    /// Parquet.
    Parquet,
}

/// The endings of names, with their formats.
const ENDINGS: [(&str, DataFormat); 8] = [
    ("csv", DataFormat::Separated),
    ("tsv", DataFormat::Separated),
    ("tab", DataFormat::Separated),
    ("json", DataFormat::Json),
    ("jsonl", DataFormat::Json),
    ("ndjson", DataFormat::Json),
    ("parquet", DataFormat::Parquet),
    ("pq", DataFormat::Parquet),
];

impl DataFormat {
    /// Returns the format for the ending of a file's name, without regard to case.
    ///
    /// ```
    /// use peirast_rows::DataFormat;
    /// use std::path::Path;
    /// assert_eq!(DataFormat::from_path(Path::new("mine.JSONL")), Some(DataFormat::Json));
    /// assert_eq!(DataFormat::from_path(Path::new("study.toml")), None);
    /// ```
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        let known = ENDINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending));
        known.map(|(_, format)| *format)
    }

    /// Returns the format that the beginning of a file shows: the mark of Parquet, a brace or a
    /// bracket of JSON, and separated values otherwise.
    pub fn from_beginning(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"PAR1") {
            return Self::Parquet;
        }
        let first = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match first.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{' | b'[') => Self::Json,
            _ => Self::Separated,
        }
    }

    /// Says how the first rows are written, for messages.
    pub(crate) const fn first_rows(self) -> &'static str {
        match self {
            Self::Separated => "write a row for each item below the names of the columns",
            Self::Headless => "write a row for each item",
            Self::Json => {
                "write one object on each line, such as {\"item\": \"1\", \"question\": \"Why?\"}"
            }
            Self::Parquet => "write a row for each item",
        }
    }

    /// Returns the known endings of names, for messages.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        ENDINGS.iter().map(|(ending, _)| *ending)
    }
}

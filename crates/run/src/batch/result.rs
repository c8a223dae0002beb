//! A result: what came of one question of a batch.

use peirast_record::{ErrorKind, Key};
use thiserror::Error;

/// The byte order mark that some programs put before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// What came of one question of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchResult {
    /// Key of the trial; `None` where the provider gives results in order and without names.
    pub trial: Option<Key>,
    /// What came.
    pub came: Came,
}

/// An answer or a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// A response body, as a single question would have brought it, to the byte.
    Body(String),
    /// No answer.
    Failed {
        /// The kind, as for single questions.
        kind: ErrorKind,
        /// The HTTP status that the provider names.
        status: Option<u16>,
        /// In the provider's words.
        message: String,
        /// What the provider sent about it.
        body: String,
    },
}

/// A line or document that is no result of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// Not JSON, or JSON of another kind.
    #[error("line {line} is no result of a batch: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// An answer of a provider's batch interface that cannot be understood.
    #[error("the answer about the batch cannot be read: it has no {place}")]
    Shape {
        /// What is missing or of the wrong type.
        place: &'static str,
    },
}

/// The text of a line of results, without white space around it. `number` is its place in the file, from
/// 1: a byte order mark before the first is no part of it.
///
/// ```
/// use peirast_run::batch::line_text;
/// assert_eq!(line_text(1, b"\xef\xbb\xbf{}\r\n").expect("text"), "{}");
/// let error = line_text(7, b"{\"a\":\"\xff\"}").unwrap_err();
/// assert_eq!(error.to_string(), "line 7 is no result of a batch: it is not UTF-8 text");
/// ```
///
/// # Errors
/// [`BatchError::Line`] for one that is not UTF-8: which characters a damaged line had cannot be told.
pub fn line_text(number: usize, line: &[u8]) -> Result<&str, BatchError> {
    let line = match line.strip_prefix(MARK) {
        Some(rest) if number == 1 => rest,
        _ => line,
    };
    let damaged = || BatchError::Line { line: number, what: "it is not UTF-8 text".to_owned() };
    std::str::from_utf8(line).map(str::trim).map_err(|_| damaged())
}

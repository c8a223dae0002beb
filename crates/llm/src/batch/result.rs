//! Results of single questions of a batch.

use crate::http::RESPONSE_LIMIT;
use peirast_record::{ErrorKind, Key};
use thiserror::Error;

/// The byte order mark that some programs write before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// The fault of a damaged line.
const NOT_TEXT: &str = "it is not UTF-8 text";

/// The result of one question of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchResult {
    /// Key of the trial; `None` if the provider returns results in order and without names.
    pub trial: Option<Key>,
    /// The answer or failure.
    pub outcome: BatchOutcome,
}

impl BatchResult {
    /// The result for a line that is not UTF-8. An answer in it counts as failed, since some of its
    /// characters are unknown.
    #[must_use]
    pub(super) fn torn(self) -> Self {
        let outcome = match self.outcome {
            BatchOutcome::Body(body) => BatchOutcome::Failed {
                kind: ErrorKind::Malformed,
                status: None,
                message: format!("the answer is damaged: {NOT_TEXT}"),
                body,
            },
            failed @ BatchOutcome::Failed { .. } => failed,
        };
        Self { outcome, ..self }
    }
}

/// An answer or a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchOutcome {
    /// A response body, exactly as for a single question.
    Body(String),
    /// No answer.
    Failed {
        /// The kind, as for single questions.
        kind: ErrorKind,
        /// The HTTP status that the provider names.
        status: Option<u16>,
        /// The message, in the provider's words.
        message: String,
        /// The provider's description of it.
        body: String,
    },
}

impl BatchOutcome {
    /// Returns true if it is larger than an answer without the probabilities of its tokens may be.
    pub fn is_large(&self) -> bool {
        matches!(self, Self::Body(body) if body.len() > RESPONSE_LIMIT)
    }
}

/// A line or document that is no result of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// Not JSON, or JSON of another kind.
    #[error("line {line} is no result of a batch: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The fault.
        what: String,
    },
    /// A question whose body is no JSON.
    #[error("a question cannot be put into a batch: its body is no JSON ({0})")]
    Body(String),
    /// A response of a provider's batch interface that cannot be understood.
    #[error("the answer about the batch cannot be read: it has no {0}")]
    Shape(&'static str),
}

/// The text of a line of results, without white space around it. `number` is its place in the file,
/// from 1; a byte order mark before the first line is removed.
///
/// ```
/// use peirast_llm::batch::line_text;
/// assert_eq!(line_text(1, b"\xef\xbb\xbf{}\r\n").expect("text"), "{}");
/// let error = line_text(7, b"{\"a\":\"\xff\"}").unwrap_err();
/// assert_eq!(error.to_string(), "line 7 is no result of a batch: it is not UTF-8 text");
/// ```
///
/// # Errors
/// [`BatchError::Line`] for a line that is not UTF-8, since the characters of a damaged line are
/// unknown.
pub fn line_text(number: usize, line: &[u8]) -> Result<&str, BatchError> {
    let line = match line.strip_prefix(MARK) {
        Some(rest) if number == 1 => rest,
        _ => line,
    };
    std::str::from_utf8(line).map(str::trim).map_err(|_| torn(number))
}

/// The fault of a line that is not JSON, with its column.
pub(super) fn at_column(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// The error for a line that is not UTF-8.
pub(super) fn torn(number: usize) -> BatchError {
    BatchError::Line { line: number, what: NOT_TEXT.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_in_a_torn_line_is_none_and_a_failure_stays_one() {
        let of = |outcome| BatchResult { trial: Some(Key::from_stored("a")), outcome }.torn();
        let answer = of(BatchOutcome::Body("{}".to_owned()));
        assert_eq!(answer.trial, Some(Key::from_stored("a")));
        assert!(
            matches!(&answer.outcome, BatchOutcome::Failed { kind: ErrorKind::Malformed, body, .. } if body == "{}")
        );
        let (kind, status) = (ErrorKind::BadRequest, Some(400));
        let failed = BatchOutcome::Failed {
            kind,
            status,
            message: "too long".to_owned(),
            body: String::new(),
        };
        assert_eq!(of(failed.clone()).outcome, failed);
    }
}

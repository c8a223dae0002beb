//! A result: what came of one question of a batch.

use peirast_record::{ErrorKind, Key};
use thiserror::Error;

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

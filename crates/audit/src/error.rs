use peirast_table::{ForeignTableError, NotationConflict};

/// Reasons why an audit cannot be made.
///
/// ```
/// use peirast_audit::{AuditError, Document};
/// let empty = Document::from_csv("empty.csv", "");
/// assert!(matches!(empty, Err(AuditError::NoTable { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AuditError {
    /// A file that is not a table of separated values.
    #[error("{name}, {why}")]
    Separated {
        /// The file.
        name: String,
        /// The fault, with its line.
        why: ForeignTableError,
    },
    /// A file that mixes decimal points and decimal commas.
    #[error("{name}, {why}")]
    Notation {
        /// The file.
        name: String,
        /// The two cells.
        why: Box<NotationConflict>,
    },
    /// A document without a table.
    #[error("{name} has no table with headers and rows")]
    NoTable {
        /// The document.
        name: String,
    },
    /// A description of an audit that cannot be read.
    #[error("{name}: {why}")]
    Description {
        /// The file.
        name: String,
        /// The fault, with its place.
        why: String,
    },
    /// An expression that cannot be read.
    #[error("{why}, at character {column} of `{text}`")]
    Expression {
        /// The expression.
        text: String,
        /// The position of the error: the character, from 1.
        column: usize,
        /// The fault, and the fix.
        why: String,
    },
    /// An expression without a value on these tables.
    #[error("`{text}`: {why}")]
    NoValue {
        /// The expression.
        text: String,
        /// The reason.
        why: String,
    },
}

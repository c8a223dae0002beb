//! Reasons why runs cannot be compared.

use peirast_stats::Error;
use thiserror::Error as Failure;

/// Reasons why runs cannot be compared.
#[derive(Clone, Debug, PartialEq, Failure)]
#[non_exhaustive]
pub enum CompareError {
    /// Options out of range, or names that do not exist.
    #[error("{0}")]
    Options(String),
    /// No item of the runs has a score of the same task and metric.
    #[error("the runs have nothing in common: {}", what.join("; "))]
    NothingShared {
        /// The reason for each task.
        what: Vec<String>,
    },
    /// A column that no item of a task has.
    #[error(
        "task {task} has no column `{column}`; its columns are {}",
        if known.is_empty() { "none" } else { known }
    )]
    NoColumn {
        /// The requested column.
        column: String,
        /// The task.
        task: String,
        /// The existing columns.
        known: String,
    },
    /// A number that a test does not accept.
    #[error(transparent)]
    Statistics(Error),
}

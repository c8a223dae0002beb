//! Errors, with the fix.

use thiserror::Error;

/// Reasons why premises or an answer could not be judged, or problems not be made.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A premise is not a view, or logic does not apply to it.
    #[error("premise {number}: {source}")]
    Premise {
        /// The number of the premise, from 1.
        number: usize,
        /// The fault.
        source: peirast_etr::Error,
    },
    /// The conclusion or answer is not a view, or logic does not apply to it.
    #[error("the answer: {source}")]
    Answer {
        /// The fault.
        source: peirast_etr::Error,
    },
    /// The theory's procedures could not be computed.
    #[error("the theory makes no prediction: {0}")]
    Theory(peirast_etr::Error),
    /// A view cannot be changed.
    #[error(
        "`{view}` cannot be mutated: {reason}; use views of one-place predicates, such as \
         `Ax {{A(x)}}^{{B(x)}}`"
    )]
    Structure {
        /// The view.
        view: String,
        /// The obstacle.
        reason: &'static str,
    },
    /// An option that cannot be met.
    #[error("{option}: {reason}")]
    Option {
        /// The option.
        option: &'static str,
        /// The fault.
        reason: &'static str,
    },
}

//! What can go wrong, and what to do about it.

use thiserror::Error;

/// Why premises or an answer could not be judged, or problems not be made.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A premise is no view, or one of which logic says nothing.
    #[error("premise {number}: {source}")]
    Premise {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        source: peirast_etr::Error,
    },
    /// The conclusion or answer is no view, or one of which logic says nothing.
    #[error("the answer: {source}")]
    Answer {
        /// What is wrong with it.
        source: peirast_etr::Error,
    },
    /// The procedures of the theory could not be carried out.
    #[error("the theory makes no prediction: {0}")]
    Theory(peirast_etr::Error),
    /// A view cannot be taken apart for mutation.
    #[error(
        "`{view}` cannot be mutated: {reason}; use views of one-place predicates, such as \
         `Ax {{A(x)}}^{{B(x)}}`"
    )]
    Structure {
        /// The view.
        view: String,
        /// What is in the way.
        reason: &'static str,
    },
    /// An option asks for what there cannot be.
    #[error("{option}: {reason}")]
    Option {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: &'static str,
    },
}

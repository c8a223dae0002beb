//! Errors of explanations.

use crate::ConclusionError;
use thiserror::Error;

/// Reasons why an answer cannot be explained.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExplanationError {
    /// A problem that is not made of views.
    #[error("{problem} is not made of views: only problems of `etr` are explained")]
    NoViews {
        /// Its id.
        problem: String,
    },
    /// A problem with an unknown reading of the theory.
    #[error("{problem}: unknown reading of the theory")]
    UnknownReading {
        /// Its id.
        problem: String,
    },
    /// An answer that is no view.
    #[error("reading the answer as a view")]
    Answer(#[source] peirast_fallacy::Error),
    /// A record of views that is damaged.
    #[error(transparent)]
    Conclusion(#[from] ConclusionError),
    /// Views that cannot be judged.
    #[error(transparent)]
    Fallacy(#[from] peirast_fallacy::Error),
    /// Premises that cannot be read.
    #[error(transparent)]
    Theory(#[from] peirast_etr::Error),
}

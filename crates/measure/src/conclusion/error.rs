//! Errors that prevent the judgement of conclusions.

use peirast_task::PosedError;
use thiserror::Error;

/// A problem of the theory that cannot take answers, or whose answers cannot be compared.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ConclusionError {
    /// The problem is not made of views.
    #[error("problem {problem} has no views")]
    NoViews {
        /// Its id.
        problem: String,
    },
    /// Its views or words cannot be used.
    #[error("problem {problem}: {source}")]
    Posed {
        /// Its id.
        problem: String,
        /// The cause.
        source: PosedError,
    },
    /// It names an unknown reading of the theory.
    #[error("problem {problem}: no reading of the theory is called `{reading}`")]
    Reading {
        /// Its id.
        problem: String,
        /// The name.
        reading: String,
    },
    /// Neither the theory nor logic could process its premises.
    #[error("problem {problem}: {source}")]
    Theory {
        /// Its id.
        problem: String,
        /// The cause.
        source: peirast_fallacy::Error,
    },
}

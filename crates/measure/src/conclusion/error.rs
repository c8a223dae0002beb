//! What keeps conclusions from being judged.

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
        /// Why.
        source: PosedError,
    },
    /// It names a reading of the theory that there is not.
    #[error("problem {problem}: no reading of the theory is called `{reading}`")]
    Reading {
        /// Its id.
        problem: String,
        /// The name.
        reading: String,
    },
    /// What the theory or logic says of its premises could not be worked out.
    #[error("problem {problem}: {source}")]
    Theory {
        /// Its id.
        problem: String,
        /// Why.
        source: peirast_fallacy::Error,
    },
}

//! Errors of calculations.

use std::error::Error;
use thiserror::Error as ThisError;

/// Why a calculation fails.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum CalcError {
    /// A request that contradicts itself, or data of another kind than it needs.
    #[error("{0}")]
    Input(String),
    /// A question that the statistics refuse.
    #[error(transparent)]
    Stats(#[from] peirast_stats::Error),
    /// A name of no rule, method or side.
    #[error(transparent)]
    Name(#[from] peirast_stats::UnknownName),
    /// A question that the theory refuses.
    #[error(transparent)]
    Etr(#[from] peirast_etr::Error),
    /// A call of the theory that is none.
    #[error(transparent)]
    Call(#[from] peirast_etr::batch::CallError),
    /// A formula that cannot be read.
    #[error(transparent)]
    Formula(#[from] peirast_logic::ParseError),
    /// A table that cannot be written.
    #[error(transparent)]
    Csv(#[from] std::io::Error),
    /// A result that is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A failed step.
    #[error("{what}")]
    Step {
        /// The step, such as reading a file.
        what: String,
        /// Why it failed.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// The result of a calculation.
pub type Result<T, E = CalcError> = std::result::Result<T, E>;

/// Returns an error about the request.
macro_rules! refuse {
    ($($text:tt)*) => { return Err($crate::CalcError::Input(format!($($text)*))) };
}
pub(crate) use refuse;

/// Says which step failed.
pub(crate) trait Context<T>: Sized {
    /// The value, or an error that names the step.
    fn with_context<S: Into<String>>(self, what: impl FnOnce() -> S) -> Result<T>;

    /// The same with a fixed text.
    fn context(self, what: &str) -> Result<T> {
        self.with_context(|| what)
    }
}

impl<T> Context<T> for Option<T> {
    fn with_context<S: Into<String>>(self, what: impl FnOnce() -> S) -> Result<T> {
        self.ok_or_else(|| CalcError::Input(what().into()))
    }
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Context<T> for Result<T, E> {
    fn with_context<S: Into<String>>(self, what: impl FnOnce() -> S) -> Result<T> {
        self.map_err(|source| CalcError::Step { what: what().into(), source: source.into() })
    }
}

//! Errors of calculations.

use std::error::Error;
use thiserror::Error as ThisError;

/// Reasons why a calculation fails.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum CalcError {
    /// A request that contradicts itself, or unsuitable data.
    #[error("{0}")]
    Input(String),
    /// An error of the statistics.
    #[error(transparent)]
    Stats(#[from] peirast_stats::Error),
    /// An unknown name of a rule, method or side.
    #[error(transparent)]
    Name(#[from] peirast_stats::UnknownName),
    /// An error of the theory.
    #[error(transparent)]
    Etr(#[from] peirast_etr::Error),
    /// An invalid call of the theory.
    #[error(transparent)]
    Call(#[from] peirast_etr::batch::CallError),
    /// A formula that cannot be read.
    #[error(transparent)]
    Formula(#[from] peirast_logic::ParseError),
    /// A table that cannot be written.
    #[error(transparent)]
    Csv(#[from] std::io::Error),
    /// A result that cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A failed step.
    #[error("{what}")]
    Step {
        /// The step, such as reading a file.
        what: String,
        /// The reason.
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

/// Adds the failed step to an error.
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

//! Errors in making problems.

use crate::{DataError, VaryError};
use peirast_record::ProblemError;
use thiserror::Error;

/// Problems that cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MakeError {
    /// There is no family with this name.
    #[error("there is no problem family `{family}`; there are: {known}")]
    UnknownFamily {
        /// The requested name.
        family: String,
        /// The existing names.
        known: String,
    },
    /// There is no variant with this name.
    #[error("family `{family}` has no variant `{variant}`; it has: {known}")]
    UnknownVariant {
        /// The family.
        family: String,
        /// The requested name.
        variant: String,
        /// The existing names.
        known: String,
    },
    /// The stimulus lists are too small for this number of different items.
    #[error(
        "{variant} can make {made} items without repeating a text, not {n}: ask for at most {made}"
    )]
    Exhausted {
        /// The variant.
        variant: String,
        /// The requested number.
        n: u32,
        /// The number of items made.
        made: u32,
    },
    /// The family is not made in this design.
    #[error("family `{family}` has no profile `{profile}`: take another")]
    NoProfile {
        /// The family.
        family: &'static str,
        /// The profile.
        profile: &'static str,
    },
    /// Versions are selected by a factor that is not varied.
    #[error("`{variant}` does not vary `{factor}`: it varies {known}")]
    NoFactor {
        /// The variant.
        variant: String,
        /// The factor.
        factor: String,
        /// The factors that it varies.
        known: String,
    },
    /// Versions are selected by no level of a factor, or by the same level several times.
    #[error(
        "`{variant}`: the versions list {what} of `{factor}`: name each that is wanted once, or leave `{factor}` out"
    )]
    Levels {
        /// The variant.
        variant: String,
        /// The factor.
        factor: String,
        /// The listed levels.
        what: String,
    },
    /// No item has a requested version.
    #[error("no item of `{variant}` has a version with {wanted}")]
    NoVersion {
        /// The variant.
        variant: String,
        /// The requested version.
        wanted: String,
    },
    /// Problems of the theory that cannot be made.
    #[error(transparent)]
    Theory(#[from] peirast_fallacy::Error),
    /// Problems that cannot be put into words.
    #[error("problem {number} of the generator cannot be put into words: {source}")]
    Words {
        /// Its number.
        number: u64,
        /// The missing words.
        source: peirast_words::WordsError,
    },
    /// More items than one call can make.
    #[error("{n} items are asked for, and at most {most} are made in one go: lower n")]
    TooMany {
        /// The requested number, of all variants together.
        n: u64,
        /// The limit.
        most: u64,
    },
    /// A problem violates a guarantee.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A matched pair has a forbidden difference.
    #[error(transparent)]
    Vary(#[from] VaryError),
    /// A stimulus file does not parse.
    #[error(transparent)]
    Data(#[from] DataError),
}

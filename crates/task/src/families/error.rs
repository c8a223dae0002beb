//! What can go wrong when problems are made.

use crate::{DataError, VaryError};
use peirast_record::ProblemError;
use thiserror::Error;

/// Problems that cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MakeError {
    /// No family of that name.
    #[error("there is no problem family `{family}`; there are: {known}")]
    UnknownFamily {
        /// The name asked for.
        family: String,
        /// The names there are.
        known: String,
    },
    /// No variant of that name.
    #[error("family `{family}` has no variant `{variant}`; it has: {known}")]
    UnknownVariant {
        /// The family.
        family: String,
        /// The name asked for.
        variant: String,
        /// The names there are.
        known: String,
    },
    /// The stimulus lists cannot tell so many items apart.
    #[error(
        "{variant} can make {made} items without repeating a text, not {n}: ask for at most {made}"
    )]
    Exhausted {
        /// The variant.
        variant: String,
        /// How many were asked for.
        n: u32,
        /// How many were made.
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
    /// Versions are selected by no level of a factor, or by one several times.
    #[error(
        "`{variant}`: the versions list {what} of `{factor}`: name each that is wanted once, or leave `{factor}` out"
    )]
    Levels {
        /// The variant.
        variant: String,
        /// The factor.
        factor: String,
        /// What is listed.
        what: String,
    },
    /// No item has a version that was asked for.
    #[error("no item of `{variant}` has a version with {wanted}")]
    NoVersion {
        /// The variant.
        variant: String,
        /// What was asked for.
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
        /// What is missing.
        source: peirast_words::WordsError,
    },
    /// More items than are made in one go.
    #[error("{n} items are asked for, and at most {most} are made in one go: lower n")]
    TooMany {
        /// How many were asked for, all variants together.
        n: u64,
        /// The limit.
        most: u64,
    },
    /// A problem broke a guarantee.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A matched pair differs where it must not.
    #[error(transparent)]
    Vary(#[from] VaryError),
    /// A stimulus file does not parse.
    #[error(transparent)]
    Data(#[from] DataError),
}

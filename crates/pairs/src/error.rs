//! Errors in data files of problems.

use peirast_table::escape_line;
use thiserror::Error;

/// An error in a data file of problems. Every message names the place and the fix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PairsError {
    /// A named column that does not exist.
    #[error("there is no column `{name}`; the columns are {known}")]
    NoColumn {
        /// The column.
        name: String,
        /// The existing columns.
        known: String,
    },
    /// A required column that is not recognised.
    #[error(
        "no column is recognised as {what}: name it with {flag}; the columns are {known}{}",
        if *.headless { "; if the first line is a row, give --no-header too" } else { "" }
    )]
    Unrecognised {
        /// The missing role, for example `the question`.
        what: &'static str,
        /// The option that names it.
        flag: &'static str,
        /// The existing columns.
        known: String,
        /// True if the names of columns look like values of a first row.
        headless: bool,
    },
    /// A column of versions whose objects have no text.
    #[error(
        "column `{name}` holds objects without a text: name the fields of versions, such as `{name}.original`"
    )]
    NoTextWithin {
        /// The column.
        name: String,
    },
    /// A value that cannot be used.
    #[error("{place}: {what}")]
    Value {
        /// The place, for example `line 3`.
        place: String,
        /// The fault, and the fix.
        what: String,
    },
    /// A transformation that does not exist, or that cannot be made.
    #[error("transformation `{name}`: {what}")]
    Transformation {
        /// The transformation, as it was written.
        name: String,
        /// The fault, and the fix.
        what: String,
    },
    /// Several faults, each with its place and fix.
    #[error("{}", .0.iter().map(Self::to_string).collect::<Vec<_>>().join("; "))]
    Several(Vec<Self>),
    /// A fault of the whole file.
    #[error("{0}")]
    File(String),
}

impl PairsError {
    /// All faults as one error; `None` if there are none.
    pub(crate) fn all(mut faults: Vec<Self>) -> Option<Self> {
        if faults.len() > 1 { Some(Self::Several(faults)) } else { faults.pop() }
    }

    pub(crate) fn at(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Value { place: place.into(), what: what.into() }
    }

    pub(crate) fn transformation(name: &str, what: impl Into<String>) -> Self {
        Self::Transformation { name: escape_line(name), what: what.into() }
    }
}

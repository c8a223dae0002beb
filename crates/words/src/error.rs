//! Errors about words, with their remedies.

use crate::role::Role;
use std::fmt;
use thiserror::Error;

/// The reason why a view cannot be put into words, or words make no view.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WordsError {
    /// The view has content that the written language cannot express.
    #[error(
        "{what} cannot be put into words; use constants, arbitrary objects and predicates of two arguments at most"
    )]
    Unsayable {
        /// The content that cannot be expressed.
        what: &'static str,
    },
    /// A name of the view has no words.
    #[error("the {role} `{name}` has no words; add it to the vocabulary")]
    Unnamed {
        /// The role of the name.
        role: Role,
        /// The name.
        name: String,
    },
    /// Two names would have the same words, or one name two words.
    #[error("the {role} `{name}` cannot be called \"{words}\": {why}")]
    Taken {
        /// The role of the name.
        role: Role,
        /// The name.
        name: String,
        /// The words.
        words: String,
        /// The conflict.
        why: String,
    },
    /// The theme has fewer words than the problem has names.
    #[error(
        "theme `{theme}` has {has} {role} names and {needs} are needed; add some to it or use another theme"
    )]
    TooFew {
        /// The theme.
        theme: String,
        /// The role of the names.
        role: Role,
        /// The existing number.
        has: usize,
        /// The required number.
        needs: usize,
    },
    /// A sentence does not belong to the written language.
    #[error("at byte {at}: expected {expected}, found {found}")]
    Sentence {
        /// The place as a byte offset.
        at: usize,
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The view could not be made or analysed.
    #[error(transparent)]
    View(#[from] peirast_etr::Error),
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
}

impl Place {
    /// Returns the place of a byte of a text; its end if there are fewer.
    pub(crate) fn new(text: &str, offset: usize) -> Place {
        let bytes = text.as_bytes();
        let before = bytes.get(..offset).unwrap_or(bytes);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // Continuation bytes of a character begin with the bits 10.
        let is_start = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        Place {
            line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
            column: before.iter().skip(line_start).filter(is_start).count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An error in a theme, with its place and its remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {problem}; {mend}", .place.map(|place| format!(", {place}")).unwrap_or_default())]
pub struct ThemeError {
    /// The file, as it was named.
    pub file: String,
    /// The place, if there is one.
    pub place: Option<Place>,
    /// The error.
    pub problem: String,
    /// The remedy.
    pub mend: String,
}

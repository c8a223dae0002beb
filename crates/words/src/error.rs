//! What can go wrong with words, and what to do about it.

use crate::role::Role;
use std::fmt;
use thiserror::Error;

/// Why a view cannot be put into words, or words make no view.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WordsError {
    /// The view says something that the written language has no words for.
    #[error(
        "{what} cannot be put into words; use constants, arbitrary objects and predicates of two arguments at most"
    )]
    Unsayable {
        /// What there are no words for.
        what: &'static str,
    },
    /// A name of the view has no words.
    #[error("the {role} `{name}` has no words; add it to the vocabulary")]
    Unnamed {
        /// What the name stands for.
        role: Role,
        /// The name.
        name: String,
    },
    /// Two names would have the same words, or one name two.
    #[error("the {role} `{name}` cannot be called \"{words}\": {why}")]
    Taken {
        /// What the name stands for.
        role: Role,
        /// The name.
        name: String,
        /// The words.
        words: String,
        /// What stands in the way.
        why: String,
    },
    /// The theme has fewer words than the problem has names.
    #[error(
        "theme `{theme}` has {has} {role} names and {needs} are needed; add some to it or use another theme"
    )]
    TooFew {
        /// The theme.
        theme: String,
        /// What the names stand for.
        role: Role,
        /// How many there are.
        has: usize,
        /// How many it takes.
        needs: usize,
    },
    /// A sentence is not in the written language.
    #[error("at byte {at}: expected {expected}, found {found}")]
    Sentence {
        /// The place as a byte offset.
        at: usize,
        /// What would have been in order.
        expected: &'static str,
        /// What stands there instead.
        found: String,
    },
    /// The view could not be made or taken apart.
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
    /// The place of a byte of a text; its end if there are fewer.
    pub(crate) fn new(text: &str, offset: usize) -> Place {
        let bytes = text.as_bytes();
        let before = bytes.get(..offset).unwrap_or(bytes);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // Bytes that go on with a character begin with 10.
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

/// What is wrong with a theme, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {problem}; {mend}", .place.map(|place| format!(", {place}")).unwrap_or_default())]
pub struct ThemeError {
    /// The file, as it was named.
    pub file: String,
    /// Where in it, if it is about one place.
    pub place: Option<Place>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub mend: String,
}

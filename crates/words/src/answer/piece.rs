//! The parts of an answer's sentence once names are recognised.

use super::token::Lexeme;
use crate::role::Role;

/// The referent of words of a vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub role: Role,
    pub name: String,
    /// True if the words deny a fact.
    pub denial: bool,
}

/// A name or another token, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub what: What,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A name, with all its possible referents.
    Name(Vec<Known>),
    Other(Lexeme),
}

impl Piece {
    pub fn word(&self) -> Option<&str> {
        match &self.what {
            What::Other(Lexeme::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn is(&self, lexeme: &Lexeme) -> bool {
        matches!(&self.what, What::Other(other) if other == lexeme)
    }

    pub fn letter(&self) -> Option<char> {
        match &self.what {
            What::Other(Lexeme::Letter(letter)) => Some(*letter),
            _ => None,
        }
    }

    /// Returns the referent of the name in this role.
    pub fn named(&self, role: Role) -> Option<&Known> {
        match &self.what {
            What::Name(known) => known.iter().find(|known| known.role == role),
            What::Other(_) => None,
        }
    }

    pub fn is_name(&self) -> bool {
        matches!(self.what, What::Name(_))
    }
}

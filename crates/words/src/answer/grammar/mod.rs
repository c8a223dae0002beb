//! The grammar of claims in answers.
//!
//! A claim is a list of items joined by *and*, *or* and commas; an item is a clause, a conditional,
//! a quantified claim, a denial, or a list in brackets or after *either*. Semicolons separate
//! claims that could be sentences. A clause has a list of subjects and a list of predicates. A list
//! that is ambiguous is not read.

mod clause;
mod condition;
mod join;
mod list;
mod predicates;
mod quantifier;
mod semicolon;
mod subject;
mod trailing;

use super::formula::Formula;
use super::piece::Piece;
use super::token::Lexeme;
use super::unread::Unread;
use crate::role::Role;
use peirast_etr::Quantifier;

/// The deepest nesting of a claim.
const DEEPEST: usize = 24;
/// The most quantifiers.
const MOST_QUANTIFIERS: usize = 12;
/// Numbers of quantifiers begin here, above all places in a prefix.
pub(crate) const FIRST_QUANTIFIER: usize = 1_000;

pub(super) type Parsed<T = Formula> = Result<T, Unread>;

/// A parser of the pieces of a sentence.
#[derive(Clone)]
pub(super) struct Parser<'p> {
    pieces: &'p [Piece],
    at: usize,
    depth: usize,
    quantifiers: usize,
    /// The current meaning of *any*.
    any: Quantifier,
    /// True if a comma by itself ends the list.
    comma_ends: bool,
    /// True if another condition ends the list.
    if_ends: bool,
    /// The objects that letters denote, the innermost last.
    scope: Vec<(char, usize)>,
}

/// Parses the claim of a sentence; returns it with its end in the text.
pub(super) fn claim(pieces: &[Piece]) -> Parsed<(Formula, usize)> {
    let mut parser = Parser {
        pieces,
        at: 0,
        depth: 0,
        quantifiers: 0,
        any: Quantifier::Universal,
        comma_ends: false,
        if_ends: false,
        scope: Vec::new(),
    };
    let formula = parser.sentences()?;
    let end = parser.at.checked_sub(1).and_then(|last| pieces.get(last)).map_or(0, |it| it.end);
    parser.trailing()?;
    Ok((formula, end))
}

impl<'p> Parser<'p> {
    fn peek(&self) -> Option<&'p Piece> {
        self.ahead(0)
    }

    fn ahead(&self, skip: usize) -> Option<&'p Piece> {
        self.pieces.get(self.at + skip)
    }

    fn word(&self, skip: usize) -> Option<&'p str> {
        self.ahead(skip)?.word()
    }

    fn is_word(&self, skip: usize, words: &[&str]) -> bool {
        self.word(skip).is_some_and(|word| words.contains(&word))
    }

    fn is_sign(&self, skip: usize, lexeme: &Lexeme) -> bool {
        self.ahead(skip).is_some_and(|piece| piece.is(lexeme))
    }

    fn names(&self, skip: usize, role: Role) -> bool {
        self.ahead(skip).is_some_and(|piece| piece.named(role).is_some())
    }

    /// Returns true if these words are next.
    fn comes(&self, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(at, word)| self.word(at) == Some(word))
    }

    /// Consumes these words if they are next.
    fn take(&mut self, phrase: &str) -> bool {
        let comes = self.comes(phrase);
        if comes {
            self.at += phrase.split(' ').count();
        }
        comes
    }

    /// Consumes the first of these phrases that is next.
    fn take_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.take(phrase))
    }

    fn take_sign(&mut self, lexeme: &Lexeme) -> bool {
        let comes = self.is_sign(0, lexeme);
        self.at += usize::from(comes);
        comes
    }

    /// Parses one level deeper.
    fn nested<T>(&mut self, run: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(Unread::TooMuch);
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// Parses with another meaning of *any*.
    fn with_any<T>(&mut self, any: Quantifier, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.any, any);
        let result = run(self);
        self.any = before;
        result
    }

    /// Returns a number for another quantifier.
    fn fresh(&mut self) -> Parsed<usize> {
        self.quantifiers += 1;
        if self.quantifiers > MOST_QUANTIFIERS {
            return Err(Unread::TooMuch);
        }
        Ok(FIRST_QUANTIFIER + self.quantifiers)
    }

    /// Returns the error at this position: an unknown word, or an unknown form.
    fn fault(&self) -> Unread {
        let Some(piece) = self.peek() else { return Unread::Form { word: "the end".to_owned() } };
        match piece.word() {
            Some("may" | "might" | "could" | "possible" | "possibly" | "likely" | "probably") => {
                Unread::Possibility
            }
            Some(word) if !super::words::is_known(word) => {
                Unread::UnknownWord { word: word.chars().take(40).collect() }
            }
            Some(word) => Unread::Form { word: word.to_owned() },
            None if piece.is_name() => Unread::Form { word: "a name".to_owned() },
            None => Unread::Form { word: "a sign".to_owned() },
        }
    }
}

//! Reading views that are not quite in their format, as people and language models write them.
//!
//! The text is cut into tokens, which are understood by their most likely meaning, written out
//! again in the format, and given to the strict reader, which decides. Every change is listed.

mod brackets;
mod output;
mod quantifiers;
mod sides;
mod states;
mod symbols;
mod terms;
mod token;
mod variables;
mod words;
mod wrapping;

use crate::conditional::Conditional;
use crate::engine::Engine;
use crate::error::{Error, ParseError};
use crate::interned::InternedView;
use output::Repaired;
use std::fmt;

/// One thing that was changed in a text so that it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The place as a byte offset.
    pub offset: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in that line, counted in characters from 1.
    pub column: usize,
    /// The change, in words.
    pub what: String,
    /// The way *if ... then* is understood, if the change put one in other words.
    pub heard: Option<Conditional>,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            1 => write!(f, "column {}: {}", self.column, self.what),
            line => write!(f, "line {line}, column {}: {}", self.column, self.what),
        }
    }
}

impl Engine {
    /// Reads a view, and repairs what people and language models tend to get wrong: brackets left
    /// out after predicates and constants, signs of logic (`∧`, `∨`, `¬`, `forall`, `→`), missing
    /// or stray braces and commas, quantifiers of what occurs nowhere, code fences, `a = b`.
    ///
    /// A text that [`Engine::read`] accepts is read as it is, without repairs. Sentences, and
    /// connectives that views lack (`xor`, `unless`), are refused. `conditional` says how to
    /// understand *if A then B*, `A -> B` and similar forms; `supposing A then B` is always a bare
    /// supposition.
    ///
    /// ```
    /// use peirast_etr::{Conditional, Engine};
    ///
    /// let mut engine = Engine::default();
    /// let text = "`∀x {King(x) ∧ ¬Ace, Queen(john)}`";
    /// let (view, repairs) = engine.read_tolerant(text, Conditional::Book)?;
    /// assert_eq!(engine.show(&view), "∀x {King(x)~Ace(),Queen(john())}");
    /// let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     repairs,
    ///     [
    ///         "column 1: dropped \"`\" around the view",
    ///         "column 14: dropped `∧`: atoms side by side belong together",
    ///         "column 16: replaced `¬` by `~`",
    ///         "column 17: added `()` after `Ace`",
    ///         "column 28: added `()` after `john`",
    ///         "column 34: dropped \"`\" around the view",
    ///     ]
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Engine::read`] after all possible repairs, at their places in the given
    /// text.
    pub fn read_tolerant(
        &mut self,
        text: &str,
        conditional: Conditional,
    ) -> Result<(InternedView, Vec<Repair>), Error> {
        let first = match self.read(text) {
            Ok(view) => return Ok((view, Vec::new())),
            Err(error) => error,
        };
        let repaired = match repair(text, conditional) {
            Ok(repaired) => repaired,
            Err(Some(foreign)) => {
                let error = ParseError::new(text, foreign.offset, foreign.expected);
                return Err(error.help(foreign.help).into());
            }
            Err(None) => return Err(first),
        };
        match self.read(&repaired.text) {
            Ok(view) => {
                let heard = repaired.heard().unwrap_or(Conditional::Bare);
                Ok((self.heard_as(&view, heard)?, repaired.repairs(text)))
            }
            Err(Error::Parse(error)) => Err(original(text, &repaired, error).into()),
            Err(error) => Err(error),
        }
    }
}

/// The text as it was probably meant. If it makes no sense, the form in it that views lack, if
/// there is one.
fn repair(text: &str, conditional: Conditional) -> Result<Repaired, Option<words::Foreign>> {
    let mut notes = output::Notes::default();
    let tokens = token::tokens(text, &mut notes);
    let tokens = wrapping::unwrapped(text, tokens, &mut notes)?;
    let tokens = variables::apart(tokens, &mut notes);
    if let Some(foreign) = words::foreign(&tokens) {
        return Err(Some(foreign));
    }
    sides::Repairer::new(tokens, notes, conditional).view()
}

/// The error of the repaired text, at its place in the text as it was given.
fn original(text: &str, repaired: &Repaired, error: ParseError) -> ParseError {
    let offset = repaired.source_of(error.offset);
    let there = ParseError::new(text, offset, error.expected);
    let again = repaired.is_conditional() && is_condition(text.get(offset..).unwrap_or_default());
    let help = if again { Some(words::ONE_CONDITION.to_owned()) } else { error.help };
    ParseError { help, ..there }
}

/// Does the text begin with *if ... then*, as a sign or a word?
fn is_condition(text: &str) -> bool {
    let tokens = token::tokens(text, &mut output::Notes::default());
    tokens.first().is_some_and(brackets::is_condition)
}

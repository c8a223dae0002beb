//! The written language: its sentences are read as exactly the views that they were written for.
//!
//! ```text
//! sentence  = (quantified | framed) "."
//! quantified = "every" KIND ["that" verbs] alternatives
//!            | "no" KIND ["that" verbs] verb
//!            | "some" KIND alternatives
//! alternatives = verbs | "either" verbs {", or" verbs}
//! verbs     = verb {"and" verb}
//! verb      = "is" ["not"] PREDICATE
//! framed    = {"for every" KIND LETTER "," | "there is some" KIND LETTER "such that"}
//!             ["if" states ", then"] states
//! states    = state | "either" state {", or" state}
//! state     = ["both"] clause {"and" clause}
//! clause    = "things are as they are" | "things are not as they are" | FACT
//!           | term "is" ["not"] (PREDICATE | RELATION term | "identical to" term)
//! term      = OBJECT | LETTER
//!
//! Things without a noun (an empty KIND) are never quantified by the short forms, and "for all" stands
//! in the place of "for every".
//! ```
//!
//! *Both* before clauses is read and never written: people do not say *both the lamp is on and*.

mod lexis;
mod reader;
mod short;
mod tokens;
mod writer;

pub(crate) use lexis::Lexis;

/// Returns the text with its first letter in upper case.
///
/// ```
/// assert_eq!(peirast_words::capitalised("éclairs are sweet."), "Éclairs are sweet.");
/// ```
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A clause that is always true.
pub(crate) const TAUTOLOGY: &str = "things are as they are";
/// A clause that is never true.
pub(crate) const ABSURDITY: &str = "things are not as they are";
/// The words for identity.
pub(crate) const IDENTICAL: &str = "identical to";

/// Returns the letter of an arbitrary object: X, Y, Z, W, V, U, X1, Y1 and so on.
pub(crate) fn letter(object: usize) -> String {
    const LETTERS: [char; 6] = ['X', 'Y', 'Z', 'W', 'V', 'U'];
    let letter = LETTERS[object % LETTERS.len()];
    match object / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

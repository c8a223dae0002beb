//! Division of an answer into sentences.

use super::token::{Lexeme, Token};
use std::ops::Range;

/// A sentence or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The tokens, without the full stop.
    pub tokens: Range<usize>,
    /// True if it is an item of a list.
    pub item: bool,
    /// True if a blank line precedes it.
    pub paragraph: bool,
}

/// Returns the sentences of an answer. A line end is a sentence end, except in the middle of a
/// sentence.
pub(super) fn sentences(tokens: &[Token]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut item = false;
    let mut lines = 0;
    let mut paragraph = true;
    for (at, token) in tokens.iter().enumerate() {
        let ends = match token.lexeme {
            Lexeme::Stop | Lexeme::Bullet => true,
            Lexeme::Line => !breaks_off(tokens, start, at),
            _ => false,
        };
        lines = if token.lexeme == Lexeme::Line { lines + 1 } else { 0 };
        if !ends {
            continue;
        }
        if start < at {
            sentences.push(Sentence { tokens: start..at, item, paragraph });
            (item, paragraph) = (false, false);
        }
        paragraph |= lines > 1;
        item = token.lexeme == Lexeme::Bullet || item && start == at;
        start = at + 1;
    }
    if start < tokens.len() {
        sentences.push(Sentence { tokens: start..tokens.len(), item, paragraph });
    }
    sentences
}

/// Returns true if the line that ends here continues in the next: it ends with a comma or a joining
/// word, and the next one has words.
fn breaks_off(tokens: &[Token], start: usize, at: usize) -> bool {
    let last = at.checked_sub(1).filter(|last| *last >= start).and_then(|last| tokens.get(last));
    let open = last.is_some_and(|last| match &last.lexeme {
        Lexeme::Comma => true,
        Lexeme::Word(word) => {
            matches!(word.as_str(), "and" | "or" | "that" | "is" | "not" | "then" | "if" | "either")
        }
        _ => false,
    });
    open && tokens.get(at + 1).is_some_and(|next| matches!(next.lexeme, Lexeme::Word(_)))
}

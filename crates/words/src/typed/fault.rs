//! The place where a sentence stops making sense, and another way to say it.

use peirast_etr::ParseError;

/// The most characters of a word that an error repeats.
const MOST_REPEATED: usize = 40;

/// A fault of a sentence.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// The place as a byte offset.
    pub(super) at: usize,
    /// The expected form.
    pub(super) expected: &'static str,
    /// Another way to say it.
    pub(super) help: String,
}

impl Fault {
    pub(super) fn new(at: usize, expected: &'static str, help: impl Into<String>) -> Fault {
        Fault { at, expected, help: help.into() }
    }

    /// The error with its place in the text.
    pub(super) fn error(self, text: &str) -> ParseError {
        let mut offset = self.at.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (before, rest) = text.split_at(offset);
        ParseError {
            line: before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().unwrap_or("").chars().count() + 1,
            offset,
            expected: self.expected.to_owned(),
            found: found(rest),
            help: Some(self.help),
        }
    }
}

/// The word or sign that a text begins with; characters that control a terminal are spelt out.
fn found(rest: &str) -> String {
    let word: String =
        rest.chars().take_while(|c| c.is_alphanumeric()).take(MOST_REPEATED).collect();
    match (word.is_empty(), rest.chars().next()) {
        (false, _) => format!("{word:?}"),
        (true, Some(sign)) => format!("{sign:?}"),
        (true, None) => "the end".to_owned(),
    }
}

//! The place where a sentence stops making sense, and another way to say it.

use peirast_etr::ParseError;

/// The most characters of a word that an error repeats.
const MOST_REPEATED: usize = 40;

/// A fault of a sentence.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// The place as a byte offset.
    pub(super) at: usize,
    /// The length of the phrase that is wrong; 0 for the word at the place.
    pub(super) length: usize,
    /// The expected form.
    pub(super) expected: &'static str,
    /// Another way to say it.
    pub(super) help: String,
}

impl Fault {
    pub(super) fn new(at: usize, expected: &'static str, help: impl Into<String>) -> Fault {
        Fault { at, length: 0, expected, help: help.into() }
    }

    /// A fault of several words, which the error repeats.
    pub(super) fn until(self, end: usize) -> Fault {
        Fault { length: end.saturating_sub(self.at), ..self }
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
            found: found(rest, self.length),
            help: Some(self.help),
        }
    }
}

/// The word or sign that a text begins with, or its first bytes if a length is given; characters that
/// control a terminal are spelt out.
fn found(rest: &str, length: usize) -> String {
    let phrase = rest.get(..length).unwrap_or_default();
    let word: String = match phrase.is_empty() {
        true => rest.chars().take_while(|c| c.is_alphanumeric()).take(MOST_REPEATED).collect(),
        false => phrase.chars().take(MOST_REPEATED).collect(),
    };
    match (word.is_empty(), rest.chars().next()) {
        (false, _) => format!("{word:?}"),
        (true, Some(sign)) => format!("{sign:?}"),
        (true, None) => "the end".to_owned(),
    }
}

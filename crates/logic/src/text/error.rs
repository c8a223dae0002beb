//! Where a formula stops making sense.

use thiserror::Error;

/// Where a text stops making sense, what was expected there, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: expected {expected}, found {found}{}", self.helped())]
pub struct ParseError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What would have been in order.
    pub expected: String,
    /// What stands there instead.
    pub found: String,
    /// How to mend it, if that can be guessed.
    pub help: Option<String>,
}

impl ParseError {
    pub(super) fn new(text: &str, offset: usize, expected: impl Into<String>) -> ParseError {
        let before = text.get(..offset).unwrap_or(text);
        let found = match text.get(offset..).and_then(|rest| rest.chars().next()) {
            Some(character) => format!("{character:?}"),
            None => "the end".to_owned(),
        };
        let column = before.chars().count() + 1;
        ParseError { column, expected: expected.into(), found, help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> ParseError {
        self.help = Some(help.into());
        self
    }

    fn helped(&self) -> String {
        self.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default()
    }
}

//! Errors of parsing formulas.

use thiserror::Error;

/// The position of a syntax error, the expected text, and a possible fix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: expected {expected}, found {found}{}", self.helped())]
pub struct ParseError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The expected text.
    pub expected: String,
    /// The text at this position.
    pub found: String,
    /// A suggested fix, if there is one.
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

//! Errors, each with a message that says what to do.

use thiserror::Error;

/// The reason why a text could not be read, a view not built, or an operation not carried out.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not in its format.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The same arbitrary object would be universal and existential.
    #[error(
        "an arbitrary object is universal in one view and existential in the other; rename it in \
         one of them"
    )]
    Clash,
    /// The dependencies given are no dependency relation (definition 5).
    #[error(
        "the existentials that depend on one universal must contain, or be contained in, those \
         that depend on any other (the Matryoshka condition)"
    )]
    NotMatryoshka,
    /// The parts given make no view.
    #[error("{what} {}", .name)]
    Unquantified {
        /// The fault.
        what: &'static str,
        /// The arbitrary object concerned.
        name: String,
    },
    /// The operation is not defined for these views.
    #[error("{operation} is not defined here: {reason}")]
    Undefined {
        /// The operation.
        operation: &'static str,
        /// The condition in its definition.
        reason: &'static str,
    },
    /// The result would hold more states than the limit allows.
    #[error(
        "the result would have more than {limit} states; raise the limit (`states`) if you mean it"
    )]
    TooManyStates {
        /// The limit in force.
        limit: usize,
    },
    /// The operation would take more steps than the limit allows.
    #[error(
        "the operation would take more than {limit} steps; raise the limit (`steps`) if you mean it"
    )]
    TooManySteps {
        /// The limit in force.
        limit: u64,
    },
    /// Everything that was allowed has been done, or the allowance was withdrawn.
    #[error("this takes more work than is allowed in all")]
    AllowanceSpent,
    /// The states would not fit in memory, because the engine knows too many atoms.
    #[error(
        "more than {limit} states over {atoms} atoms and negations would take too much memory, \
         whatever the other limits; use fewer alternatives or fewer different atoms"
    )]
    TooManyAtoms {
        /// The states that fit.
        limit: usize,
        /// The atoms known, with their negations.
        atoms: usize,
    },
    /// A text quantifies too many arbitrary objects.
    #[error("a view may quantify {limit} arbitrary objects; this one exceeds that")]
    TooManyObjects {
        /// The objects allowed.
        limit: usize,
    },
    /// Too much is marked in one atom.
    #[error(
        "too much is marked in one atom: its marks times its arguments may come to {limit} at most"
    )]
    TooManyMarks {
        /// The largest product.
        limit: usize,
    },
    /// A term nests too deep or would be too long.
    #[error("a term may nest {depth} deep and have {symbols} symbols; this one exceeds that")]
    TermTooLarge {
        /// The nesting allowed.
        depth: u32,
        /// The symbols allowed.
        symbols: u64,
    },
    /// The weight of a state has too many terms.
    #[error("the weight of one state would have more than {limit} terms")]
    WeightTooLarge {
        /// The terms allowed.
        limit: usize,
    },
    /// A numeric function has no finite value for its arguments.
    #[error("{function}({arguments}) has no finite value")]
    Arithmetic {
        /// The function.
        function: String,
        /// Its arguments.
        arguments: String,
    },
    /// The view cannot be written in this format.
    #[error("this view cannot be written as {format}: {reason}")]
    Unwritable {
        /// The format.
        format: &'static str,
        /// The part of the view that the format lacks.
        reason: &'static str,
    },
}

/// The place where a text stops making sense, the expected text, and how to repair it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.describe())]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in that line, counted in characters from 1.
    pub column: usize,
    /// The place as a byte offset.
    pub offset: usize,
    /// The expected text.
    pub expected: String,
    /// The text found instead.
    pub found: String,
    /// The way to repair it, if it can be guessed.
    pub help: Option<String>,
}

impl ParseError {
    pub(crate) fn new(text: &str, offset: usize, expected: impl Into<String>) -> ParseError {
        let offset = floor_boundary(text, offset);
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let found = match text[offset..].chars().next() {
            Some(character) => format!("{character:?}"),
            None => "the end".to_owned(),
        };
        let expected = clipped(expected.into());
        ParseError { line, column, offset, expected, found, help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> ParseError {
        self.help = Some(clipped(help.into()));
        self
    }

    fn describe(&self) -> String {
        let place = match self.line {
            1 => format!("column {}", self.column),
            line => format!("line {line}, column {}", self.column),
        };
        let help = self.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        format!("{place}: expected {}, found {}{help}", self.expected, self.found)
    }
}

/// The most characters of what an error says: names may be of any length.
const MOST_SAID: usize = 400;

fn clipped(text: String) -> String {
    match text.char_indices().nth(MOST_SAID) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

//! Faults of a view's JSON, and their places.

use crate::error::{Error, ParseError};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A way from a part of the document to a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathStep {
    Key(&'static str),
    Item(usize),
}

/// The reason why a document makes no view.
#[derive(Debug)]
pub(super) enum Fault {
    /// A part is not what it should be. The steps that lead to it come innermost first.
    Part { steps: Vec<PathStep>, expected: String, help: Option<String> },
    /// Its parts are in order, and make no view all the same.
    Whole(Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Whole(error)
    }
}

impl Fault {
    pub(super) fn new(expected: impl Into<String>) -> Fault {
        Fault::Part { steps: Vec::new(), expected: expected.into(), help: None }
    }

    pub(super) fn help(mut self, more: impl Into<String>) -> Fault {
        if let Fault::Part { help, .. } = &mut self {
            *help = Some(more.into());
        }
        self
    }

    /// The same fault seen from a part further out.
    pub(super) fn under(mut self, step: PathStep) -> Fault {
        if let Fault::Part { steps, .. } = &mut self {
            steps.push(step);
        }
        self
    }

    pub(super) fn into_error(self, text: &str) -> Error {
        match self {
            Fault::Whole(error) => error,
            Fault::Part { mut steps, expected, help } => {
                steps.reverse();
                let place = format!("this is `{}`", spell(&steps));
                let help = help.map_or(place.clone(), |help| format!("{help}; {place}"));
                ParseError::new(text, locate(text, &steps), expected).help(help).into()
            }
        }
    }
}

/// Says of what part a fault is.
pub(super) trait Under<T> {
    fn under(self, step: PathStep) -> Result<T, Fault>;
}

impl<T> Under<T> for Result<T, Fault> {
    fn under(self, step: PathStep) -> Result<T, Fault> {
        self.map_err(|fault| fault.under(step))
    }
}

/// `stage[0][1].terms[2]`.
fn spell(steps: &[PathStep]) -> String {
    let mut path = String::new();
    for step in steps {
        match step {
            PathStep::Key(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
            }
            PathStep::Item(at) => path.push_str(&format!("[{at}]")),
        }
    }
    path
}

/// The place of a part of the document in the text: walks the document again, up to there.
fn locate(text: &str, steps: &[PathStep]) -> usize {
    let mut part: &str = text;
    for step in steps {
        match inside(part, *step) {
            Some(inner) => part = inner,
            None => break,
        }
    }
    // Both point into the same text.
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

fn inside(part: &str, step: PathStep) -> Option<&str> {
    match step {
        PathStep::Item(at) => {
            let items: Vec<&RawValue> = serde_json::from_str(part).ok()?;
            items.get(at).map(|item| item.get())
        }
        PathStep::Key(key) => {
            let fields: BTreeMap<String, &RawValue> = serde_json::from_str(part).ok()?;
            fields.get(key).map(|value| value.get())
        }
    }
}

/// An error of the JSON reader as one of ours.
pub(super) fn malformed(text: &str, error: &serde_json::Error) -> Error {
    let message = error.to_string();
    let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    ParseError::new(text, offset(text, error), "a view in JSON").help(what).into()
}

/// The reader counts bytes in lines, both from 1; its column is that of the last byte read.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    if error.is_eof() {
        return text.len();
    }
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    before + error.column().saturating_sub(1)
}

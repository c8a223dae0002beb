//! The meanings of the symbols of a script.

use super::expression::Expression;
use super::sort::{Sort, Sorts};
use crate::error::ParseError;

/// A symbol that a script has declared or defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Definition<'x, 't> {
    /// A function, predicate or constant of which only the sorts are known.
    Declared { places: Vec<Sort<'t>>, sort: Sort<'t> },
    /// Short for an expression.
    Defined { parameters: Vec<Parameter<'t>>, body: &'x Expression<'t> },
}

/// A name with its sort, as quantifiers and definitions introduce it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parameter<'t> {
    pub(super) name: &'t str,
    pub(super) sort: Sort<'t>,
}

/// Reads `((x U) (y Real))`.
pub(super) fn parameters<'t>(
    expression: &Expression<'t>,
    sorts: &Sorts<'t>,
    text: &str,
) -> Result<Vec<Parameter<'t>>, ParseError> {
    let expected = || ParseError::new(text, expression.at, "variables with sorts: `((x U) (y U))`");
    let mut all: Vec<Parameter<'t>> = Vec::new();
    for pair in expression.list().ok_or_else(expected)? {
        let Some([name, sort]) = pair.list() else { return Err(expected()) };
        let Some(name) = name.name() else { return Err(expected()) };
        if all.iter().any(|other| other.name == name) {
            let expected = "a variable that is not in this list yet";
            return Err(ParseError::new(text, pair.at, expected));
        }
        all.push(Parameter { name, sort: sorts.read(sort, text)? });
    }
    Ok(all)
}

//! Sorts of SMT-LIB: the kinds of expressions.

use super::expression::Expression;
use crate::error::ParseError;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort<'t> {
    Bool,
    Int,
    Real,
    /// A sort that the script declares.
    Declared(&'t str),
}

impl fmt::Display for Sort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::Declared(name) => name,
        })
    }
}

/// The sorts that a script has declared, and what it calls them.
#[derive(Debug, Clone, Default)]
pub(super) struct Sorts<'t> {
    declared: BTreeMap<&'t str, Sort<'t>>,
}

impl<'t> Sorts<'t> {
    pub(super) fn declare(&mut self, name: &'t str) {
        self.declared.insert(name, Sort::Declared(name));
    }

    pub(super) fn define(&mut self, name: &'t str, sort: Sort<'t>) {
        self.declared.insert(name, sort);
    }

    pub(super) fn read(
        &self,
        expression: &Expression<'t>,
        text: &str,
    ) -> Result<Sort<'t>, ParseError> {
        let name = expression.name();
        let known = name.and_then(|name| self.declared.get(name).copied());
        match (known, name) {
            (Some(sort), _) => Ok(sort),
            (None, Some("Bool")) => Ok(Sort::Bool),
            (None, Some("Int")) => Ok(Sort::Int),
            (None, Some("Real")) => Ok(Sort::Real),
            _ => Err(ParseError::new(text, expression.at, "a sort")
                .help("sorts are Bool, Real, Int, and what `declare-sort` has declared")),
        }
    }
}

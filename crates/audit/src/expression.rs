//! Expressions over the columns of tables, for claims.
//!
//! `mean(accuracy) > 80`, `bias = congruent - incongruent`,
//! `count(reject where hypothesis = "H3")`. A number in a table is known only to half a unit of its
//! last digit. Expressions propagate this uncertainty, so two numbers are equal if their rounding
//! allows it.

mod evaluate;
mod function;
mod parse;
mod token;
mod value;

pub(crate) use evaluate::{Context, crumbs, equal};
pub(crate) use value::Value;

use crate::AuditError;

/// An expression, with the position of each part.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression {
    /// A number, and the largest distance to the true value: `~0.71` means a value printed as 0.71.
    Number { value: f64, slack: f64 },
    /// A text in quotes.
    Text(String),
    /// True or false.
    Truth(bool),
    /// A column, of a named table or the current one.
    Column { table: Option<String>, name: String },
    /// An operation on one value.
    Unary(Unary, Box<Expression>),
    /// An operation on two values.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// A function of its arguments, over the rows that satisfy the condition.
    Call { name: String, arguments: Vec<Expression>, condition: Option<Box<Expression>> },
}

/// An operation on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Not,
}

/// An operation on two values, weakest binding first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

impl Expression {
    /// The parts of the expression, without its condition.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Unary(_, inside) => vec![inside.as_ref()],
            Self::Binary(_, left, right) => vec![left.as_ref(), right.as_ref()],
            Self::Call { arguments, .. } => arguments.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Reads an expression.
    pub fn parse(text: &str) -> Result<Self, AuditError> {
        parse::parse(text).map_err(|parse::Wrong { column, why }| AuditError::Expression {
            text: text.to_owned(),
            column,
            why,
        })
    }
}

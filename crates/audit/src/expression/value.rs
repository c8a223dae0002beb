use crate::Cell;
use peirast_decimals::{fixed_decimals, scientific_decimals};
use peirast_table::is_missing;

/// A value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number, and the largest distance to its true value because of rounding.
    Number { value: f64, slack: f64 },
    /// A text.
    Text(String),
    /// True or false.
    Truth(bool),
    /// An empty cell.
    Missing,
}

impl Value {
    /// A number known exactly.
    pub const fn exact(value: f64) -> Self {
        Self::Number { value, slack: 0.0 }
    }

    /// The value of a cell.
    pub fn from_cell(cell: &Cell) -> Self {
        if let Some(number) = cell.number() {
            return Self::Number { value: number.value, slack: number.half_unit() };
        }
        match (cell.verdict(), cell.text.as_str()) {
            (Some(truth), _) => Self::Truth(truth),
            (None, text) if is_missing(text) => Self::Missing,
            (None, text) => Self::Text(text.to_owned()),
        }
    }

    /// The value as readers see it.
    pub fn text(&self) -> String {
        match self {
            Self::Number { value, .. } if value.fract() == 0.0 && value.abs() < 1e15 => {
                format!("{value}")
            }
            Self::Number { value, .. } if value.abs() >= 1e-3 && value.abs() < 1e7 => {
                let digits = fixed_decimals(*value, 5);
                digits.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            Self::Number { value, .. } => scientific_decimals(*value, 3),
            Self::Text(text) => text.clone(),
            Self::Truth(truth) => truth.to_string(),
            Self::Missing => "nothing".to_owned(),
        }
    }

    /// The kind of the value, for messages.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Number { .. } => "a number",
            Self::Text(_) => "a text",
            Self::Truth(_) => "true or false",
            Self::Missing => "nothing",
        }
    }
}

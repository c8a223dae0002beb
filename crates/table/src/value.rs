//! Values: cells with their units.

use crate::{Cell, Unit};

/// A cell with its unit, from which [`Builder`](crate::Builder) makes rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A name.
    Text(String),
    /// A count.
    Count(u64),
    /// A share, from 0 to 1.
    Share(f64),
    /// A difference of shares, from -1 to 1.
    Points(f64),
    /// A number.
    Number(f64),
    /// An amount of US dollars.
    Dollars(f64),
    /// A p-value.
    P(f64),
    /// No value: not asked, or not defined.
    Missing,
}

impl Value {
    /// Returns a value of this kind, or [`Missing`](Value::Missing).
    ///
    /// ```
    /// use peirast_table::Value;
    /// assert_eq!(Value::from_option(Some(0.5), Value::Share), Value::Share(0.5));
    /// assert_eq!(Value::from_option(None, Value::Share), Value::Missing);
    /// ```
    pub fn from_option<T>(value: Option<T>, kind: impl Fn(T) -> Value) -> Value {
        value.map_or(Value::Missing, kind)
    }

    /// Returns the unit; `None` for a missing value.
    pub(crate) const fn unit(&self) -> Option<Unit> {
        Some(match self {
            Self::Text(_) => Unit::Name,
            Self::Count(_) => Unit::Count,
            Self::Share(_) => Unit::Share,
            Self::Points(_) => Unit::Points,
            Self::Number(_) => Unit::Number,
            Self::Dollars(_) => Unit::Dollars,
            Self::P(_) => Unit::P,
            Self::Missing => return None,
        })
    }
}

impl From<Value> for Cell<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Text(text) => text.into(),
            Value::Count(count) => Cell::Count(count),
            Value::Share(x)
            | Value::Points(x)
            | Value::Number(x)
            | Value::Dollars(x)
            | Value::P(x) => Cell::Number(x),
            Value::Missing => Cell::Missing,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

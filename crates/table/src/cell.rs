//! Cells.

use serde::Serialize;
use std::borrow::Cow;

/// Content of a cell; its column has the unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// True or false.
    Flag(bool),
    /// A count.
    Count(u64),
    /// A number; it may be infinite.
    Number(f64),
    /// No value: not asked, or not defined.
    Missing,
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Cow<'a, str>> for Cell<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<u64> for Cell<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<f64> for Cell<'_> {
    /// Converts a number; NaN becomes a missing value.
    fn from(number: f64) -> Self {
        if number.is_nan() { Self::Missing } else { Self::Number(number) }
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

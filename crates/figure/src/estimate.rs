//! A number with its interval.

use crate::FigureError;
use crate::error::{check, finite, share};

/// A number, and the interval that it is known by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The ends of its interval, lower first; `None` if none is known.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A number without an interval.
    pub fn exactly(value: f64) -> Self {
        Self { value, interval: None }
    }

    /// A number within its interval.
    ///
    /// ```
    /// let accuracy = peirast_figure::Estimate::within(0.8, 0.72, 0.86);
    /// assert_eq!(accuracy.interval, Some((0.72, 0.86)));
    /// ```
    pub fn within(value: f64, low: f64, high: f64) -> Self {
        Self { value, interval: Some((low, high)) }
    }

    /// The number and the ends of its interval.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
        let ends = self.interval.map(|(low, high)| [low, high]);
        [self.value].into_iter().chain(ends.into_iter().flatten())
    }

    /// The number, and its interval in brackets.
    pub(crate) fn text(&self, number: impl Fn(f64) -> String) -> String {
        let value = number(self.value);
        match self.interval {
            None => value,
            Some((low, high)) => format!("{value} [{}, {}]", number(low), number(high)),
        }
    }

    pub(crate) fn are_shares(&self, what: &'static str, of: &str) -> Result<(), FigureError> {
        self.numbers().try_for_each(|number| share(what, of, number))?;
        self.is_ordered(what, of)
    }

    pub(crate) fn are_finite(&self, what: &'static str, of: &str) -> Result<(), FigureError> {
        self.numbers().try_for_each(|number| finite(what, of, number))?;
        self.is_ordered(what, of)
    }

    /// The ends are in order. The number itself may lie outside: a median of resamples, say.
    pub(crate) fn is_ordered(&self, what: &'static str, of: &str) -> Result<(), FigureError> {
        let Some((low, high)) = self.interval else { return Ok(()) };
        check(what, of, high, "at least the lower end of its interval", low <= high)
    }
}

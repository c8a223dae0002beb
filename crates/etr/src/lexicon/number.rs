//! Numbers as constants of the language.

use super::Lexicon;
use super::decimal::Decimal;
use crate::reading::Numbers;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A number. Its form depends on the reading: exact readings hold decimals as long as they can;
/// `pyetr-1.0.0` holds floating-point numbers only, which differ if their printed forms differ.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    Exact(Decimal),
    Float(f64),
    /// The empty sum of PyETR: printed like zero, and yet another symbol.
    EmptySum,
}

impl Number {
    pub(crate) fn to_f64(self) -> f64 {
        match self {
            Number::Exact(decimal) => decimal.to_f64(),
            Number::Float(value) => value,
            Number::EmptySum => 0.0,
        }
    }

    /// By value: the empty sum is zero.
    pub(crate) fn compare(self, other: Number) -> Ordering {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => a.compare(b),
            (a, b) => a.to_f64().partial_cmp(&b.to_f64()).unwrap_or(Ordering::Equal),
        }
    }

    /// Any order that depends on the number alone. Sums are taken in it, so that they are the same,
    /// rounding included, in all orders of their terms.
    pub(crate) fn arrange(self, other: Number) -> Ordering {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => a.arrange(b),
            (Number::Float(a), Number::Float(b)) => a.total_cmp(&b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }

    fn rank(self) -> u8 {
        match self {
            Number::Exact(_) => 0,
            Number::Float(_) => 1,
            Number::EmptySum => 2,
        }
    }

    pub(super) fn is_finite(self) -> bool {
        !matches!(self, Number::Float(value) if !value.is_finite())
    }

    pub(crate) fn plus(self, other: Number) -> Number {
        match (self, other) {
            (Number::EmptySum, other) | (other, Number::EmptySum) => other,
            (Number::Exact(a), Number::Exact(b)) => match a.plus(b) {
                Some(sum) => Number::Exact(sum),
                None => Number::Float(a.to_f64() + b.to_f64()),
            },
            (a, b) => Number::Float(a.to_f64() + b.to_f64()),
        }
    }

    pub(crate) fn times(self, other: Number) -> Number {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => match a.times(b) {
                Some(product) => Number::Exact(product),
                None => Number::Float(a.to_f64() * b.to_f64()),
            },
            (a, b) => Number::Float(a.to_f64() * b.to_f64()),
        }
    }
}

impl PartialEq for Number {
    /// As symbols: `0.0`, `-0.0` and the empty sum differ.
    fn eq(&self, other: &Number) -> bool {
        match (self, other) {
            (Number::Exact(a), Number::Exact(b)) => a == b,
            (Number::Float(a), Number::Float(b)) => a.to_bits() == b.to_bits(),
            (Number::EmptySum, Number::EmptySum) => true,
            _ => false,
        }
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Number::Exact(decimal) => decimal.hash(state),
            Number::Float(value) => value.to_bits().hash(state),
            Number::EmptySum => {}
        }
    }
}

impl fmt::Display for Number {
    /// Always with a point and never with an exponent, as PyETR prints its floats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Exact(decimal) => decimal.fmt(f),
            Number::EmptySum => f.write_str("0.0"),
            Number::Float(value) if value.is_nan() => f.write_str("NaN"),
            Number::Float(value) if value.is_infinite() => {
                f.write_str(if *value > 0.0 { "Infinity" } else { "-Infinity" })
            }
            Number::Float(value) if value.fract() == 0.0 => write!(f, "{value}.0"),
            Number::Float(value) => write!(f, "{value}"),
        }
    }
}

/// Returns true if a floating-point number is written like this, zeros at the end aside: no other number
/// reads as it does.
fn is_written(value: f64, text: &str) -> bool {
    let plain = |text: &str| match text.split_once('.') {
        Some((whole, fraction)) => {
            format!("{whole}.{}", fraction.trim_end_matches('0'))
        }
        None => format!("{text}."),
    };
    plain(&Number::Float(value).to_string()) == plain(text)
}

/// The message for a number that [`Lexicon::read_number`] does not take.
pub(crate) const TOO_LONG: (&str, &str) = (
    "a number of at most 38 digits, 36 of them behind the point",
    "a number with more digits would have to be rounded; leave some out",
);

impl Lexicon {
    /// The number that `text` denotes, `-12.5`; `None` if it is none, and where numbers are exact also
    /// if it has more digits than can be kept: rounded, it would be equal to others.
    pub(crate) fn read_number(&self, text: &str) -> Option<Number> {
        let value: f64 = text.parse().ok()?;
        let exact = Decimal::parse(text);
        let is_lost = exact.is_none() && !is_written(value, text);
        let number = self.settle(exact, value)?;
        (self.reading.numbers == Numbers::Float || !is_lost).then_some(number)
    }

    pub(crate) fn float(&self, value: f64) -> Number {
        let text = Number::Float(value).to_string();
        self.settle(Decimal::parse(&text), value).unwrap_or(Number::Float(value))
    }

    pub(crate) fn zero(&self) -> Number {
        match self.reading.numbers {
            Numbers::Exact => Number::Exact(Decimal::ZERO),
            Numbers::Float => Number::Float(0.0),
        }
    }

    /// Makes a number that arithmetic had to round a decimal again, so that its text reads back as
    /// itself.
    pub(super) fn settled(&self, number: Number) -> Number {
        match (self.reading.numbers, number) {
            (Numbers::Exact, Number::Float(value)) => self.float(value),
            _ => number,
        }
    }

    fn settle(&self, exact: Option<Decimal>, value: f64) -> Option<Number> {
        match (self.reading.numbers, exact) {
            (Numbers::Exact, Some(decimal)) => Some(Number::Exact(decimal)),
            (Numbers::Exact, None) => value.is_finite().then_some(Number::Float(value)),
            (Numbers::Float, _) => (!value.is_nan()).then_some(Number::Float(value)),
        }
    }

    /// The rest up to a hundred, in `parts` equal parts.
    pub(crate) fn hundredth_part(&self, spent: Number, parts: usize) -> Number {
        let rest = self.float(100.0).plus(spent.times(self.float(-1.0)));
        match parts {
            1 => rest,
            parts => self.float(rest.to_f64() / parts as f64),
        }
    }
}

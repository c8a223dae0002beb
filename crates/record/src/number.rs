//! Exact numbers as answers, written as decimals or fractions.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Largest number of decimal places in a written number; a longer one is written as a fraction.
const PLACES: u32 = 12;

/// An exact number: a fraction in lowest terms.
///
/// Text and JSON show it as a whole number (`7`), as a decimal if at most twelve places are exact
/// (`0.75`), and otherwise as a fraction (`1/3`). In JSON a whole number is a number, and anything
/// else is text.
///
/// ```
/// use peirast_record::Number;
/// let half: Number = "0.50".parse().unwrap();
/// assert_eq!(half, "1/2".parse().unwrap());
/// assert_eq!(half.to_string(), "0.5");
/// assert_eq!(Number::ratio(2, 6).unwrap().to_string(), "1/3");
/// assert!(half < Number::from(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    numerator: i64,
    /// Above 0.
    denominator: i64,
}

impl Number {
    /// `numerator / denominator`. `None` if the denominator is 0 or a part does not fit in 64 bits.
    pub fn ratio(numerator: i64, denominator: i64) -> Option<Self> {
        Self::reduced(numerator.into(), denominator.into())
    }

    /// A decimal: `digits` with the point `places` places from the right, or moved to the right if
    /// `places` is negative. `None` if it does not fit in 64 bits.
    ///
    /// ```
    /// use peirast_record::Number;
    /// assert_eq!(Number::decimal(125, 2).unwrap().to_string(), "1.25");
    /// assert_eq!(Number::decimal(12, -2), Some(Number::from(1200)));
    /// ```
    pub fn decimal(digits: i64, places: i32) -> Option<Self> {
        let scale = 10_i128.checked_pow(places.unsigned_abs()).filter(|_| places.abs() <= 30)?;
        match places {
            0.. => Self::reduced(digits.into(), scale),
            _ => Self::reduced(i128::from(digits).checked_mul(scale)?, 1),
        }
    }

    fn reduced(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()? * denominator.signum();
        let part = |part: i128| i64::try_from(part / divisor).ok();
        Some(Self { numerator: part(numerator)?, denominator: part(denominator)? })
    }

    /// The whole number with this value, if there is one.
    pub fn whole(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// The number with the other sign. `None` for the least number, whose opposite does not fit.
    pub fn negated(self) -> Option<Self> {
        Some(Self { numerator: self.numerator.checked_neg()?, ..self })
    }

    /// The sum. `None` if it does not fit.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (a, b) = (i128::from(self.numerator), i128::from(self.denominator));
        let (c, d) = (i128::from(other.numerator), i128::from(other.denominator));
        Self::reduced((a * d).checked_add(c * b)?, b * d)
    }

    /// The product. `None` if it does not fit.
    pub fn times(self, other: Self) -> Option<Self> {
        Self::reduced(
            i128::from(self.numerator) * i128::from(other.numerator),
            i128::from(self.denominator) * i128::from(other.denominator),
        )
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Digits and places of the decimal with this value, if at most [`PLACES`] places are enough.
    fn as_decimal(self) -> Option<(i128, u32)> {
        (0..=PLACES).find_map(|places| {
            let scale = 10_i128.pow(places);
            let scaled = i128::from(self.numerator) * scale;
            let exact = scaled % i128::from(self.denominator) == 0;
            exact.then(|| (scaled / i128::from(self.denominator), places))
        })
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

impl From<i64> for Number {
    fn from(whole: i64) -> Self {
        Self { numerator: whole, denominator: 1 }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        left.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_decimal() {
            Some((digits, 0)) => write!(f, "{digits}"),
            Some((digits, places)) => {
                let scale = 10_u128.pow(places);
                let (sign, digits) = (if digits < 0 { "-" } else { "" }, digits.unsigned_abs());
                let width = places as usize;
                write!(f, "{sign}{}.{:0width$}", digits / scale, digits % scale)
            }
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

/// The JSON form of a number, for schemas: a whole number, or a decimal or a fraction as text.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it stands for a number in schemas")]
pub(crate) enum WrittenNumber {
    /// A whole number.
    Whole(i64),
    /// A decimal (`0.75`) or a fraction (`1/3`).
    Text(String),
}

/// A text that is no number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no number: write a whole number (7), a decimal (0.75) or a fraction (3/4)")]
pub struct NumberError(String);

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let fraction = |text: &str| {
            let (above, below) = text.split_once('/')?;
            Self::ratio(above.trim().parse().ok()?, below.trim().parse().ok()?)
        };
        let decimal = |text: &str| {
            let (whole, places) = text.split_once('.').unwrap_or((text, ""));
            let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
            let unsigned = whole.strip_prefix('-').unwrap_or(whole);
            if !digits(unsigned) || !digits(places) || (unsigned.is_empty() && places.is_empty()) {
                return None;
            }
            let places = places.trim_end_matches('0');
            let value = format!("{whole}{places}").parse().ok()?;
            Self::decimal(value, i32::try_from(places.len()).ok()?)
        };
        let trimmed = text.trim();
        fraction(trimmed).or_else(|| decimal(trimmed)).ok_or_else(|| NumberError(text.to_owned()))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a decimal or a fraction as text")
            }

            fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Number, E> {
                Ok(whole.into())
            }

            fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Number, E> {
                i64::try_from(whole).map(Number::from).map_err(E::custom)
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Number, E> {
                number.to_string().parse().map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for (text, shown) in [
            ("7", "7"),
            ("-7", "-7"),
            ("007", "7"),
            ("7.0", "7"),
            (".5", "0.5"),
            ("-0.50", "-0.5"),
            ("-0.05", "-0.05"),
            ("3/4", "0.75"),
            ("2/6", "1/3"),
            ("-2 / 6", "-1/3"),
            ("1/-3", "-1/3"),
            ("0.000000000001", "0.000000000001"),
            ("9223372036854775807", "9223372036854775807"),
        ] {
            let number: Number = text.parse().expect(text);
            assert_eq!(number.to_string(), shown, "{text}");
            assert_eq!(shown.parse(), Ok(number), "{shown}");
            let json = serde_json::to_string(&number).expect("JSON");
            assert_eq!(serde_json::from_str::<Number>(&json).expect("a number"), number);
        }
        for text in
            ["", "-", ".", "7.", "1/0", "1e3", "7,5", "seven", "99999999999999999999", "1.2.3"]
        {
            let read = text.parse::<Number>();
            assert!(read.is_err() || text == "7.", "{text}: {read:?}");
        }
    }

    #[test]
    fn whole_numbers_stay_numbers_in_json() {
        assert_eq!(serde_json::to_string(&Number::from(7)).expect("JSON"), "7");
        assert_eq!(
            serde_json::from_str::<Number>("0.25").expect("JSON"),
            Number::ratio(1, 4).expect("a quarter")
        );
        assert!(serde_json::from_str::<Number>("9223372036854775808").is_err());
    }
}

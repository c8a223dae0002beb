//! Number constants of SMT-LIB: decimals and fractions.

use crate::lexicon::{Lexicon, Number, TermId};
use crate::reading::Numbers;

/// A number spelled out in a script.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Constant {
    /// Numerator and denominator, as long as they fit.
    exact: Option<(i128, i128)>,
    value: f64,
    /// Written without a point: of sort Int, unless something makes it Real.
    pub(super) whole: bool,
}

impl Constant {
    /// Reads `12`, `12.5`, `.5`, `5.`, with a sign or without.
    pub(super) fn read(text: &str) -> Option<Constant> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !all(whole) || !all(fraction) || (whole.is_empty() && fraction.is_empty()) {
            return None;
        }
        let negative = text.starts_with('-');
        let unsigned = Constant {
            exact: fraction_of(whole, fraction),
            value: digits.parse().ok()?,
            whole: whole.len() == digits.len(),
        };
        Some(if negative { unsigned.negated() } else { unsigned })
    }

    pub(super) fn negated(self) -> Constant {
        Constant {
            exact: self.exact.map(|(n, d)| (-n, d)),
            // There is one zero only.
            value: 0.0 - self.value,
            whole: self.whole,
        }
    }

    /// The quotient, which is Real. `None` for a division by zero.
    pub(super) fn divided_by(self, other: Constant) -> Option<Constant> {
        let exact = match (self.exact, other.exact) {
            (Some((a, b)), Some((c, d))) => product(a, d).zip(product(b, c)).and_then(lowest),
            _ => None,
        };
        (other.value != 0.0).then(|| Constant {
            exact,
            // Zero divided by a negative number would be another zero.
            value: self.value / other.value + 0.0,
            whole: false,
        })
    }

    pub(super) fn real(self) -> Constant {
        Constant { whole: false, ..self }
    }

    /// The number as a term; `None` if it is beyond all floating-point numbers.
    pub(super) fn term(self, lexicon: &mut Lexicon) -> Option<TermId> {
        let exact = match lexicon.reading().numbers {
            Numbers::Exact => self.exact.and_then(decimal),
            Numbers::Float => None,
        };
        let number = match exact.and_then(|text| lexicon.read_number(&text)) {
            Some(number) => number,
            None => self.value.is_finite().then(|| lexicon.float(self.value))?,
        };
        Some(lexicon.number_term(number))
    }
}

fn product(a: i128, b: i128) -> Option<i128> {
    a.checked_mul(b)
}

fn fraction_of(whole: &str, fraction: &str) -> Option<(i128, i128)> {
    let mut numerator: i128 = 0;
    for digit in whole.bytes().chain(fraction.bytes()) {
        numerator = numerator.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
    }
    lowest((numerator, 10i128.checked_pow(u32::try_from(fraction.len()).ok()?)?))
}

/// In lowest terms, with a positive denominator.
fn lowest((n, d): (i128, i128)) -> Option<(i128, i128)> {
    let (mut a, mut b) = (n.checked_abs()?, d.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (d != 0).then(|| (n / a * d.signum(), (d / a).abs()))
}

/// The fraction as a decimal, if it is one.
fn decimal((n, d): (i128, i128)) -> Option<String> {
    let (mut scale, mut power) = (0usize, 1i128);
    while power % d != 0 {
        power = power.checked_mul(10)?;
        scale += 1;
    }
    let digits = product(n.checked_abs()?, power / d)?.to_string();
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if n < 0 { "-" } else { "" };
    Some(if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

/// A number as SMT-LIB writes it, its sign aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Digits {
    Decimal(String),
    Fraction(String, String),
}

/// The sign (is it negative?) and the digits of a number. Exact decimals are written as decimals;
/// floating-point numbers as the fractions that they are, the way PySMT does. `None` for what
/// SMT-LIB cannot write: infinity, and floating-point numbers too small for such a fraction.
pub(super) fn digits(number: Number, numbers: Numbers) -> Option<(bool, Digits)> {
    let value = number.to_f64();
    if !value.is_finite() {
        return None;
    }
    let magnitude = value.abs();
    if numbers == Numbers::Exact {
        let text = number.to_string();
        let unsigned = text.trim_start_matches('-').to_owned();
        return Some((value < 0.0, Digits::Decimal(unsigned)));
    }
    if magnitude.fract() == 0.0 {
        return Some((value < 0.0, Digits::Decimal(format!("{magnitude:.1}"))));
    }
    binary_fraction(magnitude).map(|digits| (value < 0.0, digits))
}

fn binary_fraction(magnitude: f64) -> Option<Digits> {
    let (mut numerator, mut doublings) = (magnitude, 0);
    while numerator.fract() != 0.0 {
        numerator *= 2.0;
        doublings += 1;
    }
    let denominator = 2f64.powi(doublings);
    let written = denominator.is_finite();
    written.then(|| Digits::Fraction(format!("{numerator:.0}"), format!("{denominator:.0}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Reading;
    use proptest::prelude::*;

    fn shown(constant: Constant, reading: Reading) -> String {
        let mut lexicon = Lexicon::new(reading);
        let term = constant.term(&mut lexicon).expect("a finite number");
        lexicon.as_number(term).expect("a number").to_string()
    }

    fn quotient(a: &str, b: &str) -> Constant {
        let read = |text| Constant::read(text).expect("a number");
        read(a).divided_by(read(b)).expect("no division by zero")
    }

    #[test]
    fn constants_are_exact_where_they_can_be() {
        for reading in [Reading::SOUND, Reading::PYETR_1_0_0] {
            assert_eq!(shown(quotient("1", "8"), reading), "0.125");
            assert_eq!(shown(quotient("1", "3").negated(), reading), "-0.3333333333333333");
            assert_eq!(shown(quotient("3602879701896397", "36028797018963968"), reading), "0.1");
            assert_eq!(shown(quotient("0", "-5"), reading), "0.0");
            assert_eq!(shown(quotient("4", "-2"), reading), "-2.0");
        }
        assert_eq!(
            shown(quotient("1", "1000000000000000000000"), Reading::SOUND),
            "0.000000000000000000001"
        );
    }

    #[test]
    fn other_tokens_are_no_numbers() {
        for text in ["", "-", ".", "1e5", "1.2.3", "x", "--1", "#b1"] {
            assert_eq!(Constant::read(text), None, "{text}");
        }
        let zero = Constant::read("0.0").expect("a number");
        assert_eq!(zero.divided_by(zero), None);
        let large = Constant::read(&"9".repeat(400)).expect("a number");
        assert_eq!(large.term(&mut Lexicon::new(Reading::SOUND)), None);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(value in -1e12..1e12f64, scale in 0..60i32) {
            let value = value / 2f64.powi(scale * 8);
            let number = Number::Float(value);
            let (negative, digits) = digits(number, Numbers::Float).expect("it can be written");
            let constant = match digits {
                Digits::Decimal(text) => Constant::read(&text).expect("a number"),
                Digits::Fraction(a, b) => quotient(&a, &b),
            };
            let constant = if negative { constant.negated() } else { constant };
            let text = (value + 0.0).to_string();
            let back = shown(constant, Reading::PYETR_1_0_0);
            prop_assert_eq!(back.parse::<f64>().expect("a number"), value + 0.0, "{}", text);
        }
    }
}

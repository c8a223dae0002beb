//! Decimal numbers, exact as long as they fit thirty-eight digits.

use std::cmp::Ordering;
use std::fmt;

/// `mantissa / 10^scale`, in lowest terms: the mantissa of a fraction never ends in zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    mantissa: i128,
    scale: u32,
}

/// More digits than this after the point are never exact.
const MOST_DIGITS: u32 = 36;

impl Decimal {
    pub(crate) const ZERO: Decimal = Decimal { mantissa: 0, scale: 0 };

    fn new(mut mantissa: i128, mut scale: u32) -> Option<Decimal> {
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        (scale <= MOST_DIGITS).then_some(Decimal { mantissa, scale })
    }

    /// Reads `-12.50`; no exponent, no sign but minus. `None` if it has too many digits.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let fraction = fraction.trim_end_matches('0');
        let mut mantissa: i128 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            if !digit.is_ascii_digit() {
                return None;
            }
            mantissa = mantissa.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
        }
        Decimal::new(if negative { -mantissa } else { mantissa }, fraction.len() as u32)
    }

    /// Any order that depends on the number alone.
    pub(crate) fn arrange(self, other: Decimal) -> Ordering {
        (self.scale, self.mantissa).cmp(&(other.scale, other.mantissa))
    }

    pub(crate) fn plus(self, other: Decimal) -> Option<Decimal> {
        // Sums begin with 0, so this case is frequent.
        match (self.mantissa, other.mantissa) {
            (0, _) => return Some(other),
            (_, 0) => return Some(self),
            _ => {}
        }
        let scale = self.scale.max(other.scale);
        let sum = self.mantissa_at(scale)?.checked_add(other.mantissa_at(scale)?)?;
        Decimal::new(sum, scale)
    }

    pub(crate) fn times(self, other: Decimal) -> Option<Decimal> {
        Decimal::new(self.mantissa.checked_mul(other.mantissa)?, self.scale + other.scale)
    }

    fn mantissa_at(self, scale: u32) -> Option<i128> {
        match scale - self.scale {
            0 => Some(self.mantissa),
            more => self.mantissa.checked_mul(10i128.checked_pow(more)?),
        }
    }

    pub(crate) fn to_f64(self) -> f64 {
        // The text is parsed, because mantissa / 10^scale would round twice.
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    pub(crate) fn compare(self, other: Decimal) -> Ordering {
        let scale = self.scale.max(other.scale);
        match (self.mantissa_at(scale), other.mantissa_at(scale)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.to_f64().total_cmp(&other.to_f64()),
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let digits = self.mantissa.unsigned_abs().to_string();
        let scale = self.scale as usize;
        if scale == 0 {
            return write!(f, "{sign}{digits}.0");
        }
        let digits = format!("{digits:0>width$}", width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_written_in_full() {
        for (mantissa, scale, text) in [
            (0_i64, 0, "0.0"),
            (7, 0, "7.0"),
            (7, 1, "0.7"),
            (1205, 3, "1.205"),
            (5, 18, "0.000000000000000005"),
            (i64::MAX, 18, "9.223372036854775807"),
            (-25, 1, "-2.5"),
        ] {
            let number = Decimal::new(mantissa.into(), scale).expect("it fits");
            assert_eq!(number.to_string(), text);
        }
    }

    #[test]
    fn tenths_are_exact() {
        let tenth = Decimal::parse("0.1").expect("a number");
        let sum = (0..9).try_fold(tenth, |sum, _| sum.plus(tenth)).expect("it fits");
        assert_eq!(sum.to_string(), "1.0");
        assert_eq!(tenth.times(Decimal::parse("3").expect("a number")), Decimal::parse("0.30"));
    }

    proptest! {
        #[test]
        fn sums_and_products_are_those_of_fractions(
            a in -1_000_000i64..1_000_000, b in -1_000_000i64..1_000_000, s in 0..6u32, t in 0..6u32,
        ) {
            let x = Decimal::new(a.into(), s).expect("it fits");
            let y = Decimal::new(b.into(), t).expect("it fits");
            prop_assert_eq!(Decimal::parse(&x.to_string()), Some(x));
            prop_assert_eq!(x.plus(y), y.plus(x));
            let (p, q) = (10i128.pow(s), 10i128.pow(t));
            let sum = Decimal::new(i128::from(a) * q + i128::from(b) * p, s + t);
            prop_assert_eq!(x.plus(y), sum);
            prop_assert_eq!(x.times(y), Decimal::new(i128::from(a) * i128::from(b), s + t));
            prop_assert_eq!(x.compare(y), (i128::from(a) * q).cmp(&(i128::from(b) * p)));
        }
    }
}

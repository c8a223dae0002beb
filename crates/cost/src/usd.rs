//! US dollars, as whole numbers of a very small unit.

use peirast_decimals::fixed_decimals;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// Units in a dollar: 10^12. A price of one cent per million tokens is 10 000 units for each token.
const UNITS: f64 = 1e12;

/// An amount of US dollars, from 0, in units of 10^-12 dollars.
///
/// Sums are exact. So a ledger does not depend on the order of answers, and a total does not depend
/// on the number of threads. Amounts saturate at about 10^26 dollars.
///
/// ```
/// use peirast_cost::Usd;
/// let price = Usd::per_million(0.15).unwrap();
/// assert_eq!((price * 2_000_000).to_string(), "0.30 USD");
/// assert_eq!((price * 7).to_string(), "0.00000105 USD");
/// assert!(Usd::new(-1.0).is_none() && Usd::new(f64::NAN).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Usd(u128);

impl Usd {
    /// No dollars.
    pub const ZERO: Self = Self(0);

    /// Creates an amount from dollars, rounded to the unit; `None` if it is below 0 or not a
    /// number.
    pub fn new(dollars: f64) -> Option<Self> {
        let is_amount = dollars.is_finite() && dollars >= 0.0;
        // A conversion from floating point saturates, but no amount is that large.
        is_amount.then(|| Self((dollars * UNITS).round() as u128))
    }

    /// Creates the price of one token from that of a million.
    pub fn per_million(dollars: f64) -> Option<Self> {
        Self::new(dollars / 1e6)
    }

    /// Returns the amount in dollars.
    pub fn dollars(self) -> f64 {
        self.0 as f64 / UNITS
    }

    /// Returns the number of units.
    pub(crate) fn units(self) -> u128 {
        self.0
    }

    /// Creates an amount from units.
    pub(crate) fn from_units(units: u128) -> Self {
        Self(units)
    }

    /// Returns true if the amount is 0.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns the difference to `other`, at least 0.
    pub fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns a share of the amount, rounded up. `share` is at least 0.
    pub fn share(self, share: f64) -> Self {
        Self((self.0 as f64 * share.max(0.0)).ceil() as u128)
    }

    /// Returns one of equal parts, rounded down to the unit.
    pub fn divided(self, parts: u64) -> Self {
        Self(self.0 / u128::from(parts.max(1)))
    }
}

impl Add for Usd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Usd {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<u64> for Usd {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(u128::from(times)))
    }
}

impl Sum for Usd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// Renders cents, or three significant digits of an amount below ten cents.
impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = self.dollars();
        if self.is_zero() || dollars >= 0.1 {
            return write!(f, "{} USD", fixed_decimals(dollars, 2));
        }
        let leading = (-dollars.log10().floor()).max(1.0) as usize;
        write!(f, "{} USD", fixed_decimals(dollars, leading + 2))
    }
}

impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.dollars())
    }
}

impl<'de> Deserialize<'de> for Usd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("an amount of dollars is a number from 0");
        Self::new(dollars).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_shown_with_the_digits_that_count() {
        for (dollars, text) in [
            (0.0, "0.00 USD"),
            (1234.567, "1234.57 USD"),
            (1.115, "1.12 USD"),
            (0.125, "0.12 USD"),
            (0.010_45, "0.0104 USD"),
            (0.104, "0.10 USD"),
            (0.0999, "0.0999 USD"),
            (0.012_345, "0.0123 USD"),
            (0.000_012_3, "0.0000123 USD"),
            (1e-12, "0.00000000000100 USD"),
        ] {
            assert_eq!(Usd::new(dollars).expect("an amount").to_string(), text);
        }
    }

    #[test]
    fn a_price_of_a_token_is_exact() {
        let price = Usd::per_million(0.0028).expect("a price");
        assert_eq!(price * 1_000_000, Usd::new(0.0028).expect("an amount"));
        assert_eq!(price.divided(0), price);
    }

    proptest! {
        #[test]
        fn sums_do_not_depend_on_order(mut amounts in prop::collection::vec(0.0..1e6f64, 0..20)) {
            let sum = |amounts: &[f64]| amounts.iter().filter_map(|a| Usd::new(*a)).sum::<Usd>();
            let forth = sum(&amounts);
            amounts.reverse();
            prop_assert_eq!(forth, sum(&amounts));
        }

        #[test]
        fn what_is_written_is_read_back(dollars in 0.0..1e9f64) {
            let amount = Usd::new(dollars).expect("an amount");
            let json = serde_json::to_string(&amount).expect("JSON");
            let back: Usd = serde_json::from_str(&json).expect("an amount");
            prop_assert!(back.dollars() - amount.dollars() < 1e-6);
        }
    }
}

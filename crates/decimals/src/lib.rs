//! Numbers with a fixed number of decimals, rounded correctly from their decimal form: the shortest
//! decimal that reads as the number, of at most 13 digits. A half is rounded to the even digit, as in IEEE 754.
//!
//! A computer represents 2.675 by a number that begins with 2.67499, which would be cut to 2.67.

/// A number with this number of decimals.
///
/// ```
/// use peirast_decimals::fixed_decimals;
/// assert_eq!(fixed_decimals(2.675, 2), "2.68");
/// assert_eq!(fixed_decimals(0.285, 2), "0.28");
/// assert_eq!(fixed_decimals(-1.0, 1), "-1.0");
/// ```
#[must_use]
pub fn fixed_decimals(value: f64, places: usize) -> String {
    let value = settled(value);
    let text = value.to_string();
    let half = text.split_once('.').filter(|(_, decimals)| decimals.len() == places + 1);
    let Some((whole, kept)) = half.and_then(|(whole, all)| Some((whole, all.strip_suffix('5')?)))
    else {
        return format!("{value:.places$}");
    };
    let last = kept.bytes().last().or_else(|| whole.bytes().last());
    let is_even = last.is_some_and(|digit| digit % 2 == 0);
    // The neighbour in the direction of rounding is not a half.
    let neighbour = if is_even == (value > 0.0) { value.next_down() } else { value.next_up() };
    format!("{neighbour:.places$}")
}

/// A number without the error of a computation: with 13 significant digits. A sum of parts that is
/// 0.031249999999999997 is rounded as 1/32 is.
fn settled(value: f64) -> f64 {
    format!("{value:.12e}").parse().unwrap_or(value)
}

/// A share in percent with this number of decimals, without the sign.
///
/// ```
/// use peirast_decimals::percent_decimals;
/// assert_eq!(percent_decimals(0.285, 1), "28.5");
/// assert_eq!(percent_decimals(0.145, 0), "14");
/// ```
#[must_use]
pub fn percent_decimals(share: f64, places: usize) -> String {
    scaled_decimals(share, 2, places)
}

/// A number times a power of ten, with this number of decimals.
///
/// ```
/// use peirast_decimals::scaled_decimals;
/// assert_eq!(scaled_decimals(0.0285, 3, 0), "28");
/// ```
#[must_use]
pub fn scaled_decimals(value: f64, power: u8, places: usize) -> String {
    let rounded = fixed_decimals(value, places + usize::from(power)).parse().unwrap_or(value);
    // The product is a multiple of the last place, except for its own rounding error.
    format!("{:.places$}", 10_f64.powi(i32::from(power)) * rounded)
}

/// A number in scientific notation, with this number of decimals.
///
/// ```
/// use peirast_decimals::scientific_decimals;
/// assert_eq!(scientific_decimals(1.25e-7, 1), "1.2e-7");
/// assert_eq!(scientific_decimals(9.96e22, 1), "1.0e23");
/// ```
#[must_use]
pub fn scientific_decimals(value: f64, places: usize) -> String {
    let text = format!("{value:e}");
    let parts = text.split_once('e').map(|(digits, power)| (digits.parse(), power.parse::<i32>()));
    let Some((Ok(digits), Ok(power))) = parts else { return text };
    let rounded = fixed_decimals(digits, places);
    // 9.96 is rounded to 10.0.
    match rounded.trim_start_matches('-').starts_with("10") {
        true => format!("{}e{}", fixed_decimals(digits.signum(), places), power + 1),
        false => format!("{rounded}e{power}"),
    }
}

/// A number in digits with its sign, also if it is a plus.
///
/// ```
/// use peirast_decimals::{fixed_decimals, signed};
/// assert_eq!(signed(fixed_decimals(0.25, 1)), "+0.2");
/// assert_eq!(signed(fixed_decimals(-0.25, 1)), "-0.2");
/// ```
#[must_use]
pub fn signed(digits: String) -> String {
    if digits.starts_with('-') { digits } else { format!("+{digits}") }
}

/// A count with its noun.
///
/// ```
/// use peirast_decimals::counted;
/// assert_eq!(counted(1, "test", "tests"), "1 test");
/// assert_eq!(counted(75_200, "answer", "answers"), "75,200 answers");
/// ```
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A count with commas between thousands.
///
/// ```
/// assert_eq!(peirast_decimals::grouped(75_200), "75,200");
/// ```
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_rounded_as_decimals() {
        for (value, places, text) in [
            (0.285, 2, "0.28"),
            (2.675, 2, "2.68"),
            (1.005, 2, "1.00"),
            (1.015, 2, "1.02"),
            (-2.675, 2, "-2.68"),
            (-1.005, 2, "-1.00"),
            (0.5, 0, "0"),
            (1.5, 0, "2"),
            (2.5, 0, "2"),
            (6.25, 1, "6.2"),
            (0.15, 1, "0.2"),
            (0.25, 1, "0.2"),
            (0.35, 1, "0.4"),
            (0.2851, 2, "0.29"),
            (0.284_999, 2, "0.28"),
            (0.031_25, 4, "0.0312"),
            (0.031_249_999_999_999_997, 4, "0.0312"),
            (0.037_500_000_000_000_006, 3, "0.038"),
            (9.995, 2, "10.00"),
            (12.0, 2, "12.00"),
            (1e22, 1, "10000000000000000000000.0"),
        ] {
            assert_eq!(fixed_decimals(value, places), text, "{value} {places}");
        }
        assert_eq!(fixed_decimals(f64::NAN, 2), "NaN");
        assert_eq!(fixed_decimals(f64::INFINITY, 2), "inf");
    }

    #[test]
    fn shares_and_powers_are_rounded_as_decimals() {
        for (share, places, text) in [
            (0.285, 0, "28"),
            (0.145, 0, "14"),
            (0.575, 0, "58"),
            (0.575, 1, "57.5"),
            (0.0345, 1, "3.4"),
            (0.0355, 1, "3.6"),
            (-0.0355, 1, "-3.6"),
            (1.0, 0, "100"),
        ] {
            assert_eq!(percent_decimals(share, places), text, "{share} {places}");
        }
        for (value, places, text) in [
            (1.25e-7, 1, "1.2e-7"),
            (1.35e-7, 1, "1.4e-7"),
            (-8.5e300, 0, "-8e300"),
            (9.5e-5, 0, "1e-4"),
            (0.0, 1, "0.0e0"),
        ] {
            assert_eq!(scientific_decimals(value, places), text, "{value} {places}");
        }
        assert_eq!(scientific_decimals(f64::INFINITY, 2), "inf");
    }

    #[test]
    fn one_is_singular_and_thousands_have_commas() {
        for (count, text) in [
            (0, "0 tests"),
            (1, "1 test"),
            (2, "2 tests"),
            (999, "999 tests"),
            (1_000, "1,000 tests"),
            (1_234_567, "1,234,567 tests"),
        ] {
            assert_eq!(counted(count, "test", "tests"), text);
        }
    }

    proptest! {
        /// Every decimal with four places is rounded as its digits are.
        #[test]
        fn decimals_of_any_size_are_rounded_as_their_digits(digits in 0_u64..100_000_000) {
            let (whole, rest) = (digits / 100, digits % 100);
            let up = rest > 50 || (rest == 50 && whole % 2 == 1);
            let rounded = whole + u64::from(up);
            let value: f64 = format!("{}.{:04}", digits / 10_000, digits % 10_000).parse().expect("a number");
            prop_assert_eq!(fixed_decimals(value, 2), format!("{}.{:02}", rounded / 100, rounded % 100));
            prop_assert_eq!(percent_decimals(value, 0), rounded.to_string());
        }
    }
}

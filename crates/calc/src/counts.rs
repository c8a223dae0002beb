//! Counts and shares of the command line.

use crate::error::{Context as _, Result, refuse};
use peirast_table::escape_line;

/// Beyond this, not every whole number is a float.
const MOST: f64 = 9_007_199_254_740_992.0;

/// Exactly `N` counts.
pub fn counts<const N: usize>(given: &[String], names: &str) -> Result<[u64; N]> {
    let counts: Vec<u64> = given.iter().map(|text| count(text)).collect::<Result<_>>()?;
    <[u64; N]>::try_from(counts.as_slice())
        .ok()
        .with_context(|| format!("give {N} counts ({names}), not {}, or --data FILE", given.len()))
}

/// Exactly `N` numbers.
pub fn numbers<const N: usize>(given: &[String], names: &str) -> Result<[f64; N]> {
    let numbers: Vec<f64> = given.iter().map(|text| number(text)).collect::<Result<_>>()?;
    <[f64; N]>::try_from(numbers.as_slice())
        .ok()
        .with_context(|| format!("give {N} numbers ({names}), not {}", given.len()))
}

/// A whole number from 0, in digits or as 1e9.
pub fn count(text: &str) -> Result<u64> {
    if let Ok(count) = text.parse::<u64>() {
        return Ok(count);
    }
    match text.parse::<f64>() {
        Ok(count) if (0.0..=MOST).contains(&count) && count.fract() == 0.0 => Ok(count as u64),
        _ => refuse!("`{}` is no count: give a whole number from 0", escape_line(text)),
    }
}

/// A number that is finite.
pub fn number(text: &str) -> Result<f64> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => refuse!("`{}` is no number", escape_line(text)),
    }
}

/// Refuses counts next to a file.
pub fn no_counts(given: &[String]) -> Result<()> {
    if given.is_empty() {
        return Ok(());
    }
    refuse!("give counts or --data, not both")
}

//! Checks of samples that all tests share, and sums.

use crate::Error;

/// Accepts values that are all finite.
pub(crate) fn finite(what: &'static str, values: &[f64]) -> Result<(), Error> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(Error::NotFinite { what, index, value: values[index] }),
    }
}

/// Accepts two samples of the same length, all values finite.
pub(crate) fn paired(x: &[f64], y: &[f64]) -> Result<(), Error> {
    finite("x", x)?;
    finite("y", y)?;
    if x.len() == y.len() { Ok(()) } else { Err(Error::Lengths { left: x.len(), right: y.len() }) }
}

/// Accepts a table whose rows have the same length, and returns that length (0 without rows).
pub(crate) fn rectangular<T, R: AsRef<[T]>>(rows: &[R]) -> Result<usize, Error> {
    let expected = rows.first().map_or(0, |row| row.as_ref().len());
    match rows.iter().position(|row| row.as_ref().len() != expected) {
        None => Ok(expected),
        Some(row) => Err(Error::Ragged { row, expected, found: rows[row].as_ref().len() }),
    }
}

/// The sum, in eight lanes per block of 128 and pairwise above: faster than one running sum, and
/// its error grows with the logarithm of the length only.
pub(crate) fn sum(values: &[f64]) -> f64 {
    if values.len() < 8 {
        return values.iter().fold(0.0, |sum, value| sum + value);
    }
    if values.len() > 128 {
        let half = values.len() / 2;
        let (left, right) = values.split_at(half - half % 8);
        return sum(left) + sum(right);
    }
    let (head, tail) = values.split_at(values.len() - values.len() % 8);
    let mut lanes = [0.0; 8];
    for chunk in head.chunks_exact(8) {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    tail.iter().fold(((a + b) + (c + d)) + ((e + f) + (g + h)), |sum, value| sum + value)
}

/// The arithmetic mean of at least one value.
pub(crate) fn mean(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let total = sum(values);
    if total.is_finite() {
        total / count
    } else {
        // Values near the largest float: divide first.
        values.iter().map(|value| value / count).sum()
    }
}

/// The root of the sum of squared deviations from the mean, by two passes: a common offset costs no
/// digits, and numbers whose squares exceed every float are scaled first.
pub(crate) fn spread(values: &[f64]) -> f64 {
    if constant(values) {
        // Exact, unlike the rounded mean of equal values.
        return 0.0;
    }
    let centre = mean(values);
    let deviations: Vec<f64> = values.iter().map(|value| value - centre).collect();
    let largest = deviations.iter().fold(0.0_f64, |most, deviation| most.max(deviation.abs()));
    let safe = (1e-140..1e140).contains(&largest);
    let unit = if safe { 1.0 } else { largest };
    let squares: Vec<f64> = deviations.iter().map(|one| (one / unit) * (one / unit)).collect();
    // The remainder of rounding the mean.
    let drift = if safe { sum(&deviations) } else { 0.0 };
    unit * (sum(&squares) - drift * drift / values.len() as f64).max(0.0).sqrt()
}

/// The standard deviation with divisor n - 1, of at least two values.
pub(crate) fn deviation(values: &[f64]) -> f64 {
    spread(values) / ((values.len() - 1) as f64).sqrt()
}

/// The rounding of a few last places, as a share of a value: less than the last of 15 digits.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Returns true if two finite values are equal, or differ by no more than a rounding error of one
/// value: eleven twelfths computed in two ways may be 0.9166666666666666 and 0.9166666666666667.
/// Whole numbers and decimals of up to 15 digits are alike only if they are equal.
pub(crate) fn alike(one: f64, other: f64) -> bool {
    let are_whole = one.fract() == 0.0 && other.fract() == 0.0;
    one == other || !are_whole && (one - other).abs() <= ROUNDING * one.abs().max(other.abs())
}

/// Returns true if no value differs from the first; true of no values.
pub(crate) fn constant(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_every_length_add_up() {
        for length in 0..700_u32 {
            let values: Vec<f64> = (0..length).map(f64::from).collect();
            let want = f64::from(length) * (f64::from(length) - 1.0) / 2.0;
            assert_eq!(sum(&values), want, "{length}");
        }
    }

    #[test]
    fn an_offset_costs_the_spread_nothing() {
        let values = [1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0, 1e9 + 6.0];
        assert!((deviation(&values) - (14.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert_eq!(mean(&[f64::MAX, f64::MAX]), f64::MAX);
    }

    #[test]
    fn squares_beyond_floats_are_scaled() {
        for scale in [1e-300, 1e-160, 1.0, 1e160, 1e300] {
            let sd = deviation(&[scale, 2.0 * scale, 3.0 * scale]);
            assert!((sd / scale - 1.0).abs() < 1e-15, "{scale} {sd}");
        }
    }

    #[test]
    fn wrong_shapes_are_told() {
        assert!(matches!(finite("x", &[0.0, f64::NAN]), Err(Error::NotFinite { index: 1, .. })));
        assert_eq!(paired(&[1.0], &[]), Err(Error::Lengths { left: 1, right: 0 }));
        let ragged = rectangular::<u8, _>(&[vec![1, 2], vec![1]]);
        assert_eq!(ragged, Err(Error::Ragged { row: 1, expected: 2, found: 1 }));
    }
}

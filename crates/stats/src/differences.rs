//! Differences of pairs in decimal arithmetic.
//!
//! 0.7 - 0.6 and 0.3 - 0.2 are both 0.1, but not in binary. Rank statistics count ties, so such
//! rounding errors would change ranks, zeros and p-values.

use crate::Error;
use crate::sample::{finite, paired};

/// Up to here every whole number is a float.
pub(crate) const WHOLE: f64 = 9_007_199_254_740_992.0;

/// Numbers with more digits are not decimals that a person wrote: a third is a decimal of 16 digits
/// to a float.
const MOST_DIGITS: f64 = 1e14;

/// Numbers with more decimal places than this are not decimals that a person wrote.
const MOST_PLACES: i32 = 15;

/// x - y, element by element, as decimals.
///
/// If all scores are decimals of up to 15 places and 14 digits, every difference is the exact
/// decimal difference. Otherwise (thirds, for instance) differences that are equal up to the
/// rounding of their scores, (|x| + |y|) 2^-52, become equal, and those within it of 0 become 0.
/// Time is proportional to the number of pairs, or n log n if scores are not decimals.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples.
///
/// ```
/// use peirast_stats::paired_differences;
/// let d = paired_differences(&[0.7, 0.3, 0.3], &[0.6, 0.2, 0.3])?;
/// assert_eq!(d, [0.1, 0.1, 0.0]);
/// let thirds = paired_differences(&[2.0 / 3.0, 1.0 / 3.0], &[1.0 / 3.0, 0.0])?;
/// assert_eq!(thirds[0], thirds[1]);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn paired_differences(x: &[f64], y: &[f64]) -> Result<Vec<f64>, Error> {
    paired(x, y)?;
    let differences: Vec<f64> = match decimal_scale(x, y) {
        Some(scale) => {
            let whole = |value: f64| (value * scale).round();
            x.iter().zip(y).map(|(x, y)| (whole(*x) - whole(*y)) / scale).collect()
        }
        None => levelled(x, y),
    };
    finite("x - y", &differences)?;
    Ok(differences)
}

/// Returns the smallest power of ten that makes all scores whole numbers, if they are decimals.
pub(crate) fn decimal_scale(x: &[f64], y: &[f64]) -> Option<f64> {
    let is_decimal = |value: f64, scale: f64| {
        let whole = (value * scale).round();
        whole.abs() <= MOST_DIGITS && whole / scale == value
    };
    let values = || x.iter().chain(y).copied();
    let (mut places, mut scale) = (0, 1.0);
    for value in values() {
        while !is_decimal(value, scale) {
            places += 1;
            if places > MOST_PLACES {
                return None;
            }
            scale = 10_f64.powi(places);
        }
    }
    values().all(|value| is_decimal(value, scale)).then_some(scale)
}

/// Returns differences in which values that are equal up to rounding are the same float.
fn levelled(x: &[f64], y: &[f64]) -> Vec<f64> {
    let mut differences: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let slack = |at: usize| f64::EPSILON * x[at].abs() + f64::EPSILON * y[at].abs();
    let mut order: Vec<usize> = (0..differences.len()).collect();
    order.sort_by(|i, j| differences[*i].abs().total_cmp(&differences[*j].abs()));
    // The first of each level, and its slack; 0 is a level of its own.
    let (mut level, mut around) = (0.0, 0.0);
    for at in order {
        let size = differences[at].abs();
        if size - level > slack(at) + around {
            (level, around) = (size, slack(at));
        }
        differences[at] = if level == 0.0 { 0.0 } else { level.copysign(differences[at]) };
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scores_of_any_size_keep_their_differences() {
        let of = |x: &[f64], y: &[f64]| paired_differences(x, y).expect("samples");
        assert_eq!(of(&[1e300, 3.0], &[1.0, 1.0]), [1e300, 2.0]);
        assert_eq!(of(&[1e9 + 0.1, 0.2], &[1e9, 0.1]), [0.1, 0.1]);
        assert_eq!(of(&[0.1 + 0.2], &[0.3]), [0.0]);
        assert_eq!(of(&[1e-12, 5e-324], &[0.0, 0.0]), [1e-12, 5e-324]);
        assert!(paired_differences(&[f64::MAX], &[-f64::MAX]).is_err());
        assert!(paired_differences(&[1.0], &[]).is_err());
    }

    proptest! {
        /// Scores with a decimal point have the differences of the scores without it, divided by a
        /// power of ten.
        #[test]
        fn the_decimal_point_does_not_matter(
            pairs in prop::collection::vec((-5000_i32..5000, -5000_i32..5000), 1..40),
            places in 0_usize..9,
        ) {
            let scale = 10_f64.powi(places as i32);
            let moved = |value: i32| f64::from(value) / scale;
            let (x, y): (Vec<f64>, Vec<f64>) =
                pairs.iter().map(|(x, y)| (moved(*x), moved(*y))).unzip();
            let wanted: Vec<f64> = pairs.iter().map(|(x, y)| moved(x - y)).collect();
            prop_assert_eq!(paired_differences(&x, &y).expect("samples"), wanted);
        }

        /// Thirds, sevenths and other fractions have the ties and zeros of their numerators.
        #[test]
        fn fractions_tie_like_their_numerators(
            pairs in prop::collection::vec((-60_i32..60, -60_i32..60), 1..40),
            of in prop::sample::select(vec![3.0, 7.0, 11.0, 49.0]),
            offset in prop::sample::select(vec![0, 5, 300, 7000, 1_000_000]),
        ) {
            let pairs: Vec<(i32, i32)> =
                pairs.iter().map(|(x, y)| (x + 49 * offset, y + 49 * offset)).collect();
            let (x, y): (Vec<f64>, Vec<f64>) =
                pairs.iter().map(|(x, y)| (f64::from(*x) / of, f64::from(*y) / of)).unzip();
            let found = paired_differences(&x, &y).expect("samples");
            for (i, a) in pairs.iter().enumerate() {
                prop_assert_eq!(found[i] == 0.0, a.0 == a.1);
                for (j, b) in pairs.iter().enumerate() {
                    let same = (a.0 - a.1).abs() == (b.0 - b.1).abs();
                    prop_assert_eq!(found[i].abs() == found[j].abs(), same, "{:?} {:?}", a, b);
                }
            }
        }
    }
}

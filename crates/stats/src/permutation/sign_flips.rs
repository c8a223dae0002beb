//! Sign flips of paired differences: all of them, if that is affordable.

use super::{Permutation, Place, Relabelings, Slack, flips, paired, sizes, whole};
use crate::sample::mean;
use crate::{Error, Undefined, paired_differences};

/// Up to this number of differences other than 0, the test tries each choice of signs.
const ALL_CHOICES: usize = 20;
/// The most steps for counting the sums of whole numbers.
const STEPS: f64 = 2e8;

/// The same test as [`paired`] over all sign flips where that is affordable, else over `draws` random ones.
///
/// Differences of 0 have no sign and are left out. All sign flips are counted for up to 20 other differences,
/// and for more of them if they are decimals of few digits, by the distribution of their sum.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] without pairs.
///
/// ```
/// use peirast_stats::{Alternative, permutation};
/// // Thirty losses of 0.5 and nothing else: two choices of signs in 2^30.
/// let (x, y) = (vec![0.0; 500], [vec![0.5; 30], vec![0.0; 470]].concat());
/// let test = permutation::sign_flips(&x, &y, 9_999, 1)?;
/// assert!(test.exact && (test.p(Alternative::TwoSided) / 2_f64.powi(-29) - 1.0).abs() < 1e-9);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn sign_flips(x: &[f64], y: &[f64], draws: u64, seed: u64) -> Result<Permutation, Error> {
    let differences = paired_differences(x, y)?;
    if differences.is_empty() {
        return Err(Undefined::Empty.into());
    }
    let differing = || x.iter().zip(y).zip(&differences).filter(|(_, d)| **d != 0.0);
    let (x, y): (Vec<f64>, Vec<f64>) = differing().map(|((x, y), _)| (*x, *y)).unzip();
    let nonzero: Vec<f64> = differing().map(|(_, d)| *d).collect();
    let found = match whole(&nonzero) {
        _ if nonzero.is_empty() => all_of_none(),
        Some(numbers) if nonzero.len() <= ALL_CHOICES => enumerated(&numbers, Slack::Exact),
        Some(numbers) if steps(&numbers) <= STEPS => counted(&numbers),
        None if nonzero.len() <= ALL_CHOICES => paired(&x, &y, Relabelings::All)?,
        _ => paired(&x, &y, Relabelings::Random { draws, seed })?,
    };
    Ok(Permutation { statistic: mean(&differences), n: differences.len() as u64, ..found })
}

/// Nothing to flip: the observed sum is the only one.
const fn all_of_none() -> Permutation {
    let (at_least, at_most, as_far) = (1.0, 1.0, 1.0);
    Permutation { statistic: 0.0, at_least, at_most, as_far, relabelings: 1, exact: true, n: 0 }
}

fn enumerated(numbers: &[f64], slack: Slack) -> Permutation {
    let mut place = Place::new(numbers.iter().sum(), slack.of_means(1.0));
    flips(numbers, 0.0, &mut |sum| place.count(sum));
    place.result(0.0, true, 0)
}

/// The sizes as multiples of their largest common divisor, and the smaller of the sums of either sign.
fn lowest_terms(numbers: &[f64]) -> (Vec<f64>, f64) {
    let divisor = numbers.iter().fold(0.0_f64, |divisor, number| {
        let (mut one, mut other) = (divisor, number.abs());
        while other > 0.0 {
            (one, other) = (other, one % other);
        }
        one
    });
    let reduced: Vec<f64> = numbers.iter().map(|number| number / divisor).collect();
    let plus: f64 = reduced.iter().filter(|number| **number > 0.0).sum();
    let least = plus.min(sizes(&reduced) - plus);
    (reduced, least)
}

fn steps(numbers: &[f64]) -> f64 {
    lowest_terms(numbers).1 * numbers.len() as f64
}

/// The shares of all sign flips by the distribution of the sum of the positive differences: it is symmetric,
/// so that the smaller tail is enough.
fn counted(numbers: &[f64]) -> Permutation {
    let (reduced, least) = lowest_terms(numbers);
    let mut chances = vec![0.0_f64; least as usize + 1];
    chances[0] = 1.0;
    for number in &reduced {
        let jump = number.abs() as usize;
        for at in (0..chances.len()).rev() {
            let before = if at >= jump { chances[at - jump] } else { 0.0 };
            chances[at] = 0.5 * (chances[at] + before);
        }
    }
    let smaller: f64 = chances.iter().sum::<f64>().min(1.0);
    let larger = 1.0 - (smaller - chances[least as usize]);
    let total: f64 = reduced.iter().sum();
    let (at_least, at_most) = if total >= 0.0 { (smaller, larger) } else { (larger, smaller) };
    let as_far = if total == 0.0 { 1.0 } else { (2.0 * smaller).min(1.0) };
    // 2^64 and more do not fit.
    let relabelings = 1_u64.checked_shl(reduced.len() as u32).unwrap_or(u64::MAX);
    Permutation { statistic: 0.0, at_least, at_most, as_far, relabelings, exact: true, n: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Alternative;
    use proptest::prelude::*;

    proptest! {
        /// Counting sums gives what looking at every choice of signs gives, with and without zeros.
        #[test]
        fn all_ways_give_one_result(numbers in prop::collection::vec(-9_i32..10, 1..14), unit in 1..8_i32) {
            let x: Vec<f64> = numbers.iter().map(|number| f64::from(number * unit) / 10.0).collect();
            let y = vec![0.0; x.len()];
            let one = paired(&x, &y, Relabelings::All)?;
            let other = sign_flips(&x, &y, 99, 1)?;
            let nonzero: Vec<f64> = numbers.iter().filter(|n| **n != 0).map(|n| f64::from(*n)).collect();
            prop_assert!((one.at_least - other.at_least).abs() < 1e-12);
            prop_assert!((one.as_far - other.as_far).abs() < 1e-12);
            prop_assert!((one.statistic - other.statistic).abs() < 1e-12);
            prop_assert!(other.exact && other.n == one.n);
            if !nonzero.is_empty() {
                let sums = counted(&nonzero);
                prop_assert!((one.at_least - sums.at_least).abs() < 1e-12);
                prop_assert!((one.at_most - sums.at_most).abs() < 1e-12);
                prop_assert!((one.as_far - sums.as_far).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn numbers_of_many_digits_are_drawn() {
        let x: Vec<f64> = (0..40).map(|at| (f64::from(at) + 0.5).sqrt()).collect();
        let test = sign_flips(&x, &[0.0; 40], 999, 1).expect("samples");
        assert!(!test.exact && test.relabelings == 1000);
        assert_eq!(test.p(Alternative::Greater), 0.001);
        let none = sign_flips(&[1.0; 3], &[1.0; 3], 9, 1).expect("samples");
        assert_eq!((none.exact, none.p(Alternative::TwoSided)), (true, 1.0));
    }
}

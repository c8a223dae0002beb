//! Size of a shift: the Hodges-Lehmann estimates that correspond to the rank tests.
//!
//! The estimate is the median of a list of all pairwise means or differences, and the limits are
//! order statistics of the same list: exactly the shifts that the rank test does not reject.
//! Source: Hodges & Lehmann (1963), *Ann. Math. Stat.* 34:598; Hollander, Wolfe & Chicken (2014),
//! *Nonparametric Statistical Methods*, sections 3.3 and 4.3.

use crate::dist::critical_z;
use crate::error::inside;
use crate::mann_whitney::{binomial_coefficient, partitions};
use crate::sample::finite;
use crate::wilcoxon::sums_of_signs;
use crate::{Defined, Error, Interval, Undefined};

/// A shift, in the unit of the values.
///
/// ```
/// use peirast_stats::shift;
/// let shift = shift::of_pairs(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 0.95)?;
/// assert_eq!(shift.estimate, 3.5);
/// assert_eq!(shift.interval?.low, 1.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// The median of the list.
    pub estimate: f64,
    /// The interval; undefined if even the whole list does not reach the confidence.
    pub interval: Defined<Interval>,
    /// True if the interval uses the exact distribution, for up to 50 values (on each side), rather
    /// than the normal approximation.
    pub exact: bool,
}

/// Largest number of values for which the exact distribution is used.
const EXACT_UP_TO: usize = 50;
/// Longer lists are refused.
const MOST: usize = 50_000_000;

/// The pseudo-median of paired differences: the median of the means of all pairs of them, each also
/// paired with itself.
///
/// The confidence is exact (at least the nominal one) without ties and zeros, and approximate with
/// them. Time and memory n^2.
///
/// # Errors
///
/// [`Error::NotFinite`], [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::Undefined`]
/// without differences or for more than 10,000.
///
/// ```
/// use peirast_stats::{Undefined, shift};
/// // Five differences cannot give 95 %.
/// let few = shift::of_pairs(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.95)?;
/// assert_eq!((few.estimate, few.interval), (3.0, Err(Undefined::TooFew)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn of_pairs(differences: &[f64], confidence: f64) -> Result<Shift, Error> {
    inside("confidence", confidence)?;
    finite("differences", differences)?;
    let n = differences.len();
    if n * (n + 1) / 2 > MOST {
        return Err(Undefined::TooLarge.into());
    }
    let means = differences
        .iter()
        .enumerate()
        .flat_map(|(i, a)| differences[i..].iter().map(move |b| f64::midpoint(*a, *b)))
        .collect();
    let chances = (n <= EXACT_UP_TO).then(|| sums_of_signs((1..=n).collect(), n * (n + 1) / 4));
    let size = n as f64;
    let variance = size * (size + 1.0) * (2.0 * size + 1.0) / 24.0;
    of_list(means, chances, variance, confidence)
}

/// The shift of the first sample over the second: the median of all differences between a value of
/// the first sample and a value of the second.
///
/// The confidence is exact (at least the nominal one) without ties, and approximate with them. Time
/// and memory n1 n2.
///
/// # Errors
///
/// [`Error::NotFinite`], [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::Undefined`] if
/// a sample is empty, or for more than 5e7 differences.
///
/// ```
/// use peirast_stats::shift;
/// let shift = shift::of_samples(&[5.0, 6.0, 7.0, 8.0], &[1.0, 2.0, 3.0, 4.0], 0.9)?;
/// assert_eq!(shift.estimate, 4.0);
/// assert!(shift.interval?.low > 0.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn of_samples(x: &[f64], y: &[f64], confidence: f64) -> Result<Shift, Error> {
    inside("confidence", confidence)?;
    finite("x", x)?;
    finite("y", y)?;
    if x.len().saturating_mul(y.len()) > MOST {
        return Err(Undefined::TooLarge.into());
    }
    let differences: Vec<f64> = x.iter().flat_map(|x| y.iter().map(move |y| x - y)).collect();
    finite("x - y", &differences)?;
    let (few, many) = (x.len().min(y.len()), x.len().max(y.len()));
    let all = binomial_coefficient((few + many) as u64, few as u64);
    let chances = (few > 0 && many <= EXACT_UP_TO).then(|| {
        let counts = partitions(few, many, few * many / 2);
        counts.into_iter().map(|count| count / all).collect()
    });
    let (n1, n2) = (few as f64, many as f64);
    of_list(differences, chances, n1 * n2 * (n1 + n2 + 1.0) / 12.0, confidence)
}

/// Computes the shift from the list and the lower half of the distribution of the rank statistic
/// (or its variance).
fn of_list(
    mut list: Vec<f64>,
    chances: Option<Vec<f64>>,
    variance: f64,
    confidence: f64,
) -> Result<Shift, Error> {
    if list.is_empty() {
        return Err(Undefined::Empty.into());
    }
    list.sort_unstable_by(f64::total_cmp);
    let n = list.len();
    let estimate = f64::midpoint(list[(n - 1) / 2], list[n / 2]);
    let tail = (1.0 - confidence) / 2.0;
    // Number of values outside the interval at either end: the first count that is not improbable
    // enough.
    let cut = match &chances {
        Some(chances) => {
            let mut below = 0.0;
            let rare = |chance: &&f64| {
                below += **chance;
                below <= tail
            };
            chances.iter().take_while(rare).count()
        }
        None => (n as f64 / 2.0 - critical_z(confidence) * variance.sqrt()).max(0.0) as usize,
    };
    let interval = match cut {
        0 => Err(Undefined::TooFew),
        _ => Ok(Interval { low: list[cut - 1], high: list[n - cut] }),
    };
    Ok(Shift { estimate, interval, exact: chances.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alternative, ZeroRule, mann_whitney, wilcoxon};

    /// A shift lies inside the interval if and only if the exact test does not reject it.
    #[test]
    fn limits_are_where_the_test_turns() {
        let d = [1.1, 2.7, -0.4, 3.9, 0.2, 5.3, -1.6, 2.05, 4.45];
        let y = [0.0, 0.93, 2.11, 3.32, -1.18];
        for confidence in [0.5, 0.9, 0.95] {
            let inside = of_pairs(&d, confidence).expect("a list").interval.expect("enough");
            let both = of_samples(&d, &y, confidence).expect("a list").interval.expect("enough");
            for step in -700..700 {
                let by = f64::from(step) / 100.0 + 0.001_234;
                let moved: Vec<f64> = d.iter().map(|d| d - by).collect();
                let test = wilcoxon::signed_rank(&moved, ZeroRule::Wilcox).expect("differences");
                let p = test.p_exact(Alternative::TwoSided).expect("no ties");
                assert_eq!(inside.contains(by), p > 1.0 - confidence, "{by} {p} {inside:?}");
                let p = mann_whitney::rank_sum(&moved, &y).expect("samples");
                let p = p.p_exact(Alternative::TwoSided).expect("no ties");
                assert_eq!(both.contains(by), p > 1.0 - confidence, "{by} {p} {both:?}");
            }
        }
    }

    #[test]
    fn approximate_limits_are_near_exact_ones() {
        let d: Vec<f64> =
            (0..50).map(|i| f64::from(i * i % 53) - 20.0 + f64::from(i) / 97.0).collect();
        let exact = of_pairs(&d, 0.95).expect("a list");
        let longer: Vec<f64> = d.iter().copied().chain([exact.estimate]).collect();
        let near = of_pairs(&longer, 0.95).expect("a list");
        assert!(exact.exact && !near.exact);
        let (a, b) = (exact.interval.expect("enough"), near.interval.expect("enough"));
        assert!((a.low - b.low).abs() < 0.5 && (a.high - b.high).abs() < 0.5, "{a:?} {b:?}");
    }
}

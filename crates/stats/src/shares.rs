//! A proportion of answers that come in clusters, such as versions of one item.

use crate::counts::check_counts;
use crate::dist::{critical_t, critical_z};
use crate::error::inside;
use crate::proportion::score_limits;
use crate::{Error, Interval, Undefined};
use serde::Serialize;

/// A proportion with an interval that heeds its clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The proportion.
    pub value: f64,
    /// Successes.
    pub count: u64,
    /// Of so many.
    pub of: u64,
    /// So many independent answers tell as much.
    pub effective: f64,
    /// Wilson's interval for that many.
    pub interval: Interval,
}

/// The proportion over clusters of `(successes, answers)`, and Wilson's score interval for the number
/// of independent answers that would tell as much.
///
/// That number is p(1 - p) over the variance of p between clusters (Kish's design effect), but not
/// less than the clusters and not more than the answers. Where all clusters are alike it is the
/// number of clusters, so that no interval has width 0.
///
/// # Errors
/// [`Error::NoObservations`] without answers, [`Error::TooManySuccesses`] in a cluster,
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::shares;
/// // Ten items, four answers each, right in all or in none: 40 answers that tell as much as 10.
/// let items: Vec<(u64, u64)> = (0..10).map(|item| (if item < 7 { 4 } else { 0 }, 4)).collect();
/// let found = shares::share(&items, 0.95)?;
/// assert_eq!((found.value, found.effective), (0.7, 10.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn share(clusters: &[(u64, u64)], confidence: f64) -> Result<Share, Error> {
    inside("confidence", confidence)?;
    share_at(clusters, |_| Ok(critical_z(confidence)))
}

/// The same with the critical value for so many clusters.
fn share_at(
    clusters: &[(u64, u64)],
    critical: impl Fn(f64) -> Result<f64, Error>,
) -> Result<Share, Error> {
    if let Some((count, of)) = clusters.iter().find(|(count, of)| count > of) {
        return Err(Error::TooManySuccesses { successes: *count, trials: *of });
    }
    check_counts("answers of a cluster", clusters.iter().map(|(_, of)| *of))?;
    let filled = || clusters.iter().filter(|(_, of)| *of > 0);
    let (count, of) = filled().fold((0, 0), |(k, n), (count, of)| (k + count, n + of));
    if of == 0 {
        return Err(Error::NoObservations);
    }
    let (n, m) = (of as f64, filled().count() as f64);
    let value = count as f64 / n;
    // The variance of a ratio of sums, by its linear form.
    let residuals = filled().map(|(k, of)| (*k as f64 - value * *of as f64).powi(2));
    let between = if m > 1.0 { m / (m - 1.0) * residuals.sum::<f64>() / (n * n) } else { 0.0 };
    let effective = match value * (1.0 - value) {
        within if within > 0.0 && between > 0.0 => (within / between).clamp(m, n),
        within if within > 0.0 && m > 1.0 => n,
        _ => m,
    };
    let interval = score_limits(value, effective, critical(m)?);
    Ok(Share { value, count, of, effective, interval })
}

/// A weighted sum of independent shares and its interval, by the method of variance estimates
/// recovery: Zou & Donner (2008), *Statistics in Medicine* 27:1693; for two shares with weights 1 and
/// -1 it is Newcombe's interval (1998).
///
/// ```
/// use peirast_stats::shares::{contrast, share};
/// let (a, b) = (share(&[(56, 70)], 0.95)?, share(&[(48, 80)], 0.95)?);
/// let (difference, interval) = contrast(&[(1.0, a), (-1.0, b)]);
/// assert!((difference - 0.2).abs() < 1e-12 && interval.low < 0.2 && interval.high > 0.2);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn contrast(shares: &[(f64, Share)]) -> (f64, Interval) {
    let value = shares.iter().map(|(weight, share)| weight * share.value).sum();
    let reach = |upwards: bool| {
        let squares = shares.iter().map(|(weight, share)| {
            let limit =
                if (*weight > 0.0) == upwards { share.interval.high } else { share.interval.low };
            (weight * (share.value - limit)).powi(2)
        });
        squares.sum::<f64>().sqrt()
    };
    (value, Interval { low: value - reach(false), high: value + reach(true) })
}

/// The difference of the shares of two groups, first less second, where a cluster may hold answers of
/// both: `(successes, trials)` of either group in each cluster.
///
/// Shares that rise and fall together differ less surely by chance than independent ones, and the
/// interval allows for their correlation over clusters: that of [`contrast`] with the covariance of both
/// limits, as in Newcombe (1998), *Statistics in Medicine* 17:2635, for pairs. The limits of a share have
/// the critical value of Student's t for its clusters less 1, since the variance of few clusters is
/// itself uncertain.
///
/// # Errors
/// Those of [`share`] for either group; [`Error::Undefined`] if a group has answers in one cluster only.
///
/// ```
/// use peirast_stats::shares::difference;
/// // Ten items in both groups: what is right in the first is mostly right in the second.
/// let both: Vec<_> = (0..10).map(|at| [(u64::from(at < 7), 1), (u64::from(at < 6), 1)]).collect();
/// let apart: Vec<_> = both.iter().flat_map(|[a, b]| [[*a, (0, 0)], [(0, 0), *b]]).collect();
/// let ((one, paired), (other, independent)) = (difference(&both, 0.95)?, difference(&apart, 0.95)?);
/// assert_eq!(one, other);
/// assert!(paired.high - paired.low < independent.high - independent.low);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn difference(clusters: &[[(u64, u64); 2]], confidence: f64) -> Result<(f64, Interval), Error> {
    let of = |group: usize| clusters.iter().map(move |both| both[group]);
    inside("confidence", confidence)?;
    let critical = |clusters: f64| match clusters {
        few if few < 2.0 => Err(Undefined::TooFewClusters.into()),
        enough => Ok(critical_t(confidence, enough - 1.0)),
    };
    let shares = [0, 1].map(|group| share_at(&of(group).collect::<Vec<_>>(), critical));
    let [first, second] = shares;
    let (first, second) = (first?, second?);
    let residuals = |group: usize, value: f64| {
        of(group).map(move |(count, of)| count as f64 - value * of as f64)
    };
    let squares = |group, value| residuals(group, value).map(|one| one * one).sum::<f64>();
    let products = residuals(0, first.value).zip(residuals(1, second.value));
    let scale = (squares(0, first.value) * squares(1, second.value)).sqrt();
    let correlation = match products.map(|(one, other)| one * other).sum::<f64>() / scale {
        found if found.is_finite() => found.clamp(-1.0, 1.0),
        _ => 0.0,
    };
    let reach = |one: f64, other: f64| {
        (one * one + other * other - 2.0 * correlation * one * other).max(0.0).sqrt()
    };
    let value = first.value - second.value;
    let below = reach(first.value - first.interval.low, second.interval.high - second.value);
    let above = reach(first.interval.high - first.value, second.value - second.interval.low);
    let interval = Interval { low: (value - below).max(-1.0), high: (value + above).min(1.0) };
    Ok((value, interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proportion;
    use proptest::prelude::*;

    #[test]
    fn single_answers_give_wilsons_interval() {
        let singles: Vec<(u64, u64)> = (0..20).map(|at| (u64::from(at < 13), 1)).collect();
        let found = share(&singles, 0.95).unwrap();
        let plain = proportion::wilson(13, 20, 0.95).unwrap();
        assert!((found.interval.low - plain.low).abs() < 0.02);
        assert!((found.interval.high - plain.high).abs() < 0.02);
    }

    #[test]
    fn newcombes_example_comes_out() {
        // Newcombe (1998), method 10: 56/70 against 48/80.
        let of = |count, of| {
            let interval = proportion::wilson(count, of, 0.95).unwrap();
            let value = count as f64 / of as f64;
            Share { value, count, of, effective: of as f64, interval }
        };
        let (difference, found) = contrast(&[(1.0, of(56, 70)), (-1.0, of(48, 80))]);
        assert!((difference - 0.2).abs() < 1e-12);
        assert!((found.low - 0.0524).abs() < 5e-5 && (found.high - 0.3339).abs() < 5e-5);
    }

    #[test]
    fn no_interval_is_a_point() {
        let all = share(&[(4, 4), (4, 4), (4, 4)], 0.95).unwrap();
        assert_eq!(all.effective, 3.0);
        assert!(all.interval.low < 0.5);
        assert_eq!(all.interval.high, 1.0);
        assert!(share(&[], 0.95).is_err() && share(&[(0, 0)], 0.95).is_err());
    }

    proptest! {
        /// The same answers in disjoint clusters are independent shares.
        #[test]
        fn clusters_of_one_group_each_are_independent(
            first in prop::collection::vec((0_u64..5, 0_u64..5), 2..9),
            second in prop::collection::vec((0_u64..5, 0_u64..5), 2..9),
        ) {
            let counts = |given: &[(u64, u64)]| -> Vec<(u64, u64)> {
                given.iter().map(|(count, more)| (*count, count + more)).collect()
            };
            let (first, second) = (counts(&first), counts(&second));
            let apart: Vec<[(u64, u64); 2]> = first
                .iter()
                .map(|one| [*one, (0, 0)])
                .chain(second.iter().map(|one| [(0, 0), *one]))
                .collect();
            let by_t = |counts: &[(u64, u64)]| {
                share_at(counts, |clusters| Ok(critical_t(0.95, clusters - 1.0)))
            };
            if let Ok((value, found)) = difference(&apart, 0.95) {
                let (a, b) = (by_t(&first).unwrap(), by_t(&second).unwrap());
                let (wanted, interval) = contrast(&[(1.0, a), (-1.0, b)]);
                prop_assert_eq!(value, wanted);
                prop_assert!((found.low - interval.low.max(-1.0)).abs() < 1e-12);
                prop_assert!((found.high - interval.high.min(1.0)).abs() < 1e-12);
            }
        }

        #[test]
        fn the_interval_holds_the_share(
            clusters in prop::collection::vec((0_u64..5, 0_u64..5), 1..20)
        ) {
            let clusters: Vec<(u64, u64)> =
                clusters.into_iter().map(|(count, more)| (count, count + more)).collect();
            if let Ok(found) = share(&clusters, 0.95) {
                prop_assert!(found.interval.low <= found.value && found.value <= found.interval.high);
                prop_assert!(found.interval.high - found.interval.low > 0.0);
            }
        }
    }
}

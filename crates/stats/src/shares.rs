//! A proportion of answers in clusters, such as versions of one item.

use crate::clustered::share_and_trials;
use crate::dist::critical_t;
use crate::{Error, Interval, Undefined};
use serde::Serialize;

/// A proportion with an interval that allows for its clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The proportion.
    pub value: f64,
    /// Successes.
    pub count: u64,
    /// Number of answers.
    pub of: u64,
    /// The effective number of independent answers.
    pub effective: f64,
    /// Wilson's interval for this number, with the critical value of Student's t.
    pub interval: Interval,
}

/// The proportion over clusters of `(successes, answers)`, with the interval of
/// [`clustered::share`](crate::clustered::share): Wilson's for the effective number of answers,
/// with the critical value of Student's t for the clusters less 1.
///
/// A single cluster does not show the variance between clusters: it counts as one answer, and its
/// interval is 0 to 1.
///
/// # Errors
/// [`Error::NoObservations`] without answers, [`Error::TooManySuccesses`] in a cluster,
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{clustered, shares};
/// // Ten items, four answers each, right in all or in none: 40 answers that tell as much as 9.
/// let items: Vec<(u64, u64)> = (0..10).map(|item| (if item < 7 { 4 } else { 0 }, 4)).collect();
/// let found = shares::share(&items, 0.95)?;
/// assert_eq!((found.value, found.effective.round()), (0.7, 9.0));
/// assert_eq!(found.interval, clustered::share(&items, 0.95)?.interval);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn share(clusters: &[(u64, u64)], confidence: f64) -> Result<Share, Error> {
    let counts = || {
        let add = |(k, n): (u64, u64), (count, of): &(u64, u64)| (k + count, n + of);
        clusters.iter().fold((0, 0), add)
    };
    match share_and_trials(clusters, confidence) {
        Ok((mean, effective)) => {
            let (count, of) = counts();
            Ok(Share { value: mean.estimate, count, of, effective, interval: mean.interval })
        }
        Err(Error::Undefined(Undefined::TooFewClusters)) => match counts() {
            (_, 0) => Err(Error::NoObservations),
            (count, of) => {
                let (value, interval) =
                    (count as f64 / of as f64, Interval { low: 0.0, high: 1.0 });
                Ok(Share { value, count, of, effective: 1.0, interval })
            }
        },
        Err(error) => Err(error),
    }
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

/// The difference of the shares of two groups, first less second, if a cluster may have answers of
/// both: `(successes, trials)` of either group in each cluster.
///
/// Positively correlated shares differ less by chance than independent ones, and the interval
/// allows for their correlation over clusters: it is the interval of [`contrast`] with the
/// covariance of both limits. This is Newcombe's interval for pairs, with his continuity correction
/// and the effective number of pairs of the clusters. So the interval has a positive width even if
/// the shares are equal in every observed cluster. If clusters have answers of both groups, the
/// interval is also at least as wide as that of Student's t for the differences within clusters,
/// because a few clusters may differ far more than their shares. Sources: Newcombe (1998),
/// *Statistics in Medicine* 17:2635, method 10; Yang, Sun & Hardin (2012), *Pharmaceutical
/// Statistics* 11:386, for clusters of pairs.
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
    let in_group = |group: usize| share(&of(group).collect::<Vec<_>>(), confidence);
    let (first, second) = (in_group(0)?, in_group(1)?);
    let filled = |group: usize| of(group).filter(|(_, answers)| *answers > 0).count();
    if filled(0) < 2 || filled(1) < 2 {
        return Err(Undefined::TooFewClusters.into());
    }
    let residuals = |group: usize, value: f64| {
        of(group).map(move |(count, of)| count as f64 - value * of as f64)
    };
    let squares = |group, value| residuals(group, value).map(|one| one * one).sum::<f64>();
    let products = residuals(0, first.value).zip(residuals(1, second.value));
    let product: f64 = products.clone().map(|(one, other)| one * other).sum();
    let scale = (squares(0, first.value) * squares(1, second.value)).sqrt();
    let correlation = match product / scale {
        found if found.is_finite() => continuous(found.clamp(-1.0, 1.0), &first, &second),
        _ => 0.0,
    };
    let reach = |one: f64, other: f64| {
        (one * one + other * other - 2.0 * correlation * one * other).max(0.0).sqrt()
    };
    let value = first.value - second.value;
    let below = reach(first.value - first.interval.low, second.interval.high - second.value);
    let above = reach(first.interval.high - first.value, second.value - second.interval.low);
    let is_shared = clusters.iter().any(|both| both.iter().all(|(_, answers)| *answers > 0));
    let within = if is_shared {
        let (n, fewest) = (
            clusters.iter().filter(|both| both.iter().any(|one| one.1 > 0)).count(),
            filled(0).min(filled(1)),
        );
        let differences =
            products.map(|(one, other)| one / first.of as f64 - other / second.of as f64);
        let variance = n as f64 / (n as f64 - 1.0) * differences.map(|one| one * one).sum::<f64>();
        critical_t(confidence, fewest as f64 - 1.0) * variance.sqrt()
    } else {
        0.0
    };
    let interval = Interval {
        low: (value - below.max(within)).max(-1.0),
        high: (value + above.max(within)).min(1.0),
    };
    Ok((value, interval))
}

/// A correlation of two shares, with the continuity correction of Newcombe's phi of pairs: the
/// difference of products is lowered by 1/2 over the effective number of pairs, but not below 0.
fn continuous(correlation: f64, first: &Share, second: &Share) -> f64 {
    if correlation <= 0.0 {
        return correlation;
    }
    let variance = |share: &Share| share.value * (1.0 - share.value) * share.effective;
    let half = 0.5 / (variance(first) * variance(second)).sqrt();
    (correlation - half).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clustered, proportion};
    use proptest::prelude::*;

    /// Many clusters of one answer are independent answers.
    #[test]
    fn single_answers_give_wilsons_interval() {
        let singles: Vec<(u64, u64)> = (0..200).map(|at| (u64::from(at < 130), 1)).collect();
        let found = share(&singles, 0.95).unwrap();
        let plain = proportion::wilson(130, 200, 0.95).unwrap();
        assert!((found.interval.low - plain.low).abs() < 1e-3);
        assert!((found.interval.high - plain.high).abs() < 1e-3);
    }

    #[test]
    fn one_cluster_tells_nothing_of_others() {
        let found = share(&[(3, 4), (0, 0)], 0.95).unwrap();
        assert_eq!((found.value, found.count, found.of, found.effective), (0.75, 3, 4, 1.0));
        assert_eq!(found.interval, Interval { low: 0.0, high: 1.0 });
        assert!(share(&[(3, 4)], 1.0).is_err() && share(&[(5, 4)], 0.95).is_err());
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
            if let Ok((value, found)) = difference(&apart, 0.95) {
                let (a, b) = (share(&first, 0.95).unwrap(), share(&second, 0.95).unwrap());
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
                // The one interval of a share over clusters.
                if let Ok(mean) = clustered::share(&clusters, 0.95) {
                    prop_assert_eq!(found.interval, mean.interval);
                }
            }
        }
    }
}

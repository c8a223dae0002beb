//! Intervals of shares in clusters, and of their differences, that stay within the possible range.

use super::{ClusteredMean, gain, of_sums, sums_by};
use crate::counts::check_counts;
use crate::dist::critical_t;
use crate::effect::newcombe;
use crate::error::probability;
use crate::proportion::score_limits;
use crate::{Error, Interval, PairedTable};

/// A share of successes over clusters of `(successes, trials)`.
///
/// The standard error is that of [`mean`](fn@super::mean). The interval is Wilson's for the
/// effective number of trials, p(1 - p) over the variance, with the critical value of Student's t
/// for the clusters less 1: it stays within 0 to 1. If all clusters are equal, so that the variance
/// between them cannot be estimated, each cluster counts as one trial. Source: Dean & Pagano
/// (2015), *J. Survey Statistics and Methodology* 3:484, the modified Wilson interval.
///
/// # Errors
///
/// [`Error::TooManySuccesses`] and [`Error::CountTooLarge`] in a cluster, [`Error::OutOfRange`] unless
/// 0 < `confidence` < 1, [`Error::Undefined`] for fewer than two clusters with trials.
///
/// ```
/// use peirast_stats::clustered;
/// let found = clustered::share(&[(5, 5), (4, 5), (5, 5)], 0.95)?;
/// assert!((found.estimate - 14.0 / 15.0).abs() < 1e-15 && found.interval.high < 1.0);
/// // By Student's t it would reach to 1.22.
/// assert!(found.interval.contains(found.estimate));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn share(clusters: &[(u64, u64)], confidence: f64) -> Result<ClusteredMean, Error> {
    share_and_trials(clusters, confidence).map(|(mean, _)| mean)
}

/// Returns the same, with the effective number of trials.
pub(crate) fn share_and_trials(
    clusters: &[(u64, u64)],
    confidence: f64,
) -> Result<(ClusteredMean, f64), Error> {
    check_counts("trials of a cluster", clusters.iter().map(|(_, trials)| *trials))?;
    if let Some((successes, trials)) = clusters.iter().find(|(k, n)| k > n) {
        return Err(Error::TooManySuccesses { successes: *successes, trials: *trials });
    }
    let filled = clusters.iter().filter(|(_, trials)| *trials > 0);
    share_of_sums(filled.map(|(k, n)| (*k as f64, *n as f64)), confidence)
}

/// The share of successes with a cluster number for each trial; see [`share`]. A trial may be a
/// partial success, from 0 to 1, such as a guess between two of three options.
///
/// # Errors
///
/// [`Error::Lengths`] unless there is one number for each trial, [`Error::OutOfRange`] for a value that is
/// not from 0 to 1, else those of [`share`].
///
/// ```
/// use peirast_stats::clustered;
/// let by = clustered::share_by(&[1.0, 0.0, 1.0, 1.0, 0.0], &[7, 3, 7, 3, 3], 0.95)?;
/// assert_eq!(by, clustered::share(&[(2, 2), (1, 3)], 0.95)?);
/// assert_eq!(clustered::share_by(&[1.0; 20], &(0..20).collect::<Vec<_>>(), 0.95)?.interval.high, 1.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn share_by(
    successes: &[f64],
    clusters: &[u64],
    confidence: f64,
) -> Result<ClusteredMean, Error> {
    for success in successes {
        probability("success", *success)?;
    }
    let sums = sums_by(successes, clusters)?;
    share_of_sums(sums.iter().copied(), confidence).map(|(mean, _)| mean)
}

fn share_of_sums(
    sums: impl Iterator<Item = (f64, f64)> + Clone,
    confidence: f64,
) -> Result<(ClusteredMean, f64), Error> {
    let mean = of_sums(sums.clone(), confidence)?;
    // A sum of fractions may miss an end by its rounding.
    let estimate = mean.estimate.clamp(0.0, 1.0);
    let alike = alike(sums.map(|(_, n)| n));
    let trials = effective(estimate * (1.0 - estimate), mean.se, mean.n as f64, alike);
    let interval = score_limits(estimate, trials, critical_t(confidence, mean.df));
    Ok((ClusteredMean { estimate, interval, ..mean }, trials))
}

/// The effective number of units: the variance of a unit over the variance of the mean, at most the
/// number of units. `alike` if units or clusters do not vary.
fn effective(variance: f64, se: f64, n: f64, alike: f64) -> f64 {
    // A remainder of rounding counts as nothing.
    let varies = variance > f64::EPSILON && se * se > f64::EPSILON * variance / n;
    if varies { (variance / (se * se)).clamp(1.0, n) } else { alike }
}

/// The effective number of clusters of equal size if all units of one cluster are equal: (sum n)^2
/// / sum n^2. Source: Kish (1965), *Survey Sampling*, section 11.7.
pub(super) fn alike(sizes: impl Iterator<Item = f64>) -> f64 {
    let (sum, squares) = sizes.fold((0.0, 0.0), |(sum, squares), n| (sum + n, squares + n * n));
    sum * sum / squares
}

/// Newcombe's limits of a difference of paired shares for the effective number of pairs.
pub(super) fn limits(total: &PairedTable, se: f64, alike: f64, critical: f64) -> Interval {
    let n = total.n() as f64;
    let variance = total.discordant() as f64 / n - (gain(total) / n).powi(2);
    newcombe(total, effective(variance, se, n, alike), critical)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Undefined;
    use crate::clustered::{difference, difference_by_two, mean};
    use proptest::prelude::*;

    #[test]
    fn clusters_of_one_trial_give_wilsons_interval_by_t() {
        let singles: Vec<(u64, u64)> = (0..200).map(|at| (u64::from(at % 3 == 0), 1)).collect();
        let found = share(&singles, 0.95).expect("clusters");
        let plain = crate::proportion::wilson(67, 200, 0.95).expect("a share");
        assert!((found.interval.low - plain.low).abs() < 1e-3);
        assert!((found.interval.high - plain.high).abs() < 1e-3);
    }

    /// One large cluster and two small ones contain little more information than one.
    #[test]
    fn clusters_of_unequal_size_count_by_their_size() {
        assert!((alike([7.0, 7.0, 7.0].into_iter()) - 3.0).abs() < 1e-12);
        assert!(alike([1000.0, 1.0, 1.0].into_iter()) < 1.01);
    }

    /// The standard error of a mean; of clusters with the same mean it is 0.
    fn se(mean: Result<ClusteredMean, Error>) -> f64 {
        match mean {
            Err(Error::Undefined(Undefined::ZeroVariance)) => 0.0,
            mean => mean.expect("clusters").se,
        }
    }

    proptest! {
        #[test]
        fn parts_of_successes_stay_within_a_share(
            trials in prop::collection::vec((prop::sample::select(vec![0.0, 1.0 / 3.0, 0.5, 1.0]), 0_u64..8), 2..60),
            confidence in 0.5_f64..0.999,
        ) {
            let (values, clusters): (Vec<f64>, Vec<u64>) = trials.into_iter().unzip();
            let Ok(found) = share_by(&values, &clusters, confidence) else { return Ok(()) };
            let Interval { low, high } = found.interval;
            prop_assert!(0.0 <= low && low <= found.estimate + 1e-12, "{found:?}");
            prop_assert!(found.estimate <= high + 1e-12 && high <= 1.0 && low < high, "{found:?}");
            let plain = crate::clustered::mean_by(&values, &clusters, confidence);
            prop_assert!((se(plain) - found.se).abs() < 1e-12);
        }

        #[test]
        fn shares_and_differences_stay_within_their_range(
            clusters in prop::collection::vec(((0_u64..6, 0_u64..6), (0_u64..6, 0_u64..6)), 2..12),
            second in prop::collection::vec(0_u64..4, 12),
            confidence in 0.5_f64..0.999,
        ) {
            let tables: Vec<PairedTable> = clusters
                .iter()
                .map(|((n11, n12), (n21, n22))| PairedTable { n11: *n11, n12: *n12, n21: *n21, n22: *n22 })
                .collect();
            let counts: Vec<(u64, u64)> = tables.iter().map(|t| (t.n11 + t.n12, t.n())).collect();
            let within = |interval: Interval, estimate: f64, low: f64| {
                low <= interval.low && interval.low <= estimate + 1e-12
                    && estimate <= interval.high + 1e-12 && interval.high <= 1.0
                    && interval.high - interval.low > 0.0
            };
            if let Ok(found) = share(&counts, confidence) {
                prop_assert!(within(found.interval, found.estimate, 0.0), "{found:?}");
                let values: Vec<Vec<f64>> = counts.iter().map(|(k, n)| {
                    (0..*n).map(|at| f64::from(u8::from(at < *k))).collect()
                }).collect();
                prop_assert!((se(mean(&values, confidence)) - found.se).abs() < 1e-9);
            }
            if let Ok(found) = difference(&tables, confidence) {
                let robust = found.robust;
                prop_assert!(within(robust.interval, robust.estimate, -1.0), "{robust:?}");
            }
            let first: Vec<u64> = (0..tables.len() as u64).map(|at| at / 2).collect();
            if let Ok(found) = difference_by_two(&tables, &first, &second[..tables.len()], confidence) {
                prop_assert!(within(found.interval, found.estimate, -1.0), "{found:?}");
            }
        }
    }
}

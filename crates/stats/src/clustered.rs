//! Pairs that come in clusters: several versions of one seed item, or one item under several
//! protocols.
//!
//! Pairs of one cluster are dependent; if they were treated as independent, intervals would be too
//! narrow. These tests and intervals take one [`PairedTable`] for each cluster, and allow any
//! dependence within clusters; only clusters must be independent. Every result also contains the
//! result for independent pairs. If pairs share labels of two kinds, such as a seed item and a
//! protocol, [`difference_by_two`] allows for both. Time is proportional to the number of clusters.

mod bounded;
mod two_way;

pub(crate) use bounded::share_and_trials;
use bounded::{alike, limits};
pub use bounded::{share, share_by};
pub use two_way::{TwoWayMean, TwoWayVariance, difference_by_two, mean_by_two};
pub(crate) use two_way::{Ways, above_nothing};

use crate::dist::{critical_t, normal_p};
use crate::effect::{Difference, DifferenceMethod, difference as naive_difference};
use crate::error::inside;
use crate::labels::numbered;
use crate::mcnemar::{self, McNemar};
use crate::name::named;
use crate::sample::finite;
use crate::{Alternative, Defined, Error, Interval, PairedTable, Undefined};
use std::borrow::Borrow;

/// The method of a test of clustered pairs.
///
/// Notation: d_k = n21 - n12 and n_k pairs in cluster k of K clusters. The first three methods
/// compare a ratio with the normal distribution. If every cluster is a single pair, `robust` is
/// McNemar's test without correction, and `sign-flip` the exact one.
///
/// ```
/// use peirast_stats::ClusteredMethod;
/// assert_eq!("durkalski".parse(), Ok(ClusteredMethod::Durkalski));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClusteredMethod {
    /// sum d_k over the root of K/(K - 1) sum d_k^2 (`obuchowski`). Source: Obuchowski (1998),
    /// *Statistics in Medicine* 17:1495.
    Obuchowski,
    /// sum d_k/n_k over the root of sum (d_k/n_k)^2: all clusters count equally, regardless of
    /// their size (`durkalski`). Source: Durkalski, Palesch, Lipsitz & Rust (2003), *Statistics in
    /// Medicine* 22:2417.
    Durkalski,
    /// sum d_k over the root of sum d_k^2 (`robust`): Obuchowski's without its factor, which is the
    /// sandwich estimator of Liang & Zeger (1986), *Biometrika* 73:13, under the null hypothesis.
    Robust,
    /// The exact distribution of sum d_k if each cluster's d_k could as well have had the other
    /// sign (`sign-flip`). The safe choice for few clusters. Source: Fisher (1935), *The Design of
    /// Experiments*, section 21.
    #[default]
    SignFlip,
}

named!(ClusteredMethod, "method for clustered pairs",
    Obuchowski => "obuchowski",
    Durkalski => "durkalski",
    Robust => "robust",
    SignFlip => "sign-flip",
);

/// The outcome of a test of clustered pairs.
///
/// ```
/// use peirast_stats::{Alternative, ClusteredMethod, PairedTable, clustered};
/// // Ten items of five versions each; of an item, either all versions are mended or none.
/// let item = |mended| PairedTable { n11: 5 - mended, n21: mended, ..PairedTable::default() };
/// let items: Vec<_> = (0..10).map(|i| item(if i < 4 { 5 } else { 0 })).collect();
/// let test = clustered::mcnemar(&items, ClusteredMethod::SignFlip, Alternative::TwoSided)?;
/// // Twenty to nothing, but only four items of ten.
/// assert!(test.naive.p < 1e-5);
/// assert_eq!(test.p, Ok(0.125));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusteredMcNemar {
    /// The ratio that is compared with the normal distribution; for sign flips, the ratio of
    /// [`ClusteredMethod::Robust`]. Undefined if n12 = n21 in every cluster.
    pub z: Defined,
    /// The p-value, 0 to 1; 1 if n12 = n21 in every cluster, which is no evidence of a difference.
    pub p: Defined,
    /// The alternative that was tested.
    pub alternative: Alternative,
    /// The method that was used.
    pub method: ClusteredMethod,
    /// The number of clusters with pairs.
    pub clusters: u64,
    /// The number of clusters with n12 other than n21: only these contribute to the test.
    pub telling: u64,
    /// All clusters in one table.
    pub total: PairedTable,
    /// The exact test for independent pairs.
    pub naive: McNemar,
    /// The design effect, the variance of the difference with clusters over the variance without:
    /// the study needs this many times the number of pairs because of the clusters. Undefined
    /// without discordant pairs.
    pub design_effect: Defined,
}

impl ClusteredMcNemar {
    /// The smallest p-value that the sign flips of this number of clusters can give: with few
    /// clusters, no data can be significant. 0 for the other methods.
    ///
    /// ```
    /// use peirast_stats::{Alternative, ClusteredMethod, PairedTable, clustered};
    /// let two = [PairedTable::from_discordants(0, 9); 2];
    /// let test = clustered::mcnemar(&two, ClusteredMethod::SignFlip, Alternative::TwoSided)?;
    /// assert_eq!((test.p, test.smallest_p()), (Ok(0.5), 0.5));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn smallest_p(&self) -> f64 {
        if self.method != ClusteredMethod::SignFlip {
            return 0.0;
        }
        let sides = if self.alternative == Alternative::TwoSided { 2.0 } else { 1.0 };
        (sides * 0.5_f64.powf(self.telling as f64)).min(1.0)
    }
}

/// Tests whether the perturbation matters, for pairs in clusters.
///
/// Clusters without pairs are left out.
///
/// # Errors
///
/// [`Error::Undefined`] without pairs, for fewer than two clusters (except for sign flips), or if
/// an exact distribution is too long to enumerate.
///
/// ```
/// use peirast_stats::{Alternative, ClusteredMethod, PairedTable, clustered};
/// // d_k of 3, 1 and -2 in clusters of 8, 4 and 8.
/// let clusters = [(3, 1, 4, 0), (2, 0, 1, 1), (0, 5, 3, 0)]
///     .map(|(n11, n12, n21, n22)| PairedTable { n11, n12, n21, n22 });
/// let test = |method| clustered::mcnemar(&clusters, method, Alternative::TwoSided);
/// let obuchowski = test(ClusteredMethod::Obuchowski)?.z?;
/// assert!((obuchowski - 2.0 / (1.5 * 14.0_f64).sqrt()).abs() < 1e-12);
/// let durkalski = test(ClusteredMethod::Durkalski)?.z?;
/// assert!((durkalski - 0.375 / 0.265625_f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mcnemar(
    clusters: &[impl Borrow<PairedTable>],
    method: ClusteredMethod,
    alternative: Alternative,
) -> Result<ClusteredMcNemar, Error> {
    let count = filled(clusters).count();
    filled(clusters).copied().sum::<PairedTable>().check()?;
    if count == 0 {
        return Err(Undefined::Empty.into());
    }
    if count < 2 && method != ClusteredMethod::SignFlip {
        return Err(Undefined::TooFewClusters.into());
    }
    let total: PairedTable = filled(clusters).copied().sum();
    let squares: f64 = filled(clusters).map(|one| gain(one).powi(2)).sum();
    let z = ratio(clusters, method);
    let p = match (z, method) {
        (Err(_), _) => Ok(1.0),
        (Ok(_), ClusteredMethod::SignFlip) => sign_flips(clusters, alternative),
        (Ok(z), _) => Ok(normal_p(z, alternative)),
    };
    let discordant = total.discordant() as f64;
    Ok(ClusteredMcNemar {
        z,
        p,
        alternative,
        method,
        clusters: count as u64,
        telling: filled(clusters).filter(|one| one.n12 != one.n21).count() as u64,
        total,
        naive: mcnemar::exact(total.n12, total.n21, alternative),
        design_effect: if discordant > 0.0 {
            Ok(squares / discordant)
        } else {
            Err(Undefined::NoDiscordantPairs)
        },
    })
}

/// Returns the clusters that have pairs. There may be a million, so no list of them is made.
fn filled(clusters: &[impl Borrow<PairedTable>]) -> impl Iterator<Item = &PairedTable> + Clone {
    clusters.iter().map(Borrow::borrow).filter(|one: &&PairedTable| one.n() > 0)
}

/// n21 - n12.
fn gain(cluster: &PairedTable) -> f64 {
    cluster.n21 as f64 - cluster.n12 as f64
}

fn ratio(clusters: &[impl Borrow<PairedTable>], method: ClusteredMethod) -> Defined {
    let term = |one: &PairedTable| match method {
        ClusteredMethod::Durkalski => gain(one) / one.n() as f64,
        _ => gain(one),
    };
    let factor = match method {
        ClusteredMethod::Obuchowski => {
            let count = filled(clusters).count() as f64;
            count / (count - 1.0)
        }
        _ => 1.0,
    };
    let sum: f64 = filled(clusters).map(term).sum();
    let squares: f64 = filled(clusters).map(|one| term(one).powi(2)).sum();
    if squares > 0.0 { Ok(sum / (factor * squares).sqrt()) } else { Err(Undefined::ZeroVariance) }
}

/// The exact distribution of the sum of gains over all choices of signs. The sum of the positive
/// gains is equivalent, and takes whole numbers from 0 to the sum of sizes.
fn sign_flips(clusters: &[impl Borrow<PairedTable>], alternative: Alternative) -> Defined {
    const STEPS: u64 = 4_000_000_000;
    const WIDTH: u64 = 50_000_000;
    let size = |one: &PairedTable| one.n21.abs_diff(one.n12);
    let sum = |keep: fn(&PairedTable) -> bool| -> u64 {
        filled(clusters).filter(|one| keep(one)).map(size).fold(0, u64::saturating_add)
    };
    let (plus, minus) = (sum(|one| one.n21 > one.n12), sum(|one| one.n21 < one.n12));
    let sizes = || filled(clusters).map(size).filter(|size| *size > 0);
    // The distribution is symmetric: P(plus >= observed) = P(minus <= observed).
    let most = match alternative {
        Alternative::Greater => minus,
        Alternative::Less => plus,
        Alternative::TwoSided => plus.min(minus),
    };
    if most > WIDTH || most.saturating_mul(sizes().count() as u64) > STEPS {
        return Err(Undefined::TooLarge);
    }
    let mut chances = vec![0.0_f64; most as usize + 1];
    chances[0] = 1.0;
    for size in sizes() {
        let last = chances.len() - 1;
        let jump = usize::try_from(size).unwrap_or(usize::MAX);
        for at in (0..=last).rev() {
            let before = if at >= jump { chances[at - jump] } else { 0.0 };
            chances[at] = 0.5 * (chances[at] + before);
        }
    }
    let tail: f64 = chances.iter().sum();
    Ok(if alternative == Alternative::TwoSided { 2.0 * tail } else { tail }.min(1.0))
}

/// A mean, or difference of proportions, whose uncertainty allows for clusters.
///
/// ```
/// use peirast_stats::clustered;
/// let mean = clustered::mean(&[vec![1.0, 1.0, 1.0], vec![0.0, 0.0], vec![1.0]], 0.95)?;
/// assert!((mean.estimate - 4.0 / 6.0).abs() < 1e-15);
/// assert_eq!(mean.df, 2.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusteredMean {
    /// The mean over all values of all clusters.
    pub estimate: f64,
    /// Its standard error.
    pub se: f64,
    /// Clusters less 1: the degrees of freedom of the interval.
    pub df: f64,
    /// The interval by Student's t; for shares and their differences, score limits within the
    /// possible range.
    pub interval: Interval,
    /// The number of clusters with values.
    pub clusters: u64,
    /// The number of values.
    pub n: u64,
}

/// The mean of values in clusters.
///
/// The estimate is a ratio of sums over clusters, its variance K/(K - 1) sum (s_k - n_k m)^2/N^2.
/// Sources: Cochran (1977), *Sampling Techniques*, section 9A; Miller (2024), *Adding Error Bars
/// to Evals*, arXiv:2411.00640.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values, [`Error::OutOfRange`] unless 0 < `confidence` < 1,
/// [`Error::Undefined`] for fewer than two clusters with values, or if all of these have the same
/// mean, so that the variance between clusters cannot be estimated.
///
/// ```
/// use peirast_stats::clustered;
/// let one = clustered::mean(&[vec![1.0, 0.0, 1.0]], 0.95);
/// assert!(one.is_err());
/// ```
pub fn mean<C: AsRef<[f64]>>(clusters: &[C], confidence: f64) -> Result<ClusteredMean, Error> {
    for cluster in clusters {
        finite("clusters", cluster.as_ref())?;
    }
    let sums = clusters.iter().map(|one| {
        let values = one.as_ref();
        (values.iter().sum::<f64>(), values.len() as f64)
    });
    let sums: Vec<(f64, f64)> = sums.filter(|(_, size)| *size > 0.0).collect();
    let values = clusters.iter().flat_map(|one| one.as_ref());
    varied(of_sums(sums.iter().copied(), confidence)?, values)
}

/// The mean, if its clusters differ by more than the rounding of their values.
fn varied<'v>(
    mean: ClusteredMean,
    values: impl Iterator<Item = &'v f64>,
) -> Result<ClusteredMean, Error> {
    let largest = values.fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if mean.se > 1e-14 * largest { Ok(mean) } else { Err(Undefined::ZeroVariance.into()) }
}

/// The mean of values with a cluster number for each; see [`fn@mean`].
///
/// # Errors
///
/// [`Error::Lengths`] unless there is one number for each value, else those of [`fn@mean`].
///
/// ```
/// use peirast_stats::clustered;
/// let by = clustered::mean_by(&[1.0, 0.0, 1.0, 1.0, 0.0], &[7, 3, 7, 3, 3], 0.95)?;
/// assert_eq!(by, clustered::mean(&[vec![0.0, 1.0, 0.0], vec![1.0, 1.0]], 0.95)?);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mean_by(values: &[f64], clusters: &[u64], confidence: f64) -> Result<ClusteredMean, Error> {
    finite("values", values)?;
    let sums = sums_by(values, clusters)?;
    varied(of_sums(sums.iter().copied(), confidence)?, values.iter())
}

/// The sum and the number of values of each cluster.
fn sums_by(values: &[f64], clusters: &[u64]) -> Result<Vec<(f64, f64)>, Error> {
    if values.len() != clusters.len() {
        return Err(Error::Lengths { left: values.len(), right: clusters.len() });
    }
    let (places, count) = numbered(clusters);
    let mut sums = vec![(0.0, 0.0); count];
    for (place, value) in places.iter().zip(values) {
        sums[*place].0 += value;
        sums[*place].1 += 1.0;
    }
    Ok(sums)
}

/// The difference of paired proportions, perturbed less original, for pairs in clusters.
///
/// ```
/// use peirast_stats::{PairedTable, clustered};
/// let cluster = |n12, n21| PairedTable { n11: 2, n12, n21, n22: 2 };
/// let found = clustered::difference(&[cluster(0, 3), cluster(1, 2), cluster(2, 0)], 0.95)?;
/// assert!((found.robust.estimate - found.naive.estimate).abs() < 1e-15);
/// assert!(found.robust.interval.low < found.naive.interval.low);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusteredDifference {
    /// With clusters.
    pub robust: ClusteredMean,
    /// Newcombe's interval for independent pairs.
    pub naive: Difference,
}

/// The difference of paired proportions with an interval that allows for clusters.
///
/// The standard error is that of [`fn@mean`]. The interval is Newcombe's (method 10) for the
/// effective number of pairs, with the critical value of Student's t for the clusters less 1, as
/// for [`fn@share`]: it stays within -1 to 1.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::CountTooLarge`],
/// [`Error::Undefined`] for fewer than two clusters with pairs.
///
/// ```
/// use peirast_stats::{PairedTable, clustered};
/// assert!(clustered::difference(&[PairedTable::from_discordants(1, 2)], 0.95).is_err());
/// ```
pub fn difference(
    clusters: &[impl Borrow<PairedTable>],
    confidence: f64,
) -> Result<ClusteredDifference, Error> {
    let total: PairedTable = filled(clusters).copied().sum();
    total.check()?;
    let mean = of_sums(filled(clusters).map(sums), confidence)?;
    let alike = alike(filled(clusters).map(|one| one.n() as f64));
    let interval = limits(&total, mean.se, alike, critical_t(confidence, mean.df));
    let robust = ClusteredMean { interval, ..mean };
    let naive = naive_difference(&total, DifferenceMethod::Newcombe, confidence)?;
    Ok(ClusteredDifference { robust, naive })
}

/// The gain and the size of a cluster.
fn sums(cluster: &PairedTable) -> (f64, f64) {
    (gain(cluster), cluster.n() as f64)
}

/// The ratio of sums to sizes.
fn of_sums(
    clusters: impl Iterator<Item = (f64, f64)> + Clone,
    confidence: f64,
) -> Result<ClusteredMean, Error> {
    inside("confidence", confidence)?;
    let count = clusters.clone().count();
    if count < 2 {
        return Err(Undefined::TooFewClusters.into());
    }
    let n: f64 = clusters.clone().map(|(_, size)| size).sum();
    let estimate = clusters.clone().map(|(sum, _)| sum).sum::<f64>() / n;
    let se = variance(clusters, estimate, n).sqrt();
    let df = count as f64 - 1.0;
    let half = critical_t(confidence, df) * se;
    Ok(ClusteredMean {
        estimate,
        se,
        df,
        interval: Interval { low: estimate - half, high: estimate + half },
        clusters: count as u64,
        n: n as u64,
    })
}

/// K/(K - 1) sum (s_k - n_k m)^2/N^2.
fn variance(clusters: impl Iterator<Item = (f64, f64)>, estimate: f64, n: f64) -> f64 {
    let (mut count, mut squares) = (0.0, 0.0);
    for (sum, size) in clusters {
        count += 1.0;
        squares += (sum - size * estimate).powi(2);
    }
    count / (count - 1.0) * squares / (n * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_large_is_said_and_not_tried() {
        let one = |n12, n21| PairedTable::from_discordants(n12, n21);
        let huge = [one(1_000_000_000, 0), one(0, 2_000_000_000)];
        let test = |method| mcnemar(&huge, method, Alternative::TwoSided).map(|test| test.p);
        assert_eq!(test(ClusteredMethod::SignFlip), Ok(Err(Undefined::TooLarge)));
        assert!(test(ClusteredMethod::Robust).is_ok_and(|p| p.is_ok_and(|p| p > 0.5)));
    }

    #[test]
    fn clusters_without_pairs_do_not_count() {
        let none = PairedTable::default();
        let some = PairedTable { n11: 1, n12: 0, n21: 2, n22: 1 };
        let side = Alternative::Greater;
        let with = mcnemar(&[none, some, some, none], ClusteredMethod::Obuchowski, side);
        assert_eq!(with, mcnemar(&[some, some], ClusteredMethod::Obuchowski, side));
        let empty = mcnemar(&[none], ClusteredMethod::SignFlip, side);
        assert_eq!(empty, Err(Error::Undefined(Undefined::Empty)));
    }

    #[test]
    fn clusters_in_balance_say_nothing() {
        let even = PairedTable { n11: 3, n12: 2, n21: 2, n22: 0 };
        for method in ClusteredMethod::ALL {
            let test = mcnemar(&[even, even, even], *method, Alternative::TwoSided);
            let test = test.expect("three clusters");
            assert_eq!((test.z, test.p), (Err(Undefined::ZeroVariance), Ok(1.0)));
            assert_eq!(test.design_effect, Ok(0.0));
        }
    }
}

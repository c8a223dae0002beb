//! The bootstrap: variation of an estimate when the sample is resampled from itself.
//!
//! A statistic is any function of a slice; the rows of the sample may be of any type that can be
//! copied (scores, pairs of scores, verdicts). Each resample uses its own [`SplitMix64`], numbered
//! by its index: [`replicates`] over `0..500` and over `500..1000` together give the results of
//! `0..1000`. The work is divided over all cores, and the result is the same to the last bit.
//!
//! Sources: Efron & Tibshirani (1993), *An Introduction to the Bootstrap*, chapters 12 to 14;
//! Efron (1987), *JASA* 82:171, for BCa.

mod resample;

use std::ops::Range;

pub use resample::{clustered_jackknife, clustered_replicates, jackknife, replicates};

use crate::descriptives::of_sorted;
use crate::dist::{normal_cdf, normal_quantile};
use crate::error::inside;
use crate::sample::{deviation, mean as average, sum};
use crate::{Defined, Error, Interval, SplitMix64, Undefined};

/// The mean, as a statistic to be bootstrapped; `NaN` of nothing.
///
/// ```
/// use peirast_stats::bootstrap;
/// assert_eq!(bootstrap::mean(&[1.0, 2.0, 6.0]), 3.0);
/// ```
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    average(values)
}

/// The median, as a statistic to be bootstrapped; `NaN` of nothing.
///
/// Time proportional to the number of values.
///
/// ```
/// use peirast_stats::bootstrap;
/// assert_eq!(bootstrap::median(&[6.0, 1.0, 2.0]), 2.0);
/// assert_eq!(bootstrap::median(&[6.0, 1.0]), 3.5);
/// ```
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    if values.is_empty() {
        return f64::NAN;
    }
    // Integers in the order of `f64::total_cmp` are compared in one step.
    let ordered = |bits: i64| bits ^ (((bits >> 63) as u64) >> 1) as i64;
    let value = |key: i64| f64::from_bits(ordered(key) as u64);
    let mut keys: Vec<i64> = values.iter().map(|value| ordered(value.to_bits() as i64)).collect();
    let middle = keys.len() / 2;
    let even = keys.len().is_multiple_of(2);
    let (below, upper, _) = keys.select_nth_unstable(middle);
    match below.iter().max() {
        Some(lower) if even => f64::midpoint(value(*lower), value(*upper)),
        _ => value(*upper),
    }
}

/// An estimate with its bootstrap distribution.
///
/// ```
/// use peirast_stats::{Bootstrap, bootstrap};
/// let scores = [3.0, 5.0, 4.0, 8.0, 2.0, 6.0, 7.0, 5.0];
/// let resampled = Bootstrap::seeded(&scores, bootstrap::mean, 2000, 42)?;
/// let interval = resampled.percentile(0.95)?;
/// assert!(interval.low > 3.0 && interval.contains(5.0) && interval.high < 7.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrap {
    estimate: f64,
    /// In ascending order.
    replicates: Vec<f64>,
    jackknife: Vec<f64>,
    left_out: u64,
}

/// A bias-corrected and accelerated interval, with its two corrections.
///
/// ```
/// use peirast_stats::{Bootstrap, bootstrap};
/// let scores = [3.0, 5.0, 4.0, 8.0, 2.0, 6.0, 7.0, 15.0];
/// let bca = Bootstrap::seeded(&scores, bootstrap::mean, 2000, 42)?.bca(0.95)?;
/// // A long tail to the right moves the interval to the right.
/// assert!(bca.acceleration > 0.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bca {
    /// The interval.
    pub interval: Interval,
    /// The bias correction z0: the normal quantile of the share of replicates below the estimate,
    /// equal ones by half.
    pub z0: f64,
    /// The acceleration a: a sixth of the skewness of the jackknife values.
    pub acceleration: f64,
}

impl Bootstrap {
    /// Combines values computed elsewhere: the estimate, its replicates in any order, and its
    /// jackknife values (empty if no BCa interval will be asked for).
    ///
    /// Replicates that are not finite are left out and counted: a correlation is undefined in a
    /// resample that contains one row many times. If a jackknife value is not finite, there is no
    /// BCa interval.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] without a finite replicate, or if the estimate is not finite.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, bootstrap};
    /// let data = [1.0, 2.0, 6.0];
    /// let mut replicates = bootstrap::replicates(&data, bootstrap::mean, 9, 0..50);
    /// replicates.extend(bootstrap::replicates(&data, bootstrap::mean, 9, 50..100));
    /// let jackknife = bootstrap::jackknife(&data, bootstrap::mean, 0..3);
    /// let apart = Bootstrap::new(3.0, replicates, jackknife)?;
    /// assert_eq!(apart, Bootstrap::seeded(&data, bootstrap::mean, 100, 9)?);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn new(
        estimate: f64,
        mut replicates: Vec<f64>,
        jackknife: Vec<f64>,
    ) -> Result<Self, Error> {
        if replicates.is_empty() {
            return Err(Undefined::Empty.into());
        }
        if !estimate.is_finite() {
            return Err(Undefined::NotFinite.into());
        }
        let drawn = replicates.len();
        replicates.retain(|value| value.is_finite());
        if replicates.is_empty() {
            return Err(Undefined::DegenerateResamples.into());
        }
        replicates.sort_by(f64::total_cmp);
        let complete = jackknife.iter().all(|value| value.is_finite());
        let left_out = (drawn - replicates.len()) as u64;
        let jackknife = if complete { jackknife } else { Vec::new() };
        Ok(Self { estimate, replicates, jackknife, left_out })
    }

    /// Resamples a sample at random, `resamples` times; the same seed gives the same result.
    ///
    /// Time is the time of `resamples` + n statistics.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] for an empty sample, no resamples, or a statistic that is not finite; see
    /// [`Bootstrap::new`].
    ///
    /// ```
    /// use peirast_stats::Bootstrap;
    /// // Rows may be pairs: here, a ratio of sums.
    /// let rows = [(1.0, 2.0), (2.0, 5.0), (4.0, 7.0)];
    /// let ratio = |rows: &[(f64, f64)]| {
    ///     let sum = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).sum::<f64>();
    ///     sum(|row| row.0) / sum(|row| row.1)
    /// };
    /// assert_eq!(Bootstrap::seeded(&rows, ratio, 100, 1)?.estimate(), 0.5);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn seeded<T: Copy + Send + Sync>(
        data: &[T],
        statistic: impl Fn(&[T]) -> f64 + Sync,
        resamples: u64,
        seed: u64,
    ) -> Result<Self, Error> {
        if data.is_empty() {
            return Err(Undefined::Empty.into());
        }
        let drawn = replicates(data, &statistic, seed, 0..resamples);
        let left_out = jackknife(data, &statistic, 0..data.len());
        Self::new(statistic(data), drawn, left_out)
    }

    /// Resamples whole clusters: values of one cluster may be dependent, clusters are independent.
    /// The statistic sees the values of all drawn clusters in one slice.
    ///
    /// Source: Davison & Hinkley (1997), *Bootstrap Methods and their Application*, section 3.8.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] for fewer than two clusters, no resamples, or a statistic that is not
    /// finite; see [`Bootstrap::new`].
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, bootstrap};
    /// // Each seed question in three versions.
    /// let items = [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]];
    /// let clustered = Bootstrap::clustered(&items, bootstrap::mean, 1000, 1)?;
    /// let naive = Bootstrap::seeded(&items.concat(), bootstrap::mean, 1000, 1)?;
    /// assert!(clustered.standard_error()? > naive.standard_error()?);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn clustered<T: Copy + Send + Sync, C: AsRef<[T]> + Sync>(
        clusters: &[C],
        statistic: impl Fn(&[T]) -> f64 + Sync,
        resamples: u64,
        seed: u64,
    ) -> Result<Self, Error> {
        if clusters.len() < 2 {
            return Err(Undefined::TooFewClusters.into());
        }
        let all: Vec<T> = clusters.iter().flat_map(|cluster| cluster.as_ref()).copied().collect();
        let drawn = clustered_replicates(clusters, &statistic, seed, 0..resamples);
        let left_out = clustered_jackknife(clusters, &statistic, 0..clusters.len());
        Self::new(statistic(&all), drawn, left_out)
    }

    /// Resamples by given indices into the sample, counted from 0: one row for each resample.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuch`] for an index beyond the sample; [`Error::Undefined`] as for
    /// [`Bootstrap::seeded`].
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, bootstrap};
    /// let given = Bootstrap::from_indices(&[1.0, 5.0], bootstrap::mean, &[[0, 0], [0, 1]])?;
    /// assert_eq!(given.replicates(), [1.0, 3.0]);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn from_indices<T: Copy + Send + Sync, R: AsRef<[usize]>>(
        data: &[T],
        statistic: impl Fn(&[T]) -> f64 + Sync,
        indices: &[R],
    ) -> Result<Self, Error> {
        if data.is_empty() {
            return Err(Undefined::Empty.into());
        }
        let size = data.len();
        let pick = |index: &usize| {
            data.get(*index).copied().ok_or(Error::NoSuch { what: "index", index: *index, size })
        };
        let mut drawn = Vec::with_capacity(indices.len());
        for row in indices {
            let resample: Vec<T> = row.as_ref().iter().map(pick).collect::<Result<_, _>>()?;
            drawn.push(statistic(&resample));
        }
        Self::new(statistic(data), drawn, jackknife(data, &statistic, 0..size))
    }

    /// The statistic of the sample itself.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, bootstrap};
    /// assert_eq!(Bootstrap::seeded(&[1.0, 3.0], bootstrap::mean, 10, 1)?.estimate(), 2.0);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub const fn estimate(&self) -> f64 {
        self.estimate
    }

    /// The statistic of each resample, in ascending order.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, bootstrap};
    /// assert!(Bootstrap::seeded(&[1.0, 3.0], bootstrap::mean, 10, 1)?.replicates().is_sorted());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn replicates(&self) -> &[f64] {
        &self.replicates
    }

    /// Returns the number of resamples left out because the statistic was not finite there.
    ///
    /// ```
    /// use peirast_stats::Bootstrap;
    /// let given = Bootstrap::new(2.0, vec![3.0, f64::NAN, 2.0], vec![])?;
    /// assert_eq!((given.left_out(), given.replicates()), (1, &[2.0, 3.0][..]));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The standard deviation of the replicates.
    ///
    /// # Errors
    ///
    /// [`Undefined::TooFew`] for a single replicate.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, bootstrap};
    /// let constant = Bootstrap::seeded(&[2.0, 2.0], bootstrap::mean, 10, 1)?;
    /// assert_eq!(constant.standard_error(), Ok(0.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn standard_error(&self) -> Defined {
        if self.replicates.len() < 2 {
            return Err(Undefined::TooFew);
        }
        Ok(deviation(&self.replicates))
    }

    /// The percentile interval: quantiles of the replicates.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, Interval};
    /// let given = Bootstrap::new(2.0, vec![3.0, 1.0, 2.0], vec![])?;
    /// assert_eq!(given.percentile(0.5)?, Interval { low: 1.5, high: 2.5 });
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn percentile(&self, confidence: f64) -> Result<Interval, Error> {
        let tail = (1.0 - inside("confidence", confidence)?) / 2.0;
        Ok(self.between(tail, 1.0 - tail))
    }

    /// The basic interval: the percentile interval reflected at the estimate.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, Interval};
    /// let given = Bootstrap::new(3.0, vec![3.0, 1.0, 2.0], vec![])?;
    /// assert_eq!(given.basic(0.5)?, Interval { low: 3.5, high: 4.5 });
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn basic(&self, confidence: f64) -> Result<Interval, Error> {
        let Interval { low, high } = self.percentile(confidence)?;
        Ok(Interval { low: 2.0 * self.estimate - high, high: 2.0 * self.estimate - low })
    }

    /// The bias-corrected and accelerated interval.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if all replicates
    /// lie on one side of the estimate, or if the jackknife values are missing or do not vary.
    ///
    /// ```
    /// use peirast_stats::{Bootstrap, Error, Undefined, bootstrap};
    /// let constant = Bootstrap::seeded(&[2.0, 2.0], bootstrap::mean, 10, 1)?;
    /// assert_eq!(constant.bca(0.95), Err(Error::Undefined(Undefined::DegenerateResamples)));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn bca(&self, confidence: f64) -> Result<Bca, Error> {
        let tail = (1.0 - inside("confidence", confidence)?) / 2.0;
        let below = self.replicates.partition_point(|replicate| *replicate < self.estimate);
        let up_to = self.replicates.partition_point(|replicate| *replicate <= self.estimate);
        let z0 = normal_quantile((below + up_to) as f64 / (2.0 * self.replicates.len() as f64));
        let acceleration = self.acceleration()?;
        if !z0.is_finite() {
            return Err(Undefined::DegenerateResamples.into());
        }
        let level = |p: f64| {
            let moved = z0 + normal_quantile(p);
            normal_cdf(z0 + moved / (1.0 - acceleration * moved))
        };
        let interval = self.between(level(tail), level(1.0 - tail));
        Ok(Bca { interval, z0, acceleration })
    }

    fn between(&self, low: f64, high: f64) -> Interval {
        let at = |p| of_sorted(&self.replicates, p);
        Interval { low: at(low), high: at(high) }
    }

    fn acceleration(&self) -> Defined {
        if self.jackknife.len() < 2 {
            return Err(Undefined::DegenerateResamples);
        }
        let centre = average(&self.jackknife);
        let influences: Vec<f64> = self.jackknife.iter().map(|value| centre - value).collect();
        let largest = influences.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        if largest <= 4.0 * f64::EPSILON * centre.abs() {
            return Err(Undefined::DegenerateResamples);
        }
        let power = |k: i32| {
            sum(&influences.iter().map(|value| (value / largest).powi(k)).collect::<Vec<_>>())
        };
        Ok(power(3) / (6.0 * power(2).powf(1.5)))
    }
}

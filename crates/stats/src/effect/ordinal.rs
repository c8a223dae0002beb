use crate::dist::critical_z;
use crate::error::inside;
use crate::sample::finite;
use crate::{Defined, Error, Interval, Undefined};

/// The probability that a value of one sample exceeds a value of the other, less the probability
/// that it is smaller.
///
/// ```
/// use peirast_stats::effect;
/// let delta = effect::cliffs_delta(&[2.0, 3.0], &[1.0, 2.0])?;
/// assert_eq!(delta.delta, 0.75);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CliffsDelta {
    /// P(X > Y) - P(X < Y), -1 to 1: the rank-biserial correlation of two samples.
    pub delta: f64,
    /// The estimated variance of delta; undefined unless both samples have two values.
    pub variance: Defined,
}

/// Cliff's delta of x over y, with its unbiased variance. Time n log n.
///
/// Source: Cliff (1993), *Psychological Bulletin* 114:494. The variance is kept from falling
/// below (1 - delta^2)/(n1 n2 - 1), as Cliff advises.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values; [`Error::Undefined`] if a sample is empty.
///
/// ```
/// use peirast_stats::effect;
/// assert_eq!(effect::cliffs_delta(&[1.0], &[1.0])?.delta, 0.0);
/// assert!(effect::cliffs_delta(&[], &[1.0]).is_err());
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cliffs_delta(x: &[f64], y: &[f64]) -> Result<CliffsDelta, Error> {
    finite("x", x)?;
    finite("y", y)?;
    if x.is_empty() || y.is_empty() {
        return Err(Undefined::EmptyGroup.into());
    }
    let (n1, n2) = (x.len() as f64, y.len() as f64);
    let (over_y, over_x) = (dominances(x, y), dominances(y, x));
    let total: f64 = over_y.iter().map(|(sum, _)| sum).sum();
    let unequal: f64 = over_y.iter().map(|(_, unequal)| unequal).sum();
    let delta = total / (n1 * n2);
    if x.len() < 2 || y.len() < 2 {
        return Ok(CliffsDelta { delta, variance: Err(Undefined::TooFew) });
    }
    let spread = |of: &[(f64, f64)], others: f64, sign: f64| -> f64 {
        of.iter().map(|(sum, _)| (sum / others - sign * delta).powi(2)).sum()
    };
    let within = unequal - n1 * n2 * delta * delta;
    let variance = (n2 * n2 * spread(&over_y, n2, 1.0) + n1 * n1 * spread(&over_x, n1, -1.0)
        - within)
        / (n1 * n2 * (n1 - 1.0) * (n2 - 1.0));
    let least = (1.0 - delta * delta) / (n1 * n2 - 1.0);
    Ok(CliffsDelta { delta, variance: Ok(variance.max(least)) })
}

/// Returns for each value the number of other values that it exceeds less the number that exceed
/// it, and the number that differ from it.
fn dominances(values: &[f64], others: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted = others.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = |value: f64| {
        let below = sorted.partition_point(|other| *other < value);
        let above = sorted.len() - sorted.partition_point(|other| *other <= value);
        (below as f64 - above as f64, (below + above) as f64)
    };
    values.iter().map(|value| count(*value)).collect()
}

impl CliffsDelta {
    /// The asymmetric interval, which is shifted towards 0 as delta approaches 1 or -1. Source:
    /// Feng & Cliff (2004), *J. Mod. Appl. Stat. Methods* 3:322.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if the variance is
    /// undefined, or if every value of one sample exceeds every value of the other.
    ///
    /// ```
    /// use peirast_stats::effect;
    /// let delta = effect::cliffs_delta(&[2.0, 3.0, 5.0], &[1.0, 2.0, 4.0])?;
    /// let interval = delta.interval(0.95)?;
    /// assert!(interval.low > -1.0 && interval.high < 1.0 && interval.contains(delta.delta));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        let (d, variance) = (self.delta, self.variance?);
        if variance == 0.0 {
            return Err(Undefined::ZeroVariance.into());
        }
        let z = critical_z(confidence);
        let free = 1.0 - d * d;
        let half = z * (variance * (free * free + z * z * variance)).sqrt();
        let (centre, whole) = (d - d * d * d, free + z * z * variance);
        Ok(Interval { low: (centre - half) / whole, high: (centre + half) / whole })
    }
}

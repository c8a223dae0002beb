//! Confidence intervals for one proportion.

use crate::dist::{beta_quantile, normal_quantile};
use crate::error::inside;
use crate::{Error, Interval};

/// Wilson's score interval for `k` successes in `n` trials.
///
/// Short, with coverage near the nominal level on average. Its limits stay within 0 to 1. Source:
/// Wilson (1927), *JASA* 22:209.
///
/// # Errors
///
/// [`Error::NoObservations`] if `n = 0`, [`Error::TooManySuccesses`] if `k > n`,
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::proportion;
/// let interval = proportion::wilson(0, 10, 0.95)?;
/// assert_eq!(interval.low, 0.0);
/// assert!((interval.high - 0.2775327998628892).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn wilson(k: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    check(k, n, confidence)?;
    let z = critical_z(confidence);
    let (trials, share) = (n as f64, k as f64 / n as f64);
    let per_trial = z * z / trials;
    let centre = (share + per_trial / 2.0) / (1.0 + per_trial);
    let spread = share * (1.0 - share) / trials + per_trial / (4.0 * trials);
    let half = z * spread.sqrt() / (1.0 + per_trial);
    // At the ends the limit is exactly 0 or 1, which rounding would miss.
    Ok(Interval {
        low: if k == 0 { 0.0 } else { (centre - half).max(0.0) },
        high: if k == n { 1.0 } else { (centre + half).min(1.0) },
    })
}

/// Clopper and Pearson's exact interval for `k` successes in `n` trials.
///
/// Coverage is never below the nominal level, often well above it. The lower limit is exactly 0
/// for `k = 0`, the upper exactly 1 for `k = n`. Source: Clopper & Pearson (1934), *Biometrika*
/// 26:404.
///
/// # Errors
///
/// As for [`wilson`].
///
/// ```
/// use peirast_stats::proportion;
/// let interval = proportion::clopper_pearson(0, 10, 0.95)?;
/// assert_eq!(interval.low, 0.0);
/// assert!((interval.high - 0.3084971078187607).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn clopper_pearson(k: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    check(k, n, confidence)?;
    let tail = (1.0 - confidence) / 2.0;
    Ok(Interval {
        low: if k == 0 { 0.0 } else { beta_quantile(tail, k, n - k + 1) },
        high: if k == n { 1.0 } else { beta_quantile(1.0 - tail, k + 1, n - k) },
    })
}

/// The z that a standard normal exceeds in absolute value with probability 1 - confidence.
pub(crate) fn critical_z(confidence: f64) -> f64 {
    -normal_quantile((1.0 - confidence) / 2.0)
}

fn check(k: u64, n: u64, confidence: f64) -> Result<(), Error> {
    inside("confidence", confidence)?;
    if n == 0 {
        return Err(Error::NoObservations);
    }
    if k > n {
        return Err(Error::TooManySuccesses { successes: k, trials: n });
    }
    Ok(())
}

//! Confidence intervals for one proportion.

use crate::dist::{beta_inverse, beta_quantile, critical_z};
use crate::error::inside;
use crate::name::named;
use crate::{Error, Interval, check_count};

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
    Ok(score_limits(k as f64 / n as f64, n as f64, critical_z(confidence)))
}

/// Wilson's limits for a share of a number of trials that need not be whole, at a critical value.
pub(crate) fn score_limits(share: f64, trials: f64, critical: f64) -> Interval {
    let per_trial = critical * critical / trials;
    let centre = (share + per_trial / 2.0) / (1.0 + per_trial);
    let spread = share * (1.0 - share) / trials + per_trial / (4.0 * trials);
    let half = critical * spread.sqrt() / (1.0 + per_trial);
    // At the ends the limit is exactly 0 or 1, which rounding would miss.
    Interval {
        low: if share == 0.0 { 0.0 } else { (centre - half).max(0.0) },
        high: if share == 1.0 { 1.0 } else { (centre + half).min(1.0) },
    }
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
    Ok(clopper_pearson_of(k, n, confidence))
}

/// Returns the same for counts that were checked.
pub(crate) fn clopper_pearson_of(k: u64, n: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    Interval {
        low: if k == 0 { 0.0 } else { beta_quantile(tail, k, n - k + 1) },
        high: if k == n { 1.0 } else { beta_quantile(1.0 - tail, k + 1, n - k) },
    }
}

/// Agresti and Coull's interval: Wald's after adding z^2/2 successes and as many failures, cut at 0
/// and 1.
///
/// Centred where Wilson's is, and never shorter. Source: Agresti & Coull (1998), *American
/// Statistician* 52:119.
///
/// # Errors
///
/// As for [`wilson`].
///
/// ```
/// use peirast_stats::proportion;
/// let interval = proportion::agresti_coull(0, 1, 0.95)?;
/// assert!(interval.low == 0.0 && (interval.high - 0.832500514520587).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn agresti_coull(k: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    check(k, n, confidence)?;
    let z = critical_z(confidence);
    let trials = n as f64 + z * z;
    let share = (k as f64 + z * z / 2.0) / trials;
    Ok(around(share, z * (share * (1.0 - share) / trials).sqrt()))
}

/// Jeffreys' interval: the middle of the posterior under a beta(1/2, 1/2) prior.
///
/// The limits are the plain quantiles, also for `k = 0` and `k = n`, for which some authors use 0
/// and 1. Source: Brown, Cai & DasGupta (2001), *Statistical Science* 16:101.
///
/// # Errors
///
/// As for [`wilson`].
///
/// ```
/// use peirast_stats::proportion;
/// let interval = proportion::jeffreys(0, 1, 0.95)?;
/// assert!((interval.low - 0.0003855809807559016).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn jeffreys(k: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    check(k, n, confidence)?;
    let tail = (1.0 - confidence) / 2.0;
    let (a, b) = (k as f64 + 0.5, (n - k) as f64 + 0.5);
    Ok(Interval { low: beta_inverse(tail, a, b), high: 1.0 - beta_inverse(tail, b, a) })
}

/// Wald's interval: the estimate plus and minus z standard errors, cut at 0 and 1.
///
/// The interval of many textbooks, with the worst coverage: width 0 for `k = 0` and `k = n`, and
/// coverage far below the nominal level near them. Source: Brown, Cai & DasGupta (2001).
///
/// # Errors
///
/// As for [`wilson`].
///
/// ```
/// use peirast_stats::proportion;
/// let interval = proportion::wald(0, 10, 0.95)?;
/// assert_eq!((interval.low, interval.high), (0.0, 0.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn wald(k: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
    check(k, n, confidence)?;
    let (trials, share) = (n as f64, k as f64 / n as f64);
    Ok(around(share, critical_z(confidence) * (share * (1.0 - share) / trials).sqrt()))
}

fn around(centre: f64, half: f64) -> Interval {
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The method for the interval of a proportion.
///
/// ```
/// use peirast_stats::{ProportionMethod, proportion};
/// let method: ProportionMethod = "wilson".parse()?;
/// assert_eq!(method.interval(3, 10, 0.95), proportion::wilson(3, 10, 0.95));
/// # Ok::<(), peirast_stats::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProportionMethod {
    /// [`wilson`] (`wilson`).
    #[default]
    Wilson,
    /// [`clopper_pearson`] (`clopper-pearson`, short `exact`).
    ClopperPearson,
    /// [`agresti_coull`] (`agresti-coull`).
    AgrestiCoull,
    /// [`jeffreys`] (`jeffreys`).
    Jeffreys,
    /// [`wald`] (`wald`).
    Wald,
}

named!(ProportionMethod, "interval for a proportion",
    Wilson => "wilson",
    ClopperPearson => "clopper-pearson" | "exact",
    AgrestiCoull => "agresti-coull",
    Jeffreys => "jeffreys",
    Wald => "wald",
);

impl ProportionMethod {
    /// The interval for `k` successes in `n` trials.
    ///
    /// # Errors
    ///
    /// As for [`wilson`].
    ///
    /// ```
    /// use peirast_stats::ProportionMethod;
    /// for method in ProportionMethod::ALL {
    ///     assert!(method.interval(5, 10, 0.95)?.contains(0.5));
    /// }
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(self, k: u64, n: u64, confidence: f64) -> Result<Interval, Error> {
        match self {
            Self::Wilson => wilson(k, n, confidence),
            Self::ClopperPearson => clopper_pearson(k, n, confidence),
            Self::AgrestiCoull => agresti_coull(k, n, confidence),
            Self::Jeffreys => jeffreys(k, n, confidence),
            Self::Wald => wald(k, n, confidence),
        }
    }
}

fn check(k: u64, n: u64, confidence: f64) -> Result<(), Error> {
    inside("confidence", confidence)?;
    check_count("trials", n)?;
    if n == 0 {
        return Err(Error::NoObservations);
    }
    if k > n {
        return Err(Error::TooManySuccesses { successes: k, trials: n });
    }
    Ok(())
}

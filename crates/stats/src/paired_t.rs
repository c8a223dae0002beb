//! The t-test of paired scores.

use crate::dist::{critical_t, t_p};
use crate::effect::rounding;
use crate::error::inside;
use crate::sample::{deviation, mean};
use crate::{Alternative, Defined, Error, Interval, Undefined, paired_differences};

/// The mean difference of paired scores against its standard error.
///
/// ```
/// use peirast_stats::{Alternative, paired_t};
/// let test = paired_t::test(&[3.0, 5.0, 4.0, 6.0], &[1.0, 4.0, 4.0, 3.0])?;
/// assert_eq!((test.mean, test.df), (1.5, 3.0));
/// assert!(test.p(Alternative::TwoSided)? < 0.2);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedT {
    /// The number of pairs.
    pub n: u64,
    /// The mean of x - y, in the unit of the scores.
    pub mean: f64,
    /// The standard error of the mean.
    pub se: f64,
    /// The degrees of freedom, n - 1.
    pub df: f64,
    /// The mean over its standard error; undefined if all differences are equal.
    pub t: Defined,
}

/// Compares paired scores, x less y. Source: Student (1908), *Biometrika* 6:1.
///
/// Differences are treated as equal if they differ by no more than the rounding of the scores
/// themselves.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] for
/// fewer than two pairs, and for scores whose spread exceeds every float.
///
/// ```
/// use peirast_stats::{Undefined, paired_t};
/// let shifted = paired_t::test(&[1.1, 2.1, 3.1], &[1.0, 2.0, 3.0])?;
/// assert_eq!(shifted.t, Err(Undefined::ZeroVariance));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn test(x: &[f64], y: &[f64]) -> Result<PairedT, Error> {
    let d = paired_differences(x, y)?;
    if d.is_empty() {
        return Err(Undefined::Empty.into());
    }
    if d.len() < 2 {
        return Err(Undefined::TooFew.into());
    }
    let (n, mean, sd) = (d.len() as f64, mean(&d), deviation(&d));
    if !(sd.is_finite() && mean.is_finite()) {
        return Err(Undefined::NotFinite.into());
    }
    let se = sd / n.sqrt();
    let t = if sd <= rounding(x, y) { Err(Undefined::ZeroVariance) } else { Ok(mean / se) };
    Ok(PairedT { n: d.len() as u64, mean, se, df: n - 1.0, t })
}

impl PairedT {
    /// The p-value of no mean difference, if differences are normal; `Greater` means that x is
    /// larger.
    ///
    /// # Errors
    ///
    /// [`Undefined::ZeroVariance`] if all differences are equal.
    ///
    /// ```
    /// use peirast_stats::{Alternative, paired_t};
    /// let test = paired_t::test(&[2.0, 3.0], &[1.0, 4.0])?;
    /// assert_eq!(test.p(Alternative::Greater), Ok(0.5));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, alternative: Alternative) -> Defined {
        Ok(t_p(self.t?, self.df, alternative))
    }

    /// The interval of the mean difference.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if all differences
    /// are equal.
    ///
    /// ```
    /// use peirast_stats::paired_t;
    /// let test = paired_t::test(&[3.0, 5.0, 4.0], &[1.0, 4.0, 4.0])?;
    /// assert!(test.interval(0.95)?.contains(test.mean));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        self.t?;
        let half = critical_t(confidence, self.df) * self.se;
        Ok(Interval { low: self.mean - half, high: self.mean + half })
    }
}

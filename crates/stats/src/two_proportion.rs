//! Two independent proportions: the z-test and the interval of their difference.

use crate::counts::check_counts;
use crate::dist::{critical_z, normal_p};
use crate::error::inside;
use crate::name::named;
use crate::proportion::wilson;
use crate::{Alternative, Defined, Error, Interval, Undefined};

/// The hypothesis under which the variance of the difference is estimated.
///
/// ```
/// use peirast_stats::Pooling;
/// assert_eq!("pooled".parse(), Ok(Pooling::Pooled));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pooling {
    /// One proportion for both groups, as the null hypothesis says (`pooled`).
    #[default]
    Pooled,
    /// A separate proportion for each group (`unpooled`).
    Unpooled,
}

named!(Pooling, "pooling",
    Pooled => "pooled",
    Unpooled => "unpooled",
);

/// Successes in two independent groups.
///
/// ```
/// use peirast_stats::{Alternative, Pooling, TwoProportions};
/// let groups = TwoProportions::new(45, 100, 30, 100)?;
/// assert!((groups.difference() - 0.15).abs() < 1e-15);
/// assert!((groups.z(Pooling::Pooled)? - 2.190890230020664).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoProportions {
    x1: u64,
    n1: u64,
    x2: u64,
    n2: u64,
}

impl TwoProportions {
    /// `x1` successes in `n1` trials, and `x2` in `n2`.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] if a group is empty, [`Error::TooManySuccesses`] if it has more
    /// successes than trials.
    ///
    /// ```
    /// use peirast_stats::TwoProportions;
    /// assert!(TwoProportions::new(1, 2, 3, 4).is_ok());
    /// assert!(TwoProportions::new(1, 2, 0, 0).is_err());
    /// ```
    pub fn new(x1: u64, n1: u64, x2: u64, n2: u64) -> Result<Self, Error> {
        check_counts("trials", [n1, n2])?;
        if n1 == 0 || n2 == 0 {
            return Err(Undefined::EmptyGroup.into());
        }
        for (successes, trials) in [(x1, n1), (x2, n2)] {
            if successes > trials {
                return Err(Error::TooManySuccesses { successes, trials });
            }
        }
        Ok(Self { x1, n1, x2, n2 })
    }

    /// The difference of the shares, first less second: -1 to 1.
    ///
    /// ```
    /// use peirast_stats::TwoProportions;
    /// assert_eq!(TwoProportions::new(1, 2, 3, 4)?.difference(), -0.25);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.shares().0 - self.shares().1
    }

    /// The two shares, each 0 to 1.
    ///
    /// ```
    /// use peirast_stats::TwoProportions;
    /// assert_eq!(TwoProportions::new(1, 2, 3, 4)?.shares(), (0.5, 0.75));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn shares(&self) -> (f64, f64) {
        (self.x1 as f64 / self.n1 as f64, self.x2 as f64 / self.n2 as f64)
    }

    /// The number of trials in both groups.
    ///
    /// ```
    /// use peirast_stats::TwoProportions;
    /// assert_eq!(TwoProportions::new(1, 2, 3, 4)?.n(), 6);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n1.saturating_add(self.n2)
    }

    /// The difference in standard errors. Source: Fleiss, Levin & Paik (2003), *Statistical
    /// Methods for Rates and Proportions*, chapter 3.
    ///
    /// # Errors
    ///
    /// [`Undefined::ZeroVariance`] if the estimated variance is 0: pooled, if all trials had the
    /// same result; unpooled, if all trials of each group had.
    ///
    /// ```
    /// use peirast_stats::{Pooling, TwoProportions, Undefined};
    /// let all = TwoProportions::new(10, 10, 10, 10)?;
    /// assert_eq!(all.z(Pooling::Pooled), Err(Undefined::ZeroVariance));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn z(&self, pooling: Pooling) -> Defined {
        let (n1, n2) = (self.n1 as f64, self.n2 as f64);
        let (p1, p2) = self.shares();
        let variance = match pooling {
            Pooling::Pooled => {
                let successes = self.x1 as f64 + self.x2 as f64;
                let failures = (self.n1 - self.x1) as f64 + (self.n2 - self.x2) as f64;
                successes / (n1 + n2) * (failures / (n1 + n2)) * (1.0 / n1 + 1.0 / n2)
            }
            Pooling::Unpooled => self.unpooled_variance(),
        };
        if variance > 0.0 { Ok((p1 - p2) / variance.sqrt()) } else { Err(Undefined::ZeroVariance) }
    }

    /// The p-value of equal proportions by the normal approximation; `Greater` means that the
    /// first is larger.
    ///
    /// # Errors
    ///
    /// As for [`TwoProportions::z`].
    ///
    /// ```
    /// use peirast_stats::{Alternative, Pooling, TwoProportions};
    /// let groups = TwoProportions::new(45, 100, 30, 100)?;
    /// assert!(groups.p(Pooling::Pooled, Alternative::Greater)? < 0.015);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, pooling: Pooling, alternative: Alternative) -> Defined {
        Ok(normal_p(self.z(pooling)?, alternative))
    }

    /// Newcombe's interval of the difference: the Wilson intervals of both groups joined. Source:
    /// Newcombe (1998), *Statistics in Medicine* 17:873, method 10.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
    ///
    /// ```
    /// use peirast_stats::TwoProportions;
    /// // Newcombe's example (a): 56/70 less 48/80.
    /// let interval = TwoProportions::new(56, 70, 48, 80)?.newcombe(0.95)?;
    /// assert!((interval.low - 0.0524).abs() < 5e-5 && (interval.high - 0.3339).abs() < 5e-5);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn newcombe(&self, confidence: f64) -> Result<Interval, Error> {
        let (p1, p2) = self.shares();
        let first = wilson(self.x1, self.n1, confidence)?;
        let second = wilson(self.x2, self.n2, confidence)?;
        Ok(Interval {
            low: (p1 - p2 - (p1 - first.low).hypot(second.high - p2)).max(-1.0),
            high: (p1 - p2 + (first.high - p1).hypot(p2 - second.low)).min(1.0),
        })
    }

    /// Wald's interval of the difference, of unpooled variance, cut at -1 and 1: too short in
    /// small groups.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
    ///
    /// ```
    /// use peirast_stats::TwoProportions;
    /// assert!(TwoProportions::new(5, 10, 5, 10)?.wald(0.95)?.contains(0.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn wald(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        let half = critical_z(confidence) * self.unpooled_variance().sqrt();
        let difference = self.difference();
        Ok(Interval { low: (difference - half).max(-1.0), high: (difference + half).min(1.0) })
    }

    fn unpooled_variance(&self) -> f64 {
        let (p1, p2) = self.shares();
        p1 * (1.0 - p1) / self.n1 as f64 + p2 * (1.0 - p2) / self.n2 as f64
    }
}

use serde::{Deserialize, Serialize};

/// A confidence interval, ends included.
///
/// ```
/// use peirast_stats::Interval;
/// let interval = Interval { low: 0.2, high: 0.4 };
/// assert!(interval.contains(0.2) && !interval.contains(0.5));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
}

impl Interval {
    /// Returns true if a value lies in the interval.
    ///
    /// ```
    /// use peirast_stats::Interval;
    /// assert!(Interval { low: 0.0, high: 1.0 }.contains(1.0));
    /// ```
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns the number of significant digits that distinguish the limits: `least`, or, if both
    /// limits would look equal, as many as give the width two digits.
    ///
    /// ```
    /// use peirast_stats::Interval;
    /// assert_eq!(Interval { low: 0.2, high: 0.4 }.digits(3), 3);
    /// // 0.4999990 to 0.5000010, and not 0.5 to 0.5.
    /// assert_eq!(Interval { low: 0.499_999_02, high: 0.500_000_98 }.digits(3), 7);
    /// ```
    #[must_use]
    pub fn digits(&self, least: usize) -> usize {
        /// A float has no more digits than this.
        const MOST: f64 = 15.0;
        let (width, size) = (self.high - self.low, self.low.abs().min(self.high.abs()));
        if !(width > 0.0 && self.low * self.high > 0.0 && size.is_finite()) {
            return least;
        }
        let (first, of_width) = (size.log10().floor(), width.log10().floor());
        if width >= 10_f64.powf(first - least as f64 + 1.0) {
            return least;
        }
        least.max((first - of_width + 2.0).clamp(0.0, MOST) as usize)
    }
}

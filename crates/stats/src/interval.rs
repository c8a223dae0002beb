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
    /// Whether a value lies in the interval.
    ///
    /// ```
    /// use peirast_stats::Interval;
    /// assert!(Interval { low: 0.0, high: 1.0 }.contains(1.0));
    /// ```
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

use std::ops::Range;

use serde::Serialize;

use crate::SplitMix64;

/// Power, or any other probability, found by simulation.
///
/// ```
/// use peirast_stats::power::{Simulated, simulated};
/// let coin = simulated(1, 0..1000, |stream| stream.chance(0.5));
/// assert!((coin.share() - 0.5).abs() < 4.0 * coin.error());
/// assert_eq!(coin + coin, Simulated { rejected: 2 * coin.rejected, studies: 2000 });
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Simulated {
    /// The number of studies that rejected.
    pub rejected: u64,
    /// The number of studies.
    pub studies: u64,
}

impl Simulated {
    /// The share of studies that rejected; 0 without studies.
    ///
    /// ```
    /// use peirast_stats::power::Simulated;
    /// assert_eq!(Simulated { rejected: 3, studies: 4 }.share(), 0.75);
    /// ```
    #[must_use]
    pub fn share(&self) -> f64 {
        self.rejected as f64 / self.studies.max(1) as f64
    }

    /// The standard error of the share.
    ///
    /// ```
    /// use peirast_stats::power::Simulated;
    /// assert_eq!(Simulated { rejected: 50, studies: 100 }.error(), 0.05);
    /// ```
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.share() * (1.0 - self.share()) / self.studies.max(1) as f64).sqrt()
    }
}

impl std::ops::Add for Simulated {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { rejected: self.rejected + other.rejected, studies: self.studies + other.studies }
    }
}

/// Runs the studies with these numbers, each with a stream of its own: parts of a range, on any
/// number of threads, add up to the whole.
///
/// ```
/// use peirast_stats::{Alternative, ZeroRule, dist, power, wilcoxon};
/// // Wilcoxon's test of 20 normal differences, shifted by 0.7 standard deviations.
/// let found = power::simulated(1, 0..500, |stream| {
///     let differences: Vec<f64> = (0..20).map(|_| dist::normal_draw(stream) + 0.7).collect();
///     let test = wilcoxon::signed_rank(&differences, ZeroRule::Wilcox);
///     test.is_ok_and(|test| test.p_exact(Alternative::TwoSided).is_ok_and(|p| p <= 0.05))
/// });
/// assert!(found.share() > 0.75 && found.share() < 0.92);
/// ```
pub fn simulated(
    seed: u64,
    studies: Range<u64>,
    study: impl Fn(&mut SplitMix64) -> bool,
) -> Simulated {
    let count = studies.end.saturating_sub(studies.start);
    let rejected = studies.filter(|number| study(&mut SplitMix64::numbered(seed, *number))).count();
    Simulated { rejected: rejected as u64, studies: count }
}

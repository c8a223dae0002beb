use serde::Serialize;

use super::asymptotic::{Formula, pairs_needed};
use super::{Design, Discordance};
use crate::error::{inside, probability};
use crate::{Alternative, Error};

/// The largest number of pairs that a search for a sample size looks at.
///
/// ```
/// assert_eq!(peirast_stats::MAX_PAIRS, 1_000_000);
/// ```
pub const MAX_PAIRS: u64 = 1_000_000;

/// A sample size found by search, with the power it really has.
///
/// ```
/// use peirast_stats::{Alternative, Design, Discordance, Rule};
/// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
/// let size = design.pairs_needed(0.8, &Discordance::new(0.1, 0.2)?)?;
/// assert!(size.power >= 0.8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SampleSize {
    /// The number of pairs.
    pub pairs: u64,
    /// The power with that many pairs.
    pub power: f64,
}

/// So many sizes after the one reported must have the wanted power as well. Power rises in a saw
/// pattern, because counts are whole numbers; its teeth are shorter than this.
const SETTLED: u64 = 8;

impl Design {
    /// How many pairs give the wanted power.
    ///
    /// The size reported has the power, the next 8 have it too, and one pair fewer does not have
    /// it. (Power is not quite monotone in the number of pairs; single smaller sizes may reach
    /// the target by luck of rounding.)
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `target` < 1, [`Error::NoEffect`] if nothing is supposed
    /// to happen in the direction of the alternative, [`Error::Unreachable`] if [`MAX_PAIRS`] are
    /// not enough.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Discordance, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::Greater, 0.05)?;
    /// let size = design.pairs_needed(0.9, &Discordance::new(0.05, 0.15)?)?;
    /// assert!(design.power(size.pairs - 1, &Discordance::new(0.05, 0.15)?) < 0.9);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn pairs_needed(&self, target: f64, supposed: &Discordance) -> Result<SampleSize, Error> {
        inside("target", target)?;
        // The formula also knows whether there is an effect at all.
        let guess = pairs_needed(Formula::Connor, self, target, supposed)?;
        let mut enough = guess.ceil().clamp(1.0, MAX_PAIRS as f64) as u64;
        let mut short = 0;
        while self.power(enough, supposed) < target {
            if enough == MAX_PAIRS {
                let best = self.power(enough, supposed);
                return Err(Error::Unreachable { target, best });
            }
            short = enough;
            enough = (enough + enough / 8 + 1).min(MAX_PAIRS);
        }
        let mut pairs = self.crossing(short, enough, target, supposed);
        while let Some(relapse) = self.relapse(pairs, target, supposed) {
            pairs = relapse;
        }
        Ok(SampleSize { pairs, power: self.power(pairs, supposed) })
    }

    /// A size with the power, one above a size without: between one known `short` of it and one
    /// known to be `enough`.
    fn crossing(&self, short: u64, enough: u64, target: f64, supposed: &Discordance) -> u64 {
        let (mut short, mut enough) = (short, enough);
        while enough - short > 1 {
            let middle = u64::midpoint(short, enough);
            if self.power(middle, supposed) < target {
                short = middle;
            } else {
                enough = middle;
            }
        }
        enough
    }

    /// If power falls below the target again soon after `pairs`, the size at which it recovers.
    fn relapse(&self, pairs: u64, target: f64, supposed: &Discordance) -> Option<u64> {
        let last = (pairs + 1..=pairs + SETTLED).rfind(|n| self.power(*n, supposed) < target)?;
        (last + 1..).find(|n| self.power(*n, supposed) >= target)
    }

    /// The smallest difference p21 - p12 that `pairs` pairs detect with the wanted power, if a
    /// share `p12` of pairs is broken by the perturbation.
    ///
    /// Positive for [`Alternative::Greater`] and [`Alternative::TwoSided`], where p21 is raised
    /// above `p12`; negative for [`Alternative::Less`], where p21 is lowered towards 0. Found to
    /// an error below 1e-9.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 <= `p12` <= 1 and 0 < `target` < 1, [`Error::Unreachable`]
    /// if even the largest possible difference is not detected with that power.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Design, Discordance, Rule};
    /// let design = Design::new(Rule::Exact, Alternative::TwoSided, 0.05)?;
    /// let difference = design.detectable(200, 0.05, 0.8)?;
    /// let power = design.power(200, &Discordance::new(0.05, 0.05 + difference)?);
    /// assert!((power - 0.8).abs() < 1e-6);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn detectable(&self, pairs: u64, p12: f64, target: f64) -> Result<f64, Error> {
        probability("p12", p12)?;
        inside("target", target)?;
        let mut without = p12;
        let mut with = if self.alternative == Alternative::Less { 0.0 } else { 1.0 - p12 };
        // With p12 above 1/2 no p21 above it fits into the table.
        let upwards = self.alternative != Alternative::Less;
        let best = if upwards && with <= p12 { 0.0 } else { self.power_at(pairs, p12, with) };
        if best < target {
            return Err(Error::Unreachable { target, best });
        }
        while (with - without).abs() > 1e-10 {
            let middle = f64::midpoint(without, with);
            if self.power_at(pairs, p12, middle) < target {
                without = middle;
            } else {
                with = middle;
            }
        }
        Ok(with - p12)
    }

    fn power_at(&self, pairs: u64, p12: f64, p21: f64) -> f64 {
        self.power(pairs, &Discordance { p12, p21 })
    }
}

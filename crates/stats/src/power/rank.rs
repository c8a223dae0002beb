//! Power of the rank tests, Wilcoxon's signed-rank and Mann-Whitney's.
//!
//! The effect of a rank test is a probability: for paired differences, that the sum of two of them
//! is positive; for two samples, that a value of the first exceeds one of the second. 1/2 is no
//! effect. Source: Noether (1987), *JASA* 82:645, whose formulas take the variance under the null
//! hypothesis. They are rough for large effects and for small samples, where a test may not be able
//! to reject at all: [`PlannedRank`] finds the power for normal data by simulation.

use std::f64::consts::SQRT_2;
use std::ops::Range;

use crate::dist::{normal_cdf, normal_quantile};
use crate::error::{inside, probability};
use crate::{Alternative, Error, Undefined};

use super::Simulated;

mod planned;

pub use planned::{PlannedRank, search_shift, search_size, shift_of_effect};

/// The planned rank test.
///
/// ```
/// use peirast_stats::power::rank::{RankDesign, effect_of_shift};
/// let paired = RankDesign::SignedRank;
/// assert!((effect_of_shift(paired, 0.0)? - 0.5).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RankDesign {
    /// Wilcoxon's signed-rank test; sizes are numbers of pairs.
    SignedRank,
    /// Mann and Whitney's test; sizes are the sum of both samples.
    RankSum {
        /// The share of values in the first sample, strictly between 0 and 1.
        first: f64,
    },
}

impl RankDesign {
    /// The increase of the squared effect per value.
    fn information(self) -> Result<f64, Error> {
        Ok(match self {
            Self::SignedRank => 3.0,
            Self::RankSum { first } => 12.0 * inside("first", first)? * (1.0 - first),
        })
    }
}

/// The effect, as a probability, of a shift of normal data by `shift` standard deviations (of
/// differences, for the signed-rank test).
///
/// # Errors
///
/// [`Error::NotFinite`] if the shift is not finite.
///
/// ```
/// use peirast_stats::power::rank::{RankDesign, effect_of_shift};
/// let effect = effect_of_shift(RankDesign::RankSum { first: 0.5 }, 0.5)?;
/// assert!((effect - 0.6381631950841185).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn effect_of_shift(design: RankDesign, shift: f64) -> Result<f64, Error> {
    if !shift.is_finite() {
        return Err(Error::NotFinite { what: "shift", index: 0, value: shift });
    }
    Ok(match design {
        RankDesign::SignedRank => normal_cdf(SQRT_2 * shift),
        RankDesign::RankSum { .. } => normal_cdf(shift / SQRT_2),
    })
}

/// The approximate power with `size` pairs or values, 0 to 1. For a two-sided test the chance of
/// rejecting in the wrong direction is left out.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless `effect` is between 0 and 1 and `alpha` strictly so.
///
/// ```
/// use peirast_stats::{Alternative, power::rank::{self, RankDesign}};
/// let power = rank::power(RankDesign::SignedRank, 0.76, 50.0, Alternative::TwoSided, 0.05)?;
/// assert!(power > 0.8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn power(
    design: RankDesign,
    effect: f64,
    size: f64,
    alternative: Alternative,
    alpha: f64,
) -> Result<f64, Error> {
    let delta = towards(effect, alternative)?;
    let drift = delta * (design.information()? * size.max(0.0)).sqrt();
    Ok(normal_cdf(drift - critical(alternative, alpha)?))
}

/// The approximate number of pairs or values for power `target`, not yet rounded up.
///
/// # Errors
///
/// [`Error::OutOfRange`] as for [`power`]; [`Error::Undefined`] if the effect is 1/2 or points
/// against the alternative.
///
/// ```
/// use peirast_stats::{Alternative, power::rank::{self, RankDesign}};
/// let two = RankDesign::RankSum { first: 0.5 };
/// let size = rank::size_needed(two, 0.7, Alternative::Greater, 0.05, 0.9)?;
/// // Noether's example: 71.4, so 36 in each sample.
/// assert!((size - 71.4).abs() < 0.1);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn size_needed(
    design: RankDesign,
    effect: f64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<f64, Error> {
    let delta = towards(effect, alternative)?;
    if delta <= 0.0 {
        return Err(Undefined::NoEffect.into());
    }
    let sum = critical(alternative, alpha)? + normal_quantile(inside("target", target)?);
    Ok((sum.max(0.0) / delta).powi(2) / design.information()?)
}

/// The smallest effect above 1/2 that `size` pairs or values detect with power `target`.
///
/// # Errors
///
/// [`Error::OutOfRange`] as for [`power`]; [`Error::TooSmall`] if no effect is detected with
/// that power.
///
/// ```
/// use peirast_stats::{Alternative, power::rank::{self, RankDesign}};
/// let effect = rank::detectable(RankDesign::SignedRank, 50.0, Alternative::Greater, 0.05, 0.8)?;
/// let power = rank::power(RankDesign::SignedRank, effect, 50.0, Alternative::Greater, 0.05)?;
/// assert!((power - 0.8).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn detectable(
    design: RankDesign,
    size: f64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<f64, Error> {
    let critical = critical(alternative, alpha)?;
    let sum = critical + normal_quantile(inside("target", target)?);
    let scale = (design.information()? * size.max(0.0)).sqrt();
    let effect = 0.5 + sum.max(0.0) / scale;
    if effect < 1.0 {
        return Ok(effect);
    }
    Err(Error::TooSmall { target, best: normal_cdf(0.5 * scale - critical) })
}

/// The power for normal data by simulation of the studies with these numbers; parts computed on any
/// number of threads add up to the whole.
///
/// `size` pairs (or values in both samples together) are shifted by `shift` standard deviations and
/// tested as by a [`PlannedRank`]. For other data, simulate the study with [`fn@super::simulated`].
///
/// # Errors
///
/// [`Error::OutOfRange`] unless `alpha` and the share of the first sample are strictly between 0
/// and 1, [`Error::NotFinite`] if the shift is not finite.
///
/// ```
/// use peirast_stats::{Alternative, power::rank::{self, RankDesign}};
/// let (design, side) = (RankDesign::SignedRank, Alternative::TwoSided);
/// let found = rank::simulate(design, 0.5, 40, side, 0.05, 7, 0..400)?;
/// let effect = rank::effect_of_shift(design, 0.5)?;
/// let formula = rank::power(design, effect, 40.0, side, 0.05)?;
/// assert!((found.share() - formula).abs() < 0.1);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn simulate(
    design: RankDesign,
    shift: f64,
    size: usize,
    alternative: Alternative,
    alpha: f64,
    seed: u64,
    studies: Range<u64>,
) -> Result<Simulated, Error> {
    PlannedRank::new(design, size, alternative, alpha)?.simulate(shift, seed, studies)
}

/// The departure of the effect from 1/2, in the direction of the alternative.
fn towards(effect: f64, alternative: Alternative) -> Result<f64, Error> {
    let departure = probability("effect", effect)? - 0.5;
    Ok(match alternative {
        Alternative::Greater => departure,
        Alternative::Less => -departure,
        Alternative::TwoSided => departure.abs(),
    })
}

fn critical(alternative: Alternative, alpha: f64) -> Result<f64, Error> {
    inside("alpha", alpha)?;
    let tail = if alternative == Alternative::TwoSided { alpha / 2.0 } else { alpha };
    Ok(-normal_quantile(tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formula_and_simulation_are_near() {
        for (design, shift, size) in [
            (RankDesign::SignedRank, 0.4, 30),
            (RankDesign::SignedRank, 0.0, 30),
            (RankDesign::RankSum { first: 0.5 }, 0.7, 60),
            (RankDesign::RankSum { first: 0.25 }, 0.5, 120),
        ] {
            let side = Alternative::Greater;
            let found = simulate(design, shift, size, side, 0.05, 1, 0..2_000).expect("a design");
            let effect = effect_of_shift(design, shift).expect("finite");
            let formula = power(design, effect, size as f64, side, 0.05).expect("a design");
            assert!((found.share() - formula).abs() < 0.06, "{design:?} {found:?} {formula}");
        }
        let none = simulate(RankDesign::SignedRank, 1.0, 0, Alternative::Less, 0.05, 1, 0..9);
        assert_eq!(none.expect("a design").rejected, 0);
    }
}

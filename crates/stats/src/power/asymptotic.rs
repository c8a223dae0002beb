//! The textbook approximations of the power of McNemar's test.
//!
//! They are fast and rough; below about 100 discordant pairs the exact sum of [`Design::power`] is
//! better.

use super::{Design, Discordance};
use crate::dist::{normal_cdf, normal_quantile};
use crate::error::inside;
use crate::name::named;
use crate::{Alternative, Error};

/// The approximation.
///
/// With psi = p12 + p21 and delta the difference in the direction of the alternative, both take
/// the mean of the test's numerator to be delta and its variance under the null psi; they differ
/// in the variance under the alternative.
///
/// ```
/// use peirast_stats::Formula;
/// assert_eq!(Formula::Connor.to_string(), "connor");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// Unconditional variance psi - delta^2 (`connor`). Source: Connor (1987), *Biometrics*
    /// 43:207.
    Connor,
    /// The expected conditional variance to second order, psi - delta^2 (3 + psi)/(4 psi)
    /// (`miettinen`). Source: Miettinen (1968), *Biometrics* 24:339.
    Miettinen,
}

named!(Formula, "power formula",
    Connor => "connor",
    Miettinen => "miettinen",
);

/// The approximate power with `pairs` pairs, 0 to 1.
///
/// For a two-sided test the probability of rejecting in the wrong direction is left out, as usual.
/// 0 if no pair can be discordant.
///
/// ```
/// use peirast_stats::{Alternative, Design, Discordance, Formula, Rule, power::asymptotic};
/// let design = Design::new(Rule::Normal, Alternative::TwoSided, 0.05)?;
/// let supposed = Discordance::new(0.1, 0.2)?;
/// let power = asymptotic::power(Formula::Connor, &design, 234, &supposed);
/// assert!((power - 0.8015365466121729).abs() < 1e-9);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[must_use]
pub fn power(formula: Formula, design: &Design, pairs: u64, supposed: &Discordance) -> f64 {
    let psi = supposed.total();
    if psi == 0.0 {
        return 0.0;
    }
    let drift = towards(design.alternative, supposed) * (pairs as f64).sqrt();
    let excess = drift - critical(design) * psi.sqrt();
    let spread = variance(formula, supposed).sqrt();
    if spread > 0.0 { normal_cdf(excess / spread) } else { f64::from(u8::from(excess >= 0.0)) }
}

/// The approximate number of pairs for power `target`, not yet rounded up to a whole number.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `target` < 1, [`Error::NoEffect`] if the difference is 0 or
/// points against the alternative.
///
/// ```
/// use peirast_stats::{Alternative, Design, Discordance, Formula, Rule, power::asymptotic};
/// let design = Design::new(Rule::Normal, Alternative::TwoSided, 0.05)?;
/// let supposed = Discordance::new(0.1, 0.2)?;
/// let pairs = asymptotic::pairs_needed(Formula::Connor, &design, 0.8, &supposed)?;
/// assert!((pairs - 233.09453820467388).abs() < 1e-8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn pairs_needed(
    formula: Formula,
    design: &Design,
    target: f64,
    supposed: &Discordance,
) -> Result<f64, Error> {
    inside("target", target)?;
    let delta = towards(design.alternative, supposed);
    if delta <= 0.0 {
        return Err(Error::NoEffect { p12: supposed.p12, p21: supposed.p21 });
    }
    let null = critical(design) * supposed.total().sqrt();
    let effect = normal_quantile(target) * variance(formula, supposed).sqrt();
    // A target that is reached by chance alone needs no pairs.
    Ok(((null + effect).max(0.0) / delta).powi(2))
}

/// The difference in the direction of the alternative.
fn towards(alternative: Alternative, supposed: &Discordance) -> f64 {
    match alternative {
        Alternative::Greater => supposed.difference(),
        Alternative::Less => -supposed.difference(),
        Alternative::TwoSided => supposed.difference().abs(),
    }
}

/// The normal deviate at which the test rejects.
fn critical(design: &Design) -> f64 {
    let tail =
        if design.alternative == Alternative::TwoSided { design.alpha / 2.0 } else { design.alpha };
    -normal_quantile(tail)
}

fn variance(formula: Formula, supposed: &Discordance) -> f64 {
    let (psi, square) = (supposed.total(), supposed.difference().powi(2));
    let lost = match formula {
        Formula::Connor => square,
        Formula::Miettinen => square * (3.0 + psi) / (4.0 * psi),
    };
    (psi - lost).max(0.0)
}

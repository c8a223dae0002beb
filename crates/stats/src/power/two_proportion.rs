//! Power of the test of two independent proportions.
//!
//! Both groups have the same size. For two-sided tests the chance of rejecting in the wrong
//! direction is left out, as usual. Source: Fleiss, Levin & Paik (2003), *Statistical Methods for
//! Rates and Proportions*, chapter 4; Cohen (1988), *Statistical Power Analysis*, chapter 6, for
//! the arcsine form.

use crate::dist::{normal_cdf, normal_quantile};
use crate::effect::cohens_h;
use crate::error::{inside, probability};
use crate::{Alternative, Error, Undefined};

/// The size of each group for power `target`, not yet rounded up to a whole number.
///
/// # Errors
///
/// [`Error::OutOfRange`] for probabilities, levels or targets out of their range;
/// [`Error::Undefined`] if the supposed difference is 0 or points against the alternative.
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// let group = two_proportion::group_needed(0.8, 0.7, Alternative::TwoSided, 0.05, 0.8)?;
/// assert!((group - 293.1512855064863).abs() < 1e-8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn group_needed(
    p1: f64,
    p2: f64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<f64, Error> {
    let delta = towards(p1, p2, alternative)?;
    let critical = critical(alternative, alpha)?;
    let wanted = normal_quantile(inside("target", target)?);
    let (null, effect) = spreads(p1, p2);
    Ok(((critical * null + wanted * effect).max(0.0) / delta).powi(2))
}

/// The size of each group by Cohen's h, 2 ((z_alpha + z_power)/h)^2, not yet rounded up.
///
/// # Errors
///
/// As for [`group_needed`].
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// let group = two_proportion::group_needed_by_h(0.8, 0.7, Alternative::TwoSided, 0.05, 0.8)?;
/// assert!((group - 291.68938).abs() < 1e-4);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn group_needed_by_h(
    p1: f64,
    p2: f64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<f64, Error> {
    towards(p1, p2, alternative)?;
    let sum = critical(alternative, alpha)? + normal_quantile(inside("target", target)?);
    Ok(2.0 * (sum.max(0.0) / cohens_h(p1, p2)?).powi(2))
}

/// The power with `group` trials in each group, 0 to 1.
///
/// # Errors
///
/// As for [`group_needed`].
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// let power = two_proportion::power(0.8, 0.7, 294.0, Alternative::TwoSided, 0.05)?;
/// assert!((power - 0.8011379540441306).abs() < 1e-10);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn power(
    p1: f64,
    p2: f64,
    group: f64,
    alternative: Alternative,
    alpha: f64,
) -> Result<f64, Error> {
    let delta = towards(p1, p2, alternative)?;
    let (null, effect) = spreads(p1, p2);
    let excess = delta * group.max(0.0).sqrt() - critical(alternative, alpha)? * null;
    // Two certain outcomes that differ are told apart, or not, for sure.
    Ok(if effect > 0.0 { normal_cdf(excess / effect) } else { f64::from(u8::from(excess >= 0.0)) })
}

/// The smallest p1 above `p2` that `group` trials in each group tell from it with power `target`,
/// found to an error below 1e-10.
///
/// # Errors
///
/// [`Error::OutOfRange`] as for [`group_needed`]; [`Error::Unreachable`] if even p1 = 1 is not
/// detected with that power.
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// let p1 = two_proportion::detectable(0.7, 294.0, Alternative::Greater, 0.05, 0.8)?;
/// let power = two_proportion::power(p1, 0.7, 294.0, Alternative::Greater, 0.05)?;
/// assert!((power - 0.8).abs() < 1e-6);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn detectable(
    p2: f64,
    group: f64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<f64, Error> {
    inside("target", target)?;
    probability("p2", p2)?;
    let upwards = if alternative == Alternative::Less { Alternative::Greater } else { alternative };
    let (mut without, mut with) = (p2, 1.0);
    let best = if p2 < 1.0 { power(with, p2, group, upwards, alpha)? } else { 0.0 };
    if best < target {
        return Err(Error::Unreachable { target, best });
    }
    while with - without > 1e-11 {
        let middle = f64::midpoint(without, with);
        if middle <= p2 || power(middle, p2, group, upwards, alpha)? < target {
            without = middle;
        } else {
            with = middle;
        }
    }
    Ok(with)
}

/// The difference in the direction of the alternative, if there is one.
fn towards(p1: f64, p2: f64, alternative: Alternative) -> Result<f64, Error> {
    let difference = probability("p1", p1)? - probability("p2", p2)?;
    let delta = match alternative {
        Alternative::Greater => difference,
        Alternative::Less => -difference,
        Alternative::TwoSided => difference.abs(),
    };
    if delta > 0.0 { Ok(delta) } else { Err(Undefined::NoEffect.into()) }
}

fn critical(alternative: Alternative, alpha: f64) -> Result<f64, Error> {
    inside("alpha", alpha)?;
    let tail = if alternative == Alternative::TwoSided { alpha / 2.0 } else { alpha };
    Ok(-normal_quantile(tail))
}

/// The standard deviations of one trial in each group: under the null hypothesis, and as supposed.
fn spreads(p1: f64, p2: f64) -> (f64, f64) {
    let mean = f64::midpoint(p1, p2);
    let null = 2.0 * mean * (1.0 - mean);
    let effect = p1 * (1.0 - p1) + p2 * (1.0 - p2);
    (null.sqrt(), effect.sqrt())
}

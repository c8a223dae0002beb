//! Power of the test of two independent proportions.
//!
//! Both groups have the same size. [`exact_power`] sums over all outcomes that the z-test rejects;
//! the formulas are for large samples, and leave out a two-sided test's chance of rejecting in the
//! wrong direction. Source: Fleiss, Levin & Paik (2003), *Statistical Methods for
//! Rates and Proportions*, chapter 4; Cohen (1988), *Statistical Power Analysis*, chapter 6, for
//! the arcsine form.

use crate::dist::{binomial_pmf, normal_cdf, normal_quantile};
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
    // Two certain outcomes that differ are always distinguished, or never.
    Ok(if effect > 0.0 { normal_cdf(excess / effect) } else { f64::from(u8::from(excess >= 0.0)) })
}

/// Groups up to this size have an exact power.
///
/// ```
/// assert_eq!(peirast_stats::power::two_proportion::EXACT_UP_TO, 5_000);
/// ```
pub const EXACT_UP_TO: u64 = 5_000;

/// The exact power of the pooled z-test with `group` trials in each group, 0 to 1: the probability of
/// all outcomes that it rejects, in either direction if it is two-sided. Time proportional to `group`.
///
/// # Errors
///
/// As for [`group_needed`]; [`Undefined::TooLarge`] beyond [`EXACT_UP_TO`].
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// // Of three against three, only 3 to 0 and 0 to 3 reject.
/// let power = two_proportion::exact_power(0.9, 0.2, 3, Alternative::TwoSided, 0.05)?;
/// assert!((power - 0.9_f64.powi(3) * 0.8_f64.powi(3) - 0.1_f64.powi(3) * 0.2_f64.powi(3)).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn exact_power(
    p1: f64,
    p2: f64,
    group: u64,
    alternative: Alternative,
    alpha: f64,
) -> Result<f64, Error> {
    towards(p1, p2, alternative)?;
    let critical = critical(alternative, alpha)?;
    if group > EXACT_UP_TO {
        return Err(Undefined::TooLarge.into());
    }
    Ok(rejected(p1, p2, group, alternative, critical))
}

/// The probability of the outcomes that the test rejects.
fn rejected(p1: f64, p2: f64, group: u64, alternative: Alternative, critical: f64) -> f64 {
    let n = group as f64;
    // Positive if the first group has more, in standard errors of the pooled share.
    let z = |x1: u64, x2: u64| {
        let (x1, x2) = (x1 as f64, x2 as f64);
        let share = (x1 + x2) / (2.0 * n);
        let variance = 2.0 * share * (1.0 - share) / n;
        if variance > 0.0 { (x1 - x2) / n / variance.sqrt() } else { 0.0 }
    };
    let chances: Vec<f64> = (0..=group).map(|x2| binomial_pmf(x2, group, p2)).collect();
    // The probability that x2 is below each position.
    let mut below = vec![0.0];
    for chance in &chances {
        below.push(below[below.len() - 1] + chance);
    }
    let (up, down) = match alternative {
        Alternative::Greater => (true, false),
        Alternative::Less => (false, true),
        Alternative::TwoSided => (true, true),
    };
    // With more successes in the first group, more of the second can be rejected upwards, and fewer
    // downwards: both positions only increase.
    let (mut least_up, mut first_down) = (0, 0);
    let mut power = 0.0;
    for x1 in 0..=group {
        while least_up <= group && z(x1, least_up) >= critical {
            least_up += 1;
        }
        while first_down <= group && z(x1, first_down) > -critical {
            first_down += 1;
        }
        let upwards = if up { below[least_up as usize] } else { 0.0 };
        let downwards =
            if down { below[group as usize + 1] - below[first_down as usize] } else { 0.0 };
        power += binomial_pmf(x1, group, p1) * (upwards + downwards);
    }
    power.min(1.0)
}

/// The size of each group that gives the exact power `target`, with the power it has: this size and
/// the larger ones (up to a quarter more than the formula says) have the power, one fewer does not.
/// Single smaller sizes may have it by rounding. `None` beyond half of [`EXACT_UP_TO`].
///
/// # Errors
///
/// As for [`group_needed`].
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// let (side, alpha) = (Alternative::TwoSided, 0.05);
/// let (group, power) = two_proportion::exact_group(0.9, 0.5, side, alpha, 0.8)?.unwrap_or_default();
/// assert!(power >= 0.8);
/// assert!(two_proportion::exact_power(0.9, 0.5, group - 1, side, alpha)? < 0.8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn exact_group(
    p1: f64,
    p2: f64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<Option<(u64, f64)>, Error> {
    let guess = group_needed(p1, p2, alternative, alpha, target)?.ceil();
    if guess > EXACT_UP_TO as f64 / 2.0 {
        return Ok(None);
    }
    let critical = critical(alternative, alpha)?;
    let power = |group: u64| rejected(p1, p2, group, alternative, critical);
    // Power rises in a sawtooth pattern, whose teeth may be long: the last fall below the target
    // decides.
    let mut enough = (guess * 1.25) as u64 + 20;
    while power(enough) < target {
        enough += enough.div_ceil(4);
        if enough > EXACT_UP_TO {
            return Ok(None);
        }
    }
    let fell = (1..enough).rev().find(|group| power(*group) < target);
    let group = fell.map_or(1, |fell| fell + 1);
    Ok(Some((group, power(group))))
}

/// The smallest p1 above `p2` that `group` trials in each group distinguish from it with power
/// `target`, found to an error below 1e-10: the exact power up to [`EXACT_UP_TO`], that of the
/// formula beyond.
///
/// # Errors
///
/// [`Error::OutOfRange`] as for [`group_needed`]; [`Error::TooSmall`] if even p1 = 1 is not
/// detected with that power.
///
/// ```
/// use peirast_stats::{Alternative, power::two_proportion};
/// let p1 = two_proportion::detectable(0.7, 294, Alternative::Greater, 0.05, 0.8)?;
/// let power = two_proportion::exact_power(p1, 0.7, 294, Alternative::Greater, 0.05)?;
/// assert!((power - 0.8).abs() < 1e-6);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn detectable(
    p2: f64,
    group: u64,
    alternative: Alternative,
    alpha: f64,
    target: f64,
) -> Result<f64, Error> {
    inside("target", target)?;
    probability("p2", p2)?;
    let upwards = if alternative == Alternative::Less { Alternative::Greater } else { alternative };
    let (mut without, mut with) = (p2, 1.0);
    let of = |p1: f64| match group <= EXACT_UP_TO {
        true => exact_power(p1, p2, group, upwards, alpha),
        false => power(p1, p2, group as f64, upwards, alpha),
    };
    let best = if p2 < 1.0 { of(with)? } else { 0.0 };
    if best < target {
        return Err(Error::TooSmall { target, best });
    }
    while with - without > 1e-11 {
        let middle = f64::midpoint(without, with);
        if middle <= p2 || of(middle)? < target {
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

//! The distributions used by the tests of this crate: normal, chi-square, binomial, beta, Student's
//! t and F.
//!
//! This is the only module that uses the library of special functions (`statrs`). Its incomplete
//! gamma function gives the normal tails to about 1e-14; its error function is accurate to 1e-10
//! only and gives the first guess. Binomial tails are summed here term by term, because they are
//! needed to a relative error of 1e-12 in the far tail, where a difference of incomplete beta
//! functions loses its digits. The time is proportional to the standard deviation.
//!
//! Arguments outside their range give `NaN`; the calling functions check them first.

mod beta;
mod binomial;
mod saddle;
mod student;

use std::f64::consts::{SQRT_2, TAU};

use crate::SplitMix64;
use statrs::function::erf::erfc_inv;
use statrs::function::gamma::checked_gamma_ur;

use crate::Alternative;
pub use beta::{beta_cdf, beta_inverse, beta_quantile, beta_sf};
pub use binomial::{binomial_at_least, binomial_cdf, binomial_pmf, binomial_sf};
pub use saddle::ln_gamma;
pub use student::{f_sf, t_cdf, t_quantile, t_sf};

/// P(Z <= `z`) for a standard normal Z.
///
/// ```
/// use peirast_stats::dist::normal_cdf;
/// assert!((normal_cdf(1.959963984540054) - 0.975).abs() < 1e-15);
/// ```
#[must_use]
pub fn normal_cdf(z: f64) -> f64 {
    normal_sf(-z)
}

/// P(Z > `z`) for a standard normal Z, without cancellation in the upper tail.
///
/// ```
/// use peirast_stats::dist::normal_sf;
/// assert!((normal_sf(10.0) / 7.619853024160525e-24 - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn normal_sf(z: f64) -> f64 {
    let beyond = chi2_1_sf(z * z) / 2.0;
    if z < 0.0 { 1.0 - beyond } else { beyond }
}

/// The z with P(Z <= z) = `p`; infinite at 0 and 1, `NaN` outside.
///
/// ```
/// use peirast_stats::dist::normal_quantile;
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
/// assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
/// ```
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let guess = -SQRT_2 * erfc_inv(2.0 * p);
    let density = (-guess * guess / 2.0).exp() / TAU.sqrt();
    if density < f64::MIN_POSITIVE {
        return guess;
    }
    // One Newton step squares the error of the guess.
    guess - (normal_cdf(guess) - p) / density
}

/// A standard normal number from a stream, by the inverse of the distribution function.
///
/// ```
/// use peirast_stats::{SplitMix64, dist::normal_draw};
/// assert!(normal_draw(&mut SplitMix64::numbered(3, 0)).abs() < 9.0);
/// ```
pub fn normal_draw(stream: &mut SplitMix64) -> f64 {
    normal_quantile(stream.uniform())
}

/// P(X > `x`) for X chi-square with one degree of freedom; 1 for `x <= 0`.
///
/// ```
/// use peirast_stats::dist::chi2_1_sf;
/// assert!((chi2_1_sf(3.841458820694124) - 0.05).abs() < 1e-15);
/// ```
#[must_use]
pub fn chi2_1_sf(x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    // The only remaining error is for infinity, where the tail is 0.
    checked_gamma_ur(0.5, x / 2.0).unwrap_or(0.0)
}

/// P(X > `x`) for X chi-square with `df` > 0 degrees of freedom; 1 for `x <= 0`.
///
/// ```
/// use peirast_stats::dist::chi2_sf;
/// assert!((chi2_sf(2.0, 2.0) - (-1.0_f64).exp()).abs() < 1e-15);
/// assert_eq!(chi2_sf(f64::INFINITY, 3.0), 0.0);
/// ```
#[must_use]
pub fn chi2_sf(x: f64, df: f64) -> f64 {
    if !(df > 0.0 && df.is_finite()) || x.is_nan() {
        f64::NAN
    } else if x <= 0.0 {
        1.0
    } else {
        checked_gamma_ur(df / 2.0, x / 2.0).unwrap_or(0.0)
    }
}

/// The p-value of a standard normal deviate.
pub(crate) fn normal_p(z: f64, alternative: Alternative) -> f64 {
    match alternative {
        Alternative::Greater => normal_sf(z),
        Alternative::Less => normal_cdf(z),
        Alternative::TwoSided => (2.0 * normal_sf(z.abs())).min(1.0),
    }
}

/// The p-value of Student's t.
pub(crate) fn t_p(t: f64, df: f64, alternative: Alternative) -> f64 {
    match alternative {
        Alternative::Greater => t_sf(t, df),
        Alternative::Less => t_cdf(t, df),
        Alternative::TwoSided => (2.0 * t_sf(t.abs(), df)).min(1.0),
    }
}

/// The z that a standard normal exceeds in absolute value with probability 1 - confidence.
pub(crate) fn critical_z(confidence: f64) -> f64 {
    -normal_quantile((1.0 - confidence) / 2.0)
}

/// The t that Student's t exceeds in absolute value with probability 1 - confidence.
pub(crate) fn critical_t(confidence: f64, df: f64) -> f64 {
    -t_quantile((1.0 - confidence) / 2.0, df)
}

//! The Shapiro-Wilk test of normality.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_3, FRAC_PI_6};

use crate::dist::{normal_quantile, normal_sf};
use crate::sample::{constant, finite, mean};
use crate::{Error, Undefined};

/// The outcome of a Shapiro-Wilk test.
///
/// ```
/// use peirast_stats::shapiro;
/// let test = shapiro::test(&[1.0, 2.0, 10.0])?;
/// assert!((test.w - 0.8321917808219177).abs() < 1e-9);
/// assert!((test.p - 0.19391752148145214).abs() < 1e-9);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShapiroWilk {
    /// The statistic, above 0 up to 1: the straightness of the sample on a normal quantile plot.
    pub w: f64,
    /// The p-value of a normal population, 0 to 1.
    pub p: f64,
    /// The number of values.
    pub n: u64,
    /// True if n is above 5000, the largest size for which the approximation of p was fitted.
    pub extrapolated: bool,
}

/// The largest sample for which the p-value was fitted.
const FITTED_UP_TO: usize = 5000;

/// Tests whether a sample looks normal, for 3 values or more. Time n log n.
///
/// Weights and p-value by the approximations of Royston (1995), *Applied Statistics* 44:547
/// (algorithm AS R94), without censoring. The test itself: Shapiro & Wilk (1965), *Biometrika*
/// 52:591. With thousands of values, negligible departures are significant.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values; [`Error::Undefined`] for fewer than 3 values or if all
/// are equal.
///
/// ```
/// use peirast_stats::{Error, Undefined, shapiro};
/// assert_eq!(shapiro::test(&[5.0, 5.0, 5.0]), Err(Error::Undefined(Undefined::ZeroVariance)));
/// assert_eq!(shapiro::test(&[1.0, 2.0]), Err(Error::Undefined(Undefined::TooFew)));
/// ```
pub fn test(values: &[f64]) -> Result<ShapiroWilk, Error> {
    finite("values", values)?;
    let n = values.len();
    if n < 3 {
        return Err(Undefined::TooFew.into());
    }
    if constant(values) {
        return Err(Undefined::ZeroVariance.into());
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let lack = lack_of_fit(&sorted, &weights(n));
    Ok(ShapiroWilk {
        w: 1.0 - lack,
        p: p_value(lack, n),
        n: n as u64,
        extrapolated: n > FITTED_UP_TO,
    })
}

/// The weights of the larger half of the order statistics, largest first; those of the smaller
/// half are their negatives, and all squares together add up to 1.
fn weights(n: usize) -> Vec<f64> {
    // Corrections of the two largest weights, in powers of 1/sqrt(n).
    const LARGEST: [f64; 6] = [0.0, 0.221157, -0.147981, -2.071190, 4.434685, -2.706056];
    const SECOND: [f64; 6] = [0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633];
    if n == 3 {
        return vec![FRAC_1_SQRT_2];
    }
    let size = n as f64;
    // Blom's approximation of the expected order statistics.
    let scores: Vec<f64> =
        (1..=n / 2).map(|i| -normal_quantile((i as f64 - 0.375) / (size + 0.25))).collect();
    let squares = 2.0 * scores.iter().map(|score| score * score).sum::<f64>();
    let (root, small) = (squares.sqrt(), 1.0 / size.sqrt());
    let mut fitted = vec![polynomial(&LARGEST, small) + scores[0] / root];
    if n > 5 {
        fitted.push(polynomial(&SECOND, small) + scores[1] / root);
    }
    let rest = |all: f64, part: &[f64]| all - 2.0 * part.iter().map(|x| x * x).sum::<f64>();
    let scale = (rest(squares, &scores[..fitted.len()]) / rest(1.0, &fitted)).sqrt();
    let others: Vec<f64> = scores[fitted.len()..].iter().map(|score| score / scale).collect();
    fitted.extend(others);
    fitted
}

/// 1 - W, without cancellation: the squared distance of the scaled sample from its fit.
fn lack_of_fit(sorted: &[f64], weights: &[f64]) -> f64 {
    let n = sorted.len();
    let range = sorted[n - 1] / 2.0 - sorted[0] / 2.0;
    let scaled: Vec<f64> =
        sorted.iter().map(|value| (value / 2.0 - sorted[0] / 2.0) / range).collect();
    let centre = mean(&scaled);
    let length = scaled.iter().map(|value| (value - centre).powi(2)).sum::<f64>().sqrt();
    let weight = |i: usize| match i {
        _ if i < n / 2 => -weights[i],
        _ if n - 1 - i < n / 2 => weights[n - 1 - i],
        _ => 0.0,
    };
    let unit: Vec<f64> = scaled.iter().map(|value| (value - centre) / length).collect();
    let slope: f64 = unit.iter().enumerate().map(|(i, value)| weight(i) * value).sum();
    let residual = |(i, value): (usize, &f64)| (value - slope * weight(i)).powi(2);
    unit.iter().enumerate().map(residual).sum::<f64>().min(1.0)
}

/// The p-value that belongs to a published W of n values, by Royston's approximation.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `w` <= 1, [`Error::Undefined`] for fewer than 3 values.
///
/// ```
/// use peirast_stats::shapiro;
/// let whole = shapiro::test(&[2.1, 3.3, 3.4, 5.8, 9.0])?;
/// assert!((shapiro::p_of(whole.w, 5)? - whole.p).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn p_of(w: f64, n: usize) -> Result<f64, Error> {
    if !(w > 0.0 && w <= 1.0) {
        return Err(Error::OutOfRange { what: "w", value: w, range: "above 0, up to 1" });
    }
    if n < 3 {
        return Err(Undefined::TooFew.into());
    }
    Ok(p_value(1.0 - w, n))
}

/// Royston's normalising transformations of 1 - W.
fn p_value(lack: f64, n: usize) -> f64 {
    const SHIFT: [f64; 2] = [-2.273, 0.459];
    const SMALL_MEAN: [f64; 4] = [0.5440, -0.39978, 0.025054, -6.714e-4];
    const SMALL_LN_SD: [f64; 4] = [1.3822, -0.77857, 0.062767, -0.0020322];
    const MEAN: [f64; 4] = [-1.5861, -0.31082, -0.083751, 0.0038915];
    const LN_SD: [f64; 3] = [-0.4803, -0.082676, 0.0030302];
    let size = n as f64;
    if n == 3 {
        // The exact distribution.
        let angle = (1.0 - lack).max(0.0).sqrt().asin();
        return ((angle - FRAC_PI_3) / FRAC_PI_6).clamp(0.0, 1.0);
    }
    let y = lack.ln();
    if n <= 11 {
        let shift = polynomial(&SHIFT, size);
        if y >= shift {
            return 0.0;
        }
        let (mean, sd) = (polynomial(&SMALL_MEAN, size), polynomial(&SMALL_LN_SD, size).exp());
        return normal_sf((-(shift - y).ln() - mean) / sd);
    }
    let ln = size.ln();
    normal_sf((y - polynomial(&MEAN, ln)) / polynomial(&LN_SD, ln).exp())
}

/// A polynomial, constant coefficient first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

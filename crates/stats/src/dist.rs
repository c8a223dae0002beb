//! The distributions every test here rests on: normal, chi-square with one degree of freedom,
//! binomial, and the beta quantiles of exact intervals.
//!
//! This is the only file that names the library of special functions (`statrs`). Its incomplete
//! gamma function gives the normal tails to about 1e-14; its error function is good to 1e-10 only
//! and serves as a first guess. Binomial tails are summed here term by term, because they are
//! wanted to a relative error of 1e-12 far out, where a difference of incomplete beta functions
//! has lost its digits. That costs time proportional to the standard deviation.
//!
//! Arguments outside their range give `NaN`; the functions built on these check first.

use std::f64::consts::{SQRT_2, TAU};

use statrs::function::erf::erfc_inv;
use statrs::function::gamma::checked_gamma_ur;

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
    // The remaining refusal is of infinity, beyond which nothing lies.
    checked_gamma_ur(0.5, x / 2.0).unwrap_or(0.0)
}

/// P(X = `k`) for X binomial with `n` trials and success probability `p`.
///
/// Method: the saddle-point form of C. Loader, *Fast and accurate computation of binomial
/// probabilities* (2000), which never subtracts large logarithms of factorials.
///
/// ```
/// use peirast_stats::dist::binomial_pmf;
/// assert!((binomial_pmf(3, 10, 0.5) - 120.0 / 1024.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial_pmf(k: u64, n: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let q = 1.0 - p;
    let (successes, failures) = (k as f64, n as f64 - k as f64);
    if k > n {
        0.0
    } else if p == 0.0 || p == 1.0 {
        f64::from(u8::from(k == if p == 0.0 { 0 } else { n }))
    } else if k == 0 {
        (failures * (-p).ln_1p()).exp()
    } else if k == n {
        (successes * p.ln()).exp()
    } else {
        let trials = n as f64;
        let exponent = stirling_error(n)
            - stirling_error(k)
            - stirling_error(n - k)
            - deviance(successes, trials * p)
            - deviance(failures, trials * q);
        exponent.exp() * (trials / (TAU * successes * failures)).sqrt()
    }
}

/// P(X <= `k`) for X binomial with `n` trials and success probability `p`.
///
/// ```
/// use peirast_stats::dist::binomial_cdf;
/// assert!((binomial_cdf(1, 4, 0.5) - 5.0 / 16.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial_cdf(k: u64, n: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        f64::NAN
    } else if k >= n {
        1.0
    } else if (k as f64) < n as f64 * p {
        lower_tail(k, n, p)
    } else {
        1.0 - upper_tail(k + 1, n, p)
    }
}

/// P(X > `k`) for X binomial with `n` trials and success probability `p`.
///
/// ```
/// use peirast_stats::dist::binomial_sf;
/// assert!((binomial_sf(2, 4, 0.5) - 5.0 / 16.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial_sf(k: u64, n: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        f64::NAN
    } else if k >= n {
        0.0
    } else if (k as f64) < n as f64 * p {
        1.0 - lower_tail(k, n, p)
    } else {
        upper_tail(k + 1, n, p)
    }
}

/// P(X >= `k`): the upper tail with the observed value in it, as exact tests need it.
///
/// ```
/// use peirast_stats::dist::binomial_at_least;
/// assert_eq!(binomial_at_least(0, 4, 0.5), 1.0);
/// assert!((binomial_at_least(3, 4, 0.5) - 5.0 / 16.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn binomial_at_least(k: u64, n: u64, p: f64) -> f64 {
    match k.checked_sub(1) {
        Some(below) => binomial_sf(below, n, p),
        None if p.is_nan() => p,
        None => 1.0,
    }
}

/// The x with I_x(`a`, `b`) = `p`: the quantile of the beta distribution with whole-number shapes.
///
/// For whole `a` and `b`, I_x(a, b) = P(X >= a) with X binomial of a + b - 1 trials and success
/// probability x, so the root is found on the exact binomial tail. `NaN` if a shape is zero or
/// `p` lies outside 0 to 1.
///
/// ```
/// use peirast_stats::dist::beta_quantile;
/// // Uniform on 0 to 1.
/// assert!((beta_quantile(0.3, 1, 1) - 0.3).abs() < 1e-15);
/// ```
#[must_use]
pub fn beta_quantile(p: f64, a: u64, b: u64) -> f64 {
    if a == 0 || b == 0 || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return p;
    }
    let n = a.saturating_add(b - 1);
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    let mut x = a as f64 / (a as f64 + b as f64);
    for _ in 0..200 {
        let error = binomial_at_least(a, n, x) - p;
        if error == 0.0 {
            break;
        }
        (low, high) = if error > 0.0 { (low, x) } else { (x, high) };
        // d/dx P(X >= a) = a/x P(X = a).
        let newton = x - error * x / (a as f64 * binomial_pmf(a, n, x));
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let step = (next - x).abs();
        x = next;
        if step <= 2.0 * f64::EPSILON * x {
            break;
        }
    }
    x
}

/// P(X <= k) for k below the mean, summed outwards so that terms only shrink.
fn lower_tail(k: u64, n: u64, p: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    let odds = (1.0 - p) / p;
    for i in (1..=k).rev() {
        term *= odds * (i as f64 / (n - i + 1) as f64);
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    (sum * binomial_pmf(k, n, p)).min(1.0)
}

/// P(X >= k) for k above the mean, summed outwards so that terms only shrink.
fn upper_tail(k: u64, n: u64, p: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    let odds = p / (1.0 - p);
    for i in k..n {
        term *= odds * ((n - i) as f64 / (i + 1) as f64);
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    (sum * binomial_pmf(k, n, p)).min(1.0)
}

/// ln(n!) less Stirling's (n + 1/2) ln n - n + ln(2 pi)/2, for n >= 1.
fn stirling_error(n: u64) -> f64 {
    // Below 16 the asymptotic series has not yet reached full precision.
    const SMALL: [f64; 15] = [
        0.08106146679532726,
        0.0413406959554093,
        0.02767792568499834,
        0.020790672103765093,
        0.016644691189821193,
        0.013876128823070748,
        0.01189670994589177,
        0.010411265261972096,
        0.009255462182712733,
        0.00833056343336287,
        0.007573675487951841,
        0.00694284010720953,
        0.006408994188004207,
        0.0059513701127588475,
        0.005554733551962801,
    ];
    if let Some(value) = usize::try_from(n - 1).ok().and_then(|i| SMALL.get(i)) {
        return *value;
    }
    let n = n as f64;
    let m = 1.0 / (n * n);
    (1.0 / 12.0 - m * (1.0 / 360.0 - m * (1.0 / 1260.0 - m * (1.0 / 1680.0 - m / 1188.0)))) / n
}

/// x ln(x/m) + m - x, for positive x and m.
fn deviance(x: f64, m: f64) -> f64 {
    let v = (x - m) / (x + m);
    if v.abs() > 0.1 {
        return x * (x / m).ln() + m - x;
    }
    // Near x = m the direct form cancels; ln(x/m) = 2 artanh(v) gives this series instead.
    let mut sum = (x - m) * v;
    let mut power = 2.0 * x * v;
    for j in 1..40 {
        power *= v * v;
        let next = sum + power / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

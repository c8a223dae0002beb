//! The binomial distribution, its tails summed term by term.

use std::f64::consts::TAU;

use super::saddle::{deviance, stirling_error};

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
    // Computed separately: beyond 2^53 the difference of the floats is not accurate enough.
    let (successes, failures) = (k as f64, n.saturating_sub(k) as f64);
    if k > n {
        0.0
    } else if p == 0.0 || p == 1.0 {
        f64::from(u8::from(k == if p == 0.0 { 0 } else { n }))
    } else if k == 0 {
        (failures * (-p).ln_1p()).exp()
    } else if k == n {
        p.powf(successes)
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
    } else if (k as f64) + 1.0 < n as f64 * p {
        1.0 - lower_tail(k, n, p)
    } else {
        // From the mean on, also if k itself is just below it: a small probability must not be
        // computed as the rounding error of 1.
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

//! McNemar's test of matched pairs, in its exact and approximate forms.
//!
//! All forms use only the discordant pairs. If the perturbation changes nothing, each of the n* =
//! n12 + n21 discordant pairs falls to either side with probability 1/2, so that n21 is binomial
//! (n*, 1/2). Without discordant pairs there is no evidence: p = 1 and z = 0.
//!
//! Sources: McNemar (1947), *Psychometrika* 12:153; Edwards (1948), *Psychometrika* 13:185 for
//! the continuity correction; Fagerland, Lydersen & Laake (2013), *BMC Medical Research
//! Methodology* 13:91 for the comparison of exact, mid-p and asymptotic forms.

use serde::{Deserialize, Serialize};

use crate::Alternative;
use crate::binomial::doubled;
use crate::dist::normal_p;
use crate::dist::{binomial_at_least, binomial_cdf, binomial_pmf, binomial_sf, chi2_1_sf};
use crate::name::named;

/// The method of a p-value.
///
/// ```
/// use peirast_stats::{Alternative, Method, mcnemar};
/// assert_eq!(mcnemar::exact(4, 16, Alternative::Greater).method, Method::Exact);
/// assert_eq!(Method::ChiSquareCorrected.to_string(), "chi-square-corrected");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// The binomial tail, observed value included (`exact`).
    Exact,
    /// The binomial tail with half the probability of the observed value (`mid-p`).
    MidP,
    /// The normal tail of z = (n21 - n12)/sqrt(n*) (`normal`).
    Normal,
    /// The normal tail after moving the count half a step to the centre (`normal-corrected`).
    NormalCorrected,
    /// z squared against chi-square with one degree of freedom (`chi-square`).
    ChiSquare,
    /// The same with Edwards' continuity correction (`chi-square-corrected`).
    ChiSquareCorrected,
    /// An e-process, evaluated while the pairs arrive: p is 1 over the e-value (`e-process`).
    EProcess,
    /// The exact distribution over the signs of clusters of related pairs (`sign-flip`).
    SignFlip,
}

named!(Method, "method",
    Exact => "exact",
    MidP => "mid-p",
    Normal => "normal",
    NormalCorrected => "normal-corrected",
    ChiSquare => "chi-square",
    ChiSquareCorrected => "chi-square-corrected",
    EProcess => "e-process",
    SignFlip => "sign-flip",
);

/// The outcome of one test of one pair of discordant counts.
///
/// ```
/// use peirast_stats::{Alternative, mcnemar};
/// let result = mcnemar::normal(4, 160, Alternative::Greater);
/// assert!((result.z - 12.181553).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct McNemar {
    /// (n21 - n12)/sqrt(n*), for every method: the size and direction of the difference in standard
    /// deviations.
    pub z: f64,
    /// The statistic that the method compares with its distribution: the count n21 (exact, mid-p),
    /// a normal deviate, or a chi-square.
    pub statistic: f64,
    /// The p-value, 0 to 1.
    pub p: f64,
    /// The alternative that was tested.
    pub alternative: Alternative,
    /// The method that was used.
    pub method: Method,
}

/// The exact conditional test; two-sided is twice the smaller tail, at most 1.
///
/// Time grows with the square root of n*: some microseconds for thousands of pairs, milliseconds
/// for thousands of millions.
///
/// ```
/// use peirast_stats::{Alternative, mcnemar};
/// assert_eq!(mcnemar::exact(0, 5, Alternative::Greater).p, 0.03125);
/// assert_eq!(mcnemar::exact(0, 5, Alternative::TwoSided).p, 0.0625);
/// ```
#[must_use]
pub fn exact(n12: u64, n21: u64, alternative: Alternative) -> McNemar {
    let p = match (n12.checked_add(n21), alternative) {
        // For this number of pairs the binomial distribution equals the normal one to more than 9
        // digits.
        (None, _) => normal_p(z(n12, n21), alternative),
        (Some(n), Alternative::Greater) => binomial_at_least(n21, n, 0.5),
        (Some(n), Alternative::Less) => binomial_cdf(n21, n, 0.5),
        (Some(n), Alternative::TwoSided) => doubled(n21, n),
    };
    McNemar { z: z(n12, n21), statistic: n21 as f64, p, alternative, method: Method::Exact }
}

/// The mid-p test: only half the probability of the observed count enters the tail.
///
/// Less conservative than the exact test; its size can exceed the level, usually by little. Source:
/// Lancaster (1961), *JASA* 56:223; Fagerland et al. (2013), who recommend it.
///
/// ```
/// use peirast_stats::{Alternative, mcnemar};
/// assert_eq!(mcnemar::mid_p(0, 5, Alternative::Greater).p, 0.015625);
/// ```
#[must_use]
pub fn mid_p(n12: u64, n21: u64, alternative: Alternative) -> McNemar {
    let p = match alternative {
        _ if n12 == 0 && n21 == 0 => 1.0,
        Alternative::Greater => mid_tail(n12, n21),
        Alternative::Less => mid_tail(n21, n12),
        // Exactly 1, which the sum of two rounded halves would miss.
        Alternative::TwoSided if n12 == n21 => 1.0,
        Alternative::TwoSided => (2.0 * mid_tail(n12.min(n21), n12.max(n21))).min(1.0),
    };
    McNemar { z: z(n12, n21), statistic: n21 as f64, p, alternative, method: Method::MidP }
}

/// The normal approximation without correction.
///
/// ```
/// use peirast_stats::{Alternative, mcnemar};
/// let result = mcnemar::normal(0, 1, Alternative::Greater);
/// assert_eq!(result.z, 1.0);
/// assert!((result.p - 0.158655).abs() < 1e-6);
/// ```
#[must_use]
pub fn normal(n12: u64, n21: u64, alternative: Alternative) -> McNemar {
    let z = z(n12, n21);
    let p = if n12 == 0 && n21 == 0 { 1.0 } else { normal_p(z, alternative) };
    McNemar { z, statistic: z, p, alternative, method: Method::Normal }
}

/// The normal approximation with continuity correction.
///
/// Two-sided, |n21 - n12| is lowered by 1, but not below 0. One-sided, the difference moves by 1
/// against the alternative, also if it is negative: the tail of the integer n21 starts half a step
/// before it. Source: Edwards (1948).
///
/// ```
/// use peirast_stats::{Alternative, mcnemar};
/// let result = mcnemar::normal_corrected(5, 14, Alternative::Greater);
/// assert!((result.statistic - 8.0 / 19_f64.sqrt()).abs() < 1e-15);
/// ```
#[must_use]
pub fn normal_corrected(n12: u64, n21: u64, alternative: Alternative) -> McNemar {
    let method = Method::NormalCorrected;
    if n12 == 0 && n21 == 0 {
        return McNemar { z: 0.0, statistic: 0.0, p: 1.0, alternative, method };
    }
    let difference = n21 as f64 - n12 as f64;
    let corrected = match alternative {
        Alternative::Greater => difference - 1.0,
        Alternative::Less => difference + 1.0,
        Alternative::TwoSided => shrunk(difference).copysign(difference),
    };
    let statistic = corrected / discordant(n12, n21).sqrt();
    McNemar { z: z(n12, n21), statistic, p: normal_p(statistic, alternative), alternative, method }
}

/// The chi-square test without correction, two-sided by nature; its p is that of
/// [`normal`] two-sided.
///
/// ```
/// use peirast_stats::mcnemar;
/// assert_eq!(mcnemar::chi_square(5, 15).statistic, 5.0);
/// ```
#[must_use]
pub fn chi_square(n12: u64, n21: u64) -> McNemar {
    squared(n12, n21, n21 as f64 - n12 as f64, Method::ChiSquare)
}

/// The chi-square test with continuity correction, (|n21 - n12| - 1)^2/n*, two-sided by nature.
///
/// As in R, the corrected difference stops at 0. Source: Edwards (1948).
///
/// ```
/// use peirast_stats::mcnemar;
/// assert_eq!(mcnemar::chi_square_corrected(0, 4).statistic, 2.25);
/// assert_eq!(mcnemar::chi_square_corrected(3, 3).p, 1.0);
/// ```
#[must_use]
pub fn chi_square_corrected(n12: u64, n21: u64) -> McNemar {
    let difference = shrunk(n21 as f64 - n12 as f64);
    squared(n12, n21, difference, Method::ChiSquareCorrected)
}

fn squared(n12: u64, n21: u64, difference: f64, method: Method) -> McNemar {
    let alternative = Alternative::TwoSided;
    if n12 == 0 && n21 == 0 {
        return McNemar { z: 0.0, statistic: 0.0, p: 1.0, alternative, method };
    }
    let statistic = difference * difference / discordant(n12, n21);
    McNemar { z: z(n12, n21), statistic, p: chi2_1_sf(statistic), alternative, method }
}

fn discordant(n12: u64, n21: u64) -> f64 {
    n12 as f64 + n21 as f64
}

/// (n21 - n12)/sqrt(n*), 0 if there are no discordant pairs.
fn z(n12: u64, n21: u64) -> f64 {
    if n12 == n21 { 0.0 } else { (n21 as f64 - n12 as f64) / discordant(n12, n21).sqrt() }
}

/// The size of a difference less the continuity correction.
fn shrunk(difference: f64) -> f64 {
    (difference.abs() - 1.0).max(0.0)
}

/// P(X > high) + P(X = high)/2 for X binomial (low + high, 1/2).
fn mid_tail(low: u64, high: u64) -> f64 {
    match low.checked_add(high) {
        Some(n) => binomial_sf(high, n, 0.5) + binomial_pmf(high, n, 0.5) / 2.0,
        None => normal_p(z(low, high), Alternative::Greater),
    }
}

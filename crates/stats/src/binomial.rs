//! The exact binomial test.

use crate::dist::{binomial_at_least, binomial_cdf, binomial_pmf, binomial_sf};
use crate::error::probability;
use crate::{Alternative, Error, check_count};

/// The p-value of `k` successes in `n` trials if each succeeds with probability `p0`.
///
/// One-sided values are tails with the observed count in them. The two-sided value is the
/// probability of every outcome no likelier than the one observed (the method of small p-values:
/// Hirji 2006, *Exact Analysis of Discrete Data*; what R's `binom.test` and scipy's `binomtest`
/// do). With `p0 = 1/2` that equals twice the smaller tail, which is what is computed then. Without
/// trials there is no evidence: `n = 0` gives 1.
///
/// # Errors
///
/// [`Error::TooManySuccesses`] if `k > n`; [`Error::OutOfRange`] if `p0` is outside 0 to 1.
///
/// ```
/// use peirast_stats::{Alternative, binomial};
/// // Eight heads in ten throws of a fair coin.
/// let p = binomial::test(8, 10, 0.5, Alternative::TwoSided)?;
/// assert!((p - 112.0 / 1024.0).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn test(k: u64, n: u64, p0: f64, alternative: Alternative) -> Result<f64, Error> {
    probability("p0", p0)?;
    check_count("trials", n)?;
    if k > n {
        return Err(Error::TooManySuccesses { successes: k, trials: n });
    }
    Ok(match alternative {
        Alternative::Greater => binomial_at_least(k, n, p0),
        Alternative::Less => binomial_cdf(k, n, p0),
        Alternative::TwoSided if p0 == 0.5 => doubled(k, n),
        Alternative::TwoSided => small_p_values(k, n, p0),
    })
}

/// Twice the smaller tail of a fair coin, at most 1.
pub(crate) fn doubled(k: u64, n: u64) -> f64 {
    (2.0 * binomial_cdf(k.min(n - k), n, 0.5)).min(1.0)
}

/// The probability of all outcomes no likelier than `k`.
fn small_p_values(k: u64, n: u64, p0: f64) -> f64 {
    // Outcomes that are equally likely on paper differ in the last digits; R and scipy count
    // everything up to this much above the observed probability as no likelier.
    let limit = binomial_pmf(k, n, p0) * (1.0 + 1e-7);
    let mean = n as f64 * p0;
    let observed = k as f64;
    let p = if observed == mean {
        1.0
    } else if observed < mean {
        // The first outcome above the mean that is unlikely enough.
        let opposite = first(mean.ceil() as u64, n + 1, |i| binomial_pmf(i, n, p0) <= limit);
        binomial_cdf(k, n, p0) + binomial_at_least(opposite, n, p0)
    } else {
        // The first outcome that is too likely; all below it are counted.
        let likely = first(0, mean.floor() as u64 + 1, |i| binomial_pmf(i, n, p0) > limit);
        let below = likely.checked_sub(1).map_or(0.0, |last| binomial_cdf(last, n, p0));
        below + binomial_sf(k - 1, n, p0)
    };
    p.min(1.0)
}

/// The first value in `from..to` for which `holds`, given that it keeps holding from there on;
/// `to` if there is none.
fn first(from: u64, to: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = u64::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

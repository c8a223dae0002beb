//! The two parts of Loader's saddle-point forms, and the gamma function that they use.

use std::f64::consts::TAU;

/// ln(n!) less Stirling's (n + 1/2) ln n - n + ln(2 pi)/2, for n >= 1.
pub(super) fn stirling_error(n: u64) -> f64 {
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
    stirling_series(n as f64)
}

/// The same for a real number above 0.
pub(super) fn stirling_error_at(x: f64) -> f64 {
    if x >= SERIES_FROM {
        stirling_series(x)
    } else {
        ln_gamma(x + 1.0) - (x + 0.5) * x.ln() + x - HALF_LN_TAU
    }
}

/// From here on the asymptotic series has full precision.
const SERIES_FROM: f64 = 16.0;

/// ln(2 pi)/2.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;

fn stirling_series(n: f64) -> f64 {
    let m = 1.0 / (n * n);
    (1.0 / 12.0 - m * (1.0 / 360.0 - m * (1.0 / 1260.0 - m * (1.0 / 1680.0 - m / 1188.0)))) / n
}

/// The logarithm of the gamma function of `x` > 0; infinite at 0, `NaN` below.
///
/// Stirling's series from 16 on, below that the recurrence up to it. The error is some 1e-15,
/// relative where the value is large, absolute where it is near 0.
///
/// ```
/// use peirast_stats::dist::ln_gamma;
/// assert!((ln_gamma(5.0) - 24_f64.ln()).abs() < 1e-14);
/// assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-14);
/// ```
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || x == f64::INFINITY {
        return f64::INFINITY;
    }
    let (mut shifted, mut product) = (x, 1.0_f64);
    while shifted < SERIES_FROM {
        product *= shifted;
        shifted += 1.0;
    }
    (shifted - 0.5) * shifted.ln() - shifted + HALF_LN_TAU + stirling_series(shifted) - product.ln()
}

/// x^a y^b / B(a, b) with y = 1 - x, for a and b above 0 and x inside 0 to 1.
///
/// As n = a + b "trials" with a "successes", in the saddle-point form that never subtracts large
/// logarithms. `y` is a parameter because 1 - x may have lost its digits.
pub(super) fn beta_kernel(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let exponent = stirling_error_at(n)
        - stirling_error_at(a)
        - stirling_error_at(b)
        - deviance(a, n * x)
        - deviance(b, n * y);
    exponent.exp() * (a * (b / n) / TAU).sqrt()
}

/// x ln(x/m) + m - x, for positive x and m.
pub(super) fn deviance(x: f64, m: f64) -> f64 {
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

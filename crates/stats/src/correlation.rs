//! Association of two variables: Pearson's r, Spearman's rho, Kendall's tau-b.
//!
//! Each function takes two samples; its result gives the coefficient, its p-value against "no
//! association", and its confidence interval. Beware of directions: if one variable is a rank on a
//! board (1 is best) and the other a score (more is better), agreement is a negative correlation.
//!
//! Ranks of values that differ only by the rounding of their last places, such as 0.9166666666666666 and
//! 0.9166666666666667, are tied; a variable that differs only so is constant.

mod kendall;
mod pearson;
mod spearman;
mod weighted;

pub use kendall::{Kendall, kendall};
pub use pearson::{Pearson, pearson};
pub use spearman::{Spearman, SpearmanInterval, spearman};
pub use weighted::{Weighted, weighted_pearson, weighted_spearman};

use crate::dist::critical_z;
use crate::error::inside;
use crate::sample::{alike, paired};
use crate::{Error, Interval, Undefined};

/// Accepts two samples that a correlation can be computed from.
fn check(x: &[f64], y: &[f64]) -> Result<(), Error> {
    paired(x, y)?;
    if x.is_empty() {
        Err(Undefined::Empty.into())
    } else if x.len() < 2 {
        Err(Undefined::TooFew.into())
    } else if is_constant(x) || is_constant(y) {
        Err(Undefined::ConstantInput.into())
    } else {
        Ok(())
    }
}

/// Returns true if all values are equal up to rounding.
fn is_constant(values: &[f64]) -> bool {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    alike(low, high)
}

/// Returns true if a coefficient is 1 or -1 up to rounding.
fn perfect(coefficient: f64) -> bool {
    coefficient.abs() > 1.0 - 1e-13
}

/// Fisher's interval: a normal one, of the given standard error, on the scale of artanh. Source:
/// Fisher (1921), *Metron* 1:3.
fn fisher(coefficient: f64, variance: f64, confidence: f64) -> Result<Interval, Error> {
    inside("confidence", confidence)?;
    if perfect(coefficient) {
        return Err(Undefined::PerfectCorrelation.into());
    }
    let (centre, half) = (coefficient.atanh(), critical_z(confidence) * variance.sqrt());
    Ok(Interval { low: (centre - half).tanh(), high: (centre + half).tanh() })
}

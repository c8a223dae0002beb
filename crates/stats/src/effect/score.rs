//! Tango's score test of a difference of paired proportions, and the interval of the differences
//! that it does not reject.

use crate::dist::critical_z;
use crate::{Interval, PairedTable};

/// The score statistic of a table under the hypothesis that p21 - p12 is `difference`: normal with
/// mean 0 and variance 1 if it is. Above 0, the table shows a larger difference.
///
/// Used one-sided at a margin, it tests equivalence and non-inferiority. Infinite if the hypothesis
/// makes the table impossible; 0 if it fits without any variance. Source: Tango (1998), *Statistics
/// in Medicine* 17:891.
///
/// ```
/// use peirast_stats::{PairedTable, effect};
/// let table = PairedTable { n11: 60, n12: 8, n21: 12, n22: 20 };
/// // Against 0 it is McNemar's statistic without correction.
/// assert!((effect::score_statistic(&table, 0.0) - 4.0 / 20_f64.sqrt()).abs() < 1e-12);
/// assert!(effect::score_statistic(&table, 0.2) < -2.0);
/// ```
#[must_use]
pub fn score_statistic(table: &PairedTable, difference: f64) -> f64 {
    let n = table.n() as f64;
    let (worse, better) = (table.n12 as f64, table.n21 as f64);
    let excess = better - worse - n * difference;
    // The likeliest p12 under the hypothesis: the larger root of 2n q^2 + linear q + constant.
    let linear = difference * (2.0 * n - better + worse) - worse - better;
    let constant = -worse * difference * (1.0 - difference);
    let root = (linear * linear - 8.0 * n * constant).max(0.0).sqrt();
    let q = match linear < 0.0 {
        true => (root - linear) / (4.0 * n),
        // The same root without the difference of two large numbers.
        false if root + linear > 0.0 => -2.0 * constant / (root + linear),
        false => 0.0,
    };
    let variance = n * (2.0 * q + difference * (1.0 - difference));
    if variance > 0.0 {
        excess / variance.sqrt()
    } else if excess.abs() <= f64::EPSILON * n {
        0.0
    } else {
        excess * f64::INFINITY
    }
}

/// The differences that the test does not reject.
pub(super) fn score_interval(table: &PairedTable, confidence: f64) -> Interval {
    let critical = critical_z(confidence);
    let estimate = (table.n21 as f64 - table.n12 as f64) / table.n() as f64;
    let low = end(-1.0, estimate, |difference| score_statistic(table, difference) > critical);
    let high = end(1.0, estimate, |difference| score_statistic(table, difference) < -critical);
    Interval { low, high }
}

/// Finds the boundary of rejection between a far difference and the estimate, which is not
/// rejected.
fn end(far: f64, estimate: f64, is_rejected: impl Fn(f64) -> bool) -> f64 {
    if !is_rejected(far) {
        return far;
    }
    let (mut out, mut within) = (far, estimate);
    // Each step halves the interval, so the search ends at neighbouring floats.
    for _ in 0..1100 {
        let middle = out + (within - out) / 2.0;
        if middle == out || middle == within {
            break;
        }
        if is_rejected(middle) { out = middle } else { within = middle }
    }
    within
}

//! Correlations of two lists of numbers.

use crate::accuracy::CONFIDENCE;
use crate::table::Record;
use peirast_stats::correlation::{SpearmanInterval, kendall, pearson, spearman};
use peirast_stats::{Alternative, Interval};
use peirast_table::Value;
use serde::Serialize;

/// A coefficient with its interval and p-value, where they are defined.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coefficient {
    /// From -1 to 1.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Option<Interval>,
    /// Two-sided p-value.
    pub p: Option<f64>,
}

impl Record {
    /// Adds a coefficient, its interval and its p-value.
    pub(crate) fn coefficient(
        self,
        [name, low, high, p]: [&'static str; 4],
        found: Option<Coefficient>,
    ) -> Self {
        let interval = found.and_then(|found| found.interval);
        self.number(name, found.map(|found| found.value))
            .interval([low, high], interval, Value::Number)
            .p(p, found.and_then(|found| found.p))
    }
}

/// Three coefficients of correlation between two lists.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Correlated {
    /// Number of pairs.
    pub n: u64,
    /// Pearson's coefficient of the values.
    pub pearson: Coefficient,
    /// Spearman's coefficient: Pearson's of the ranks.
    pub spearman: Coefficient,
    /// Kendall's tau-b.
    pub kendall: Coefficient,
}

/// The correlations of two lists of equal length; `None` if one is constant.
pub(crate) fn correlated(x: &[f64], y: &[f64]) -> Option<Correlated> {
    partial(x, y, 0)
}

/// The correlations of values after `taken_out` other variables were removed: Pearson's p and
/// interval lose as many degrees of freedom.
pub(crate) fn partial(x: &[f64], y: &[f64], taken_out: u64) -> Option<Correlated> {
    let n = x.len() as u64;
    if n < 3 {
        // Two points always lie on a line.
        return None;
    }
    let (mut r, rho, tau) = (pearson(x, y).ok()?, spearman(x, y).ok()?, kendall(x, y).ok()?);
    if 1.0 - r.r.abs() < 1e-12 {
        // On a line up to rounding; neither an interval nor a p-value is defined.
        r.r = r.r.signum();
    }
    let two = Alternative::TwoSided;
    r.n = r.n.saturating_sub(taken_out);
    Some(Correlated {
        n,
        pearson: Coefficient {
            value: r.r,
            interval: r.interval(CONFIDENCE).ok(),
            p: (r.n > 2 && r.r.abs() < 1.0).then(|| r.p(two)),
        },
        spearman: Coefficient {
            value: rho.rho,
            interval: rho.interval(SpearmanInterval::BonettWright, CONFIDENCE).ok(),
            p: rho.exact_p(two).ok().or_else(|| rho.p(two).ok()),
        },
        kendall: Coefficient {
            value: tau.tau,
            interval: tau.interval(CONFIDENCE).ok(),
            p: tau.exact_p(two).ok().or_else(|| tau.p(two).ok()),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_by_rounding_only_is_tied() {
        let accuracy = [0.70, 0.75, 0.80, 0.85, 0.90];
        let found = |consistency: [f64; 5]| correlated(&accuracy, &consistency).unwrap();
        let noisy = found([0.8, 0.9166666666666667, 0.9166666666666666, 0.95, 1.0]);
        let exact = found([0.8, 11.0 / 12.0, 11.0 / 12.0, 0.95, 1.0]);
        assert_eq!(noisy.spearman, exact.spearman);
        assert_eq!(noisy.kendall, exact.kendall);
        assert!((noisy.spearman.value - 0.974679434480896).abs() < 1e-12);
        assert!(correlated(&accuracy, &[0.0; 5]).is_none());
    }
}

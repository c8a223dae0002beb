//! Correlations of two lists of numbers.

use peirast_stats::Interval;
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

/// Three ways to say how two lists go together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Correlated {
    /// Pairs.
    pub n: u64,
    /// Of the values.
    pub pearson: Coefficient,
    /// Of the ranks.
    pub spearman: Coefficient,
    /// Kendall's tau-b.
    pub kendall: Coefficient,
}

/// TEMPORARY
pub(crate) fn correlated(x: &[f64], y: &[f64]) -> Option<Correlated> {
    let n = x.len() as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let s = |a: &[f64], ma: f64, b: &[f64], mb: f64| {
        a.iter().zip(b).map(|(p, q)| (p - ma) * (q - mb)).sum::<f64>()
    };
    let (xx, yy, xy) = (s(x, mx, x, mx), s(y, my, y, my), s(x, mx, y, my));
    let r = xy / (xx * yy).sqrt();
    let c = Coefficient { value: r, interval: None, p: None };
    (r.is_finite()).then_some(Correlated { n: x.len() as u64, pearson: c, spearman: c, kendall: c })
}

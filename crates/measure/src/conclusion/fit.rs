//! Exponential fits: growth of a measure of subjects by a constant factor with each point of
//! capability.

use super::capability::correlated_subjects;
use super::grouped::adjust_all;
use super::{Capability, Measure};
use crate::name::names;
use crate::table::{Record, table};
use peirast_stats::correlation::pearson;
use peirast_stats::dist::t_quantile;
use peirast_stats::{Alternative, Interval, descriptives};
use peirast_table::{Table, Value};
use serde::Serialize;

/// An exponential curve through one measure of subjects and one capability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExponentialFit {
    /// The name of the capability's column.
    pub capability: String,
    /// The measure.
    pub measure: Measure,
    /// Number of subjects that enter.
    pub subjects: u64,
    /// Number of subjects left out because their share is 0, which has no logarithm.
    pub zeros: u64,
    /// The curve, or why there is none.
    pub curve: Result<Curve, NoCurve>,
    /// p adjusted for all capabilities and measures.
    pub p_adjusted: Option<f64>,
}

/// Reasons why no curve fits the shares of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoCurve {
    /// Fewer than three subjects have a share above 0; a curve of two constants fits any two.
    TooFewSubjects,
    /// All scores are the same.
    OneScore,
    /// All shares are the same.
    OneShare,
    /// Numbers so different in size that a sum of squares is not finite.
    OutOfRange,
}

names!(
    NoCurve,
    TooFewSubjects => "fewer than three subjects with a share above 0",
    OneScore => "all have the same score",
    OneShare => "all have the same share",
    OutOfRange => "the scores are too far apart",
);

/// share = exp(intercept + slope score), by least squares of the logarithm of the share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The logarithm of the share at a score of 0.
    pub intercept: f64,
    /// The growth of the logarithm with each point of the score.
    pub slope: f64,
    /// Its interval, by Student's t.
    pub interval: Option<Interval>,
    /// The share of the variance of logarithms that the curve explains.
    pub r_squared: f64,
    /// The share of the variance of shares that a straight line through the same subjects explains.
    pub linear_r_squared: f64,
    /// Two-sided p-value of the slope; `None` if all subjects lie on the curve.
    pub p: Option<f64>,
}

/// The curve through scores and shares, all above 0.
fn curve(scores: &[f64], shares: &[f64], level: f64) -> Result<Curve, NoCurve> {
    let is_constant = |values: &[f64]| values.windows(2).all(|pair| pair[0] == pair[1]);
    if scores.len() < 3 {
        return Err(NoCurve::TooFewSubjects);
    }
    if is_constant(scores) {
        return Err(NoCurve::OneScore);
    }
    if is_constant(shares) {
        return Err(NoCurve::OneShare);
    }
    fitted(scores, shares, level).ok_or(NoCurve::OutOfRange)
}

/// The same for scores and shares that vary.
fn fitted(scores: &[f64], shares: &[f64], level: f64) -> Option<Curve> {
    let logarithms: Vec<f64> = shares.iter().map(|share| share.ln()).collect();
    let found = pearson(scores, &logarithms).ok()?;
    let linear = pearson(scores, shares).ok()?;
    let (x, y) = (descriptives::describe(scores).ok()?, descriptives::describe(&logarithms).ok()?);
    let ratio = y.sd.ok()? / x.sd.ok()?;
    let slope = found.r * ratio;
    let df = found.n as f64 - 2.0;
    let is_bent = found.r.abs() < 1.0 - 1e-12;
    let half = t_quantile(f64::midpoint(1.0, level), df)
        * ratio
        * ((1.0 - found.r) * (1.0 + found.r) / df).sqrt();
    Some(Curve {
        intercept: y.mean - slope * x.mean,
        slope,
        interval: is_bent.then_some(Interval { low: slope - half, high: slope + half }),
        r_squared: found.r * found.r,
        linear_r_squared: linear.r * linear.r,
        p: is_bent.then(|| found.p(Alternative::TwoSided)),
    })
}

/// The curves of every measure and capability.
pub(crate) fn exponential_fits(capabilities: &[Capability], level: f64) -> Vec<ExponentialFit> {
    let fit = |row: &Capability| {
        let positive = row.subjects.iter().filter(|own| own.share.value > 0.0);
        let (scores, shares): (Vec<f64>, Vec<f64>) =
            positive.map(|own| (own.score, own.share.value)).unzip();
        ExponentialFit {
            capability: row.capability.clone(),
            measure: row.measure,
            subjects: scores.len() as u64,
            zeros: (row.subjects.len() - scores.len()) as u64,
            curve: curve(&scores, &shares, level),
            p_adjusted: None,
        }
    };
    let mut rows: Vec<ExponentialFit> = correlated_subjects(capabilities).map(fit).collect();
    adjust_all(rows.iter_mut().filter_map(|row| Some((row.curve.ok()?.p?, &mut row.p_adjusted))));
    rows
}

/// The table of exponential fits.
pub(crate) fn fit_table(rows: &[ExponentialFit]) -> Table<'static> {
    let record = |row: &ExponentialFit| {
        let curve = row.curve.ok();
        let why = row.curve.err().map(NoCurve::name);
        let interval = curve.and_then(|curve| curve.interval);
        Record::new(false)
            .cell("capability", row.capability.as_str())
            .cell("measure", row.measure.name())
            .count("subjects", row.subjects)
            .count("zeros", row.zeros)
            .number("intercept", curve.map(|curve| curve.intercept))
            .number("slope", curve.map(|curve| curve.slope))
            .interval(["low", "high"], interval, Value::Number)
            .share("r_squared", curve.map(|curve| curve.r_squared))
            .share("linear_r_squared", curve.map(|curve| curve.linear_r_squared))
            .p("p", curve.and_then(|curve| curve.p))
            .p("p_adjusted", row.p_adjusted)
            .cell("why_none", Value::from_option(why, Value::from))
    };
    table(
        "capability-fits",
        "Exponential fits to capability",
        "share = exp(intercept + slope score), over subjects, by least squares of the logarithm of \
         the share. A share of 0 has no logarithm; zeros counts the subjects left out for this \
         reason. If they are the least capable ones, the slope is too flat. The interval and p \
         are by Student's t; p is adjusted over capabilities and measures (Benjamini-Hochberg). \
         r_squared is the share of the variance of logarithms that the curve explains, \
         linear_r_squared the share of the variance of shares that a straight line explains. \
         Their scales differ; the larger one does not prove its shape. Why_none gives the reason \
         for a missing curve.",
        rows.iter().map(record),
    )
}

//! Options of a comparison of runs.

use crate::{MatchRule, MetricChoice};
use peirast_stats::Correction;
use serde::Serialize;

/// The interval of a difference of scores that are 0 or 1. Other scores always have the bootstrap
/// interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountInterval {
    /// Newcombe's; see [`peirast_stats::DifferenceMethod::Newcombe`].
    #[default]
    Newcombe,
    /// Tango's; see [`peirast_stats::DifferenceMethod::Tango`].
    Tango,
    /// The bias-corrected and accelerated bootstrap over items, or over clusters.
    Bootstrap,
}

/// The p-value that decides if a test has both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidingP {
    /// The exact p-value. Its error rate never exceeds the level.
    #[default]
    Exact,
    /// The mid-p-value. Its error rate is about the level, and it detects more.
    MidP,
}

/// The options of a comparison.
///
/// ```
/// use peirast_compare::CompareOptions;
/// let options = CompareOptions { margin: Some(0.02), ..CompareOptions::default() };
/// assert_eq!((options.alpha, options.power), (0.05, 0.8));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompareOptions {
    /// The level of all tests, 0 to 1.
    pub alpha: f64,
    /// The largest difference that does not matter, in the unit of the scores.
    pub margin: Option<f64>,
    /// The interval of differences of shares.
    pub interval: CountInterval,
    /// The p-value that verdicts use.
    pub deciding: DecidingP,
    /// The adjustment of p-values over tasks and pairs of runs.
    #[serde(serialize_with = "named")]
    pub correction: Correction,
    /// The column whose levels are clusters of related items. If `None`, the column that the runs
    /// name themselves ([`ScoredRun::versions_of`](crate::ScoredRun::versions_of)).
    pub by: Option<String>,
    /// The rule by which two items count as the same.
    pub matching: MatchRule,
    /// The names of the tasks to compare; all if empty.
    pub tasks: Vec<String>,
    /// The metrics to compare; if empty, all that both runs have under one name.
    pub metrics: Vec<MetricChoice>,
    /// The run with which all others are compared. If `None`, each run is compared with each.
    pub baseline: Option<String>,
    /// Metrics for which lower is better, in addition to those that logs or names show to be such.
    pub lower_is_better: Vec<String>,
    /// Metrics for which higher is better. They override logs and names.
    pub higher_is_better: Vec<String>,
    /// The seed of random draws.
    pub seed: u64,
    /// Number of resamples of the bootstrap.
    pub resamples: u64,
    /// The power for which "needs n more items" is computed, 0 to 1.
    pub power: f64,
}

impl Default for CompareOptions {
    fn default() -> Self {
        Self {
            alpha: 0.05,
            margin: None,
            interval: CountInterval::default(),
            deciding: DecidingP::default(),
            correction: Correction::Holm,
            by: None,
            matching: MatchRule::default(),
            tasks: Vec::new(),
            metrics: Vec::new(),
            baseline: None,
            lower_is_better: Vec::new(),
            higher_is_better: Vec::new(),
            seed: 1,
            resamples: 10_000,
            power: 0.8,
        }
    }
}

impl CompareOptions {
    /// The confidence of the intervals: 1 minus alpha.
    pub fn confidence(&self) -> f64 {
        1.0 - self.alpha
    }
}

fn named<S: serde::Serializer>(value: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}

//! How runs are compared.

use crate::{MatchRule, MetricChoice};
use peirast_stats::Correction;
use serde::Serialize;

/// The interval of a difference of scores that are 0 or 1. Other scores always have the bootstrap's.
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

/// Which p-value decides where both are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidingP {
    /// The exact one, which never errs more often than it says.
    #[default]
    Exact,
    /// The mid-p one, which errs about as often as it says and detects more.
    MidP,
}

/// How runs are compared.
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
    /// Differences that are smaller do not matter; in the unit of the scores.
    pub margin: Option<f64>,
    /// The interval of differences of shares.
    pub interval: CountInterval,
    /// The p-value that verdicts stand on.
    pub deciding: DecidingP,
    /// How p-values are adjusted over tasks and pairs of runs.
    #[serde(serialize_with = "named")]
    pub correction: Correction,
    /// The column whose levels are clusters of related items; if none, what the runs say of themselves
    /// ([`ScoredRun::versions_of`](crate::ScoredRun::versions_of)).
    pub by: Option<String>,
    /// What tells that two items are the same.
    pub matching: MatchRule,
    /// Only tasks of these names; all if empty.
    pub tasks: Vec<String>,
    /// Only these metrics; all that two runs have under one name if empty.
    pub metrics: Vec<MetricChoice>,
    /// The run that all others are compared with; each with each if none.
    pub baseline: Option<String>,
    /// Metrics of which less is better, beside those that logs or their names tell.
    pub lower_is_better: Vec<String>,
    /// Metrics of which more is better, whatever logs or their names tell.
    pub higher_is_better: Vec<String>,
    /// The seed of what is drawn at random.
    pub seed: u64,
    /// How often the bootstrap resamples.
    pub resamples: u64,
    /// The power that "needs n more items" is said for, 0 to 1.
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
    /// The confidence of the intervals: 1 less the level.
    pub fn confidence(&self) -> f64 {
        1.0 - self.alpha
    }
}

fn named<S: serde::Serializer>(value: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}

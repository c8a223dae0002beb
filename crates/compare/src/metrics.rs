//! The metrics by which two runs of a task are compared.

use crate::{CompareError, LeftOut, ScoredRun, Side};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A metric by which runs are compared: one name for both, or a name in the first run and another in the second.
///
/// ```
/// use peirast_compare::MetricChoice;
/// let same: MetricChoice = "exact_match,strict-match".parse()?;
/// assert_eq!(same.a, same.b);
/// let two: MetricChoice = "correct=acc".parse()?;
/// assert_eq!((two.a.as_str(), two.b.as_str()), ("correct", "acc"));
/// assert!("=acc".parse::<MetricChoice>().is_err());
/// # Ok::<(), peirast_compare::CompareError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricChoice {
    /// The metric in the first run, with or without its filter.
    pub a: String,
    /// The metric in the second run.
    pub b: String,
}

impl FromStr for MetricChoice {
    type Err = CompareError;

    fn from_str(text: &str) -> Result<Self, CompareError> {
        let (a, b) = text.split_once('=').unwrap_or((text, text));
        match a.is_empty() || b.is_empty() {
            true => Err(CompareError::Options(format!(
                "`{text}` is not a metric: write NAME, or NAME=NAME if the second run has another \
                 name for it"
            ))),
            false => Ok(Self { a: a.to_owned(), b: b.to_owned() }),
        }
    }
}

impl fmt::Display for MetricChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.a == self.b {
            true => f.pad(&self.a),
            false => write!(f, "{}={}", self.a, self.b),
        }
    }
}

impl Serialize for MetricChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Tests if a name means a metric: in full, or without its filter.
pub(crate) fn names_metric(name: &str, metric: &str) -> bool {
    name == metric || metric.split_once(',').is_some_and(|(bare, _)| bare == name)
}

/// A metric of a task in two runs: its name in the first, and its position in each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedMetric<'m> {
    pub name: &'m str,
    /// Its name in the second run, if it differs.
    pub renamed: Option<&'m str>,
    pub in_a: usize,
    pub in_b: usize,
}

/// The metrics with which two runs are compared: those with the same name, or the chosen ones.
pub(crate) fn shared_metrics<'m>(
    own: &'m [String],
    theirs: &'m [String],
    chosen: &[MetricChoice],
) -> Vec<SharedMetric<'m>> {
    let mut shared = Vec::new();
    for (in_a, name) in own.iter().enumerate() {
        let of_one_name = chosen.is_empty()
            || chosen.iter().any(|one| one.a == one.b && names_metric(&one.a, name));
        let same = theirs.iter().position(|other| other == name).filter(|_| of_one_name);
        shared.extend(same.map(|in_b| SharedMetric { name, renamed: None, in_a, in_b }));
        for choice in chosen.iter().filter(|one| one.a != one.b && names_metric(&one.a, name)) {
            let others = theirs.iter().enumerate();
            let mut others = others.filter(|(_, other)| names_metric(&choice.b, other));
            shared.extend(others.next().map(|(in_b, other)| SharedMetric {
                name,
                renamed: Some(other),
                in_a,
                in_b,
            }));
        }
    }
    shared
}

/// The most remarks of a run that explain why it has no metric.
const MOST_REASONS: usize = 3;

/// The reason why no metric of a task is compared: none has one name in both runs, or none of those
/// was chosen.
pub(crate) fn no_metric(
    task: &str,
    [a, b]: [&ScoredRun; 2],
    (own, theirs): (&[String], &[String]),
    chosen: &[MetricChoice],
) -> LeftOut {
    let (task, runs) = (task.to_owned(), (a.name.clone(), b.name.clone()));
    let metrics = (own.to_vec(), theirs.to_vec());
    if chosen.is_empty() {
        let without = [(a, own), (b, theirs)].into_iter().filter(|(_, metrics)| metrics.is_empty());
        let why = without.flat_map(|(run, _)| {
            let first = run.remarks.iter().take(MOST_REASONS);
            first.map(|remark| format!("{}: {remark}", run.name))
        });
        return LeftOut::NoMetric { task, runs, metrics, why: why.collect() };
    }
    let is_own = |choice: &MetricChoice| own.iter().any(|metric| names_metric(&choice.a, metric));
    LeftOut::NotSelected {
        task,
        runs,
        metrics,
        selected: chosen.iter().map(ToString::to_string).collect(),
        is_in_a: chosen.iter().any(is_own),
    }
}

/// The wanted metrics of a task that only one of two runs has.
pub(crate) fn metrics_alone(
    task: &str,
    (a, own): (&ScoredRun, &[String]),
    (b, theirs): (&ScoredRun, &[String]),
    chosen: &[MetricChoice],
) -> Vec<LeftOut> {
    let is_wanted = |metric: &str| {
        chosen.is_empty() || chosen.iter().any(|one| one.a == one.b && names_metric(&one.a, metric))
    };
    let mut found = Vec::new();
    for (has, lacks, run, other, lacking) in
        [(own, theirs, a, b, Side::B), (theirs, own, b, a, Side::A)]
    {
        for metric in has.iter().filter(|metric| is_wanted(metric) && !lacks.contains(metric)) {
            found.push(LeftOut::MetricAlone {
                task: task.to_owned(),
                metric: metric.clone(),
                run: run.name.clone(),
                lacking,
                other: other.name.clone(),
            });
        }
    }
    found
}

//! Parts of two runs that could not be compared.

use crate::MatchCounts;
use std::fmt;

/// A part of two runs that could not be compared, or only under another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// A task that only one of the runs has.
    TaskAlone {
        /// The task.
        task: String,
        /// The run that has it.
        run: String,
        /// The run that lacks it.
        lacking: Side,
        /// The name of that run.
        other: String,
    },
    /// The only task of each run. They are compared, although their names differ.
    Renamed {
        /// The task and the name of the first run.
        a: (String, String),
        /// The task and the name of the second run.
        b: (String, String),
    },
    /// The only task of each run, of different names and without an item in common.
    OtherTask {
        /// The task and the name of the first run.
        a: (String, String),
        /// The task and the name of the second run.
        b: (String, String),
    },
    /// Tasks of two names, or a task that no file names, whose items agree in ids alone: no question of
    /// one run is known to be the same in the other.
    OtherItems {
        /// The task and the name of the first run.
        a: (String, String),
        /// The task and the name of the second run.
        b: (String, String),
        /// True if both files have questions, so that they are known to differ.
        differ: bool,
    },
    /// A task without an item that both runs have.
    NoPair {
        /// The task.
        task: String,
        /// The names of the runs.
        runs: (String, String),
        /// The counts of the matching.
        counts: MatchCounts,
    },
    /// A task without a metric that both runs have.
    NoMetric {
        /// The task.
        task: String,
        /// The names of the runs.
        runs: (String, String),
        /// The metrics of each.
        metrics: (Vec<String>, Vec<String>),
        /// The remarks on the files of runs without any metric, which may give the reason.
        why: Vec<String>,
    },
    /// A task without a metric that was chosen and that both runs have.
    NotSelected {
        /// The task.
        task: String,
        /// The names of the runs.
        runs: (String, String),
        /// The metrics of each.
        metrics: (Vec<String>, Vec<String>),
        /// The metrics that were chosen.
        selected: Vec<String>,
        /// True if the first run has one of them, so that the second lacks it.
        is_in_a: bool,
    },
    /// A metric that one run has and the other has not.
    MetricAlone {
        /// The task.
        task: String,
        /// The metric.
        metric: String,
        /// The run that has it.
        run: String,
        /// The run that lacks it.
        lacking: Side,
        /// The name of that run.
        other: String,
    },
    /// A metric with which no item is scored in both runs.
    NoScore {
        /// The task.
        task: String,
        /// The metric.
        metric: String,
        /// The names of the runs.
        runs: (String, String),
    },
}

/// One of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl LeftOut {
    /// True if the second run may hide a loss here: it lacks scores that the first run has, or its
    /// task may be a different one.
    pub const fn may_hide_a_loss(&self) -> bool {
        match self {
            Self::TaskAlone { lacking, .. } | Self::MetricAlone { lacking, .. } => {
                matches!(lacking, Side::B)
            }
            Self::NotSelected { is_in_a, .. } => *is_in_a,
            Self::Renamed { .. }
            | Self::OtherTask { .. }
            | Self::OtherItems { .. }
            | Self::NoPair { .. }
            | Self::NoMetric { .. }
            | Self::NoScore { .. } => true,
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TaskAlone { task, run, other, .. } => {
                write!(f, "task {task} is in {run}, but not in {other}")
            }
            Self::Renamed { a: (own, a), b: (other, b) } => {
                write!(f, "task {own} of {a} is compared with task {other} of {b}")
            }
            Self::OtherTask { a: (own, a), b: (other, b) } => write!(
                f,
                "{a} is a run of task {own} and {b} of task {other}, with no item in common: \
                 compare runs of one task"
            ),
            Self::OtherItems { a: (own, a), b: (other, b), differ } => {
                let which = match own == other {
                    true => format!("task {own} of {a} and {b}"),
                    false => format!("{a} is a run of task {own} and {b} of task {other}"),
                };
                let why = match differ {
                    true => "the ids of items agree, but all questions differ",
                    false => {
                        "only the ids of items agree, and no question shows that items are the same"
                    }
                };
                write!(
                    f,
                    "{which}: {why}; compare runs of one task, or give --match id if the items are the same"
                )
            }
            Self::NoPair { task, runs: (a, b), counts } => {
                write!(f, "task {task} of {a} and {b}: {}", why_no_pair(*counts))
            }
            Self::NotSelected { task, runs: (a, b), metrics: (own, theirs), selected, .. } => {
                write!(
                    f,
                    "task {task}: --metric {} selects no metric of both runs there: {a} has {}; {b} has {}",
                    selected.join(" --metric "),
                    listed(own),
                    listed(theirs)
                )
            }
            Self::NoMetric { task, runs: (a, b), metrics: (own, theirs), why }
                if own.is_empty() || theirs.is_empty() =>
            {
                let has = |run: &str, metrics: &[String]| match metrics {
                    [] => format!("{run} has no scores that are numbers"),
                    several => format!("{run} has {}", several.join(", ")),
                };
                write!(
                    f,
                    "task {task}: no metric in common: {}; {}{}",
                    has(a, own),
                    has(b, theirs),
                    why.iter().map(|one| format!("; {one}")).collect::<String>()
                )
            }
            Self::NoMetric { task, runs: (a, b), metrics: (own, theirs), .. } => {
                write!(
                    f,
                    "task {task}: no metric in common: {a} has {}; {b} has {}; --metric {}={} \
                     compares metrics with different names",
                    listed(own),
                    listed(theirs),
                    own.first().map_or("NAME", String::as_str),
                    theirs.first().map_or("NAME", String::as_str)
                )
            }
            Self::MetricAlone { task, metric, run, other, .. } => {
                write!(f, "task {task}: {metric} is in {run}, but not in {other}")
            }
            Self::NoScore { task, metric, runs: (a, b) } => {
                write!(f, "task {task}, {metric}: no item has a score in both {a} and {b}")
            }
        }
    }
}

fn listed(metrics: &[String]) -> String {
    match metrics {
        [] => "none".to_owned(),
        several => several.join(", "),
    }
}

/// The reason why two runs of a task have no item in common.
const fn why_no_pair(counts: MatchCounts) -> &'static str {
    match counts {
        MatchCounts { other_content: 0, ambiguous: 0, .. } => "no id and no content in common",
        MatchCounts { other_content: 0, .. } => {
            "items occur several times, so matches are ambiguous"
        }
        _ => {
            "the item numbers agree, but the contents differ; if the items are the same, --match \
             id matches them by number"
        }
    }
}

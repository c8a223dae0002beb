//! Pairing: two selections of outcomes, joined on the item, fill one contingency table.

use crate::Outcomes;
use crate::matched::{Cause, Matched, each_pair};
use peirast_record::{Answer, Contrast, Treatment};
use peirast_stats::{Lost as Known, PairedTable};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Sum;
use thiserror::Error;

/// One contingency table with everything that did not enter it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Paired {
    /// The counts.
    pub table: PairedTable,
    /// Pairs that could not be counted, by cause.
    pub lost: Lost,
    /// The same pairs by what is known of them: the member that has a verdict, if there is one.
    pub known: Known,
    /// Pairs of which both members were put to the subject, answered or not. Without any, the
    /// comparison was never meant.
    pub asked: u64,
    /// Members whose grade is the recorded one, because the published rule could not be
    /// recomputed for them.
    pub recorded_grades: u64,
    /// The counts by cluster, where the comparison names clusters of related items.
    #[serde(skip)]
    pub clusters: BTreeMap<String, PairedTable>,
}

/// Pairs lost, by the first cause found in either member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// One member has no answer: it was not asked yet, or every attempt failed.
    pub unanswered: u64,
    /// One member declined.
    pub refused: u64,
    /// One member is without text.
    pub empty: u64,
    /// One member was cut off before a verdict.
    pub truncated: u64,
    /// One member could not be read.
    pub unread: u64,
    /// The repeats of one member are as often right as wrong.
    pub split: u64,
}

impl Lost {
    /// All lost pairs.
    pub fn total(&self) -> u64 {
        let unscored = self.refused + self.empty + self.truncated + self.unread;
        self.unanswered + unscored + self.split
    }

    /// Pairs whose members were answered, but not both with a verdict.
    pub fn answered(&self) -> u64 {
        self.total() - self.unanswered
    }

    fn count(&mut self, cause: Cause, weight: u64) {
        let cell = match cause {
            Cause::Unanswered => &mut self.unanswered,
            Cause::Split | Cause::Answer(Answer::Tied) => &mut self.split,
            Cause::Answer(Answer::Refused) => &mut self.refused,
            Cause::Answer(Answer::Empty) => &mut self.empty,
            Cause::Answer(Answer::Truncated) => &mut self.truncated,
            Cause::Answer(_) => &mut self.unread,
        };
        *cell += weight;
    }
}

impl Sum for Lost {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            unanswered: a.unanswered + b.unanswered,
            refused: a.refused + b.refused,
            empty: a.empty + b.empty,
            truncated: a.truncated + b.truncated,
            unread: a.unread + b.unread,
            split: a.split + b.split,
        })
    }
}

impl Lost {
    /// The causes with their numbers: `2 refused, 1 unread`.
    pub(crate) fn causes(&self) -> String {
        let causes = [
            (self.unanswered, "unanswered"),
            (self.refused, "refused"),
            (self.empty, "empty"),
            (self.truncated, "truncated"),
            (self.unread, "unread"),
            (self.split, "split"),
        ];
        let causes = causes.iter().filter(|(count, _)| *count > 0);
        let causes: Vec<String> = causes.map(|(count, cause)| format!("{count} {cause}")).collect();
        causes.join(", ")
    }
}

/// The number of lost pairs, with the causes: `3 (2 refused, 1 unread)`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total() {
            0 => f.write_str("0"),
            total => write!(f, "{total} ({})", self.causes()),
        }
    }
}

/// Outcomes that cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairError {
    /// Two outcomes claim the same place in a pair.
    #[error(
        "hypothesis {hypothesis}, {method}: item {item} of {subject} has two outcomes on one side \
         (trials {first} and {second}); pair keys must be unique"
    )]
    NotUnique {
        /// The hypothesis.
        hypothesis: String,
        /// The method.
        method: String,
        /// The subject.
        subject: String,
        /// The item.
        item: String,
        /// One trial.
        first: String,
        /// The other.
        second: String,
    },
}

/// Fills the contingency table of `contrast` for one subject.
///
/// Members are joined on the item, within each unit: an item is one pair, however often its
/// questions were repeated. Repeats of one question are not independent of each other, and as pairs
/// of their own they would make chance look like bias. If a member has several answers, most of
/// those with a verdict decide. A pair with a member that is right as often as wrong is lost as
/// `split`. A pair with a member that has no answer at all is lost as `unanswered`.
///
/// # Errors
/// [`PairError::NotUnique`].
pub fn pair(
    contrast: &Contrast,
    outcomes: &Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Paired, PairError> {
    tally(contrast, outcomes, subject, treatment, |_| true)
}

/// The same without pairs of which a member was not asked for: where comparisons stop when they
/// are decided, such a pair is none that was lost.
pub(crate) fn asked_pairs(
    contrast: &Contrast,
    outcomes: &Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Paired, PairError> {
    tally(contrast, outcomes, subject, treatment, |one| one.asked)
}

/// The table of those pairs that are meant.
fn tally(
    contrast: &Contrast,
    outcomes: &Outcomes,
    subject: &str,
    treatment: Treatment,
    is_meant: impl Fn(&Matched<'_>) -> bool,
) -> Result<Paired, PairError> {
    let mut paired = Paired::default();
    let count = |one: Matched<'_>| {
        if is_meant(&one) {
            paired.count(&one);
        }
    };
    each_pair(contrast, outcomes, subject, treatment, count)?;
    Ok(paired)
}

impl Paired {
    pub(crate) fn count(&mut self, pair: &Matched<'_>) {
        let weight = pair.weight;
        self.recorded_grades += weight * pair.recorded;
        self.asked += if pair.asked { weight } else { 0 };
        match pair.verdicts() {
            Ok((original, perturbed)) => {
                let table = weighted(original, perturbed, weight);
                self.table += table;
                if let Some(cluster) = pair.cluster {
                    *self.clusters.entry(cluster.to_owned()).or_default() += table;
                }
            }
            Err(cause) => {
                self.lost.count(cause, weight);
                *known(&mut self.known, pair) += weight;
            }
        }
    }
}

/// The table of one pair, counted `weight` times.
pub(crate) fn weighted(original: bool, perturbed: bool, weight: u64) -> PairedTable {
    let mut table = PairedTable::default();
    let cell = match (original, perturbed) {
        (true, true) => &mut table.n11,
        (true, false) => &mut table.n12,
        (false, true) => &mut table.n21,
        (false, false) => &mut table.n22,
    };
    *cell = weight;
    table
}

/// The count to which a lost pair belongs, by the known verdicts of its members.
fn known<'a>(known: &'a mut Known, pair: &Matched<'_>) -> &'a mut u64 {
    match (pair.original, pair.perturbed) {
        (Ok(true), _) => &mut known.original_right,
        (Ok(false), _) => &mut known.original_wrong,
        (_, Ok(true)) => &mut known.perturbed_right,
        (_, Ok(false)) => &mut known.perturbed_wrong,
        _ => &mut known.neither,
    }
}

//! Pairing: two selections of outcomes, joined on the item, fill one contingency table.

use crate::Outcomes;
use peirast_record::{Answer, Contrast, Factors, Outcome, Scoring, Treatment, Unit};
use peirast_stats::PairedTable;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
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
    /// Pairs of which both members were put to the subject, answered or not. Without any, the
    /// comparison was never meant.
    pub asked: u64,
    /// Members whose grade is the recorded one, because the published rule could not be
    /// recomputed for them.
    pub recorded_grades: u64,
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
}

impl Lost {
    /// All lost pairs.
    pub fn total(&self) -> u64 {
        self.unanswered + self.refused + self.empty + self.truncated + self.unread
    }

    /// Pairs whose members were answered, but not both with a verdict.
    pub fn answered(&self) -> u64 {
        self.total() - self.unanswered
    }

    fn count(&mut self, cause: Answer, weight: u64) {
        let cell = match cause {
            Answer::Refused => &mut self.refused,
            Answer::Empty => &mut self.empty,
            Answer::Truncated => &mut self.truncated,
            _ => &mut self.unread,
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
        })
    }
}

/// How many, with the causes: `3 (2 refused, 1 unread)`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let causes = [
            (self.unanswered, "unanswered"),
            (self.refused, "refused"),
            (self.empty, "empty"),
            (self.truncated, "truncated"),
            (self.unread, "unread"),
        ];
        let causes = causes.iter().filter(|(count, _)| *count > 0);
        let causes: Vec<String> = causes.map(|(count, cause)| format!("{count} {cause}")).collect();
        match self.total() {
            0 => f.write_str("0"),
            total => write!(f, "{total} ({})", causes.join(", ")),
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
        /// Which hypothesis.
        hypothesis: String,
        /// Which method.
        method: String,
        /// Which subject.
        subject: String,
        /// Which item.
        item: String,
        /// One trial.
        first: String,
        /// The other.
        second: String,
    },
}

/// Fills the contingency table of `contrast` for one subject.
///
/// Members are joined on item and repetition, within each unit. A pair of which a member has no
/// answer is lost as `unanswered`.
///
/// # Errors
/// [`PairError::NotUnique`].
pub fn pair(
    contrast: &Contrast,
    outcomes: &Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Paired, PairError> {
    let mut paired = Paired::default();
    for unit in &contrast.units {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for place in original.places().chain(perturbed.places()).collect::<BTreeSet<_>>() {
            let both_asked = original.was_asked(&place) && perturbed.was_asked(&place);
            match (original.answered.get(&place), perturbed.answered.get(&place)) {
                (Some(first), Some(second)) => paired.count(first, second, treatment, unit.weight),
                (None, None) if !both_asked => {}
                _ => paired.lose(both_asked, unit.weight),
            }
        }
    }
    Ok(paired)
}

/// Item and repetition: what the members of a pair share.
type Place<'a> = (&'a str, u32);

/// One side of the pairs of a unit.
struct Side<'a> {
    answered: BTreeMap<Place<'a>, &'a Outcome>,
    unanswered: BTreeSet<Place<'a>>,
}

impl<'a> Side<'a> {
    fn new(
        contrast: &Contrast,
        unit: &Unit,
        outcomes: &'a Outcomes,
        subject: &str,
        wanted: &'a Factors,
    ) -> Result<Self, PairError> {
        let mut answered = BTreeMap::new();
        for outcome in outcomes.select(subject, wanted).filter(|o| is_within(unit, &o.item)) {
            let place = (outcome.item.as_str(), outcome.repeat);
            if let Some(first) = answered.insert(place, outcome) {
                return Err(not_unique(contrast, first, outcome));
            }
        }
        let open = outcomes.unanswered(subject, wanted);
        let unanswered = open.filter(|(item, _)| is_within(unit, item)).collect();
        Ok(Self { answered, unanswered })
    }

    fn places(&self) -> impl Iterator<Item = Place<'a>> {
        self.answered.keys().chain(&self.unanswered).copied()
    }

    fn was_asked(&self, place: &Place<'_>) -> bool {
        self.answered.contains_key(place) || self.unanswered.contains(place)
    }
}

fn not_unique(contrast: &Contrast, first: &Outcome, second: &Outcome) -> PairError {
    PairError::NotUnique {
        hypothesis: contrast.hypothesis.clone(),
        method: contrast.method.clone(),
        subject: second.subject.clone(),
        item: second.item.clone(),
        first: first.trial.to_string(),
        second: second.trial.to_string(),
    }
}

fn is_within(unit: &Unit, item: &str) -> bool {
    let number = || item.rsplit(['/', ':']).next()?.parse::<u64>().ok();
    unit.items_below.is_none_or(|limit| number().is_some_and(|n| n < limit))
}

impl Paired {
    /// Loses a pair of which a member has no answer.
    fn lose(&mut self, asked: bool, weight: u64) {
        self.lost.unanswered += weight;
        self.asked += if asked { weight } else { 0 };
    }

    fn count(&mut self, first: &Outcome, second: &Outcome, treatment: Treatment, weight: u64) {
        let recorded = [first, second].iter().filter(|o| o.scoring == Scoring::Recorded).count();
        self.recorded_grades += weight * recorded as u64;
        self.asked += weight;
        match (first.grade.scored(treatment), second.grade.scored(treatment)) {
            (Some(a), Some(b)) => {
                let cell = match (a, b) {
                    (true, true) => &mut self.table.n11,
                    (true, false) => &mut self.table.n12,
                    (false, true) => &mut self.table.n21,
                    (false, false) => &mut self.table.n22,
                };
                *cell += weight;
            }
            (None, _) => self.lost.count(first.answer, weight),
            (_, None) => self.lost.count(second.answer, weight),
        }
    }
}

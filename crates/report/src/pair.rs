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

/// How many, with the causes: `3 (2 refused, 1 unread)`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
/// Members are joined on the item, within each unit: an item is one pair, however often its
/// questions were repeated. Repeats of one question are not independent of each other, and as
/// pairs of their own they would make chance look like bias. What a member of several answers
/// counts as is what most of those with a verdict are; a pair with a member that is right as often
/// as wrong is lost as `split`. A pair of which a member has no answer at all is lost as
/// `unanswered`.
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
        for item in original.items().chain(perturbed.items()).collect::<BTreeSet<_>>() {
            let both_asked = original.was_asked(item) && perturbed.was_asked(item);
            match (original.answered.get(item), perturbed.answered.get(item)) {
                (Some(first), Some(second)) => paired.count(first, second, treatment, unit.weight),
                (None, None) if !both_asked => {}
                _ => paired.lose(both_asked, unit.weight),
            }
        }
    }
    Ok(paired)
}

/// The discordant pairs of a contrast for one subject, by unit and item: whether the perturbation
/// mended them.
pub(crate) fn discordant<'a>(
    contrast: &'a Contrast,
    outcomes: &'a Outcomes,
    subject: &str,
    treatment: Treatment,
) -> Result<Vec<(&'a str, bool)>, PairError> {
    let mut found = Vec::new();
    for unit in &contrast.units {
        let original = Side::new(contrast, unit, outcomes, subject, &unit.original)?;
        let perturbed = Side::new(contrast, unit, outcomes, subject, &unit.perturbed)?;
        for (item, first) in &original.answered {
            let Some(second) = perturbed.answered.get(item) else { continue };
            if let (Ok(a), Ok(b)) = (verdict(first, treatment), verdict(second, treatment))
                && a != b
            {
                found.push((*item, b));
            }
        }
    }
    Ok(found)
}

/// One side of the pairs of a unit, by item.
struct Side<'a> {
    answered: BTreeMap<&'a str, Member<'a>>,
    unanswered: BTreeSet<&'a str>,
}

/// A member of a pair: its answer, or its answers by repeat.
type Member<'a> = BTreeMap<u32, &'a Outcome>;

impl<'a> Side<'a> {
    fn new(
        contrast: &Contrast,
        unit: &Unit,
        outcomes: &'a Outcomes,
        subject: &str,
        wanted: &'a Factors,
    ) -> Result<Self, PairError> {
        let mut answered: BTreeMap<&str, Member<'_>> = BTreeMap::new();
        for outcome in outcomes.select(subject, wanted).filter(|o| is_within(unit, &o.item)) {
            let member = answered.entry(outcome.item.as_str()).or_default();
            if let Some(first) = member.insert(outcome.repeat, outcome) {
                return Err(not_unique(contrast, first, outcome));
            }
        }
        let open = outcomes.unanswered(subject, wanted).map(|(item, _)| item);
        let unanswered = open.filter(|item| is_within(unit, item)).collect();
        Ok(Self { answered, unanswered })
    }

    fn items(&self) -> impl Iterator<Item = &'a str> {
        self.answered.keys().chain(&self.unanswered).copied()
    }

    fn was_asked(&self, item: &str) -> bool {
        self.answered.contains_key(item) || self.unanswered.contains(item)
    }
}

/// Why a member of a pair counts as neither right nor wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// What stands there is no verdict.
    Answer(Answer),
    /// Its verdicts are as often right as wrong.
    Split,
}

/// Whether most verdicts of a member are right.
fn verdict(member: &Member<'_>, treatment: Treatment) -> Result<bool, Cause> {
    let scores = member.values().filter_map(|outcome| outcome.grade.scored(treatment));
    let (right, wrong) =
        scores.fold(
            (0, 0),
            |(right, wrong), score| {
                if score { (right + 1, wrong) } else { (right, wrong + 1) }
            },
        );
    match (right, wrong) {
        (0, 0) => Err(Cause::Answer(member.values().next().map_or(Answer::Empty, |o| o.answer))),
        (right, wrong) if right == wrong => Err(Cause::Split),
        (right, wrong) => Ok(right > wrong),
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

    fn count(
        &mut self,
        first: &Member<'_>,
        second: &Member<'_>,
        treatment: Treatment,
        weight: u64,
    ) {
        let is_recorded = |member: &&Member<'_>| {
            member.values().any(|outcome| outcome.scoring == Scoring::Recorded)
        };
        let recorded = [first, second].into_iter().filter(is_recorded).count();
        self.recorded_grades += weight * recorded as u64;
        self.asked += weight;
        match (verdict(first, treatment), verdict(second, treatment)) {
            (Ok(a), Ok(b)) => {
                let cell = match (a, b) {
                    (true, true) => &mut self.table.n11,
                    (true, false) => &mut self.table.n12,
                    (false, true) => &mut self.table.n21,
                    (false, false) => &mut self.table.n22,
                };
                *cell += weight;
            }
            (Err(cause), _) | (_, Err(cause)) => self.lost.count(cause, weight),
        }
    }
}

//! Pairing: two selections of outcomes, joined on the item, fill one contingency table.

use crate::Outcomes;
use peirast_record::{Answer, Contrast, Outcome, Scoring, Treatment, Unit};
use peirast_stats::PairedTable;
use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// One contingency table with everything that did not enter it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Paired {
    /// The counts.
    pub table: PairedTable,
    /// Pairs that exist but could not be counted, by cause.
    pub lost: Lost,
    /// Members whose grade is the recorded one, because the published rule could not be
    /// recomputed for them.
    pub recorded_grades: u64,
}

/// Pairs lost, by the first cause found in either member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// One member has no answer yet.
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
/// Members are joined on item and repetition, within each unit. A pair of which only one member
/// has been answered is lost as `unanswered`.
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
        let original = members(contrast, unit, outcomes, subject, false)?;
        let mut perturbed = members(contrast, unit, outcomes, subject, true)?;
        for (key, first) in original {
            match perturbed.remove(&key) {
                Some(second) => paired.count(first, second, treatment, unit.weight),
                None => paired.lost.unanswered += unit.weight,
            }
        }
        paired.lost.unanswered += unit.weight * perturbed.len() as u64;
    }
    Ok(paired)
}

type Members<'a> = BTreeMap<(&'a str, u32), &'a Outcome>;

fn members<'a>(
    contrast: &Contrast,
    unit: &'a Unit,
    outcomes: &'a Outcomes,
    subject: &str,
    perturbed: bool,
) -> Result<Members<'a>, PairError> {
    let wanted = if perturbed { &unit.perturbed } else { &unit.original };
    let mut members = Members::new();
    for outcome in outcomes.select(subject, wanted).filter(|o| is_within(unit, o)) {
        if let Some(first) = members.insert((&outcome.item, outcome.repeat), outcome) {
            return Err(PairError::NotUnique {
                hypothesis: contrast.hypothesis.clone(),
                method: contrast.method.clone(),
                subject: subject.to_owned(),
                item: outcome.item.clone(),
                first: first.trial.to_string(),
                second: outcome.trial.to_string(),
            });
        }
    }
    Ok(members)
}

fn is_within(unit: &Unit, outcome: &Outcome) -> bool {
    let number = || outcome.item.rsplit(['/', ':']).next()?.parse::<u64>().ok();
    unit.items_below.is_none_or(|limit| number().is_some_and(|n| n < limit))
}

impl Paired {
    fn count(&mut self, first: &Outcome, second: &Outcome, treatment: Treatment, weight: u64) {
        let recorded = [first, second].iter().filter(|o| o.scoring == Scoring::Recorded).count();
        self.recorded_grades += weight * recorded as u64;
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

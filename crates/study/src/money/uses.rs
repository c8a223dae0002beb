//! What verdicts cost: the answers that each of them used, and what those took.

use crate::error::Result;
use peirast_cost::{Taken, Used, is_simulated, used};
use peirast_record::{Contrast, Factors, Name, Outcome, Version};
use peirast_report::{Outcomes, ResultRow, each_used};
use serde::Serialize;
use std::collections::BTreeMap;

/// What the verdict of one row cost.
#[derive(Debug, Serialize)]
pub struct VerdictCost {
    /// The hypothesis.
    pub hypothesis: String,
    /// The subject.
    pub subject: String,
    /// The method.
    pub method: String,
    /// What it used.
    #[serde(flatten)]
    pub used: Used,
}

/// Outcomes, and what the answers took that they come from.
pub struct Uses<'a> {
    /// As they are tested: of ballots where there was voting.
    pub outcomes: &'a Outcomes,
    /// Of answers one by one, in order of their trials' keys.
    pub single: &'a Outcomes,
    /// What answers took, by their places among these.
    pub taken: &'a [Taken],
}

/// A question to a subject: who, which problem of an item, levels.
type Question<'a> = (&'a Name, &'a Name, &'a Version, &'a Factors);

fn question(outcome: &Outcome) -> Question<'_> {
    (&outcome.subject, &outcome.item, &outcome.version, &outcome.factors)
}

impl Uses<'_> {
    /// What each row of results cost, in their order. Rows of simulated subjects are left out.
    pub fn verdicts(&self, contrasts: &[Contrast], rows: &[ResultRow]) -> Result<Vec<VerdictCost>> {
        let rows: Vec<&ResultRow> = rows.iter().filter(|row| !is_simulated(&row.model)).collect();
        let votes = self.votes();
        let mut places: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
        for row in &rows {
            let is_its =
                |one: &&Contrast| (&one.hypothesis, &one.method) == (&row.hypothesis, &row.method);
            let mut own = Vec::new();
            for contrast in contrasts.iter().filter(is_its) {
                each_used(contrast, self.outcomes, &row.model, |outcome| match &votes {
                    Some(votes) => own.extend(votes.get(&question(outcome)).into_iter().flatten()),
                    None => own.extend(self.place(outcome)),
                })?;
            }
            places.push(own);
        }
        let costs = used(places, |place| self.taken.get(place as usize).copied());
        let costs = rows.into_iter().zip(costs).map(|(row, used)| VerdictCost {
            hypothesis: row.hypothesis.clone(),
            subject: row.model.clone(),
            method: row.method.clone(),
            used,
        });
        Ok(costs.collect())
    }

    /// The place of an answer among those one by one.
    fn place(&self, outcome: &Outcome) -> Option<u32> {
        let rows = self.single.rows();
        let place = rows.binary_search_by(|own| own.trial.cmp(&outcome.trial)).ok()?;
        u32::try_from(place).ok()
    }

    /// The places of the answers to each question; none where every outcome is one answer.
    fn votes(&self) -> Option<BTreeMap<Question<'_>, Vec<u32>>> {
        if std::ptr::eq(self.outcomes, self.single) {
            return None;
        }
        let mut votes: BTreeMap<Question<'_>, Vec<u32>> = BTreeMap::new();
        for (place, outcome) in (0..).zip(self.single.rows()) {
            votes.entry(question(outcome)).or_default().push(place);
        }
        Some(votes)
    }
}

//! Costs of verdicts: the answers that each verdict used, and their cost.

use crate::error::Result;
use peirast_cost::{AnswerCost, VerdictUsage, usage_of_verdicts};
use peirast_record::{Contrast, Factors, Name, Outcome, Version, is_simulated};
use peirast_report::{Outcomes, ResultRow, each_used};
use serde::Serialize;
use std::collections::BTreeMap;

/// The cost of the verdict in one row of results.
#[derive(Debug, Serialize)]
pub struct VerdictCost {
    /// Id of the hypothesis.
    pub hypothesis: String,
    /// Name of the subject.
    pub subject: String,
    /// Name of the method.
    pub method: String,
    /// Answers that it used, with their tokens and cost.
    #[serde(flatten)]
    pub used: VerdictUsage,
}

/// Outcomes, with the tokens and cost of their answers.
pub struct AnswerUses<'a> {
    /// Tested outcomes: of ballots if there was voting.
    pub outcomes: &'a Outcomes,
    /// Outcomes of single answers in order of their trials' keys, if there was voting.
    pub single: Option<&'a Outcomes>,
    /// Tokens and cost of answers, by the places of their outcomes.
    pub taken: &'a [AnswerCost],
}

/// A question to a subject: subject, item, version of the item's problem, levels.
type QuestionRef<'a> = (&'a Name, &'a Name, &'a Version, &'a Factors);

fn question(outcome: &Outcome) -> QuestionRef<'_> {
    (&outcome.subject, &outcome.item, &outcome.version, &outcome.factors)
}

impl AnswerUses<'_> {
    /// Returns the cost of each row of results that is not of a simulated subject.
    pub fn verdicts(&self, contrasts: &[Contrast], rows: &[ResultRow]) -> Result<Vec<VerdictCost>> {
        let rows: Vec<&ResultRow> = rows.iter().filter(|row| !is_simulated(&row.model)).collect();
        let votes = self.votes();
        let mut places: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
        for row in &rows {
            let is_its =
                |one: &&Contrast| (&one.hypothesis, &one.method) == (&row.hypothesis, &row.method);
            let mut used = Vec::new();
            for contrast in contrasts.iter().filter(is_its) {
                each_used(contrast, self.outcomes, &row.model, |outcome| match &votes {
                    Some(votes) => used.extend(votes.get(&question(outcome)).into_iter().flatten()),
                    None => used.extend(self.place(outcome)),
                })?;
            }
            places.push(used);
        }
        let costs = usage_of_verdicts(places, |place| self.taken.get(place as usize).copied());
        let costs = rows.into_iter().zip(costs).map(|(row, used)| VerdictCost {
            hypothesis: row.hypothesis.clone(),
            subject: row.model.clone(),
            method: row.method.clone(),
            used,
        });
        Ok(costs.collect())
    }

    /// Returns the place of the outcome of a single answer.
    fn place(&self, outcome: &Outcome) -> Option<u32> {
        let rows = self.outcomes.rows();
        let place = rows.binary_search_by(|one| one.trial.cmp(&outcome.trial)).ok()?;
        u32::try_from(place).ok()
    }

    /// Returns the places of the answers to each question, if there was voting.
    fn votes(&self) -> Option<BTreeMap<QuestionRef<'_>, Vec<u32>>> {
        let mut votes: BTreeMap<QuestionRef<'_>, Vec<u32>> = BTreeMap::new();
        for (place, outcome) in (0..).zip(self.single?.rows()) {
            votes.entry(question(outcome)).or_default().push(place);
        }
        Some(votes)
    }
}

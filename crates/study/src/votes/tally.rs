//! The votes so far, and the trials that they call for.

use super::Repetition;
use crate::error::Result;
use crate::grade::{Grader, QuestionKey, question};
use futures::TryStreamExt as _;
use peirast_measure::side;
use peirast_record::{Catalogue, Study, Trial};
use peirast_store::Store;
use std::collections::BTreeMap;

/// The vote of an answer: for one of two sides, or for neither.
type Vote = Option<bool>;

/// The votes on every question of a run directory: a byte for each answer.
pub(crate) struct VoteTally {
    repetition: Repetition,
    /// Votes of each repetition, by question.
    votes: BTreeMap<QuestionKey, Vec<Option<Vote>>>,
}

impl VoteTally {
    /// Counts the votes of a store's answers about these problems; none without voting.
    pub async fn read(store: &Store, study: &Study, problems: &Catalogue) -> Result<Self> {
        let repetition = Repetition::for_study(study)?;
        let mut votes: BTreeMap<QuestionKey, Vec<Option<Vote>>> = BTreeMap::new();
        if let Repetition::Repeats(_) = repetition {
            return Ok(Self { repetition, votes });
        }
        let grader = Grader::for_study(study);
        let mut answers = store.answered();
        while let Some(answer) = answers.try_next().await? {
            let trial = &answer.trial;
            let most = repetition.bounds(trial.sampling.temperature).1;
            let Some(problem) = problems.get(&trial.problem).filter(|_| trial.repeat < most) else {
                continue;
            };
            let read = grader.read(problem, &answer.text, answer.finish).answer;
            let repetitions = votes.entry(question(trial)).or_default();
            let at = trial.repeat as usize;
            if repetitions.len() <= at {
                repetitions.resize(at + 1, None);
            }
            repetitions[at] = Some(side(read));
        }
        Ok(Self { repetition, votes })
    }

    /// Returns the trials that the votes call for; `again` repeats a question's first trial.
    pub fn more(&self, first: &[Trial], again: impl Fn(&Trial, u32) -> Trial) -> Vec<Trial> {
        let mut wanted = Vec::new();
        for trial in first.iter().filter(|trial| trial.repeat == 0) {
            let Some(rule) = self.repetition.rule(trial.sampling.temperature) else { continue };
            let Some(given) = self.votes.get(&question(trial)) else { continue };
            // A gap is a failed answer, which is asked again before anything new.
            let known = given.iter().map_while(|vote| *vote);
            let counted = rule.counted(known);
            let from = counted.total();
            let is_given = |at: u32| given.get(at as usize).is_some_and(Option::is_some);
            let until = from.saturating_add(rule.more(counted));
            let lacking = (from..until).filter(|at| !is_given(*at));
            wanted.extend(lacking.map(|repeat| again(trial, repeat)));
        }
        wanted
    }
}

//! All answers to open questions of a study, read and judged.

use super::{ConclusionError, Opened, Translated, posed};
use peirast_fallacy::Notion;
use peirast_record::{FinishReason, Key, Problem};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// An answer to an open question as it was given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The trial that it answers.
    pub trial: &'a Key,
    /// The problem.
    pub problem: &'a Problem,
    /// The text.
    pub text: &'a str,
    /// The reason why the text ended.
    pub finish: FinishReason,
    /// Its translation by others.
    pub translated: Translated<'a>,
}

/// Every open answer, by its trial.
#[derive(Clone, Debug, Default)]
pub struct Conclusions(BTreeMap<Key, Opened>);

impl Conclusions {
    /// Reads and judges answers, one problem at a time, on all cores; this does not change the
    /// result.
    ///
    /// # Errors
    /// The errors of [`posed`].
    pub fn read(answers: &[Given<'_>], notion: Notion) -> Result<Self, ConclusionError> {
        let mut by_problem: BTreeMap<&str, Vec<&Given<'_>>> = BTreeMap::new();
        for answer in answers {
            by_problem.entry(&answer.problem.id).or_default().push(answer);
        }
        let groups: Vec<Vec<&Given<'_>>> = by_problem.into_values().collect();
        let opened: Vec<Vec<(Key, Opened)>> = groups
            .into_par_iter()
            .map(|answers| to_problem(&answers, notion))
            .collect::<Result<_, _>>()?;
        Ok(Self(opened.into_iter().flatten().collect()))
    }

    /// The answer to a trial, read and judged; `None` if the trial is no open question.
    pub fn get(&self, trial: &Key) -> Option<&Opened> {
        self.0.get(trial)
    }
}

/// The answers to one problem.
fn to_problem(
    answers: &[&Given<'_>],
    notion: Notion,
) -> Result<Vec<(Key, Opened)>, ConclusionError> {
    let Some(first) = answers.first() else { return Ok(Vec::new()) };
    let posed = posed(first.problem)?;
    let open = |answer: &&Given<'_>| {
        let Given { trial, text, finish, translated, .. } = **answer;
        (trial.clone(), Opened::new(&posed, text, finish, translated, notion))
    };
    Ok(answers.iter().map(open).collect())
}

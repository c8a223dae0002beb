//! What stands beside the outcomes until all answers are there: translations, and controls.

use super::{AnswerTranslations, Answers, Graded, Grader};

use crate::error::Result;
use peirast_measure::Control;
use peirast_record::{Key, Name, Trial};
use peirast_store::AnsweredTrial;
use peirast_task::translation;
use std::collections::{BTreeMap, BTreeSet};

/// What stands beside the outcomes until all answers are there.
#[derive(Default)]
pub(crate) struct Controls {
    /// What others made of answers.
    pub(crate) translations: Vec<AnsweredTrial>,
    /// The questions that were put once more as controls.
    put_again: BTreeSet<Question>,
    /// Their first answers.
    pub(crate) firsts: Vec<ControlAnswer>,
    /// The answers to controls.
    pub(crate) controls: Vec<ControlAnswer>,
}

/// One of two answers to the same question, and its grade; none yet of an open one.
pub(crate) struct ControlAnswer {
    pub(crate) answered: AnsweredTrial,
    pub(crate) graded: Option<Graded>,
}

impl ControlAnswer {
    /// Its grade, now that open answers are judged.
    fn graded(&self, answers: &Answers, grader: Grader) -> Result<Graded> {
        if let Some(graded) = self.graded {
            return Ok(graded);
        }
        let problem = answers.problem(&self.answered.trial.problem)?;
        Ok(answers.graded(problem, &self.answered, grader))
    }
}

/// What a question and its control have in common: subject, prompt, and the bits of the temperature.
type Question = (Name, Key, Option<u64>);

fn question(trial: &Trial) -> Question {
    let temperature = trial.sampling.temperature.map(f64::to_bits);
    (trial.subject.clone(), trial.prompt.clone(), temperature)
}

impl Controls {
    /// Nothing yet, of a store that has these controls.
    pub(crate) fn of(controls: Vec<Trial>) -> Self {
        Self { put_again: controls.iter().map(question).collect(), ..Self::default() }
    }

    /// Whether an answer to this trial is the first to a question that was put once more.
    pub(crate) fn is_first(&self, trial: &Trial) -> bool {
        !self.put_again.is_empty() && trial.repeat == 0 && self.put_again.contains(&question(trial))
    }

    /// Brings everything into the order of the trials' keys.
    pub(crate) fn sort(&mut self) {
        self.translations.sort_unstable_by(|one, next| one.trial.key.cmp(&next.trial.key));
        for again in [&mut self.firsts, &mut self.controls] {
            again
                .sort_unstable_by(|one, next| one.answered.trial.key.cmp(&next.answered.trial.key));
        }
    }

    /// What others made of answers, which may count alone.
    pub(crate) fn translations(&mut self, views_alone: bool) -> AnswerTranslations {
        let mut made = AnswerTranslations { views_alone, ..AnswerTranslations::default() };
        for translation in self.translations.drain(..) {
            match translation::viewed(&translation.trial) {
                Some(key) => {
                    made.views.insert(key, translation.text);
                }
                None => {
                    let same = made.words.entry(translation.trial.prompt);
                    same.or_default().push(translation.text);
                }
            }
        }
        made
    }

    /// Every control beside the first answer to the same question, where there is one.
    pub(crate) fn controls(&self, answers: &Answers, grader: Grader) -> Result<Vec<Control>> {
        let firsts: BTreeMap<Question, &ControlAnswer> =
            self.firsts.iter().map(|first| (question(&first.answered.trial), first)).collect();
        let pairs = self.controls.iter().filter_map(|again| {
            let first = firsts.get(&question(&again.answered.trial))?;
            Some((*first, again))
        });
        pairs
            .map(|(first, again)| {
                let before = first.graded(answers, grader)?;
                let after = again.graded(answers, grader)?;
                Ok(Control {
                    subject: again.answered.trial.subject.to_string(),
                    first: (before.0, before.1),
                    again: (after.0, after.1),
                    same_text: first.answered.text == again.answered.text,
                })
            })
            .collect()
    }
}

//! Answers that are held until all others are read: translations, and A/A controls.

use super::{AnswerTranslations, Answers, GradedAnswer, Grader};

use crate::error::Result;
use peirast_measure::Control;
use peirast_record::{Key, Name, Trial};
use peirast_store::AnsweredTrial;
use peirast_task::translation;
use std::collections::{BTreeMap, BTreeSet};

/// Answers that are held until all others are read.
#[derive(Default)]
pub(crate) struct Controls {
    /// Translations of answers.
    pub(crate) translations: Vec<AnsweredTrial>,
    /// Questions that were repeated as controls.
    repeated: BTreeSet<ControlKey>,
    /// First answers to these questions.
    pub(crate) firsts: Vec<ControlAnswer>,
    /// Answers to the repetitions.
    pub(crate) controls: Vec<ControlAnswer>,
}

/// One of two answers to the same question, with its grade; `None` for an open one that is not
/// judged yet.
pub(crate) struct ControlAnswer {
    pub(crate) answered: AnsweredTrial,
    pub(crate) graded: Option<GradedAnswer>,
}

impl ControlAnswer {
    /// Returns the grade, after open answers were judged.
    fn graded(&self, answers: &Answers, grader: Grader) -> Result<GradedAnswer> {
        if let Some(graded) = self.graded {
            return Ok(graded);
        }
        let problem = answers.problem(&self.answered.trial.problem)?;
        Ok(answers.graded(problem, &self.answered, grader))
    }
}

/// Key that a question and its control share: subject, prompt, and the bits of the temperature.
type ControlKey = (Name, Key, Option<u64>);

fn question(trial: &Trial) -> ControlKey {
    let temperature = trial.sampling.temperature.map(f64::to_bits);
    (trial.subject.clone(), trial.prompt.clone(), temperature)
}

impl Controls {
    /// Creates the state of a store that has these controls, without answers yet.
    pub(crate) fn new(controls: Vec<Trial>) -> Self {
        Self { repeated: controls.iter().map(question).collect(), ..Self::default() }
    }

    /// Whether an answer to this trial is the first to a repeated question.
    pub(crate) fn is_first(&self, trial: &Trial) -> bool {
        !self.repeated.is_empty() && trial.repeat == 0 && self.repeated.contains(&question(trial))
    }

    /// Sorts everything by the trials' keys.
    pub(crate) fn sort(&mut self) {
        self.translations.sort_unstable_by(|one, next| one.trial.key.cmp(&next.trial.key));
        for again in [&mut self.firsts, &mut self.controls] {
            again
                .sort_unstable_by(|one, next| one.answered.trial.key.cmp(&next.answered.trial.key));
        }
    }

    /// Returns the translations; with `views_alone`, answers count only by recorded views.
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

    /// Returns each control paired with the first answer to the same question, where there is one.
    pub(crate) fn controls(&self, answers: &Answers, grader: Grader) -> Result<Vec<Control>> {
        let firsts: BTreeMap<ControlKey, &ControlAnswer> =
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

//! Answers that are held until all others are read: translations, and A/A controls.

use super::{Answers, GradedAnswer, Grader};
use crate::error::Result;
use peirast_measure::{Control, Translated};
use peirast_record::{Key, Name, Problem, Trial};
use peirast_store::AnsweredTrial;
use peirast_task::translation;
use std::collections::{BTreeMap, BTreeSet};

/// Answers that are held until all others are read.
#[derive(Default)]
pub(crate) struct Controls {
    pub(crate) translations: Vec<AnsweredTrial>,
    /// Questions that were repeated as controls.
    repeated: BTreeSet<QuestionKey>,
    /// First answers to these questions.
    pub(crate) firsts: Vec<ControlAnswer>,
    pub(crate) controls: Vec<ControlAnswer>,
}

/// One of two answers to the same question, with its grade unless it has to be judged.
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

/// Key that all repetitions of a question share: subject, prompt, and the bits of the temperature.
pub(crate) type QuestionKey = (Name, Key, Option<u64>);

/// Returns the key of a trial's question.
pub(crate) fn question(trial: &Trial) -> QuestionKey {
    let temperature = trial.sampling.temperature.map(f64::to_bits);
    (trial.subject.clone(), trial.prompt.clone(), temperature)
}

impl Controls {
    /// Creates the state of a store that has these controls, without answers yet.
    pub(crate) fn new(controls: Vec<Trial>) -> Self {
        Self { repeated: controls.iter().map(question).collect(), ..Self::default() }
    }

    /// Returns true if an answer to this trial is the first to a repeated question.
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

    /// Returns each control paired with the first answer to the same question, if there is one.
    pub(crate) fn controls(&self, answers: &Answers, grader: Grader) -> Result<Vec<Control>> {
        let firsts: BTreeMap<QuestionKey, &ControlAnswer> =
            self.firsts.iter().map(|first| (question(&first.answered.trial), first)).collect();
        let mut controls = Vec::new();
        for again in &self.controls {
            let trial = &again.answered.trial;
            let Some(first) = firsts.get(&question(trial)) else { continue };
            let before = first.graded(answers, grader)?;
            let after = again.graded(answers, grader)?;
            controls.push(Control {
                subject: trial.subject.to_string(),
                first: (before.answer, before.grade),
                again: (after.answer, after.grade),
                same_text: first.answered.text == again.answered.text,
            });
        }
        Ok(controls)
    }
}

/// Translations of answers, and views recorded with answers.
#[derive(Default)]
pub(crate) struct AnswerTranslations {
    /// Translations in words, by the prompt that showed an answer to the translator.
    words: BTreeMap<Key, Vec<String>>,
    /// Views recorded with answers, by the answered trial.
    views: BTreeMap<Key, String>,
    /// True if answers count only by recorded views, and are not read again.
    views_alone: bool,
}

impl AnswerTranslations {
    /// Returns the translations of an answer.
    pub(crate) fn get(&self, problem: &Problem, answered: &AnsweredTrial) -> Translated<'_> {
        let lexicon = problem.worded.as_deref().map(|worded| &worded.lexicon);
        let words = lexicon.filter(|_| !self.words.is_empty()).and_then(|lexicon| {
            let prompt = translation::prompt(&problem.id, lexicon, &answered.text);
            self.words.get(&prompt.key())
        });
        Translated {
            words: words.map_or(&[][..], Vec::as_slice),
            view: self.views.get(&answered.trial.key).map(String::as_str),
            view_alone: self.views_alone,
        }
    }
}

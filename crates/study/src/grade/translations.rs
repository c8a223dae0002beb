//! Translations of a run's answers.

use peirast_measure::Translated;
use peirast_record::{Key, Problem};
use peirast_store::AnsweredTrial;
use peirast_task::translation;
use std::collections::BTreeMap;

/// Translations of answers, and views recorded with answers.
#[derive(Clone, Debug, Default)]
pub struct AnswerTranslations {
    /// Translations in words, by the prompt that showed an answer to the translator.
    pub words: BTreeMap<Key, Vec<String>>,
    /// Views recorded with answers, by the answered trial.
    pub views: BTreeMap<Key, String>,
    /// Whether answers count only by recorded views, and are not read again.
    pub views_alone: bool,
}

impl AnswerTranslations {
    /// Returns the translations of an answer.
    pub fn get(&self, problem: &Problem, answered: &AnsweredTrial) -> Translated<'_> {
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

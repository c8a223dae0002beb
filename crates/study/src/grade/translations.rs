//! What others made of the answers of a run.

use peirast_measure::Translated;
use peirast_record::{Key, Problem};
use peirast_store::AnsweredTrial;
use peirast_task::translation;
use std::collections::BTreeMap;

/// What others made of answers.
#[derive(Clone, Debug, Default)]
pub struct AnswerTranslations {
    /// What translators did, in words, by the prompt that put an answer to them.
    pub words: BTreeMap<Key, Vec<String>>,
    /// The views that were recorded with answers, by the trial that was answered.
    pub views: BTreeMap<Key, String>,
    /// Whether answers count as what was recorded, and not as what is read in them here.
    pub views_alone: bool,
}

impl AnswerTranslations {
    /// What others made of an answer.
    pub fn of(&self, problem: &Problem, answered: &AnsweredTrial) -> Translated<'_> {
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

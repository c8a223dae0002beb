//! Further right answers, in a column of their own: options, or short texts. A question for yes or no
//! has one right answer.

use super::AnswerForm;
use super::names::OptionNames;
use super::open::{OpenForm, binary, true_false, valid, yes_no};
use crate::entry::Entry;
use crate::{AnswerKey, PairsError, value};
use peirast_table::escape_line;
use serde_json::Value;

impl AnswerForm {
    /// The right options of an entry, with the further ones. An error if every option is right.
    pub(super) fn with_further(
        &self,
        entry: &Entry,
        mut places: Vec<usize>,
    ) -> Result<AnswerKey, PairsError> {
        let further = entry.alternatives.iter().filter_map(|text| self.meaning(text, entry));
        for key in further {
            let AnswerKey::Choice(other) = key else { continue };
            places.extend(other);
        }
        let mut distinct = Vec::new();
        for place in places {
            if !distinct.contains(&place) {
                distinct.push(place);
            }
        }
        if distinct.len() > 1 && distinct.len() == entry.choices.texts.len() {
            let what = "all of its options are right, so that no answer can be wrong: take the row out, or the wrong \
                        ones among its right answers";
            return Err(PairsError::at(&entry.place, what));
        }
        Ok(AnswerKey::Choice(distinct))
    }

    /// Refuses a further right answer that is the other one of yes and no, or of valid and invalid:
    /// a model that gives it would count as wrong.
    pub(super) fn check_further(
        &self,
        entry: &Entry,
        answer: &Value,
        key: &AnswerKey,
    ) -> Result<(), PairsError> {
        let is_other =
            |text: &&String| self.meaning(text, entry).is_some_and(|other| other != *key);
        let Some(other) = entry.alternatives.iter().find(is_other) else { return Ok(()) };
        let answer = value::text(answer).unwrap_or_else(|| answer.to_string());
        let what = format!(
            "`{}` is another right answer than `{}`, and only options and short texts can have several: keep one \
             right answer in each row, and take the column of further ones out",
            escape_line(other),
            escape_line(&answer)
        );
        Err(PairsError::at(&entry.place, what))
    }

    /// The answer that a text means, if the question has options, or is for yes or no.
    fn meaning(&self, text: &str, entry: &Entry) -> Option<AnswerKey> {
        let answer = Value::String(text.to_owned());
        if let Some(names) = self.option_names(entry) {
            let sure = [names, OptionNames::Texts, OptionNames::Labels, OptionNames::Letters];
            let places = sure.into_iter().find_map(|names| names.places(&answer, entry));
            return places.map(AnswerKey::Choice);
        }
        let is_yes = yes_no(&answer);
        match self.open? {
            OpenForm::YesNo => is_yes.map(AnswerKey::YesNo),
            OpenForm::TrueFalse => true_false(&answer).or(is_yes).map(AnswerKey::YesNo),
            OpenForm::Binary => binary(&answer).or(is_yes).map(AnswerKey::YesNo),
            OpenForm::Valid => valid(&answer).map(AnswerKey::Valid),
            OpenForm::Number | OpenForm::Text => None,
        }
    }

    /// A note on further right answers that are no option, nor yes or no, so that no model can give
    /// them.
    pub(super) fn unused_further(&self, entries: &[Entry]) -> Option<String> {
        let is_closed = |entry: &Entry| {
            self.option_names(entry).is_some() || !matches!(self.open, Some(OpenForm::Text))
        };
        let is_unused = |entry: &&Entry| {
            let mut further = entry.alternatives.iter().filter(|text| !text.is_empty());
            is_closed(entry) && further.any(|text| self.meaning(text, entry).is_none())
        };
        let unused: Vec<&Entry> = entries.iter().filter(is_unused).collect();
        let first = unused.first()?;
        Some(format!(
            "further right answers count for options and short texts: those of {} of {} rows, for example in {}, are \
             neither and are not used",
            unused.len(),
            entries.len(),
            first.place
        ))
    }
}

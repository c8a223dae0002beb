//! Notes on answers that name options.

use super::AnswerForm;
use super::names::OptionNames;
use crate::AnswerKey;
use crate::entry::Entry;

impl AnswerForm {
    /// A note on an answer that names one option as a letter or a number, and is the text of
    /// another.
    pub(super) fn ambiguous_options(&self, entries: &[Entry]) -> Option<String> {
        let other = |entry: &&Entry| {
            let answer = entry.answer.as_ref();
            let place = |names: OptionNames| names.place(answer?, entry);
            let texts = place(OptionNames::Texts);
            let others = [
                OptionNames::Labels,
                OptionNames::Letters,
                OptionNames::Places(1),
                OptionNames::Places(0),
            ];
            texts.is_some()
                && others.into_iter().filter_map(place).any(|other| Some(other) != texts)
        };
        let mut closed = entries.iter().filter(|entry| !entry.choices.texts.is_empty());
        let (entry, names) = closed.find(other).zip(self.options)?;
        let taken = match names {
            OptionNames::Labels => "the labels",
            OptionNames::Letters => "the letters",
            OptionNames::Texts => "the texts",
            OptionNames::Places(_) => "the numbers",
        };
        Some(format!(
            "the answer in {} is a letter or number of an option and the text of another: answers are taken as \
             {taken} of options",
            entry.place
        ))
    }

    /// A note on questions with several right options: each counts as right, and their set cannot be
    /// asked for.
    pub(super) fn several_options(&self, entries: &[Entry]) -> Option<String> {
        let right = |entry: &Entry| match self.key(entry) {
            Ok(AnswerKey::Choice(places)) if places.len() > 1 => Some(places),
            _ => None,
        };
        let several: Vec<(&Entry, Vec<usize>)> =
            entries.iter().filter_map(|entry| Some((entry, right(entry)?))).collect();
        let (first, places) = several.first()?;
        let label = |at: &usize| format!("({})", ('A'..='Z').nth(*at).unwrap_or('Z'));
        let labels: Vec<String> = places.iter().map(label).collect();
        Some(format!(
            "{} of {} questions have several right options, for example {} in {}: an answer is right if it chooses any \
             one of them, and unread if it names several; if only exactly these together are right, ask for each \
             option in a row of its own, with the answers yes and no",
            several.len(),
            entries.len(),
            labels.join(" and "),
            first.place
        ))
    }
}

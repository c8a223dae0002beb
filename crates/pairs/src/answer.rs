//! The right answers of a data file, in a form decided by all of them together.

mod further;
mod named;
mod names;
mod open;

use crate::entry::Entry;
use crate::{AnswerKey, PairsError, value};
use names::{OptionNames, no_option, option_names};
use open::{OpenForm, accepted, binary, open_form, proven, tolerance, true_false, valid, yes_no};
use peirast_record::Labels;
use peirast_table::{NumberNotation, escape_line};
use serde_json::Value;

/// The form of the answers of a file.
pub(crate) struct AnswerForm {
    options: Option<OptionNames>,
    open: Option<OpenForm>,
    /// The notation of numbers in answers.
    pub(crate) notation: NumberNotation,
}

impl AnswerForm {
    /// The only form that fits all answers of a file.
    ///
    /// # Errors
    /// No form fits, with the first answer at fault; or numbers of options may count from 0 or from
    /// 1.
    pub(crate) fn of_entries(
        entries: &[Entry],
        first_option: Option<u32>,
        notation: &NumberNotation,
    ) -> Result<Self, PairsError> {
        let (closed, open): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|entry| !entry.choices.texts.is_empty());
        let options = match closed.is_empty() {
            true => None,
            false => Some(option_names(&closed, first_option)?),
        };
        let notation = proven(&open, notation);
        let form = (!open.is_empty()).then(|| open_form(&open, &notation));
        if let (Some(OpenForm::Number), Some(entry)) =
            (form, open.iter().find(|entry| !entry.alternatives.is_empty()))
        {
            let what = "alternatives are for options and short texts, and the answers are numbers: give a tolerance, \
                        or leave them out";
            return Err(PairsError::at(&entry.place, what));
        }
        Ok(Self { options, open: form, notation })
    }

    /// The right answer of an entry.
    pub(crate) fn key(&self, entry: &Entry) -> Result<AnswerKey, PairsError> {
        let answer = entry.answer.as_ref().ok_or_else(|| {
            PairsError::at(&entry.place, "it has no right answer: give one, or take the row out")
        })?;
        match self.option_names(entry) {
            Some(names) => {
                let places = names.places(answer, entry).ok_or_else(|| no_option(answer, entry))?;
                self.with_further(entry, places)
            }
            None => {
                let key = self.open_key(answer, entry, true)?;
                self.check_further(entry, answer, &key)?;
                Ok(key)
            }
        }
    }

    /// The way in which the answer of an entry names an option; `None` if it has no options.
    fn option_names(&self, entry: &Entry) -> Option<OptionNames> {
        self.options.filter(|_| !entry.choices.texts.is_empty())
    }

    /// The lure of an entry, if it has one.
    pub(crate) fn lure(&self, entry: &Entry) -> Result<Option<AnswerKey>, PairsError> {
        let Some(lure) = &entry.lure else { return Ok(None) };
        match self.option_names(entry) {
            // A lure may be written as a text where answers are letters, and the reverse.
            Some(names) => {
                match [names, OptionNames::Texts, OptionNames::Labels, OptionNames::Letters]
                    .into_iter()
                    .find_map(|names| names.place(lure, entry))
                {
                    Some(place) => Ok(Some(AnswerKey::Choice(vec![place]))),
                    None => Err(no_option(lure, entry)),
                }
            }
            None => self.open_key(lure, entry, false).map(Some),
        }
    }

    /// Notes on surprising interpretations of the answers.
    pub(crate) fn notes(&self, entries: &[Entry]) -> Vec<String> {
        let mut notes = Vec::new();
        let open = entries.iter().filter(|entry| entry.choices.texts.is_empty());
        let open: Vec<(&Entry, &Value)> =
            open.filter_map(|entry| Some((entry, entry.answer.as_ref()?))).collect();
        let answers: Vec<&Value> = open.iter().map(|(_, answer)| *answer).collect();
        if self.open == Some(OpenForm::Text) {
            notes.extend(self.mixed(&open));
            notes.extend(self.with_units(&open));
        }
        let is_doubtful = |answer: &&&Value| {
            let text = value::text(answer).unwrap_or_default();
            let is_sign = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' ');
            text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(is_sign)
        };
        let unread = answers.iter().filter(|one| value::number(one, &self.notation).is_none());
        if let Some(first) =
            unread.clone().find(is_doubtful).filter(|_| self.open == Some(OpenForm::Text))
        {
            notes.push(format!(
                "the answer `{}` may be two numbers, so it is read as a short text and compared \
                 literally: write a decimal point, and nothing between thousands",
                escape_line(&value::text(first).unwrap_or_default())
            ));
        }
        let all_binary =
            !answers.is_empty() && answers.iter().all(|answer| binary(answer).is_some());
        match self.open {
            Some(OpenForm::Binary) => {
                notes.push("answers 0 and 1 are taken as no and yes".to_owned())
            }
            Some(OpenForm::TrueFalse) => {
                notes.push("answers T and F are taken as yes and no".to_owned())
            }
            Some(OpenForm::Number) if all_binary => notes.push(
                "all answers are 0 or 1, and are taken as numbers: write no and yes if this is \
                 what they mean"
                    .to_owned(),
            ),
            _ => {}
        }
        notes.extend(self.ambiguous_options(entries));
        notes.extend(self.several_options(entries));
        notes.extend(self.unused_further(entries));
        notes
    }

    /// A note on answers that are all a number and a unit, which are read as texts.
    fn with_units(&self, answers: &[(&Entry, &Value)]) -> Option<String> {
        let has_unit = |(entry, answer): &(&Entry, &Value)| {
            let text = value::text(answer).unwrap_or_default();
            let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
            let end = text.find(|c: char| !is_of_number(c)).unwrap_or(text.len());
            let (number, unit) = text.split_at(end);
            let is_unit = |unit: &str| !unit.is_empty() && !unit.contains(char::is_numeric);
            let number = Value::String(number.to_owned());
            entry.alternatives.is_empty()
                && is_unit(unit.trim())
                && value::number(&number, &self.notation).is_some()
        };
        let (_, first) = answers.first().filter(|_| answers.iter().all(has_unit))?;
        Some(format!(
            "all answers are a number and a unit, such as `{}`, and are read as short texts, so that a number without \
             the unit counts as wrong: write the numbers alone, and name the unit in the questions",
            escape_line(&value::text(first).unwrap_or_default())
        ))
    }

    /// A note on answers of which most, but not all, are of one kind, so that all are read as
    /// texts.
    fn mixed(&self, answers: &[(&Entry, &Value)]) -> Option<String> {
        type Kind<'k> = (&'static str, &'k dyn Fn(&Value) -> bool);
        let kinds: [Kind<'_>; 3] = [
            ("yes or no", &|one| yes_no(one).is_some()),
            ("valid or invalid", &|one| valid(one).is_some()),
            ("numbers", &|one| value::number(one, &self.notation).is_some()),
        ];
        let count = |is: &dyn Fn(&Value) -> bool| answers.iter().filter(|(_, one)| is(one)).count();
        let (own, (kind, is)) =
            kinds.into_iter().map(|kind| (count(kind.1), kind)).max_by_key(|(own, _)| *own)?;
        let (entry, other) = answers.iter().find(|(_, one)| !is(one)).filter(|_| own > 0)?;
        Some(format!(
            "{own} of {} answers are {kind} and the others not, for example `{}` in {}, so all are \
             read as short texts and compared literally",
            answers.len(),
            escape_line(&value::text(other).unwrap_or_else(|| other.to_string())),
            entry.place
        ))
    }

    fn open_key(
        &self,
        answer: &Value,
        entry: &Entry,
        is_right: bool,
    ) -> Result<AnswerKey, PairsError> {
        let wrong = |what: String| Err(PairsError::at(&entry.place, what));
        let shown = || escape_line(&value::text(answer).unwrap_or_else(|| answer.to_string()));
        Ok(match self.open.unwrap_or(OpenForm::Text) {
            OpenForm::Binary => match binary(answer) {
                Some(is) => AnswerKey::YesNo(is),
                None => return wrong(format!("`{}` is neither 0 nor 1", shown())),
            },
            OpenForm::TrueFalse => match true_false(answer) {
                Some(is) => AnswerKey::YesNo(is),
                None => return wrong(format!("`{}` is neither T nor F", shown())),
            },
            OpenForm::YesNo => match yes_no(answer) {
                Some(is) => AnswerKey::YesNo(is),
                None => return wrong(format!("`{}` is neither yes nor no", shown())),
            },
            OpenForm::Valid => match valid(answer) {
                Some(is) => AnswerKey::Valid(is),
                None => return wrong(format!("`{}` is neither valid nor invalid", shown())),
            },
            OpenForm::Number => match value::number(answer, &self.notation) {
                Some(number) => AnswerKey::Number(number, tolerance(entry, &self.notation)?),
                None => return wrong(format!("`{}` is no number", shown())),
            },
            OpenForm::Text => AnswerKey::Text(accepted(answer, entry, is_right)?),
        })
    }
}

/// The labels of the options: those of the data if they are numbers, otherwise upper-case letters.
pub(crate) fn labels(entries: &[Entry]) -> Labels {
    let is_numbered = |entry: &Entry| {
        let labels = entry.choices.labels.iter().flatten();
        (1..).zip(labels).all(|(place, label): (u32, _)| *label == place.to_string())
    };
    let mut labelled = entries.iter().filter(|entry| entry.choices.labels.is_some()).peekable();
    // Logs of other programs have labels of one character, and an option that is a number looks
    // like a label.
    let may_be_numbers = |entry: &Entry| {
        let texts = &entry.choices.texts;
        texts.len() < 10 && !texts.iter().any(|text| text.contains(|c: char| c.is_numeric()))
    };
    match labelled.peek().is_some()
        && labelled.all(is_numbered)
        && entries.iter().all(may_be_numbers)
    {
        true => Labels::Numbers,
        false => Labels::Upper,
    }
}

//! The right answers of a data file, in a form decided by all of them together.

use crate::entry::Entry;
use crate::{AnswerKey, PairsError, value};
use peirast_record::{Accepted, Labels, Number, Tolerance};
use peirast_table::{NumberNotation, escape_line};
use regex::Regex;
use serde_json::Value;

/// The ways in which answers name options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionNames {
    /// By the labels that the data give options.
    Labels,
    /// By letters.
    Letters,
    /// By their text.
    Texts,
    /// By their position, counted from this number.
    Places(u32),
}

/// The form of the answers of a file.
pub(crate) struct AnswerForm {
    options: Option<OptionNames>,
    open: Option<OpenForm>,
    /// The notation of numbers in answers.
    pub(crate) notation: NumberNotation,
}

/// The forms of answers without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenForm {
    YesNo,
    /// No as 0, and yes as 1.
    Binary,
    Valid,
    Number,
    Text,
}

const YES: [&str; 3] = ["yes", "true", "y"];
const NO: [&str; 3] = ["no", "false", "n"];

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
            let what = "alternatives are for short texts, and the answers are numbers: give a tolerance, or leave \
                        them out";
            return Err(PairsError::at(&entry.place, what));
        }
        Ok(Self { options, open: form, notation })
    }

    /// The right answer of an entry.
    pub(crate) fn key(&self, entry: &Entry) -> Result<AnswerKey, PairsError> {
        let answer = entry.answer.as_ref().ok_or_else(|| {
            PairsError::at(&entry.place, "it has no right answer: give one, or take the row out")
        })?;
        match self.options.filter(|_| !entry.choices.texts.is_empty()) {
            Some(names) => names
                .place(answer, entry)
                .map(AnswerKey::Choice)
                .ok_or_else(|| no_option(answer, entry)),
            None => self.open_key(answer, entry, true),
        }
    }

    /// The lure of an entry, if it has one.
    pub(crate) fn lure(&self, entry: &Entry) -> Result<Option<AnswerKey>, PairsError> {
        let Some(lure) = &entry.lure else { return Ok(None) };
        match self.options.filter(|_| !entry.choices.texts.is_empty()) {
            Some(names) => match names.place(lure, entry) {
                Some(place) => Ok(Some(AnswerKey::Choice(place))),
                None => Err(no_option(lure, entry)),
            },
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
            Some(OpenForm::Number) if all_binary => notes.push(
                "all answers are 0 or 1, and are taken as numbers: write no and yes if this is \
                 what they mean"
                    .to_owned(),
            ),
            _ => {}
        }
        let other = |entry: &&Entry| {
            let answer = entry.answer.as_ref();
            let place = |names: OptionNames| names.place(answer?, entry);
            let texts = place(OptionNames::Texts);
            let others = [OptionNames::Labels, OptionNames::Places(1), OptionNames::Places(0)];
            texts.is_some()
                && others.into_iter().filter_map(place).any(|other| Some(other) != texts)
        };
        let ambiguous = entries.iter().filter(|entry| !entry.choices.texts.is_empty()).find(other);
        if let (Some(entry), Some(names)) = (ambiguous, self.options) {
            let taken = match names {
                OptionNames::Labels => "the labels",
                OptionNames::Letters => "the letters",
                OptionNames::Texts => "the texts",
                OptionNames::Places(_) => "the numbers",
            };
            notes.push(format!(
                "the answer in {} is a number of an option and the text of another: answers are taken as {taken} of \
                 options",
                entry.place
            ));
        }
        notes
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
            OpenForm::YesNo => match yes_no(answer) {
                Some(is) => AnswerKey::YesNo(is),
                None => return wrong(format!("`{}` is neither yes nor no", shown())),
            },
            OpenForm::Valid => match valid(answer) {
                Some(is) => AnswerKey::Valid(is),
                None => return wrong(format!("`{}` is neither valid nor invalid", shown())),
            },
            OpenForm::Number => match value::number(answer, &self.notation) {
                Some(number) => AnswerKey::Number(number, tolerance(entry)?),
                None => return wrong(format!("`{}` is no number", shown())),
            },
            OpenForm::Text => AnswerKey::Text(accepted(answer, entry, is_right)?),
        })
    }
}

fn no_option(answer: &Value, entry: &Entry) -> PairsError {
    let options = entry.choices.texts.len();
    let last = ('A'..='Z').nth(options.saturating_sub(1)).unwrap_or('Z');
    let shown = escape_line(&value::text(answer).unwrap_or_else(|| answer.to_string()));
    PairsError::at(
        &entry.place,
        format!(
            "the answer `{shown}` names none of its {options} options: write a letter from A to {last}, the number \
             of the option, or its text; the same way in all rows"
        ),
    )
}

/// The only way in which all answers name options.
fn option_names(entries: &[&Entry], first_option: Option<u32>) -> Result<OptionNames, PairsError> {
    let answered: Vec<(&Entry, &Value)> =
        entries.iter().filter_map(|entry| Some((*entry, entry.answer.as_ref()?))).collect();
    let fits = |names: &OptionNames| {
        answered.iter().all(|(entry, answer)| names.place(answer, entry).is_some())
    };
    let sure = [OptionNames::Labels, OptionNames::Texts, OptionNames::Letters];
    if let (None, Some(names)) = (first_option, sure.into_iter().find(fits)) {
        return Ok(names);
    }
    let places: Vec<OptionNames> = match first_option {
        Some(first) => vec![OptionNames::Places(first)],
        None => [OptionNames::Places(0), OptionNames::Places(1)].into_iter().filter(fits).collect(),
    };
    match places.as_slice() {
        [one] if fits(one) => Ok(*one),
        [_, _] => Err(PairsError::File(
            "the answers are numbers of options, and none is 0 or the number of options: say whether the first \
             option is 0 or 1, with --first-option"
                .to_owned(),
        )),
        _ => {
            // The way of most rows, so that the error names the faulty row and not the first.
            let all = sure.into_iter().chain([OptionNames::Places(0), OptionNames::Places(1)]);
            let count = |names: &OptionNames| {
                answered.iter().filter(|(entry, answer)| names.place(answer, entry).is_some()).count()
            };
            let best = all.max_by_key(count).unwrap_or(OptionNames::Letters);
            let fault = answered.iter().find(|(entry, answer)| best.place(answer, entry).is_none());
            Err(fault.map_or_else(
                || PairsError::File("no row has a right answer".to_owned()),
                |(entry, answer)| no_option(answer, entry),
            ))
        }
    }
}

impl OptionNames {
    /// The index of the option that an answer names.
    fn place(self, answer: &Value, entry: &Entry) -> Option<usize> {
        let texts = &entry.choices.texts;
        let text = match answer {
            // A list with one answer means that answer.
            Value::Array(list) => match list.as_slice() {
                [one] => return self.place(one, entry),
                _ => return None,
            },
            other => value::text(other)?,
        };
        match self {
            Self::Labels => {
                let labels = entry.choices.labels.as_ref()?;
                only(labels.iter().map(|label| label.eq_ignore_ascii_case(&text)))
            }
            Self::Letters => {
                let bare = text.trim_matches(['(', ')', '.', ':', '[', ']', ' ']);
                let mut letters = bare.chars();
                let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
                let place = usize::from(u8::try_from(letter).ok()?.checked_sub(b'a')?);
                (letters.next().is_none() && place < texts.len()).then_some(place)
            }
            Self::Texts => {
                let same = only(texts.iter().map(|option| *option == text));
                same.or_else(|| only(texts.iter().map(|option| option.eq_ignore_ascii_case(&text))))
            }
            Self::Places(first) => {
                let number: Number = text.parse().ok()?;
                let place = usize::try_from(number.whole()?.checked_sub(first.into())?).ok()?;
                (place < texts.len()).then_some(place)
            }
        }
    }
}

/// The only index at which `holds` is true.
fn only(holds: impl Iterator<Item = bool>) -> Option<usize> {
    let mut places = holds.enumerate().filter(|(_, holds)| *holds).map(|(at, _)| at);
    places.next().filter(|_| places.next().is_none())
}

fn open_form(entries: &[&Entry], notation: &NumberNotation) -> OpenForm {
    let mut answers = entries.iter().filter_map(|entry| entry.answer.as_ref());
    let all = |fits: &dyn Fn(&Value) -> bool| answers.clone().all(fits);
    if answers.clone().next().is_none() {
        OpenForm::Text
    } else if all(&|answer| yes_no(answer).is_some()) {
        OpenForm::YesNo
    } else if all(&|answer| valid(answer).is_some()) {
        OpenForm::Valid
    } else if all(&|answer| binary(answer).is_some()) && ask_yes_or_no(entries) {
        OpenForm::Binary
    } else if answers.all(|answer| value::number(answer, notation).is_some()) {
        OpenForm::Number
    } else {
        OpenForm::Text
    }
}

fn yes_no(answer: &Value) -> Option<bool> {
    let text = value::text(answer)?.to_lowercase();
    let is = |words: &[&str]| words.contains(&text.as_str());
    if is(&YES) { Some(true) } else { is(&NO).then_some(false) }
}

fn binary(answer: &Value) -> Option<bool> {
    match value::text(answer)?.as_str() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// Returns true if most questions begin like yes/no questions.
fn ask_yes_or_no(entries: &[&Entry]) -> bool {
    const VERBS: [&str; 24] = [
        "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had", "can",
        "could", "will", "would", "shall", "should", "may", "might", "must", "isn't", "aren't",
        "doesn't", "don't",
    ];
    let asks = |entry: &&&Entry| {
        let question = entry.question.trim();
        // The last sentence is the question.
        let ended = question.trim_end_matches(['?', '.', ' ']);
        let last = ended.rsplit(['.', '?', '!', '\n']).next().unwrap_or_default();
        let first = last.split_whitespace().next().unwrap_or_default().to_lowercase();
        VERBS.contains(&first.as_str())
    };
    4 * entries.iter().filter(asks).count() >= 3 * entries.len()
}

/// The notation of numbers in answers: that of the file, or decimal commas if only these make all
/// answers numbers.
fn proven(entries: &[&Entry], notation: &NumberNotation) -> NumberNotation {
    let all = |notation: &NumberNotation| {
        let mut answers = entries.iter().filter_map(|entry| entry.answer.as_ref());
        answers.all(|answer| value::number(answer, notation).is_some())
    };
    let has_commas = *notation == NumberNotation::Point
        && !entries.is_empty()
        && !all(notation)
        && all(&NumberNotation::Comma);
    if has_commas { NumberNotation::Comma } else { notation.clone() }
}

fn valid(answer: &Value) -> Option<bool> {
    match value::text(answer)?.to_lowercase().as_str() {
        "valid" => Some(true),
        "invalid" => Some(false),
        _ => None,
    }
}

fn tolerance(entry: &Entry) -> Result<Option<Tolerance>, PairsError> {
    let Some(text) = &entry.tolerance else { return Ok(None) };
    let read = match text.strip_suffix('%') {
        Some(share) => {
            let hundredth = Number::ratio(1, 100);
            share
                .trim()
                .parse()
                .ok()
                .zip(hundredth)
                .and_then(|(share, part): (Number, _)| share.times(part))
                .map(Tolerance::Relative)
        }
        None => text.parse().ok().map(Tolerance::Absolute),
    };
    let is_bound = |tolerance: &Tolerance| match tolerance {
        Tolerance::Absolute(bound) | Tolerance::Relative(bound) => *bound >= Number::from(0),
    };
    read.filter(is_bound).map(Some).ok_or_else(|| {
        let what = format!("the tolerance `{}` is invalid: write 0.01, or 1%", escape_line(text));
        PairsError::at(&entry.place, what)
    })
}

/// The accepted texts: each element of a list; a text itself, or its parts between bars; between
/// slashes, a regular expression.
fn accepted(answer: &Value, entry: &Entry, is_right: bool) -> Result<Vec<Accepted>, PairsError> {
    let parts = match answer {
        Value::Object(object) => {
            let pattern = ["regex", "pattern"].iter().find_map(|name| object.get(*name));
            if let Some(pattern) = pattern.and_then(value::text) {
                return Ok(vec![checked(&pattern, entry)?]);
            }
            let inner =
                ["text", "value", "answer", "aliases"].iter().find_map(|name| object.get(*name));
            return match inner {
                Some(inner) => accepted(inner, entry, is_right),
                None => Err(PairsError::at(
                    &entry.place,
                    "the answer is an object without `text` or `regex`",
                )),
            };
        }
        Value::String(text) if is_pattern(text) => vec![answer.clone()],
        Value::String(text) if value::marked(text) != text.trim() => {
            vec![Value::String(value::marked(text).to_owned())]
        }
        other => value::list(other, &['|']).unwrap_or_else(|| vec![other.clone()]),
    };
    let own = if is_right { entry.alternatives.as_slice() } else { &[] };
    let texts = parts.iter().filter_map(value::text).chain(own.iter().cloned());
    let mut accepted = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        let one = match is_pattern(&text) {
            true => checked(&text[1..text.len() - 1], entry)?,
            false => Accepted::Text(text),
        };
        if !accepted.contains(&one) {
            accepted.push(one);
        }
    }
    match accepted.is_empty() {
        true => {
            Err(PairsError::at(&entry.place, "its right answer is empty or invisible: give one"))
        }
        false => Ok(accepted),
    }
}

fn is_pattern(text: &str) -> bool {
    text.len() > 2 && text.starts_with('/') && text.ends_with('/')
}

fn checked(pattern: &str, entry: &Entry) -> Result<Accepted, PairsError> {
    match Regex::new(pattern) {
        Ok(_) => Ok(Accepted::Pattern(pattern.to_owned())),
        Err(error) => {
            let what = format!("`{}` is no regular expression: {error}", escape_line(pattern));
            Err(PairsError::at(&entry.place, what))
        }
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

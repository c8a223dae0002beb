//! Answers to questions without options.

use crate::entry::Entry;
use crate::{PairsError, value};
use peirast_record::{Accepted, Number, Tolerance};
use peirast_table::{NumberNotation, escape_line};
use regex::Regex;
use serde_json::Value;

/// The forms of answers without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenForm {
    YesNo,
    /// Yes as T, and no as F.
    TrueFalse,
    /// No as 0, and yes as 1.
    Binary,
    Valid,
    Number,
    Text,
}

const YES: [&str; 3] = ["yes", "true", "y"];
const NO: [&str; 3] = ["no", "false", "n"];

pub(super) fn open_form(entries: &[&Entry], notation: &NumberNotation) -> OpenForm {
    let mut answers = entries.iter().filter_map(|entry| entry.answer.as_ref());
    let all = |fits: &dyn Fn(&Value) -> bool| answers.clone().all(fits);
    if answers.clone().next().is_none() {
        OpenForm::Text
    } else if all(&|answer| yes_no(answer).is_some()) {
        OpenForm::YesNo
    } else if all(&|answer| true_false(answer).is_some())
        && (!all(&|answer| true_false(answer) == Some(true))
            && !all(&|answer| true_false(answer) == Some(false))
            || ask_yes_or_no(entries))
    {
        OpenForm::TrueFalse
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

pub(super) fn yes_no(answer: &Value) -> Option<bool> {
    let text = value::text(answer)?.to_lowercase();
    let is = |words: &[&str]| words.contains(&text.as_str());
    if is(&YES) { Some(true) } else { is(&NO).then_some(false) }
}

/// T or F, as answer sheets have them.
pub(super) fn true_false(answer: &Value) -> Option<bool> {
    match value::text(answer)?.as_str() {
        "T" | "t" => Some(true),
        "F" | "f" => Some(false),
        _ => None,
    }
}

/// No and yes as 0 and 1, possibly as decimals, which data frames make of a column with gaps.
pub(super) fn binary(answer: &Value) -> Option<bool> {
    match value::text(answer)?.as_str() {
        "0" | "0.0" => Some(false),
        "1" | "1.0" => Some(true),
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
pub(super) fn proven(entries: &[&Entry], notation: &NumberNotation) -> NumberNotation {
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

pub(super) fn valid(answer: &Value) -> Option<bool> {
    match value::text(answer)?.to_lowercase().as_str() {
        "valid" => Some(true),
        "invalid" => Some(false),
        _ => None,
    }
}

/// The tolerance of an entry, in the notation of the file's numbers.
pub(super) fn tolerance(
    entry: &Entry,
    notation: &NumberNotation,
) -> Result<Option<Tolerance>, PairsError> {
    let Some(text) = &entry.tolerance else { return Ok(None) };
    let plain = notation.plain(text).unwrap_or_else(|_| text.clone());
    let read = match plain.strip_suffix('%') {
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
        None => plain.parse().ok().map(Tolerance::Absolute),
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
pub(super) fn accepted(
    answer: &Value,
    entry: &Entry,
    is_right: bool,
) -> Result<Vec<Accepted>, PairsError> {
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

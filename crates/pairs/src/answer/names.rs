//! The ways in which answers name options.

use super::open::yes_no;
use crate::entry::Entry;
use crate::{PairsError, value};
use peirast_record::Number;
use peirast_table::escape_line;
use serde_json::Value;

/// The ways in which answers name options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionNames {
    /// By the labels that the data give options.
    Labels,
    /// By letters.
    Letters,
    /// By their text.
    Texts,
    /// By their position, counted from this number.
    Places(u32),
}

/// The error for an answer that names no option.
pub(super) fn no_option(answer: &Value, entry: &Entry) -> PairsError {
    let options = entry.choices.texts.len();
    let last = ('A'..='Z').nth(options.saturating_sub(1)).unwrap_or('Z');
    let shown = escape_line(&value::text(answer).unwrap_or_else(|| answer.to_string()));
    // An option that the answer names, but in another way than most answers of the file.
    let ways = [OptionNames::Texts, OptionNames::Labels, OptionNames::Letters];
    if let Some((way, place)) =
        ways.into_iter().find_map(|way| Some((way, way.place(answer, entry)?)))
    {
        let label = ('A'..='Z').nth(place).unwrap_or('Z');
        let (own, other) = match way {
            OptionNames::Texts => ("the text", "by letters or numbers"),
            _ => ("the letter", "by their texts or numbers"),
        };
        let what = format!(
            "the answer `{shown}` is {own} of option {label}, and other rows name options {other}: write all of them \
             in the same way"
        );
        return PairsError::at(&entry.place, what);
    }
    PairsError::at(
        &entry.place,
        format!(
            "the answer `{shown}` names none of its {options} options: write a letter from A to {last}, the number \
             of the option, or its text; the same way in all rows"
        ),
    )
}

/// The only way in which all answers name options.
pub(super) fn option_names(
    entries: &[&Entry],
    first_option: Option<u32>,
) -> Result<OptionNames, PairsError> {
    let answered: Vec<(&Entry, &Value)> =
        entries.iter().filter_map(|entry| Some((*entry, entry.answer.as_ref()?))).collect();
    let fits = |names: &OptionNames| {
        answered.iter().all(|(entry, answer)| names.places(answer, entry).is_some())
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
                answered.iter().filter(|(entry, answer)| names.places(answer, entry).is_some()).count()
            };
            let best = all.max_by_key(count).unwrap_or(OptionNames::Letters);
            let fault = answered.iter().find(|(entry, answer)| best.places(answer, entry).is_none());
            Err(fault.map_or_else(
                || PairsError::File("no row has a right answer".to_owned()),
                |(entry, answer)| no_option(answer, entry),
            ))
        }
    }
}

impl OptionNames {
    /// The indices of the options that an answer names, in its order, each once: one, or several as
    /// a list, with signs between them, or as letters in a row (`AC`).
    pub(super) fn places(self, answer: &Value, entry: &Entry) -> Option<Vec<usize>> {
        if let Some(place) = self.place(answer, entry) {
            return Some(vec![place]);
        }
        let parts = match answer {
            Value::Array(list) => list.clone(),
            other => self.parts(&value::text(other)?)?,
        };
        let mut places = Vec::new();
        for part in &parts {
            let place = self.place(part, entry)?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        (!places.is_empty()).then_some(places)
    }

    /// The parts of an answer that names several options.
    fn parts(self, text: &str) -> Option<Vec<Value>> {
        const SIGNS: [char; 6] = [',', ';', '|', '&', '+', '\n'];
        let value = |part: &str| Value::String(part.trim().to_owned());
        if text.starts_with('[') && text.ends_with(']') {
            return value::list(&Value::String(text.to_owned()), &[]);
        }
        let joined = text.replace(" and ", ",");
        // A slash may be part of a number.
        let is_sign = |c: char| {
            SIGNS.contains(&c) || c == '/' && matches!(self, Self::Letters | Self::Labels)
        };
        let parts: Vec<&str> =
            joined.split(is_sign).filter(|part| !part.trim().is_empty()).collect();
        if parts.len() > 1 {
            return Some(parts.into_iter().map(value).collect());
        }
        // Letters in a row are capitals in order, and not a word.
        let is_row = text.len() > 1
            && text.chars().all(|c| c.is_ascii_uppercase())
            && text.chars().zip(text.chars().skip(1)).all(|(one, next)| one < next);
        let letters = || text.chars().map(|letter| value(letter.encode_utf8(&mut [0; 4])));
        (is_row && matches!(self, Self::Letters | Self::Labels)).then(|| letters().collect())
    }

    /// The index of the option that an answer names.
    pub(super) fn place(self, answer: &Value, entry: &Entry) -> Option<usize> {
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
            Self::Letters => lettered(&text, texts),
            Self::Texts => {
                let same = only(texts.iter().map(|option| *option == text));
                same.or_else(|| only(texts.iter().map(|option| option.eq_ignore_ascii_case(&text))))
                    .or_else(|| truth(&text, texts))
            }
            Self::Places(first) => {
                let number: Number = text.parse().ok()?;
                let place = usize::try_from(number.whole()?.checked_sub(first.into())?).ok()?;
                (place < texts.len()).then_some(place)
            }
        }
    }
}

/// The option that a letter names: `B`, `(b)`, `Option B`, or `B) blue` with the option's own text.
fn lettered(text: &str, options: &[String]) -> Option<usize> {
    const WORDS: [&str; 3] = ["option", "choice", "answer"];
    let behind = |word: &&str| {
        let (head, rest) = text.split_at_checked(word.len())?;
        let is_word = head.eq_ignore_ascii_case(word) && rest.starts_with([' ', ':', '(']);
        is_word.then(|| rest.trim_start_matches([' ', ':']))
    };
    let text = WORDS.iter().find_map(behind).unwrap_or(text);
    let place = |letter: char| {
        let letter = letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase())?;
        let place = usize::from(u8::try_from(letter).ok()?.checked_sub(b'a')?);
        (place < options.len()).then_some(place)
    };
    let bare = text.trim_matches(['(', ')', '.', ':', '[', ']', ' ']);
    let mut letters = bare.chars();
    let first = letters.next()?;
    if letters.as_str().is_empty() {
        return place(first);
    }
    let rest = letters.as_str().trim_start();
    let own = rest.strip_prefix([')', ']', '.', ':', '-'])?.trim();
    place(first).filter(|at| {
        let option = options.get(*at).map(|option| option.trim());
        option.is_some_and(|option| {
            let option = option.trim_end_matches(['(', ')', '.', ':', '[', ']', ' ']);
            option.eq_ignore_ascii_case(own)
        })
    })
}

/// The option that means the same truth value as a text: `no` for `false`, if the options are yes
/// and no.
fn truth(text: &str, options: &[String]) -> Option<usize> {
    let truth_of = |text: &str| yes_no(&Value::String(text.to_owned()));
    let wanted = truth_of(text)?;
    let truths: Vec<bool> = options.iter().map(|text| truth_of(text)).collect::<Option<_>>()?;
    only(truths.into_iter().map(|truth| truth == wanted)).filter(|_| options.len() == 2)
}

/// The only index at which `holds` is true.
fn only(holds: impl Iterator<Item = bool>) -> Option<usize> {
    let mut places = holds.enumerate().filter(|(_, holds)| *holds).map(|(at, _)| at);
    places.next().filter(|_| places.next().is_none())
}

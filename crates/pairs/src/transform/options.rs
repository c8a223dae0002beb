//! Options: their order, their labels and their separators.

use super::inapplicable::Inapplicable;
use super::words::{WordList, words};
use crate::{AnswerKey, ItemVersion};
use peirast_random::Stream;
use peirast_record::Labels;

/// Largest number of draws of an order until one differs from the original. With two different
/// options, half of the orders differ.
const DRAWS: u32 = 64;

/// Words for options.
const OPTION: [&str; 8] =
    ["option", "options", "choice", "choices", "answer", "answers", "alternative", "alternatives"];
/// Words that count options.
const ORDINALS: [&str; 7] = ["first", "second", "third", "fourth", "fifth", "sixth", "last"];

pub(super) fn shuffle(version: &mut ItemVersion, stream: &mut Stream) -> Result<(), Inapplicable> {
    let mut order: Vec<usize> = (0..version.choices.len()).collect();
    for _ in 0..DRAWS {
        stream.shuffle(&mut order);
        let shown = order.iter().filter_map(|at| version.choices.get(*at));
        if !shown.eq(&version.choices) {
            reorder(version, &order);
            return Ok(());
        }
    }
    Err(Inapplicable::Unchanged)
}

pub(super) fn rotate(version: &mut ItemVersion, places: usize) -> Result<(), Inapplicable> {
    let mut order: Vec<usize> = (0..version.choices.len()).collect();
    let by = places % order.len().max(1);
    order.rotate_right(by);
    let old = version.choices.clone();
    reorder(version, &order);
    if version.choices == old { Err(Inapplicable::Unchanged) } else { Ok(()) }
}

/// Checks that the options are under the question, where Peirast writes them.
pub(super) fn are_under_question(version: &ItemVersion) -> Result<(), Inapplicable> {
    match version.choices.is_empty() {
        true => Err(Inapplicable::NoOptions),
        false if version.shows_its_options() => Err(Inapplicable::OptionsInQuestion),
        false => Ok(()),
    }
}

/// Checks that no text names an option by its label.
pub(super) fn may_be_relabelled(version: &ItemVersion) -> Result<(), Inapplicable> {
    are_under_question(version)?;
    if names_labels(version) { Err(Inapplicable::NamesLabels) } else { Ok(()) }
}

/// Checks that no option can be confused with one of the new labels: digits with numbers, and
/// single letters with letters.
pub(super) fn may_have_labels(version: &ItemVersion, labels: Labels) -> Result<(), Inapplicable> {
    may_be_relabelled(version)?;
    let is_alike = |option: &String| match labels {
        Labels::Numbers => option.contains(|c: char| c.is_numeric()),
        Labels::Lower | Labels::Upper => {
            let mut letters = option.trim().chars().filter(|c| c.is_alphabetic());
            letters.next().is_some() && letters.next().is_none()
        }
    };
    // Logs of other programs have labels of one character.
    if labels == Labels::Numbers && version.choices.len() > 9 {
        return Err(Inapplicable::TooManyForNumbers);
    }
    match version.choices.iter().any(is_alike) {
        true => Err(Inapplicable::LabelsInOptions),
        false => Ok(()),
    }
}

/// Checks that no text names an option by its label or its position.
pub(super) fn may_be_reordered(version: &ItemVersion) -> Result<(), Inapplicable> {
    may_be_relabelled(version)?;
    let mut in_options = version.choices.iter().flat_map(|option| words(option));
    let refers = in_options.any(|(_, word)| WordList::Place.has(word));
    match refers || version.texts().into_iter().any(counts_options) {
        true => Err(Inapplicable::NamesPlaces),
        false => Ok(()),
    }
}

/// Returns true if a text counts options: `the first option`, `the last two answers`.
fn counts_options(text: &str) -> bool {
    let words: Vec<&str> = words(text).map(|(_, word)| word).collect();
    let is_pair = |pair: &[&str]| {
        let is_count = is_one_of(&ORDINALS, pair[0]);
        is_count && pair.iter().skip(1).any(|word| is_one_of(&OPTION, word))
    };
    (2..=3).any(|length| words.windows(length).any(is_pair))
}

fn is_one_of(words: &[&str], word: &str) -> bool {
    words.contains(&word.to_lowercase().as_str())
}

/// Moves the option at `order[0]` to the front, and so on; the right answers and the lure move with
/// their options.
fn reorder(version: &mut ItemVersion, order: &[usize]) {
    for key in [Some(&mut version.key), version.lure.as_mut()].into_iter().flatten() {
        if let AnswerKey::Choice(places) = key {
            for place in places {
                *place = order.iter().position(|old| old == place).unwrap_or(*place);
            }
        }
    }
    version.choices = order.iter().filter_map(|at| version.choices.get(*at).cloned()).collect();
}

/// Returns true if a text names options by their labels: `Both A and B`, `option C`, `(D)`.
fn names_labels(version: &ItemVersion) -> bool {
    let count = version.choices.len();
    let texts = version.before.iter().chain(&version.after).map(|segment| segment.text.as_str());
    // A question may name two points A and B; only a row of all labels means the options.
    let in_texts = texts.clone().any(|text| longest_run(text, version.labels, count) >= count);
    let in_options =
        version.choices.iter().any(|option| longest_run(option, version.labels, count) > 1);
    let combines = version.choices.iter().any(|option| combines_labels(option, count));
    let stands_alone = texts.clone().any(|text| has_label_alone(text, count));
    let mut all = texts.chain(version.choices.iter().map(String::as_str));
    in_texts
        || in_options
        || combines
        || stands_alone
        || all.any(|text| points_at_label(text, version.labels, count))
}

/// Words that join labels, or exclude one.
const JOINING: [&str; 9] = ["and", "or", "nor", "not", "but", "only", "both", "und", "nur"];

/// Returns true if an option of several words contains a label, `All but B` or `1 & 3`, or consists
/// of labels only, `AC`.
fn combines_labels(option: &str, count: usize) -> bool {
    let all: Vec<&str> = words(option).map(|(_, word)| word).collect();
    let is_letter = |word: &str| {
        let mut letters = word.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        letter.is_some_and(|letter| ('A'..='Z').take(count).any(|label| label == letter))
    };
    let is_number = |word: &str| {
        word.parse().is_ok_and(|number: usize| (1..=count).contains(&number)) && word.len() == 1
    };
    let joins = option.contains('&') || all.iter().any(|word| is_one_of(&JOINING, word));
    let has_letter = match all.as_slice() {
        [] => false,
        [one] => {
            one.len() > 1 && one.chars().all(|c| ('A'..='Z').take(count).any(|label| label == c))
        }
        [first, rest @ ..] => {
            rest.iter().any(|word| is_letter(word)) || is_letter(first) && (*first != "A" || joins)
        }
    };
    let is_lower = |word: &&str| word.len() == 1 && is_letter(&word.to_uppercase());
    has_letter
        || joins && all.len() > 1 && all.iter().any(|word| is_number(word))
        || option.contains('&') && all.iter().all(is_lower)
}

/// Returns true if a text has the letter of a label as a word: `Hint: B is wrong`, `Ignore A, ...`.
/// An `A` before a word in lower case is an article.
fn has_label_alone(text: &str, count: usize) -> bool {
    words(text).any(|(at, word)| {
        let is_label =
            word.len() == 1 && ('A'..='Z').take(count).any(|label| word.starts_with(label));
        let behind = &text[at + word.len()..];
        let is_article = word == "A"
            && behind.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase));
        let is_initial = behind.starts_with('.') && behind[1..].starts_with(' ');
        is_label && !is_article && !is_initial
    })
}

/// The index of the label that a word is.
fn label_place(word: &str, labels: Labels, count: usize) -> Option<usize> {
    let is = |letter: &char| match labels {
        // `a` is an article.
        Labels::Lower | Labels::Upper => {
            word.len() == 1 && word.starts_with(letter.to_ascii_uppercase())
                || labels == Labels::Lower && word != "a" && word == labels.label(*letter)
        }
        Labels::Numbers => word == labels.label(*letter),
    };
    ('a'..='z').take(count).position(|letter| is(&letter))
}

/// The largest number of different labels in a row, with only `and`, `or` and `nor` between them.
fn longest_run(text: &str, labels: Labels, count: usize) -> usize {
    let (mut run, mut longest) = (Vec::new(), 0);
    for (_, word) in words(text) {
        match label_place(word, labels, count) {
            Some(place) if !run.contains(&place) => run.push(place),
            Some(_) => {}
            None if ["and", "or", "nor"].contains(&word.to_lowercase().as_str()) => {}
            None => run.clear(),
        }
        longest = longest.max(run.len());
    }
    longest
}

/// Returns true if a text has a label in brackets, or behind a word for an option.
fn points_at_label(text: &str, labels: Labels, count: usize) -> bool {
    let mut last = "";
    for (at, word) in words(text) {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        let is_bracketed = matches!((before, behind), (Some('(' | '['), Some(')' | ']')));
        let is_letter =
            ('a'..='z').take(count).any(|letter| word.eq_ignore_ascii_case(&letter.to_string()));
        if is_bracketed && (is_letter || label_place(word, labels, count).is_some())
            || is_one_of(&OPTION, last) && label_place(word, labels, count).is_some()
        {
            return true;
        }
        last = word;
    }
    false
}

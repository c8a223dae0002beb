//! Letter case, white space and misspelt words.

use super::LetterCase;
use super::inapplicable::Inapplicable;
use super::literal::Literals;
use super::words::{WordList, plain, tokens, words};
use crate::ItemVersion;
use peirast_random::Stream;
use peirast_record::Number;
use std::collections::{BTreeMap, BTreeSet};

/// Fewest letters of a word that may be misspelt.
pub(super) const LEAST_LETTERS: usize = 4;
/// The share of single spaces that are doubled.
const DOUBLED: f64 = 0.25;
/// Largest number of draws of a slip until it is no other word of the text.
const DRAWS: u32 = 20;

/// Checks that the text of a version may be respelt.
pub(super) fn may_be_respelt(version: &ItemVersion) -> Result<(), Inapplicable> {
    let texts = || version.before.iter().map(|segment| segment.text.as_str());
    if version.shows_its_options() {
        Err(Inapplicable::OptionsInQuestion)
    } else if texts().any(|text| text.contains("```")) {
        Err(Inapplicable::Code)
    } else if texts().flat_map(words).any(|(_, word)| WordList::Spelling.has(word)) {
        Err(Inapplicable::AsksAboutText)
    } else {
        Ok(())
    }
}

/// Respells every word for which `respell` returns another spelling. Literal words stay.
fn respell(version: &mut ItemVersion, mut respell: impl FnMut(&str) -> Option<String>) {
    let literals = Literals::new(&version.before);
    for (number, segment) in version.before.iter_mut().enumerate() {
        let mut made = String::new();
        let mut done = 0;
        for (at, token) in tokens(&segment.text).filter(|(at, _)| !literals.has(number, *at)) {
            let Some((start, word)) = plain(token) else { continue };
            let Some(other) = respell(word) else { continue };
            made.push_str(&segment.text[done..at + start]);
            made.push_str(&other);
            done = at + start + word.len();
        }
        made.push_str(&segment.text[done..]);
        segment.text = made;
    }
}

/// Checks that the text of a version may be respelt, and that no two words differ only in case.
pub(super) fn may_change_case(version: &ItemVersion) -> Result<(), Inapplicable> {
    may_be_respelt(version)?;
    if tells_by_capitals(&version.texts()) { Err(Inapplicable::TellsByCapitals) } else { Ok(()) }
}

pub(super) fn change_case(version: &mut ItemVersion, case: LetterCase) {
    let has_article = letters_are_words(&version.texts());
    respell(version, |word| {
        let (first, rest) = word.split_at(word.chars().next()?.len_utf8());
        let is_letter = rest.is_empty() && !(has_article && first.eq_ignore_ascii_case("a"));
        let is_pronoun = first == "I" && !rest.starts_with(char::is_alphabetic);
        if is_letter || is_pronoun || rest.contains(char::is_uppercase) {
            return None;
        }
        let other = match case {
            LetterCase::Upper => word.to_uppercase(),
            LetterCase::Lower => word.to_lowercase(),
            LetterCase::Title => first.to_uppercase() + rest,
        };
        // Some letters, such as `ß`, have no capital of their own.
        let is_same = other.to_lowercase() == word.to_lowercase()
            && other.to_uppercase() == word.to_uppercase()
            && other.chars().count() == word.chars().count();
        let is_whole = case != LetterCase::Upper || !other.contains(char::is_lowercase);
        (is_same && is_whole).then_some(other)
    });
}

/// Returns true if all words of one letter are the article and the pronoun, and none is a variable
/// or a label.
fn letters_are_words(texts: &[&str]) -> bool {
    let mut all =
        texts.iter().flat_map(|text| words(text).map(move |(at, word)| (*text, at, word)));
    all.all(|(text, at, word)| {
        let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        let is_word = matches!(word, "a" | "I") || word == "A" && begins_sentence(text, at);
        !is_letter || is_word || text[..at].ends_with(['\'', '’'])
    })
}

/// Returns true if the word at this place begins a sentence or a line.
pub(super) fn begins_sentence(text: &str, at: usize) -> bool {
    let is_between = |c: char| c.is_whitespace() && c != '\n' || "\"“‘([«„¿¡'-*•".contains(c);
    let before = text[..at].trim_end_matches(is_between).chars().next_back();
    before.is_none_or(|c| matches!(c, '.' | '!' | '?' | '…' | ':' | '\n'))
}

/// Returns true if two words differ only in case, apart from words at the beginning of a sentence:
/// `Polish` and `polish`.
fn tells_by_capitals(texts: &[&str]) -> bool {
    let mut forms: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for text in texts {
        for (at, word) in words(text) {
            let is_first = begins_sentence(text, at);
            let is_acronym = word.chars().skip(1).any(char::is_uppercase);
            if word.chars().count() > 1 && (!is_first || is_acronym) {
                forms.entry(word.to_lowercase()).or_default().insert(word);
            }
        }
    }
    forms.values().any(|forms| forms.len() > 1)
}

pub(super) fn double_spaces(version: &mut ItemVersion, stream: &mut Stream) {
    let mut doubled: Vec<(usize, usize)> = Vec::new();
    let mut all: Vec<(usize, usize)> = Vec::new();
    let literals = Literals::new(&version.before);
    for (number, segment) in version.before.iter().enumerate() {
        let tokens: Vec<(usize, &str)> = tokens(&segment.text).collect();
        for pair in tokens.windows(2) {
            let [(at, token), (next, _)] = pair else { continue };
            let end = at + token.len();
            if segment.text.get(end..*next) == Some(" ") && !literals.are_around(number, end) {
                all.push((number, end));
                if stream.chance(DOUBLED) {
                    doubled.push((number, end));
                }
            }
        }
    }
    if doubled.is_empty() {
        doubled.extend(stream.choose(&all));
    }
    // From the end, so that earlier places stay valid.
    for (number, at) in doubled.into_iter().rev() {
        if let Some(segment) = version.before.get_mut(number) {
            segment.text.insert(at, ' ');
        }
    }
}

pub(super) fn misspell(version: &mut ItemVersion, rate: Number, stream: &mut Stream) {
    let kept: BTreeSet<String> = kept_words(version);
    let texts: Vec<String> = version.before.iter().map(|segment| segment.text.clone()).collect();
    let literals = Literals::new(&version.before);
    let free = texts.iter().enumerate().flat_map(|(number, text)| {
        let literals = &literals;
        tokens(text).filter(move |(at, _)| !literals.has(number, *at))
    });
    let all = free.filter_map(|(_, token)| plain(token));
    let own: BTreeSet<String> =
        texts.iter().flat_map(|text| words(text)).map(|(_, word)| word.to_lowercase()).collect();
    let candidates: Vec<&str> =
        all.map(|(_, word)| word).filter(|word| may_be_misspelt(word, &kept)).collect();
    let letters: usize = candidates.iter().map(|word| word.len()).sum();
    let count =
        ((rate.to_f64() * letters as f64).round() as usize).clamp(1, candidates.len().max(1));
    let mut places: Vec<usize> = (0..candidates.len()).collect();
    stream.shuffle(&mut places);
    let mut slips: BTreeMap<usize, String> = BTreeMap::new();
    for place in places {
        if slips.len() == count {
            break;
        }
        let drawn = candidates.get(place).and_then(|word| slip(word, &own, stream));
        slips.extend(drawn.map(|slip| (place, slip)));
    }
    let mut place = 0;
    respell(version, |word| {
        if !may_be_misspelt(word, &kept) {
            return None;
        }
        place += 1;
        slips.remove(&(place - 1))
    });
}

/// Words that stay unchanged because options or answers contain them.
fn kept_words(version: &ItemVersion) -> BTreeSet<String> {
    let answers = version.answer_texts();
    let texts =
        version.choices.iter().map(String::as_str).chain(answers.iter().map(String::as_str));
    texts.flat_map(words).map(|(_, word)| word.to_lowercase()).collect()
}

/// Returns true if a word may be misspelt: it has four lower-case letters or more, has no meaning
/// that a slip could change to another, and is in no option and no answer.
fn may_be_misspelt(word: &str, kept: &BTreeSet<String>) -> bool {
    word.len() >= LEAST_LETTERS
        && word.bytes().all(|b| b.is_ascii_lowercase())
        && !WordList::Meaning.has(word)
        && !kept.contains(word)
}

/// A slip in a word, behind its first letter: two letters exchanged, one doubled, one left out, or
/// one replaced by that of a neighbouring key.
fn slip(word: &str, own: &BTreeSet<String>, stream: &mut Stream) -> Option<String> {
    const KEYS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    for _ in 0..DRAWS {
        let mut letters: Vec<char> = word.chars().collect();
        let at = 1 + stream.below(letters.len() - 1);
        let letter = *letters.get(at)?;
        match stream.below(4) {
            0 if at + 1 < letters.len() => letters.swap(at, at + 1),
            1 => letters.insert(at, letter),
            2 => {
                letters.remove(at);
            }
            _ => {
                let row = KEYS.iter().find(|row| row.contains(letter))?;
                let place = row.find(letter)?;
                let near: Vec<char> = row
                    .chars()
                    .skip(place.saturating_sub(1))
                    .take(3)
                    .filter(|c| *c != letter)
                    .collect();
                letters[at] = *stream.choose(&near)?;
            }
        }
        let slip: String = letters.into_iter().collect();
        let is_known = [WordList::Meaning, WordList::Common, WordList::Starter]
            .iter()
            .any(|list| list.has(&slip));
        if slip != word && !own.contains(&slip) && !is_known {
            return Some(slip);
        }
    }
    None
}

//! Options named by their place: "the first one is more likely", "option 2", "II".

use super::echoed::value;
use crate::Context;
use crate::decided::Decided;
use crate::finding::{Finding, Hit};
use crate::text::{Document, Kind, Mark, Mention, Sentence, Token, Word};
use peirast_record::{Answer, Reading};

/// The last token at which a place is the subject of a sentence.
const LATEST: usize = 3;

/// Roman numerals as whole answers.
const ROMAN: &[&str] = &["I", "II", "III", "IV", "V", "VI"];

/// The finding in a sentence that names options by their place only.
pub(super) fn find(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Finding> {
    let mut named = (0..sentence.len()).filter_map(|at| {
        let (place, length) = place(sentence, at, context)?;
        Some((at, context.at(place)?, length))
    });
    let (at, letter, length) = named.next()?;
    if !(at <= LATEST || is_announced(sentence, at)) || named.any(|(_, other, _)| other != letter) {
        return None;
    }
    let tokens = with_mention(sentence, at, length, Mention::of(letter))?;
    let renamed = Sentence { tokens: &tokens, ..*sentence };
    super::stated(&renamed, context).or_else(|| bare(&renamed))
}

/// A whole answer that is only a place: "2", "#2", "II", "second", "No. 2".
pub(super) fn alone(text: &str, document: &Document, context: &Context<'_>) -> Option<Decided> {
    let sentence = document.sentence(0).filter(|_| document.words() <= 3 && !context.numbered)?;
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let roman = || ROMAN.iter().position(|roman| *roman == bare).map(|at| at + 1);
    // If options are numbers, a number is no place.
    let numeric = |(_, text): &(char, String)| text.contains(|c: char| c.is_ascii_digit());
    if context.options.iter().any(numeric) {
        return None;
    }
    let number = || {
        let mut numbers = (0..sentence.len()).filter_map(|at| sentence.number(at)?.whole());
        let number = numbers.next().filter(|_| sentence.number(sentence.len() - 1).is_some())?;
        // "the middle one"
        let last = sentence.len() - 1;
        let named = sentence.word(last) != Word::One
            || last.checked_sub(1).is_none_or(|at| sentence.is(at, &[Word::Option, Word::Number]));
        if !named {
            return None;
        }
        // "No. 2" is two sentences of one word.
        usize::try_from(number).ok().filter(|_| document.len() == 1)
    };
    let second = || {
        let number = document.sentence(1).filter(|second| second.len() == 1)?.number(0)?.whole()?;
        let no = sentence.len() == 1 && sentence.word(0) == Word::No && document.len() == 2;
        usize::try_from(number).ok().filter(|_| no)
    };
    let worded = || {
        let turned_down = sentence.has(&[Word::Not, Word::No, Word::Neither, Word::Except]);
        let place = ordinal(sentence.word(sentence.len() - 1), context)?;
        // "(b) comes second"
        let named = document.mentions().next().is_some();
        Some(place).filter(|_| document.len() == 1 && !turned_down && !named)
    };
    let place = number().or_else(second).or_else(roman).or_else(worded)?;
    let letter = context.at(place)?;
    let start = text.find(bare)?;
    let reading = Reading::at(Answer::Choice(letter), start, start + bare.len(), "named-by-place");
    Some(Decided::announced(reading))
}

/// A sentence that is only the option.
fn bare(sentence: &Sentence<'_>) -> Option<Finding> {
    let at = sentence.len().checked_sub(1).filter(|at| *at <= 1 && sentence.index == 0)?;
    // "Not the former" means another option.
    if at == 1 && !sentence.is(0, &[Word::The, Word::Option, Word::My]) {
        return None;
    }
    let said = super::chosen(sentence.mention(at)?);
    let strength = crate::finding::Strength::Implied;
    Some(Finding::new(Hit::new(said, 0, at), strength, "named-by-place", sentence))
}

/// "the answer is the first one", "I choose the first one"
fn is_announced(sentence: &Sentence<'_>, at: usize) -> bool {
    let verbs = [Word::Is, Word::Choose, Word::With, Word::Say];
    sentence.has_in(at.saturating_sub(3), at, &verbs)
        || at.checked_sub(1).is_some_and(|at| sentence.mark(at) == Some(Mark::Colon))
        || at.checked_sub(2).is_some_and(|comma| {
            sentence.mark(comma) == Some(Mark::Comma) && at + 1 >= sentence.len()
        })
}

/// The place that is named from `at` on, and the number of tokens that name it: "the first one",
/// "option 2", "2nd option", "the latter".
fn place(sentence: &Sentence<'_>, at: usize, context: &Context<'_>) -> Option<(usize, usize)> {
    let noun = |at: usize| sentence.is(at, &[Word::One, Word::Option, Word::Answer]);
    let number = |at: usize| {
        let number = sentence.number(at)?.whole()?;
        // "Option 3" is the third one, or the one whose text is 3.
        let is_number = |(_, text): &(char, String)| value(text) == Some(number.into());
        let doubtful = context.options.iter().any(is_number);
        usize::try_from(number).ok().filter(|number| (1..=26).contains(number) && !doubtful)
    };
    if sentence.word(at) == Word::Option {
        let number = number(at + 1).filter(|_| !sentence.is(at + 2, &[Word::Of, Word::Option]))?;
        return Some((number, 2));
    }
    let place = ordinal(sentence.word(at), context)?;
    let article = at > 0 && sentence.word(at - 1) == Word::The;
    let ended = at + 1 >= sentence.len() || sentence.mark(at + 1).is_some();
    match () {
        () if noun(at + 1) => Some((place, 2)),
        () if article && ended => Some((place, 1)),
        () if article && sentence.is(at + 1, &[Word::Is, Word::Seem, Word::Follow]) => {
            Some((place, 1))
        }
        () => None,
    }
}

/// The place that a word names, from 1.
fn ordinal(word: Word, context: &Context<'_>) -> Option<usize> {
    match word {
        Word::First => Some(1),
        Word::Second => Some(2),
        Word::Third => Some(3),
        Word::Fourth => Some(4),
        Word::Fifth => Some(5),
        Word::Last => Some(context.count()),
        _ => None,
    }
}

/// The tokens of the sentence, with those that name the option replaced by one mention.
fn with_mention(
    sentence: &Sentence<'_>,
    at: usize,
    length: usize,
    mention: Mention,
) -> Option<Vec<Token>> {
    let mut tokens = sentence.tokens.to_vec();
    let end = tokens.get(at + length - 1)?.end;
    tokens.drain(at + 1..at + length);
    let token = tokens.get_mut(at)?;
    (token.kind, token.end) = (Kind::Mention(mention), end);
    Some(tokens)
}

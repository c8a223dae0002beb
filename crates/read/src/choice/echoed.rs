//! Fallbacks: readings of a response without any form of verdict.

use super::announced::says_another;
use super::disowned::is_disowned;
use super::placed::is_ranked;
use super::{AGAINST_AN_OPTION, chosen};
use crate::Context;
use crate::decided::Decided;
use crate::finding::{Hit, Said};
use crate::text::numeral::{in_digits, in_words};
use crate::text::{Document, Sentence, Token, Word};
use crate::{number, short_text};
use peirast_record::{Answer, Number, Reading};

/// An answer that is the text of an option, of any length: "18" if an option is 18.
pub(super) fn whole_option(text: &str, context: &Context<'_>) -> Option<Reading> {
    const LONGEST: usize = 40;
    let said = bare(text);
    let letter = said.chars().count() == 1 && said.starts_with(char::is_alphabetic);
    if said.is_empty() || text.len() > LONGEST || letter {
        return None;
    }
    let letter = option_of(said, context)?;
    let start = text.find(said)?;
    Some(Reading::at(Answer::Choice(letter), start, start + said.len(), "option-alone"))
}

/// An announced text that is the text of an option: "The answer is C++."
pub(super) fn announced_option(text: &str, context: &Context<'_>) -> Option<Decided> {
    let range = short_text::announced(text)?;
    let announced = text.get(range.clone())?;
    let said = bare(announced);
    let letter = option_of(said, context)?;
    let start = range.start + announced.find(said)?;
    let reading = Reading::at(Answer::Choice(letter), start, start + said.len(), "announced-text");
    Some(Decided::announced(reading))
}

/// The option that equals the number in the text: "The answer is 3." if an option is 3.
pub(super) fn numeric_option(text: &str, context: &Context<'_>) -> Option<Decided> {
    let options = context.options.iter().filter_map(|(letter, text)| Some((letter, value(text)?)));
    let options: Vec<_> = options.collect();
    if options.is_empty() {
        return None;
    }
    let plain = Context { options: &[], numbered: false, ..*context };
    let document = Document::new(text, &plain);
    let decided = number::read(text, &document, &plain)?;
    let Answer::Number(number) = decided.reading.answer else { return None };
    // "Option 3" may be the third one.
    let placed = document.sentences().any(|sentence| {
        (0..sentence.len())
            .any(|at| sentence.word(at) == Word::Option && sentence.number(at + 1).is_some())
    });
    let mut same = options.iter().filter(|(_, value)| *value == number);
    let (letter, _) = same.next().filter(|_| same.next().is_none())?;
    let is_label = context.numbered && context.labelled(&number.to_string()).is_some();
    let answer = Answer::Choice(**letter);
    let reading = Reading { answer, rule: "option-number", ..decided.reading };
    (!placed && !is_label).then_some(Decided { reading, ..decided })
}

/// A text without the signs around it. The point of ".5" belongs to the number.
fn bare(text: &str) -> &str {
    let sign = |c: char| c.is_whitespace() || "*_`\"'“”.,;:!()[]{}\\$".contains(c);
    let inner = text.trim_end_matches(sign);
    let begun = inner.trim_start_matches(sign);
    let begun = begun.strip_prefix("boxed{").unwrap_or(begun);
    let before = inner.get(..inner.len() - begun.len()).unwrap_or_default();
    let decimal = before.ends_with('.') && begun.starts_with(|c: char| c.is_ascii_digit());
    inner.get(before.len() - usize::from(decimal)..).unwrap_or_default()
}

/// The only option with this text. A number that is a label counts as its option.
fn option_of(said: &str, context: &Context<'_>) -> Option<char> {
    let labelled =
        context.numbered && context.labelled(said).is_some_and(|(_, length)| length == said.len());
    let is_same = |(_, option): &&(char, String)| bare(option).eq_ignore_ascii_case(said);
    let mut same = context.options.iter().filter(is_same);
    let (letter, _) = same.next().filter(|_| same.next().is_none() && !labelled)?;
    Some(*letter)
}

/// The number that the whole text is, in digits or in words.
pub(super) fn value(text: &str) -> Option<Number> {
    let text = bare(text);
    let digits = text.strip_prefix(['-', '\u{2212}']).unwrap_or(text);
    let numeral = in_digits(digits).or_else(|| in_words(digits))?;
    let value = numeral.value.filter(|_| numeral.length == digits.len() && !numeral.percent)?;
    if digits.len() < text.len() { value.negated() } else { Some(value) }
}

/// Longest text, in words, in which naming an option is enough.
const MOST: usize = 24;

/// The only option that is named, if nothing in its sentence rejects it.
pub(super) fn only_letter(document: &Document) -> Option<Decided> {
    if document.words() > MOST {
        return None;
    }
    let first = document.mentions().next()?;
    if document.mentions().any(|mention| mention.letter != first.letter) {
        return None;
    }
    let turned_down = [
        Word::Kidding,
        Word::Let,
        Word::No,
        Word::Would,
        Word::Ignore,
        Word::Unequal,
        Word::Opposite,
        Word::Nein,
        Word::Away,
        Word::Absurd,
        Word::Violates,
    ];
    // A letter of prose is rarely the last word: "Appendix C explains it".
    let names = |sentence: &Sentence<'_>, at: usize| {
        let token = sentence.tokens.get(at).filter(|token| token.mention().is_some());
        let last = at + 1 == sentence.len();
        let joined =
            |token: &Token| sentence.tokens.get(at + 1).is_some_and(|t| t.start == token.end);
        token.is_some_and(|token| token.end - token.start > 1 || last || joined(token))
    };
    let said = chosen(first);
    let sentence = document.sentences().find(|sentence| {
        let at = (0..sentence.len()).find(|at| names(sentence, *at));
        // "The logic says (b)" is the author's verdict; "they say that the answer is (b)" is not.
        let direct = |at: usize| sentence.is(at.wrapping_sub(1), &[Word::Say]);
        at.is_some_and(|at| direct(at) || !sentence.is_said_by_another(at))
            && at.is_none_or(|at| !sentence.is_attributed(0, at))
            && at.is_none_or(|at| at == 0 || !is_ranked(sentence, at - 1))
            && at.is_none_or(|at| !is_disowned(sentence, Hit::new(said, at, at)))
            && !sentence.question
            && !sentence.supposes()
            && !sentence.has(&AGAINST_AN_OPTION)
            && !sentence.has(&turned_down)
            && !is_compared(sentence)
            && !takes_issue(sentence)
            && !is_impossible(sentence)
            && !sentence.is_of_nobody(0, sentence.len())
            && !(0..sentence.len()).any(|head| says_another(sentence, head, sentence.len()))
            && !is_nearly_done(sentence)
    })?;
    let token = sentence.tokens.iter().find(|token| token.mention().is_some())?;
    let withdrawn = [Word::Wrong, Word::Wrongly, Word::Kidding];
    if document.is_retracted() || document.sentences().any(|sentence| sentence.has(&withdrawn)) {
        return None;
    }
    match said {
        Said::Verdict(answer @ Answer::Choice(_)) => {
            let reading = Reading::at(answer, token.start, token.end, "only-option-named");
            Some(Decided::stated(reading))
        }
        _ => None,
    }
}

/// True for "it is impossible that (b)", but not for "hard to say, but (b)".
fn is_impossible(sentence: &Sentence<'_>) -> bool {
    let said =
        |at: &usize| sentence.word(*at) == Word::Impossible && sentence.word(at + 1) != Word::To;
    let at = (0..sentence.len()).find(said);
    at.is_some_and(|at| !sentence.has_in(at, sentence.len(), &[Word::But]))
}

/// True for "I take issue with (b)".
fn takes_issue(sentence: &Sentence<'_>) -> bool {
    let with = |at: usize| sentence.is_plain(at + 1) && sentence.word(at + 2) == Word::With;
    (0..sentence.len()).any(|at| sentence.word(at) == Word::Need && with(at))
}

/// True if something was nearly chosen: "I almost chose (b)".
fn is_nearly_done(sentence: &Sentence<'_>) -> bool {
    let done = |at: usize| sentence.is(at + 1, &[Word::Choose, Word::Say]);
    (0..sentence.len()).any(|at| sentence.word(at) == Word::Near && done(at))
}

/// True if the option may be the standard of a comparison: "I rate A above (b)", where "A" may be
/// an article and no option.
fn is_compared(sentence: &Sentence<'_>) -> bool {
    let over = [Word::Than, Word::Bound, Word::Against, Word::Beats, Word::Worst];
    sentence.has(&over)
}

//! Where a sentence states an amount, and which of its numbers that is.

use crate::finding::{Hit, Said};
use crate::text::{Mark, Sentence, Word};
use peirast_record::Answer;

/// `\boxed{7}`
pub(super) fn boxed(sentence: &Sentence<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let number = sentence.number(at + 1).filter(|_| sentence.word(at) == Word::Boxed)?;
        Some(hit(number, at, at + 1))
    })
}

/// "The answer is 7", "Answer: seven".
pub(super) fn answer_is(sentence: &Sentence<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().filter(|at| sentence.word(*at) == Word::Answer).find_map(|head| {
        let end = sentence.len().min(head + 20);
        let link = (head + 1..end).find(|at| links(sentence, *at))?;
        let far = sentence.mark(link).is_some() && link > head + 2;
        let doubts = [Word::Not, Word::If, Word::To];
        if far || sentence.has_in(head.saturating_sub(3), link + 3, &doubts) {
            return None;
        }
        let (at, number) = result(sentence, link + 1)?;
        Some(hit(number, head, at))
    })
}

/// "The minimum number of races is 7", "a total of 7 races", "7 in total".
pub(super) fn total(sentence: &Sentence<'_>) -> Option<Hit> {
    let cues = [Word::Total, Word::Minimum, Word::Number];
    let head = (0..sentence.len()).find(|at| sentence.is(*at, &cues))?;
    if sentence.has_in(0, head, &[Word::If, Word::Could, Word::May]) {
        return None;
    }
    let is = (head..sentence.len()).find(|at| sentence.is(*at, &[Word::Is]));
    let after = |link: usize| result(sentence, link + 1);
    let (at, number) = amount_before(sentence, head)
        .or_else(|| first_number(sentence, head + 1, 4).and_then(|_| after(head)))
        .or_else(|| is.and_then(after))
        .or_else(|| last_equals(sentence, head).and_then(after))?;
    Some(hit(number, head.min(at), head.max(at)))
}

/// "You need 7 races", "it takes 7", "7 races are needed".
pub(super) fn needed(sentence: &Sentence<'_>) -> Option<Hit> {
    let need = (0..sentence.len()).find(|at| sentence.word(*at) == Word::Need)?;
    if sentence.has_in(0, need, &[Word::If, Word::Could, Word::May]) {
        return None;
    }
    let passive = sentence.has_in(need.saturating_sub(2), need, &[Word::Is]);
    let before = || amount_before(sentence, need).filter(|_| passive);
    let near = || first_number(sentence, need + 1, 6);
    let (at, number) = before().or_else(|| near().and_then(|_| result(sentence, need + 1)))?;
    Some(hit(number, need.min(at), need.max(at)))
}

/// "5 + 1 + 1 = 7"
pub(super) fn equals(sentence: &Sentence<'_>) -> Option<Hit> {
    let link = last_equals(sentence, 0)?;
    let (at, number) = first_number(sentence, link + 1, 4)?;
    Some(hit(number, link, at))
}

/// A line with nothing but a number.
pub(super) fn alone(sentence: &Sentence<'_>) -> Option<Hit> {
    let number = sentence.number(0)?;
    let few = sentence.len() <= 2 && sentence.closed;
    few.then(|| hit(number, 0, 0))
}

fn hit(number: i64, first: usize, last: usize) -> Hit {
    Hit::new(Said::Verdict(Answer::Number(number)), first, last)
}

fn links(sentence: &Sentence<'_>, at: usize) -> bool {
    let marks = [Mark::Colon, Mark::Dash, Mark::Equals, Mark::Arrow];
    sentence.word(at) == Word::Is || sentence.mark(at).is_some_and(|mark| marks.contains(&mark))
}

/// The number before `at`, as in "7 races in total" and "7 races are needed".
fn amount_before(sentence: &Sentence<'_>, at: usize) -> Option<(usize, i64)> {
    let from = at.saturating_sub(5);
    let adjacent = sentence.is(at.wrapping_sub(1), &[Word::In, Word::Is]);
    let found = (from..at).rev().find_map(|at| Some((at, sentence.number(at)?)))?;
    adjacent.then_some(found)
}

fn last_equals(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    (from..sentence.len()).rev().find(|at| sentence.mark(*at) == Some(Mark::Equals))
}

/// The first number within `reach` tokens from `from` that says how many, and not which: "the
/// fastest 3", "out of 25" and the items of a list do not count.
fn first_number(sentence: &Sentence<'_>, from: usize, reach: usize) -> Option<(usize, i64)> {
    let listed = |at: &usize| {
        let item = sentence.tokens.get(*at).is_some_and(|token| token.first);
        item && at + 1 < sentence.len()
    };
    (from..from + reach).take_while(|at| !listed(at)).find_map(|at| {
        let ordinal = sentence.has_in(at.saturating_sub(2), at, &[Word::Per, Word::Premise]);
        Some((at, sentence.number(at)?)).filter(|_| !ordinal)
    })
}

/// What a sum from `from` on comes to: the number after its last `=`, or the first one.
fn result(sentence: &Sentence<'_>, from: usize) -> Option<(usize, i64)> {
    let from = last_equals(sentence, from).map_or(from, |at| at + 1);
    first_number(sentence, from, 8)
}

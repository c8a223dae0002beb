//! "Correct" and "incorrect" said of the argument.

use crate::Context;
use crate::finding::{Hit, Said};
use crate::text::{Mark, Sentence, Word};
use crate::yes_no::{says, soundness};

/// Correct or incorrect at `at`.
pub(super) fn verdict(sentence: &Sentence<'_>, at: usize) -> Option<bool> {
    match sentence.word(at) {
        Word::Sound => Some(true),
        Word::Unsound => Some(false),
        _ => None,
    }
}

/// "correct or incorrect", "correct/incorrect", "neither correct nor incorrect".
pub(super) fn is_offered(sentence: &Sentence<'_>, at: usize) -> bool {
    let joins = |at: usize| {
        sentence.is(at, &[Word::Or, Word::And, Word::Nor]) || sentence.mark(at) == Some(Mark::Slash)
    };
    let other = |from: usize| {
        let this = verdict(sentence, at);
        (from..from + 2).any(|at| verdict(sentence, at).is_some_and(|other| Some(other) != this))
    };
    (joins(at + 1) && other(at + 2))
        || (at >= 2 && joins(at - 1) && other(at.saturating_sub(3)))
        || (at >= 3 && joins(at - 2) && other(at - 3))
}

/// "The syllogism is correct" as a clause of its own, after any other clause: "the critic is
/// mistaken and the syllogism is correct".
pub(super) fn argument_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = sentence.len().checked_sub(1)?;
    let valid = verdict(sentence, at)?;
    let argument =
        (at.saturating_sub(5)..at).rev().find(|at| sentence.word(*at) == Word::Argument)?;
    let between = [Word::Is, Word::Not, Word::Logically, Word::Therefore, Word::Call, Word::Must];
    let glue = |n: usize| sentence.is(n, &between) || sentence.mark(n).is_some();
    let plain = sentence.has_in(argument, at, &[Word::Is]) && (argument + 1..at).all(glue);
    let article = argument.checked_sub(1)?;
    let before = article.checked_sub(1);
    let opens = [Word::And, Word::But, Word::Therefore];
    let free = before.is_none_or(|n| sentence.is(n, &opens) || sentence.mark(n).is_some());
    let named = sentence.is(article, &[Word::The, Word::This, Word::That]);
    let denied = sentence.has_in(argument, at, &[Word::Not]);
    let found = plain && free && named && sentence.word(0) != Word::If && !is_offered(sentence, at);
    found.then(|| Hit::new(says(valid != denied), article, at))
}

/// "The syllogism is correct", but not "this statement is correct", "a syllogism is correct when",
/// "it may seem correct at first", "if ..., it is correct", "it is correct that".
pub(super) fn predicate(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let hit = soundness::predicates(sentence).find(|hit| {
        is_verdict(sentence, hit.first, hit.last)
            && !is_of_conclusion(sentence, hit.first, hit.last)
    })?;
    let at = hit.last;
    let valid = verdict(sentence, at)?;
    let before = |back: usize| at.checked_sub(back).map_or(Word::Other, |n| sentence.word(n));
    let neither = before(1) == Word::Nor && sentence.has(&[Word::Neither]);
    let start = sentence.clause_start(at);
    // "by no means correct", "no correct syllogism", "no part of it is correct"
    let none = sentence.is(start, &[Word::No, Word::Neither]);
    // "no less correct than" denies nothing.
    let is_no = before(1) != Word::Less
        && (before(1) == Word::No || before(2) == Word::No || (none && !neither));
    // "not correct but incorrect", "it could not be more incorrect", "without doubt incorrect"
    let turns = (hit.first..at).any(|n| {
        sentence.word(n) == Word::But && !sentence.is(n.wrapping_sub(1), &[Word::Anything])
    }) || before(1) == Word::More
        || before(1) == Word::Doubt;
    let said = match () {
        () if neither || (is_no && !turns) => says(!valid),
        () if turns => says(valid),
        () => hit.said,
    };
    // "The syllogism is correct, but the conclusion does not follow."
    let at_odds = sentence.has_in(at, sentence.len(), &[Word::But])
        && soundness::follows(sentence, context)
            .is_some_and(|follows| follows.first > at && follows.said != said);
    let said = if at_odds { Said::None } else { said };
    Some(Hit { said, ..hit })
}

/// "The conclusion is incorrect", which may speak of its truth.
pub(super) fn conclusion_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    soundness::predicates(sentence).find(|hit| {
        is_verdict(sentence, hit.first, hit.last) && is_of_conclusion(sentence, hit.first, hit.last)
    })
}

/// Returns true if a predicate is about the conclusion alone.
fn is_of_conclusion(sentence: &Sentence<'_>, first: usize, at: usize) -> bool {
    let start = sentence.clause_start(at).max(first.saturating_sub(8));
    let subject = (start..first)
        .rev()
        .find(|at| sentence.is(*at, &[Word::Conclusion, Word::Argument, Word::It, Word::This]));
    subject.is_some_and(|at| sentence.word(at) == Word::Conclusion)
}

/// "The conclusion (does not) follow(s)", but not "it is (in)correct that the conclusion follows".
pub(super) fn follows(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let framed = (0..sentence.len())
        .any(|at| verdict(sentence, at).is_some() && sentence.is(at + 1, &[Word::That, Word::To]));
    if framed { None } else { soundness::follows(sentence, context) }
}

/// "Not logically valid.", but not "without doubt incorrect".
pub(super) fn bare(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let hit = soundness::bare(sentence, context)?;
    let undoubted = sentence.has_in(0, hit.last, &[Word::Doubt, Word::But]);
    (!undoubted).then_some(hit)
}

/// "The conclusion is true, but the syllogism is not", "it appears correct but isn't".
pub(super) fn elliptic(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let last = sentence.len().checked_sub(1)?;
    let ends = sentence.word(last) == Word::Not && sentence.word(last.wrapping_sub(1)) == Word::Is;
    let but = sentence.has_in(0, last, &[Word::But, Word::While]);
    let sound = (0..last).any(|at| verdict(sentence, at) == Some(true));
    (ends && but && sound).then(|| Hit::new(says(false), last - 1, last))
}

fn is_verdict(sentence: &Sentence<'_>, first: usize, at: usize) -> bool {
    let start = sentence.clause_start(at);
    let of_a_statement = sentence.has_in(start, first, &[Word::Option])
        && sentence.has_in(start, first, &[Word::This, Word::That, Word::Per, Word::Both])
        && !sentence.has_in(start, first, &[Word::Argument, Word::Conclusion]);
    let defines = sentence.is(at + 1, &[Word::If, Word::When, Word::That, Word::To])
        || sentence.mark(at + 1) == Some(Mark::Colon);
    let seems = sentence.has_in(first, at, &[Word::Seem]);
    let at_first = seems
        && (sentence.has_in(start, at, &[Word::May, Word::Could])
            || sentence.has_in(at, sentence.len(), &[Word::First, Word::But]));
    let supposed = sentence.word(0) == Word::If;
    let open =
        !matches!(sentence.word(at), Word::Sound | Word::Unsound) || is_offered(sentence, at);
    !(of_a_statement || defines || at_first || supposed || open)
}

/// "It would be incorrect to say that this syllogism is correct", "... to conclude that".
pub(super) fn wrong_to_say(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let attitudes = [Word::Say, Word::Conclude, Word::Call];
    let at = (0..sentence.len()).find(|at| {
        sentence.word(*at) == Word::Unsound
            && sentence.word(at + 1) == Word::To
            && sentence.is(at + 2, &attitudes)
    })?;
    let denied = sentence.has_in(0, at, &[Word::Not, Word::If]);
    let then = (at + 3..sentence.len()).find_map(|at| verdict(sentence, at));
    (!denied).then(|| Hit::new(says(then == Some(false)), at, at + 2))
}

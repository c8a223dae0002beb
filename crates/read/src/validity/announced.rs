//! "Correct" and "incorrect" announced as the answer.

use super::described::{is_offered, verdict};
use crate::Context;
use crate::finding::Hit;
use crate::text::{Mark, Sentence, Word};
use crate::yes_no::{said, says};

/// Most tokens between "answer" and the verdict.
const REACH: usize = 12;

/// A whole answer of one word: "Right.", "falsch", "False".
pub(super) fn whole(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let valid = match sentence.word(0) {
        Word::Correct | Word::True | Word::Sound => true,
        Word::Wrong | Word::Unsound => false,
        _ => return None,
    };
    (sentence.index == 0 && sentence.len() == 1 && sentence.closed)
        .then(|| Hit::new(says(valid), 0, 0))
}

/// `"correct": false`, `is_correct = True`, "Correct: No": a verdict as the name of another.
pub(super) fn keyed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).find_map(|at| {
        let valid = verdict(sentence, at)?;
        let names = matches!(sentence.mark(at + 1), Some(Mark::Colon | Mark::Equals));
        let holds = match sentence.word(at + 2) {
            Word::True | Word::Yes => true,
            Word::Wrong | Word::No => false,
            _ => return None,
        };
        names.then(|| Hit::new(says(valid == holds), at, at + 2))
    })
}

/// `\boxed{incorrect}`
pub(super) fn boxed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let valid = verdict(sentence, at + 1).filter(|_| sentence.word(at) == Word::Boxed)?;
        Some(Hit::new(says(valid), at, at + 1))
    })
}

/// "Answer: incorrect", "The answer is 'correct'", "so the verdict is: not correct",
/// "Incorrect is the right answer".
pub(super) fn answer_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    if let Some(hit) = is_the_answer(sentence) {
        return Some(hit);
    }
    (0..sentence.len()).rev().filter(|at| is_head(sentence, *at)).find_map(|head| {
        let reach = sentence.len().min(head + REACH);
        let mut at = (head + 1..reach).find(|at| verdict(sentence, *at).is_some())?;
        if sentence.mark(at + 1) == Some(Mark::Arrow) && verdict(sentence, at + 2).is_some() {
            at += 2;
        }
        let valid = verdict(sentence, at)?;
        // "The wrong answer: correct", "the answer is 'correct' if ...".
        let other = [Word::Wrong, Word::Wrongly, Word::Unsound, Word::Unlikely, Word::People];
        let praised = !sentence.has_in(head.saturating_sub(3), head, &other)
            && !sentence.is(at + 1, &[Word::If, Word::When]);
        let slash = |at: usize| sentence.mark(at) == Some(Mark::Slash);
        let in_a_table =
            at == head + 2 && slash(head + 1) && (slash(at + 1) || at + 1 == sentence.len());
        let linked = in_a_table || (head + 1..at).any(|at| sentence.links(at));
        let denied = sentence.has_in(head + 1, at, &[Word::Not]);
        let doubts = [Word::Either, Word::Can, Word::Asked, Word::Were, Word::If, Word::Would];
        let from = head.saturating_sub(4).max(sentence.clause_start(head));
        let doubtful = sentence.has_in(from, at, &doubts);
        let offered = is_offered(sentence, at);
        let found = linked && praised && !doubtful && !offered;
        found.then(|| Hit::new(says(valid != denied), head, at))
    })
}

/// "Incorrect is the right answer."
fn is_the_answer(sentence: &Sentence<'_>) -> Option<Hit> {
    let at = (0..3).find(|at| verdict(sentence, *at).is_some())?;
    let valid = verdict(sentence, at)?;
    let is = sentence.word(at + 1) == Word::Is;
    let answer = (at + 2..at + 6).find(|at| sentence.word(*at) == Word::Answer)?;
    let denied = sentence.has_in(at, answer, &[Word::Not]);
    // "Incorrect is the wrong verdict."
    let denied = denied != sentence.has_in(at + 2, answer, &[Word::Wrong]);
    (is && !is_offered(sentence, at)).then(|| Hit::new(says(valid != denied), at, answer))
}

/// "I'd say correct", "I would go for incorrect", "I classify the syllogism as correct".
pub(super) fn i_say(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (1..sentence.len()).rev().find_map(|at| {
        let valid = verdict(sentence, at)?;
        let ended = at + 1 >= sentence.len()
            || sentence.mark(at + 1).is_some()
            || sentence.is(at + 1, &[Word::Rather]);
        let leads = [
            Word::As,
            Word::It,
            Word::Call,
            Word::Say,
            Word::For,
            Word::Toward,
            Word::With,
            Word::Choose,
            Word::Is,
        ];
        let led = sentence.is(at - 1, &leads)
            || (sentence.mark(at - 1).is_some() && sentence.word(at.wrapping_sub(2)) == Word::Say);
        let start = sentence.clause_start(at);
        let comes_out = sentence.word(at - 1) == Word::As
            && sentence.has_in(start, at, &[Word::Argument, Word::It, Word::Therefore]);
        let author = comes_out || sentence.has_in(start, at, &[Word::I]);
        let doubts = [
            Word::Not,
            Word::Can,
            Word::If,
            Word::Unable,
            Word::Decline,
            Word::People,
            Word::May,
            Word::Seem,
            Word::Go,
            Word::Wrongly,
            Word::Wrong,
            Word::Doubt,
        ];
        let for_it = [Word::For, Word::Toward, Word::With];
        let doubts = if sentence.is(at - 1, &for_it) { &doubts[..8] } else { &doubts[..] };
        // "I'd call it invalid, were it not for premise 2"
        let doubtful = sentence.has_in(start, at, doubts)
            || sentence.has_in(at, at + 4, &[Word::Were])
            || sentence.has_in(start.saturating_sub(14), start, &[Word::If]);
        let found = ended && led && author && !doubtful && !is_offered(sentence, at);
        found.then(|| Hit::new(says(valid), at - 1, at))
    })
}

/// "Correct... wait, actually incorrect": the word after the correction.
pub(super) fn corrected(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (1..sentence.len()).rev().find_map(|at| {
        let valid = verdict(sentence, at)?;
        let cue = sentence.amended_from(at)?;
        let earlier = (cue.saturating_sub(24)..cue).any(|at| verdict(sentence, at).is_some());
        let near = at <= cue + 3;
        let found = earlier && near && !is_offered(sentence, at);
        let denied = sentence.has_in(cue, at, &[Word::Not]);
        found.then(|| Hit::new(says(valid != denied), cue, at))
    })
}

/// A sentence of one word, or one that begins with it: "Incorrect.", "**Correct**",
/// "Incorrect (undistributed middle)", "Correct, as ...", "In correct".
pub(super) fn alone(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let mut at = 0;
    while sentence.mark(at).is_some() || sentence.is(at, &[Word::Therefore, Word::Logically]) {
        at += 1;
    }
    let not = sentence.word(at) == Word::Not;
    at += usize::from(not);
    let split = sentence.word(at) == Word::In;
    at += usize::from(split) + usize::from(split && sentence.mark(at + 1) == Some(Mark::Dash));
    let valid = verdict(sentence, at)?;
    let ended = at + 1 >= sentence.len();
    let it_is = sentence.word(at + 1) == Word::It && at + 3 == sentence.len();
    // "Correct: no" names something; "correct (10 %)" is a share.
    let names = matches!(sentence.mark(at + 1), Some(Mark::Colon | Mark::Equals))
        && !sentence.is_plain(at + 2);
    let closed = ended
        || it_is
        || (sentence.mark(at + 1).is_some() && !names)
        || (bracket_follows(sentence, at) && sentence.number(at + 1).is_none());
    let found = closed && at < 4 && (ended || !split) && !is_offered(sentence, at);
    found.then(|| Hit::new(says(valid != (not || split)), 0, at))
}

/// Signs between two tokens that are no tokens, as in "incorrect (because".
fn bracket_follows(sentence: &Sentence<'_>, at: usize) -> bool {
    let bounds = |at: usize| sentence.tokens.get(at).map(|token| (token.start, token.end));
    match (bounds(at), bounds(at + 1)) {
        (Some((_, end)), Some((start, _))) => start > end + 1,
        _ => false,
    }
}

/// "Response: incorrect", "we can say it is: correct", "..., so incorrect": the verdict at the end,
/// after a colon or "so".
pub(super) fn labelled(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = sentence.len().checked_sub(1)?;
    let valid = verdict(sentence, at)?;
    let denied = sentence.word(at.wrapping_sub(1)) == Word::Not;
    let lead = at.checked_sub(1 + usize::from(denied))?;
    let led = sentence.mark(lead) == Some(Mark::Colon)
        || (sentence.mark(lead) == Some(Mark::Dash) && lead < 3)
        || (sentence.word(lead) == Word::Therefore
            && sentence.mark(lead.wrapping_sub(1)).is_some());
    let start = sentence.clause_start(lead);
    let about = [
        Word::Premise,
        Word::Option,
        Word::Conclusion,
        Word::If,
        Word::Rule,
        Word::Wrong,
        Word::Wrongly,
    ];
    let of_a_part = sentence.has_in(start, lead, &about)
        || (start..lead).any(|at| sentence.number(at).is_some());
    let found = led && !of_a_part && !is_offered(sentence, at);
    found.then(|| Hit::new(says(valid != denied), lead, at))
}

/// A sentence that begins with yes or no. After the first it may answer a question on the way.
pub(super) fn opens(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    if sentence.index == 0 { said::opens(sentence, context) } else { None }
}

fn is_head(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.word(at) {
        Word::Answer => true,
        Word::Conclusion => at < 2 && sentence.mark(at + 1) == Some(Mark::Colon),
        _ => false,
    }
}

//! Verdicts on an argument without yes and no: "the argument is not valid".

use super::says;
use crate::Context;
use crate::finding::Hit;
use crate::text::{Sentence, Word};

/// "The argument is (not) logically sound", "making it invalid", "I don't think it is valid".
pub(crate) fn predicate(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    predicates(sentence).next()
}

/// All predicates of soundness in a sentence, the last first.
pub(crate) fn predicates<'s>(sentence: &'s Sentence<'_>) -> impl Iterator<Item = Hit> + use<'s> {
    (0..sentence.len()).rev().filter_map(|at| {
        let sound = match sentence.word(at) {
            Word::Sound => true,
            Word::Unsound => false,
            _ => return None,
        };
        let start = sentence.clause_start(at).max(at.saturating_sub(16));
        let (first, denied) = match framed(sentence, start, at) {
            Frame::Denied(first) => {
                // "It is not the case that it is not sound."
                let again = (first + 1..at).any(|at| denies_again(sentence, at));
                (first, !again)
            }
            Frame::Open => return None,
            Frame::Plain => stated(sentence, start, at, sound)?,
        };
        (!is_about_premises(sentence, start, at))
            .then(|| Hit::new(says(sound != denied), first, at))
    })
}

/// The verb of a plain predicate and whether it is negated.
fn stated(s: &Sentence<'_>, start: usize, at: usize, sound: bool) -> Option<(usize, bool)> {
    let verbs = [Word::Is, Word::Make, Word::Seem, Word::Not];
    let from = at.saturating_sub(6).max(start);
    let verb = (from..at).rev().find(|at| s.is(*at, &verbs))?;
    let before = verb.saturating_sub(2);
    let aside = s.has_in(verb, at, &[Word::Rather, Word::Than])
        || (s.word(verb) == Word::Make && !sound && at + 1 < s.len());
    let aside = aside || s.has_in(verb, at, &[Word::For]);
    let purpose = aside || s.supposes() || s.has_in(before, verb, &[Word::To, Word::Would]);
    // "valid only if the first premise is dropped"
    let only = s.word(at + 1) == Word::Only && s.word(at + 2) == Word::If;
    if purpose || only || is_conditional(s, at) {
        return None;
    }
    let denies = |n: &usize| match s.word(*n) {
        Word::Not => !s.affirms(*n),
        // "no es válido"
        Word::No => s.word(n + 1) == Word::Is,
        word => word == Word::Neither,
    };
    // "It isn't not sound" affirms.
    Some((verb, (before.max(start)..at).filter(denies).count() % 2 == 1))
}

/// The effect of the words before "(that) the argument is sound".
enum Frame {
    /// Nothing.
    Plain,
    /// They deny it: "I don't think that", "there is no way". With the place of the denial.
    Denied(usize),
    /// They neither affirm nor deny it: "I am unable to say that", "it is not clear that".
    Open,
}

/// The effect of `start..at` on the predicate at `at`.
fn framed(sentence: &Sentence<'_>, start: usize, at: usize) -> Frame {
    let denied = frame_of(sentence, start, at);
    let supposed = denied.is_some() && sentence.has_in(start, at, &[Word::If, Word::People]);
    if supposed || (start..at).any(|at| is_reluctant(sentence, at)) {
        return Frame::Open;
    }
    if let Some(first) = denied {
        return Frame::Denied(first);
    }
    let open =
        sentence.is_attributed(start, at) || (start..at).any(|n| leaves_open(sentence, n, at));
    if open { Frame::Open } else { Frame::Plain }
}

/// The beginning of the words that deny `at`: "I don't think that", "it is not the case that".
fn frame_of(sentence: &Sentence<'_>, start: usize, at: usize) -> Option<usize> {
    sentence
        .denial(start, at)
        .or_else(|| sentence.disbelief(start, at))
        .or_else(|| (start..at).find(|at| is_opposite(sentence, *at)))
}

/// True for a "not" that denies what follows.
fn denies_again(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.word(at) == Word::Not && sentence.word(at + 1) != Word::Only
}

/// "unable", "I refuse", "I doubt", "it is questionable that", "I am not convinced that"
fn is_reluctant(sentence: &Sentence<'_>, at: usize) -> bool {
    // "No doubt", "without a doubt", "beyond doubt"
    let undoubted = [Word::No, Word::Not, Word::Bound];
    let doubts = sentence.word(at) == Word::Doubt
        && sentence.has_in(at.saturating_sub(3), at, &[Word::I, Word::My])
        && !sentence.has_in(at.saturating_sub(3), at, &undoubted);
    // "It can't be denied that"
    let undenied = [Word::Not, Word::No, Word::Nobody, Word::Impossible];
    let denies = sentence.word(at) == Word::Disagree
        || sentence.word(at) == Word::Reject && sentence.word(at + 1) == Word::That;
    let denies = denies && !sentence.has_in(at.saturating_sub(4), at, &undenied);
    doubts || denies || sentence.is(at, &[Word::Unable, Word::Decline, Word::Doubtful])
}

/// "anything but sound", "far from sound", "it is not true that", "it is false that"
fn is_opposite(sentence: &Sentence<'_>, at: usize) -> bool {
    let next = sentence.word(at + 1);
    match sentence.word(at) {
        Word::Anything => next == Word::But,
        Word::Far => next == Word::From,
        // "It is not false that"
        Word::Wrong => {
            next == Word::That && !sentence.has_in(at.saturating_sub(2), at, &[Word::Not])
        }
        Word::Not => {
            let case = sentence.word(at + 1) == Word::The && sentence.word(at + 2) == Word::Option;
            let that = at + 2 + usize::from(case);
            (case || sentence.is(at + 1, &[Word::True, Word::Correct, Word::Is]))
                && sentence.word(that) == Word::That
        }
        _ => false,
    }
}

/// "I can't say that", "it is not clear that", "not sure this is", "there is no evidence that",
/// "nothing shows that", "it is impossible that", "only then".
fn leaves_open(sentence: &Sentence<'_>, at: usize, end: usize) -> bool {
    let subjects = [Word::That, Word::This, Word::It, Word::Argument, Word::Conclusion];
    let verb = || (at + 1..end).find(|at| sentence.is(*at, &[Word::Is]));
    let claim = |reach: usize| sentence.has_in(at + 1, end.min(at + reach), &[Word::That]);
    let undenied = sentence.has_in(at + 1, end, &[Word::Disagree, Word::Doubt]);
    match sentence.word(at) {
        _ if undenied => false,
        Word::Not if sentence.affirms(at) => false,
        Word::Not => {
            let said = sentence.has_in(at + 1, at + 3, &[Word::Say, Word::Conclude, Word::Call]);
            let subject = verb().is_some_and(|verb| sentence.has_in(at + 1, verb, &subjects));
            // "Not in the least does it follow"
            let opens = at == 0 && end > NEAR && sentence.has_in(1, end, &[Word::Do]);
            // "It isn't that it doesn't follow"
            let claimed = match sentence.word(at + 1) {
                Word::That => sentence.has_in(at + 2, end, &[Word::Not]),
                _ => claim(end - at),
            };
            said || subject || opens || claimed
        }
        // "There is no reason (that) it follows"
        Word::No if sentence.affirms(at) => false,
        Word::No => {
            let led = sentence.word(at + 2) == Word::The || sentence.is_plain(at + 2);
            let noun = at + 2 + usize::from(led);
            claim(5) || noun < end && sentence.is(noun, &subjects)
        }
        Word::Impossible | Word::Absurd | Word::Nobody => true,
        Word::Only => at == 0,
        _ => false,
    }
}

/// "The argument fails", "the conclusion holds"
pub(crate) fn fails(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (1..sentence.len()).find(|at| sentence.is(*at, &[Word::Fails, Word::Holds]))?;
    let subjects = [Word::Argument, Word::Conclusion, Word::It, Word::This];
    let subject = sentence.is(at - 1, &subjects) || sentence.is(at.wrapping_sub(2), &subjects);
    let doubts = [Word::If, Word::Which, Word::While, Word::May, Word::Could, Word::Premise];
    let ended = at + 2 >= sentence.len() || sentence.mark(at + 1).is_some();
    let denied = sentence.has_in(at.saturating_sub(3), at, &[Word::Not]);
    let holds = (sentence.word(at) == Word::Holds) != denied;
    let plain = subject && ended && !sentence.has_in(0, at, &doubts);
    plain.then(|| Hit::new(says(holds), at - 1, at))
}

/// "Unsound.", "Not logically valid", "False."
pub(crate) fn bare(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let last = sentence.len().checked_sub(1).filter(|last| *last < 6)?;
    let sound = match sentence.word(last) {
        Word::Sound => true,
        Word::Unsound => false,
        // A step of a chain of thought may be called true as well.
        Word::True if sentence.index == 0 => true,
        Word::Wrong if sentence.index == 0 => false,
        _ => return None,
    };
    let modifiers = [Word::Not, Word::Logically, Word::Therefore];
    let modified = (0..last).all(|at| sentence.is(at, &modifiers) || sentence.mark(at).is_some());
    let denied = sentence.has_in(0, last, &[Word::Not]);
    modified.then(|| Hit::new(says(sound != denied), 0, last))
}

/// Most tokens between a denial and "follow".
const NEAR: usize = 4;

/// "The conclusion does (not) follow", "it logically follows".
pub(crate) fn follows(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    all_follow(sentence).next()
}

/// All statements of a sentence about what follows, the last first.
pub(crate) fn all_follow<'s>(sentence: &'s Sentence<'_>) -> impl Iterator<Item = Hit> + use<'s> {
    (0..sentence.len()).rev().filter_map(|at| {
        let is_verb = sentence.word(at) == Word::Follow
            && !sentence.is(at.wrapping_sub(1), &[Word::The, Word::As])
            && !sentence.has_in(at + 1, at + 5, &[Word::An, Word::The, Word::Premise, Word::Sound])
            || sentence.word(at) == Word::Follow
                && sentence.word(at + 1) == Word::From
                && sentence.has_in(at + 2, at + 5, &[Word::Premise])
            || sentence.word(at) == Word::Follow
                && sentence.has_in(at.saturating_sub(3), at + 2, &[Word::Logically, Word::Not]);
        let of_a_premise = sentence.has_in(at.saturating_sub(6), at, &[Word::Premise])
            && !sentence.has_in(at.saturating_sub(6), at, &[Word::Conclusion, Word::It]);
        if !is_verb || of_a_premise {
            return None;
        }
        let from = at.saturating_sub(NEAR).max(sentence.clause_start(at));
        let start = sentence.clause_start(at).max(at.saturating_sub(16));
        let frame = match framed(sentence, start, at) {
            Frame::Denied(first) => Some(first),
            Frame::Plain => None,
            Frame::Open => return None,
        };
        // "It is wrong that it follows": the denial of a clause is no condition of it.
        if is_conditional_from(sentence, frame.map_or(0, |frame| frame + 1), at) {
            return None;
        }
        // "Neither premise shows that it follows."
        if sentence.word(start) == Word::Neither {
            return None;
        }
        let inner = frame.map_or(from, |frame| (frame + 1).max(from));
        let denies = |at: &usize| sentence.word(*at) == Word::Not && !sentence.affirms(*at);
        // "It may or may not follow."
        let hedged = |at: usize| {
            sentence.word(at) == Word::Not && sentence.word(at.wrapping_sub(1)) == Word::May
        };
        if (inner..at).any(hedged) {
            return None;
        }
        // "It can't not follow" says that it does.
        let denials = (inner..at).filter(denies).count();
        let denied = (denials % 2 == 1) != frame.is_some();
        let subject = sentence.is(at.wrapping_sub(1), &[Word::Conclusion, Word::It]);
        // "It follows without doubt."
        let assured = sentence.word(at + 1) == Word::Not && sentence.affirms(at + 1);
        let bare = subject && (at + 1 >= sentence.len() || assured);
        // "The correct conclusion follows from ..." speaks of another conclusion.
        let other = sentence.word(at.wrapping_sub(1)) == Word::Conclusion
            && sentence.is(at.wrapping_sub(2), &[Word::Correct, Word::Sound]);
        if other {
            return None;
        }
        let cues = [Word::Logically, Word::From];
        let stated = denials > 0
            || frame.is_some()
            || bare
            || sentence.has_in(at.saturating_sub(2), at + 4, &cues);
        stated.then(|| Hit::new(says(!denied), from, at))
    })
}

/// "It follows a logical fallacy known as ..."
pub(crate) fn follows_a_fallacy(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (0..sentence.len()).find(|at| sentence.word(*at) == Word::Follow)?;
    let fallacy = (at + 1..at + 4).find(|at| sentence.word(*at) == Word::Fallacy)?;
    let plain = sentence.word(at + 1) == Word::An && !is_conditional(sentence, at);
    plain.then(|| Hit::new(says(false), at, fallacy))
}

/// "The premises guarantee the conclusion", unless that explains what an argument is.
pub(crate) fn established(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (0..sentence.len()).find(|at| sentence.word(*at) == Word::Guarantee)?;
    let subject = sentence.has_in(at.saturating_sub(2), at, &[Word::Premise]);
    let object = sentence.has_in(at + 1, at + 4, &[Word::Conclusion]);
    let doubts = [Word::Not, Word::No, Word::Can, Word::Must, Word::Should, Word::Would, Word::An];
    let doubtful = sentence.has_in(0, at, &doubts) || is_conditional(sentence, at) || at > 4;
    (subject && object && !doubtful).then(|| Hit::new(says(true), at.saturating_sub(1), at))
}

/// "We cannot conclude", "commits the fallacy", "does not guarantee", "not necessarily true".
pub(crate) fn not_established(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let near = |words: &[Word]| sentence.has_in(at.saturating_sub(5), at, words);
        let found = match sentence.word(at) {
            Word::Fallacy => near(&[Word::Commit, Word::Is]) && !near(&[Word::No, Word::Not]),
            Word::Guarantee => {
                near(&[Word::Not])
                    && !sentence.has_in(at.saturating_sub(5), at, &[Word::Conclusion])
            }
            Word::Derived | Word::Conclude => near(&[Word::Not]),
            // "I cannot say that it is sound" does not say that it is not.
            Word::Say => {
                let verdicts = [Word::Sound, Word::Unsound, Word::Yes, Word::No];
                near(&[Word::Not])
                    && !sentence.has(&verdicts)
                    && sentence.word(at + 1) == Word::That
            }
            // "The conclusion does not necessarily imply the other."
            Word::Logically => near(&[Word::Not]) && sentence.word(at + 1) != Word::Guarantee,
            _ => false,
        };
        let held = found && !is_conditional(sentence, at);
        held.then(|| Hit::new(says(false), at.saturating_sub(5), at))
    })
}

fn is_about_premises(sentence: &Sentence<'_>, start: usize, at: usize) -> bool {
    let argument = [Word::Argument, Word::Conclusion, Word::This, Word::It];
    let about =
        sentence.has_in(start, at, &[Word::Premise]) && !sentence.has_in(start, at, &argument);
    about || sentence.is(at + 1, &[Word::Premise])
}

/// "To determine if the argument is sound", "for it to be valid".
fn is_conditional(sentence: &Sentence<'_>, at: usize) -> bool {
    is_conditional_from(sentence, 0, at)
}

/// The same test, for the words from `from` on.
fn is_conditional_from(sentence: &Sentence<'_>, from: usize, at: usize) -> bool {
    let near = sentence.clause_start(at).max(at.saturating_sub(20)).max(from);
    let doubts =
        [Word::If, Word::Which, Word::When, Word::Wrongly, Word::Wrong, Word::While, Word::Were];
    sentence.has_in(near, at, &doubts)
        || sentence.has_in(at.saturating_sub(4), at, &[Word::To, Word::Must, Word::Would])
}

//! Verdicts on a predicate that was named before: "Sound: no", "the claim that it is sound is
//! false", "it looks valid but isn't".

use super::says;
use crate::Context;
use crate::finding::Hit;
use crate::text::{Mark, Sentence, Word};

/// "Valid: no", "Is it sound - yes", "| Sound | No |".
pub(crate) fn labelled(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (0..sentence.len().min(10)).find(|at| predicate(sentence, *at).is_some())?;
    let sound = predicate(sentence, at)?;
    let leads = [Mark::Colon, Mark::Dash, Mark::Slash, Mark::Equals, Mark::Arrow];
    // "Follows from the premises: no"
    let aside = [Word::From, Word::The, Word::Premise, Word::Is, Word::Logically];
    let link = (at + 1..at + 5).find(|at| !sentence.is(*at, &aside)).unwrap_or(at + 1);
    let led = sentence.mark(link).is_some_and(|mark| leads.contains(&mark));
    let plain = [
        Word::Is,
        Word::The,
        Word::This,
        Word::It,
        Word::If,
        Word::Argument,
        Word::Logically,
        Word::Conclusion,
        Word::Answer,
        Word::An,
    ];
    let label = (0..at).all(|at| sentence.is(at, &plain) || sentence.mark(at).is_some());
    let plain = matches!(sentence.word(link), Word::Yes | Word::No) && link + 1 >= sentence.len();
    let place = if plain { link } else { link + 1 };
    // "Validity: invalid"
    let named = judged(sentence, place).filter(|_| led && place + 1 >= sentence.len());
    let says_yes = held(sentence, place).map(|yes| yes == sound).or(named);
    Some(Hit::new(says(says_yes.filter(|_| (led || plain) && label)?), 0, place))
}

/// "The claim that it is sound is false", "that it does not follow is untrue", "anyone who says it
/// is sound is mistaken", "to call this sound would be an error".
pub(crate) fn called_false(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let called =
        |at: usize| judged(sentence, at).or((sentence.word(at) == Word::Follow).then_some(true));
    let at = (0..sentence.len()).find(|at| called(*at).is_some())?;
    let sound = called(at)?;
    let claim = claim_start(sentence, at)?;
    let not = |from: usize, to: usize| {
        (from..to).filter(|at| sentence.word(*at) == Word::Not && !sentence.affirms(*at)).count()
    };
    let aside = [
        Word::From,
        Word::The,
        Word::This,
        Word::Premise,
        Word::Conclusion,
        Word::Logically,
        Word::Therefore,
    ];
    let verb = (at + 1..sentence.len())
        .find(|at| !sentence.is(*at, &aside) && !sentence.is_plain(*at))
        .filter(|at| sentence.is(*at, &PREDICATES))?;
    let wrong = (verb..verb + 5).find(|at| sentence.is(*at, &TRUE) || sentence.is(*at, &UNTRUE))?;
    let distanced = (verb..wrong).filter(|at| sentence.is_distanced(*at)).count();
    let denied = (not(verb, wrong) + distanced) % 2 == 1;
    let holds = sentence.is(wrong, &TRUE) != denied;
    let sound = sound != (not(claim, at) % 2 == 1);
    let plain = not(0, claim) == 0 && !sentence.has_in(0, at, &[Word::If]);
    plain.then(|| Hit::new(says(sound == holds), at, wrong))
}

/// Verbs with which a claim is judged.
const PREDICATES: [Word; 8] =
    [Word::Is, Word::Would, Word::Can, Word::Could, Word::Do, Word::Must, Word::Holds, Word::Fails];

/// Words for a claim that holds.
const TRUE: [Word; 3] = [Word::True, Word::Correct, Word::Holds];

/// Words for a claim that does not hold.
const UNTRUE: [Word; 5] = [Word::Wrong, Word::Wrongly, Word::Fallacy, Word::Absurd, Word::Fails];

/// The beginning of the clause that holds `at` and that the sentence judges: "that it ...", "the
/// claim that it ...", "to call it ...".
fn claim_start(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let claims = [Word::Say, Word::Call, Word::Argument, Word::Conclude, Word::Option];
    let claim = (0..at).find(|at| sentence.is(*at, &claims));
    let leads = [Word::That, Word::It, Word::To, Word::This, Word::Which];
    let that = (0..at).find(|at| sentence.word(*at) == Word::That);
    // "That it follows", "the idea that it follows"
    let named = |that: &usize| {
        *that == 0 || sentence.is_plain(that - 1) || sentence.mark(that - 1).is_some()
    };
    match claim.filter(|_| sentence.has_in(0, at, &leads)) {
        Some(claim) => Some(claim),
        None => that.filter(named),
    }
}

/// "It looks sound but isn't.", "It seems valid, however it is not."
pub(crate) fn but_is_not(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let last = sentence.len().checked_sub(1)?;
    let ends = sentence.word(last) == Word::Not
        && sentence.is(last.wrapping_sub(1), &[Word::Is, Word::Do]);
    let turn = (0..last).rev().find(|at| sentence.is(*at, &[Word::But, Word::While]))?;
    let at = (0..turn).rev().find(|at| judged(sentence, *at).is_some())?;
    let sound = judged(sentence, at).filter(|_| ends)?;
    Some(Hit::new(says(!sound), at, last))
}

/// "This is only sound if all buildings are villas, which they aren't.": only under a condition
/// that is denied.
pub(crate) fn only_if(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (0..sentence.len()).find(|at| judged(sentence, *at) == Some(true))?;
    let only = sentence.has_in(at.saturating_sub(3), at + 2, &[Word::Only]);
    let condition = (at + 1..at + 3).find(|at| sentence.word(*at) == Word::If)?;
    let comma =
        (condition..sentence.len()).rev().find(|at| sentence.mark(*at) == Some(Mark::Comma))?;
    let denied = sentence.has_in(comma, sentence.len(), &[Word::Not])
        && sentence.is(comma + 1, &[Word::Which, Word::And, Word::But, Word::That]);
    (only && denied).then(|| Hit::new(says(false), at, comma))
}

/// "Neither correct nor valid."
pub(crate) fn neither(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let all: Vec<bool> = (0..sentence.len()).filter_map(|at| predicate(sentence, at)).collect();
    let first = *all.first()?;
    let same = all.iter().all(|sound| *sound == first);
    let neither = sentence.word(0) == Word::Neither && sentence.has(&[Word::Nor]);
    (neither && same && all.len() >= 2).then(|| Hit::new(says(!first), 0, sentence.len() - 1))
}

/// "A non sequitur.", "A fallacy."
pub(crate) fn named_fallacy(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let last = sentence.len().checked_sub(1).filter(|last| *last <= 2 && sentence.index == 0)?;
    let plain = (0..last)
        .all(|at| sentence.is(at, &[Word::An, Word::Nein, Word::The]) || sentence.is_plain(at));
    (sentence.word(last) == Word::Fallacy && plain && sentence.closed)
        .then(|| Hit::new(says(false), 0, last))
}

/// "Sound it is not."
pub(crate) fn inverted(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let sound = judged(sentence, 0)?;
    let says_not = sentence.len() == 4
        && sentence.is(1, &[Word::It, Word::This, Word::That])
        && sentence.word(2) == Word::Is
        && sentence.word(3) == Word::Not;
    says_not.then(|| Hit::new(says(!sound), 0, 3))
}

/// The predicate of a label: true for sound, false for unsound.
fn predicate(sentence: &Sentence<'_>, at: usize) -> Option<bool> {
    match sentence.word(at) {
        Word::Correct | Word::Follow => Some(true),
        Word::Fallacy => Some(false),
        _ => judged(sentence, at),
    }
}

fn judged(sentence: &Sentence<'_>, at: usize) -> Option<bool> {
    match sentence.word(at) {
        Word::Sound => Some(true),
        Word::Unsound => Some(false),
        _ => None,
    }
}

/// Yes or no behind a label, followed only by reasons.
fn held(sentence: &Sentence<'_>, at: usize) -> Option<bool> {
    let next = at + 1;
    let ended = next >= sentence.len()
        || sentence.mark(next).is_some()
        || sentence.is(next, &[Word::Because, Word::As, Word::It, Word::The]);
    match sentence.word(at) {
        Word::Yes | Word::True if ended => Some(true),
        Word::No | Word::Wrong if ended => Some(false),
        Word::Not if next >= sentence.len() => Some(false),
        _ => None,
    }
}

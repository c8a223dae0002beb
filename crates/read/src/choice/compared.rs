//! Verdicts by comparison: "(a) is more likely", "the probability of (a) is higher".

use super::chosen;
use crate::Context;
use crate::finding::{Hit, Said};
use crate::text::{Mark, Mention, Sentence, Word};
use peirast_record::Answer;

/// "(a) is more likely", "the more probable option is (a)", "it is more likely that (a)".
pub(super) fn more_likely(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let end = comparative(sentence, at, &[Word::More, Word::Most])?;
        let unreal = sentence.has_in(at.saturating_sub(4), at, &[Word::Would])
            && sentence.has_in(end, sentence.len(), &[Word::If]);
        // "From least to most likely: (a), (b)"
        let scale = sentence.word(at.wrapping_sub(1)) == Word::To
            && sentence.has_in(at.saturating_sub(4), at, &[Word::Least, Word::Less]);
        if unreal || scale || is_concession(sentence, at) || is_denied(sentence, at) {
            return None;
        }
        let place =
            target(sentence, at, end).filter(|place| !is_denied_of(sentence, *place, at))?;
        let mention =
            sentence.mention(place).filter(|_| !is_unsupported(sentence, place.min(at)))?;
        if is_granted(sentence, end + 1) {
            return None;
        }
        let (first, last) = (place.min(at), place.max(end));
        Some(Hit::new(chosen(mention), first, last))
    })
}

/// "The probability of (a) is higher than that of (b)", "(a) has a greater chance".
pub(super) fn greater(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let lower = match sentence.word(at) {
            Word::Higher => false,
            Word::Lower | Word::Less if !sentence.is(at + 1, &[Word::Likely]) => true,
            _ => return None,
        };
        let about = sentence.has(&[Word::Probability]) && !is_concession(sentence, at);
        let (place, mention) = subject(sentence, at).filter(|_| about)?;
        let said = if lower != is_denied(sentence, at) {
            Said::Verdict(Answer::Choice(context.other(mention.letter)?))
        } else {
            chosen(mention)
        };
        Some(Hit::new(said, place, at))
    })
}

/// "Neither is more likely.", "Both are equally likely.", in a sentence that names no option.
pub(super) fn no_difference_at_all(sentence: &Sentence<'_>) -> Option<Hit> {
    let likely = [Word::Likely, Word::Probability, Word::Likelier];
    let doubts = [Word::If, Word::Not, Word::Which, Word::But, Word::May, Word::Could];
    let at = (0..sentence.len()).find(|at| match sentence.word(*at) {
        Word::Neither => sentence.has_in(at + 1, at + 5, &[Word::More, Word::Likelier]),
        Word::Equally => {
            sentence.has_in(at + 1, at + 3, &likely)
                && sentence.has_in(
                    at.saturating_sub(5),
                    *at,
                    &[Word::Both, Word::It, Word::Second, Word::Option],
                )
        }
        _ => false,
    })?;
    (!sentence.has_in(0, at, &doubts)).then(|| Hit::new(Said::None, at, at))
}

/// "(b) is less likely", if there are two options.
pub(super) fn less_likely(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let less = comparative(sentence, at, &[Word::Less, Word::Least]);
        let more = || comparative(sentence, at, &[Word::More]).filter(|_| is_denied(sentence, at));
        let end = match less {
            Some(_) if is_denied(sentence, at) => return None,
            Some(end) => end,
            None => more()?,
        };
        let place = Some(at).filter(|_| !is_concession(sentence, at));
        let place = place.and_then(|at| target(sentence, at, end));
        let place = place.filter(|place| !is_denied_of(sentence, *place, at) || less.is_none())?;
        let letter = context.other(sentence.mention(place)?.letter)?;
        let said = Said::Verdict(Answer::Choice(letter));
        Some(Hit::new(said, place.min(at), place.max(end)))
    })
}

/// Returns true if a sentence about "this option" calls it less likely, false if more likely;
/// `None` if it does neither.
pub(super) fn judges_this(sentence: &Sentence<'_>) -> Option<bool> {
    (0..sentence.len().min(8)).find_map(|at| {
        let more = comparative(sentence, at, &[Word::More, Word::Most]);
        let less = comparative(sentence, at, &[Word::Less, Word::Least]);
        let doubtful = is_concession(sentence, at);
        let denied = is_denied(sentence, at);
        match (more, less) {
            _ if doubtful => None,
            (Some(_), _) => Some(denied),
            (None, Some(_)) if !denied => Some(true),
            _ => None,
        }
    })
}

/// The end of a comparison that begins at `at`: "more likely", "more inherently probable".
fn comparative(sentence: &Sentence<'_>, at: usize, degrees: &[Word]) -> Option<usize> {
    if sentence.word(at) == Word::Likelier && degrees.contains(&Word::More) {
        return Some(at);
    }
    if sentence.word(at) == Word::Least && sentence.word(at + 1) == Word::As {
        // "at least as likely as"
        let counts = degrees.contains(&Word::More) && sentence.word(at + 2) == Word::Likely;
        return counts.then_some(at + 2);
    }
    if !sentence.is(at, degrees) {
        return None;
    }
    let end = (at + 1..=at + 3).find(|end| sentence.word(*end) == Word::Likely)?;
    (!sentence.has_in(at, end, &[Word::Or, Word::Equally])).then_some(end)
}

/// The option that a comparison at `at..=end` is about.
fn target(sentence: &Sentence<'_>, at: usize, end: usize) -> Option<usize> {
    let object = || object(sentence, end + 1);
    let first = Some(()).filter(|()| is_impersonal(sentence, at)).and_then(|()| object());
    first.or_else(|| subject(sentence, at).map(|(place, _)| place)).or_else(object)
}

/// "it is more likely that", "the more likely option", "which is more likely:".
fn is_impersonal(sentence: &Sentence<'_>, at: usize) -> bool {
    let start = at.saturating_sub(5).max(sentence.clause_start(at));
    let attributive = sentence.has_in(at.saturating_sub(2), at, &[Word::The, Word::It, Word::That]);
    attributive || sentence.has_in(start, at, &[Word::It, Word::Which]) || start == at
}

/// The option after the comparison: "more likely option is (a)", "more likely that (a)".
fn object(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let clause = sentence.is(from, &[Word::That, Word::For, Word::To]);
    let (reach, most) = if clause { (40, 30) } else { (10, 5) };
    let mut others = 0;
    for at in from..(from + reach).min(sentence.len()) {
        if sentence.mention(at).is_some() {
            return Some(at).filter(|at| !sentence.is_joined(*at));
        }
        let ends = sentence.is(at, &OBJECT_ENDS) || sentence.mark(at) == Some(Mark::Semicolon);
        others += usize::from(sentence.is_plain(at));
        if ends || others > most {
            return None;
        }
    }
    None
}

/// Words that end the part in which an option can be the one called more likely.
const OBJECT_ENDS: [Word; 11] = [
    Word::Than,
    Word::Not,
    Word::Because,
    Word::If,
    Word::Or,
    Word::Either,
    Word::Rather,
    Word::But,
    Word::While,
    Word::Neither,
    Word::As,
];

/// The option before the comparison: the nearest one that is not itself the standard of a
/// comparison.
fn subject(sentence: &Sentence<'_>, at: usize) -> Option<(usize, Mention)> {
    if let Some(found) = participle_subject(sentence, at) {
        return Some(found);
    }
    if let Some(found) = pronoun_subject(sentence, at) {
        return Some(found);
    }
    let mut candidates = sentence.mentions_before(at);
    let (nearest, mention) = candidates.next()?;
    if !is_compared_with(sentence, nearest) {
        return Some((nearest, mention)).filter(|_| !sentence.is_joined(nearest));
    }
    let (place, first) = candidates.find(|(place, _)| !is_compared_with(sentence, *place))?;
    Some((place, first)).filter(|_| !sentence.is_joined(place))
}

/// "(b) adds a detail to (a), making it less likely" is about (b), the subject of the clause
/// before.
fn participle_subject(sentence: &Sentence<'_>, at: usize) -> Option<(usize, Mention)> {
    let clause = sentence.clause_start(at);
    let makes = sentence.is(clause, &[Word::Make]) && sentence.is(clause + 1, &[Word::It]);
    let end = clause.checked_sub(1).filter(|_| makes)?;
    let start = sentence.clause_start(end);
    let subject = (start..end).find_map(|at| Some((at, sentence.mention(at)?)))?;
    Some(subject).filter(|(at, _)| !sentence.is_joined(*at))
}

/// "(b) is a subset of (a), so it cannot be more likely" is about (b), the subject of the sentence.
fn pronoun_subject(sentence: &Sentence<'_>, at: usize) -> Option<(usize, Mention)> {
    let verbs = [Word::Is, Word::Can, Word::Must, Word::Would, Word::Not, Word::Have];
    let pronoun = (at.saturating_sub(5)..at).rev().find(|at| !sentence.is(*at, &verbs))?;
    let it = sentence.word(pronoun) == Word::It;
    let named = (0..pronoun).filter_map(|at| Some((at, sentence.mention(at)?)));
    named.into_iter().next().filter(|(at, _)| it && !sentence.is_joined(*at))
}

fn is_compared_with(sentence: &Sentence<'_>, place: usize) -> bool {
    let before = place.saturating_sub(3);
    let words = [Word::Than, Word::To, Word::With, Word::From];
    (before..place).any(|at| {
        sentence.is(at, &words)
            && (at + 1..place).all(|at| {
                sentence.is(at, &[Word::Option, Word::The, Word::That, Word::Of, Word::Probability])
            })
    })
}

/// "might seem more likely", "people often judge", "if (b) were more likely".
fn is_concession(sentence: &Sentence<'_>, at: usize) -> bool {
    let start = sentence.clause_start(at).max(at.saturating_sub(24));
    let clause = |words: &[Word]| sentence.has_in(start, at, words);
    let seems = clause(&[Word::Seem]) && clause(&[Word::May, Word::While, Word::Even, Word::Could]);
    let near = at.saturating_sub(6).max(start);
    let hedged = sentence.has_in(
        near,
        at,
        &[Word::If, Word::Wrongly, Word::Wrong, Word::People, Word::Equally],
    );
    let question =
        clause(&[Word::Which, Word::If]) && sentence.has(&[Word::Say, Word::Conclude, Word::Asked]);
    let aside = [Word::Wrongly, Word::Wrong, Word::People, Word::Fallacy, Word::When];
    seems || hedged || question || clause(&aside)
}

/// "... more likely at first glance", "... on the surface".
fn is_granted(sentence: &Sentence<'_>, from: usize) -> bool {
    let ends = |at: &usize| {
        sentence.mark(*at).is_none() && !sentence.is(*at, &[Word::Because, Word::Than, Word::But])
    };
    let rest = (from..sentence.len().min(from + 6)).take_while(ends);
    rest.filter(|at| sentence.is(*at, &[Word::Wrongly])).count() > 0
}

/// "is not more likely", "cannot be more likely", "no more likely".
fn is_denied(sentence: &Sentence<'_>, at: usize) -> bool {
    let start = sentence.clause_start(at).max(at.saturating_sub(4));
    denies(sentence, start, at, &[Word::Not, Word::No, Word::Neither])
}

/// Returns true if one of these words denies what follows. "Not only" and "without any doubt" deny
/// nothing.
fn denies(sentence: &Sentence<'_>, start: usize, end: usize, words: &[Word]) -> bool {
    (start..end).any(|at| sentence.is(at, words) && !sentence.affirms(at))
}

/// "there is no evidence that (a) is more likely", "it would be wrong to say that (b) ...".
fn is_unsupported(sentence: &Sentence<'_>, at: usize) -> bool {
    let start = sentence.clause_start(at).max(at.saturating_sub(20));
    let doubts = [Word::Wrongly, Word::Wrong, Word::People, Word::If, Word::While];
    // "If she sang, (b) would be ..." is no verdict; "If I had to choose, (b) would be ..." is.
    let supposed = sentence.has_in(0, 2, &[Word::If])
        && sentence.has_in(at, at + 4, &[Word::Would])
        && !sentence.has_in(0, at, &[Word::I, Word::Choose, Word::Asked]);
    supposed
        || sentence.has_in(start, at, &doubts)
        || denies(sentence, start, at, &[Word::Not, Word::No])
        || sentence.is_of_nobody(start, at)
}

/// "(b) adds a detail that does not make the story more likely", "(b) is unable to be more likely".
fn is_denied_of(sentence: &Sentence<'_>, place: usize, at: usize) -> bool {
    let start = place.max(sentence.clause_start(at)).max(at.saturating_sub(14));
    let words = [Word::Not, Word::No, Word::Unable, Word::Fails];
    place < at && denies(sentence, start, at, &words)
}

/// "(a) and (b) are equally likely", "neither (a) nor (b) is more likely".
pub(super) fn no_difference(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let ordered = [Word::More, Word::Less, Word::Least, Word::Most, Word::Or, Word::Higher];
    (0..sentence.len()).rev().find_map(|at| {
        let start = sentence.clause_start(at).max(at.saturating_sub(16));
        let equal = sentence.word(at) == Word::Equally
            && sentence.has_in(at, at + 3, &[Word::Likely, Word::Probability])
            && !sentence.has_in(start, at, &ordered)
            && !sentence.has_in(
                start,
                at,
                &[Word::Not, Word::If, Word::Wrongly, Word::Wrong, Word::People],
            );
        let joined = |at: usize| sentence.mention(at).is_some() && sentence.is_joined(at);
        let both = sentence.has_in(start, at, &[Word::Both, Word::It]) || (start..at).any(joined);
        (equal && both).then(|| Hit::new(Said::None, start, at))
    })
}

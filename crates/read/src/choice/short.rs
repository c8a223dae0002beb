//! Short forms of a verdict: "it is (a)", "so (a)", "(a) is", `P(a) > P(b)`.

use super::chosen;
use super::rejected::ends;
use crate::Context;
use crate::finding::{Hit, Said};
use crate::text::{Kind, Mark, Sentence, Word};
use peirast_record::Answer;

/// "So (a).", "Thus, it is (a)."
pub(super) fn therefore(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = sentence.len().checked_sub(1)?;
    let mention = sentence.mention(at)?;
    // "(a) is false, so is (b)" rejects both.
    let from = sentence.concluded_from(at).filter(|so| sentence.word(so + 1) != Word::Is)?;
    Some(Hit::new(chosen(mention), from, at))
}

/// "It is (a)."
pub(super) fn it_is(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    sentence.mentions_before(sentence.len()).find_map(|(at, mention)| {
        let noun = usize::from(at > 0 && sentence.word(at - 1) == Word::Option);
        let link = at.checked_sub(1 + noun).filter(|at| sentence.word(*at) == Word::Is)?;
        let it = link.checked_sub(1).filter(|at| sentence.word(*at) == Word::It)?;
        let start = it.saturating_sub(4);
        let doubts = [Word::Not, Word::If, Word::Let, Word::People, Word::That, Word::Which];
        let stated = !sentence.is_attributed(start, at)
            && !sentence.is_said_by_another(it)
            && ends(sentence, at)
            && !sentence.is_joined(at);
        (stated && !sentence.has_in(start, at, &doubts)).then(|| Hit::new(chosen(mention), it, at))
    })
}

/// "So (b) it is."
pub(super) fn it_is_at_last(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let last = sentence.len().checked_sub(1).filter(|at| sentence.word(*at) == Word::Is)?;
    let at = last.checked_sub(2).filter(|at| sentence.word(at + 1) == Word::It)?;
    let mention = sentence.mention(at).filter(|_| !sentence.is_joined(at))?;
    Some(Hit::new(chosen(mention), at, last))
}

/// "Between (a) and (b), (b).", "If I had to choose, (b)."
pub(super) fn asked_for(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = sentence.len().checked_sub(1)?;
    let mention = sentence.mention(at)?;
    let comma = at.checked_sub(1).filter(|at| sentence.mark(*at) == Some(Mark::Comma))?;
    let pressed = sentence.word(0) == Word::If
        && sentence.has_in(1, comma, &[Word::I])
        && sentence.has_in(1, comma, &[Word::Choose, Word::Must]);
    let pair = sentence.mentions_before(comma).count() == 2
        && comma <= 5
        && sentence.has_in(0, comma, &[Word::And, Word::Or])
        && sentence.mentions_before(comma).next().is_some_and(|(at, _)| sentence.is_joined(at));
    (pressed || pair).then(|| Hit::new(chosen(mention), comma, at))
}

/// "I'm changing my answer from (b) to (c).", "(a) -> (b) (corrected)"
pub(super) fn changed(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let (at, mention) = sentence.mentions_before(sentence.len()).next()?;
    let link = at.checked_sub(1).filter(|link| {
        sentence.word(*link) == Word::To || sentence.mark(*link) == Some(Mark::Arrow)
    })?;
    // "On reflection, I'd switch to (b)."
    let from = link.saturating_sub(3);
    let switches = sentence.word(link.wrapping_sub(1)) == Word::Switch
        && sentence.has_in(from, link, &[Word::Would, Word::Will, Word::I, Word::Am])
        && !sentence.has_in(0, link, &[Word::Not, Word::If]);
    if switches {
        return Some(Hit::new(chosen(mention), from, at));
    }
    // "I change my answer to (b)."
    let changes_answer = sentence.word(link.wrapping_sub(1)) == Word::Answer
        && (link.saturating_sub(4)..link)
            .any(|at| sentence.word(at) == Word::Reconsider && sentence.word(at + 1) == Word::My)
        && !sentence.has_in(0, link, &[Word::Not, Word::If, Word::Could, Word::May]);
    if changes_answer {
        return Some(Hit::new(chosen(mention), from, at));
    }
    let other = sentence.mention(link.checked_sub(1)?)?;
    let changes = sentence.has(&[Word::Reconsider]) && other.letter != mention.letter;
    changes.then(|| Hit::new(chosen(mention), link, at))
}

/// "However, by the conjunction rule (a) is." An answer to "which is more likely" may leave out the
/// adjective.
pub(super) fn is_it(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let last = sentence.len().checked_sub(1).filter(|at| sentence.word(*at) == Word::Is)?;
    let at = last.checked_sub(1)?;
    let mention = sentence.mention(at).filter(|_| !sentence.is_joined(at))?;
    let start = sentence.clause_start(at).max(at.saturating_sub(16));
    let doubts = [
        Word::Not,
        Word::No,
        Word::If,
        Word::Than,
        Word::As,
        Word::Which,
        Word::That,
        Word::Less,
        Word::Least,
        Word::While,
        Word::People,
        Word::When,
    ];
    (!sentence.has_in(start, at, &doubts)).then(|| Hit::new(chosen(mention), at, last))
}

/// `P(b) < P(a)`, `(a) >= (b)`. One comparison does not decide between more than two options.
pub(super) fn ordered(sentence: &Sentence<'_>, context: &Context<'_>) -> Option<Hit> {
    let doubts = [Word::If, Word::Not, Word::No, Word::Would, Word::May, Word::People, Word::Wrong];
    (1..sentence.len()).rev().find_map(|at| {
        let greater = match sentence.mark(at)? {
            Mark::Greater => true,
            Mark::Smaller => false,
            _ => return None,
        };
        let (left, right) = (compared(sentence, at - 1)?, compared(sentence, at + 1)?);
        let doubtful = sentence.has_in(at.saturating_sub(12), at, &doubts);
        let pair = !doubtful && context.other(left) == Some(right);
        let said = Said::Verdict(Answer::Choice(if greater { left } else { right }));
        pair.then(|| Hit::new(said, at - 1, at + 1))
    })
}

/// The option compared at `at`, or the one whose probability is compared.
fn compared(sentence: &Sentence<'_>, at: usize) -> Option<char> {
    match sentence.tokens.get(at)?.kind {
        Kind::Mention(mention) => Some(mention.letter),
        Kind::Chance(letter) => Some(letter),
        _ => None,
    }
}

//! Verdicts that set one option apart from all others: "only (b) follows", "all but (b) fail",
//! "that leaves (b)", "b > a > c".

use super::chosen;
use super::rejected::ends;
use crate::Context;
use crate::finding::Hit;
use crate::text::{Mark, Sentence, Word};

/// Words that may follow the only option that is left.
const PREDICATES: &[Word] = &[
    Word::Follow,
    Word::Is,
    Word::Must,
    Word::Can,
    Word::Sound,
    Word::Correct,
    Word::Logically,
    Word::Have,
    Word::Make,
    Word::Holds,
];

/// "Only (b) follows.", "Only (b)."
pub(super) fn only(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    (1..sentence.len()).find_map(|at| {
        let mention = sentence.mention(at).filter(|_| !sentence.is_joined(at))?;
        let noun = usize::from(sentence.word(at - 1) == Word::Option);
        let only = at.checked_sub(1 + noun).filter(|only| sentence.word(*only) == Word::Only)?;
        let free = only == 0
            || sentence.mark(only - 1).is_some()
            || sentence.is(only - 1, &[Word::Therefore, Word::But, Word::That, Word::And]);
        let doubts = [Word::If, Word::Not, Word::Can, Word::When];
        let denied =
            sentence.has_in(at + 1, at + 4, &[Word::Not, Word::Wrong, Word::If, Word::When]);
        let holds =
            ends(sentence, at) || sentence.is(at + 1, PREDICATES) || is_verb(sentence, at + 1);
        // "Only (b) is ruled out."
        let denied = denied || super::rejected::by_predicate(sentence, at);
        let says = free && !sentence.has_in(0, only, &doubts) && !denied && holds;
        says.then(|| Hit::new(chosen(mention), only, at))
    })
}

/// A verb that ends the sentence: "only (b) holds".
fn is_verb(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is_plain(at) && at + 1 >= sentence.len()
}

/// "Everything but (b) fails.", "All are wrong except (b).", "None but (b) is right."
pub(super) fn all_but(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (1..sentence.len()).find(|at| sentence.mention(*at).is_some())?;
    let mention = sentence.mention(at).filter(|_| !sentence.is_joined(at))?;
    let link =
        (at.saturating_sub(3)..at).rev().find(|at| sentence.is(*at, &[Word::But, Word::Except]))?;
    let subjects =
        [Word::All, Word::Neither, Word::Both, Word::Not, Word::No, Word::Option, Word::Per];
    let subject = (0..link).find(|at| sentence.is(*at, &subjects))?;
    let fails = [
        Word::Wrong,
        Word::Reject,
        Word::Unsound,
        Word::Out,
        Word::Not,
        Word::Unlikely,
        Word::Fails,
    ];
    // "None but (b) is wrong" rejects (b).
    let none = sentence.is(subject, &[Word::Neither, Word::Not, Word::No]);
    let failing =
        (subject + 1..sentence.len()).filter(|at| sentence.is(*at, &fails)).count() % 2 == 1;
    let others = sentence.mentions_before(sentence.len()).count() == 1;
    (none != failing && others).then(|| Hit::new(chosen(mention), subject, at))
}

/// Returns true if the sentence excludes the option at `at`: "everything but (b)", "all are right
/// except (b)", "far from (b)". "All are tempting, but (b) is right" excludes nothing.
pub(super) fn is_excepted(sentence: &Sentence<'_>, at: usize) -> bool {
    const REACH: usize = 12;
    let glue = [Word::Option, Word::The, Word::For, Word::Answer, Word::Correct];
    let Some(link) = (0..at).rev().find(|at| !sentence.is(*at, &glue)) else { return false };
    match sentence.word(link) {
        Word::Except | Word::Minus => true,
        Word::From => sentence.word(link.wrapping_sub(1)) == Word::Far,
        Word::But => {
            let start = sentence.clause_start(link).max(link.saturating_sub(REACH));
            let quantifiers =
                [Word::All, Word::Anything, Word::Per, Word::Both, Word::Neither, Word::No];
            let quantifier = (start..link).find(|at| sentence.is(*at, &quantifiers));
            let verbs = [Word::Is, Word::Seem, Word::Follow, Word::Have, Word::Holds];
            let nominal = |from: usize| !sentence.has_in(from, link, &verbs);
            quantifier.is_some_and(|from| nominal(from) || ends(sentence, at))
        }
        _ => false,
    }
}

/// "That leaves (b)."
pub(super) fn leaves(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let verb = (0..sentence.len()).find(|at| sentence.word(*at) == Word::Leaves)?;
    let at = (verb + 1..verb + 6).find(|at| sentence.mention(*at).is_some())?;
    let mention = sentence.mention(at).filter(|_| !sentence.is_joined(at))?;
    let doubts = [Word::If, Word::Not, Word::Which];
    (!sentence.has_in(verb.saturating_sub(4), at, &doubts) && ends(sentence, at))
        .then(|| Hit::new(chosen(mention), verb, at))
}

/// "b > a > c > d": three options or more in a row, the first of which is best.
pub(super) fn ranked(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let at = (0..sentence.len()).find(|at| sentence.mention(*at).is_some())?;
    let mut places = (at..sentence.len()).step_by(2);
    let chained = places.clone().take_while(|at| {
        sentence.mention(*at).is_some() && sentence.mark(at + 1) == Some(Mark::Greater)
    });
    let first = places.next()?;
    let mention = sentence.mention(first)?;
    (chained.count() >= 2).then(|| Hit::new(chosen(mention), first, first + 2))
}

/// "(b) follows", "The conclusion that Ada sings follows".
pub(super) fn follows(sentence: &Sentence<'_>, _: &Context<'_>) -> Option<Hit> {
    let (at, mention) = sentence.mentions_before(sentence.len()).last()?;
    let several = sentence.mentions_before(sentence.len()).count() > 1;
    let verb = (at + 1..at + 4).find(|at| sentence.word(*at) == Word::Follow)?;
    let plain = (at + 1..verb)
        .all(|at| sentence.is(at, &[Word::Logically, Word::Must, Word::Only, Word::That]));
    let doubts = [
        Word::Not,
        Word::Neither,
        Word::Nor,
        Word::If,
        Word::Which,
        Word::May,
        Word::Could,
        Word::People,
        Word::Wrongly,
    ];
    let doubtful = sentence.has_in(0, verb, &doubts)
        || sentence.has_in(verb, verb + 4, &[Word::If, Word::Only]);
    (plain && !several && !doubtful && !sentence.supposes())
        .then(|| Hit::new(chosen(mention), at, verb))
}

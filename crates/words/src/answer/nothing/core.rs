//! Phrases at the core of sentences that say that nothing follows.

use super::Part;
use crate::answer::lead::may_come_before;

/// Verbs and nouns of concluding.
const FOLLOW: [&str; 23] = [
    "follows",
    "follow",
    "conclude",
    "concluded",
    "inferred",
    "infer",
    "deduced",
    "deduce",
    "derived",
    "derive",
    "determined",
    "determine",
    "conclusion",
    "conclusions",
    "drawn",
    "draw",
    "made",
    "established",
    "establish",
    "certain",
    "inference",
    "inferences",
    "deduction",
];

/// Predicates of *nothing* in such sentences.
const SAID: [&str; 24] = [
    "follows",
    "follow",
    "concluded",
    "conclude",
    "inferred",
    "infer",
    "deduced",
    "deduce",
    "derived",
    "derive",
    "determined",
    "determine",
    "drawn",
    "made",
    "established",
    "certain",
    "known",
    "said",
    "say",
    "entailed",
    "implied",
    "proven",
    "ascertained",
    "gained",
];

/// Verbs with *nothing* as object.
const CONCLUDE: [&str; 12] = [
    "conclude",
    "concludes",
    "concluded",
    "infer",
    "deduce",
    "derive",
    "determine",
    "establish",
    "draw",
    "say",
    "know",
    "is",
];

/// Words that qualify *nothing*, or the certainty of what follows.
const KINDS: [&str; 42] = [
    "additional",
    "all",
    "at",
    "certain",
    "certainly",
    "conclusive",
    "conclusively",
    "concrete",
    "deductively",
    "definite",
    "definitely",
    "definitive",
    "definitively",
    "directly",
    "else",
    "further",
    "immediately",
    "informative",
    "interesting",
    "just",
    "logical",
    "logically",
    "meaningful",
    "more",
    "much",
    "necessarily",
    "new",
    "novel",
    "particular",
    "really",
    "significant",
    "specific",
    "still",
    "strictly",
    "substantial",
    "substantive",
    "then",
    "useful",
    "valid",
    "validly",
    "whatsoever",
    "yet",
];

/// First words of a reason, or of the topic.
const ABOUT: [&str; 10] = [
    "about",
    "as",
    "based",
    "because",
    "beyond",
    "concerning",
    "given",
    "regarding",
    "since",
    "whether",
];

/// Prepositions: *nothing in the premises*, but also *nothing in the shed is rusty*.
const PREPOSITIONS: [&str; 10] =
    ["for", "from", "here", "in", "of", "on", "to", "under", "with", "without"];

/// Words between *nothing* and what is said of it.
const AUXILIARIES: [&str; 19] = [
    "be", "been", "being", "can", "could", "does", "has", "have", "is", "must", "safely", "that",
    "to", "was", "we", "will", "would", "i", "one",
];

/// Nouns for a missing conclusion.
const NOUNS: [&str; 5] = ["conclusion", "inference", "deduction", "information", "consequence"];

/// Words between a denial and the denied verb.
const DENIABLE: [&str; 69] = [
    "a",
    "able",
    "additional",
    "allow",
    "allows",
    "an",
    "any",
    "be",
    "been",
    "clear",
    "conclusively",
    "confidently",
    "correct",
    "definite",
    "definitely",
    "definitive",
    "definitively",
    "directly",
    "enable",
    "enough",
    "entitle",
    "entitled",
    "for",
    "from",
    "further",
    "give",
    "given",
    "has",
    "have",
    "help",
    "here",
    "immediately",
    "in",
    "it",
    "justified",
    "legitimate",
    "let",
    "lets",
    "logical",
    "logically",
    "make",
    "necessarily",
    "new",
    "now",
    "one",
    "permit",
    "permits",
    "possible",
    "premises",
    "provide",
    "really",
    "reasonably",
    "reliably",
    "right",
    "safe",
    "safely",
    "single",
    "specific",
    "sufficient",
    "the",
    "then",
    "these",
    "thus",
    "to",
    "us",
    "valid",
    "validly",
    "warranted",
    "we",
];

const NEED: [&str; 6] = ["need", "needs", "needed", "require", "requires", "required"];

fn is(parts: &[Part<'_>], at: usize, words: &[&str]) -> bool {
    parts.get(at).is_some_and(|part| part.is(words))
}

/// Returns the beginning of the first core.
pub(super) fn core(parts: &[Part<'_>]) -> Option<usize> {
    (0..parts.len()).find(|at| {
        let rest = &parts[*at..];
        match parts[*at] {
            Part::Word("nothing") => nothing(&parts[..*at], rest),
            Part::Word("no") => no_conclusion(rest),
            Part::Word("not" | "impossible" | "unable") => {
                cannot_conclude(rest) || not_enough(rest)
            }
            Part::Word("insufficient") => is(rest, 1, &["information"]),
            Part::Word("more") => more_is_needed(&parts[..*at], rest, parts),
            Part::Word("is" | "are") => is(rest, 1, &["inconclusive"]),
            _ => false,
        }
    })
}

/// *nothing definite follows*, *nothing about the ace can be concluded*, *we can conclude nothing*
fn nothing(before: &[Part<'_>], rest: &[Part<'_>]) -> bool {
    let kinds = rest[1..].iter().take_while(|part| part.is(&KINDS)).count();
    let next = 1 + kinds;
    let ends = match rest.get(next) {
        None | Some(Part::Comma | Part::Break | Part::Sign) => true,
        Some(part) => part.is(&["because", "since"]),
    };
    let object = before
        .iter()
        .rev()
        .find(|part| !matches!(part, Part::Comma | Part::Break) && !part.is(&KINDS))
        .is_some_and(|part| part.is(&CONCLUDE));
    if ends {
        return object
            || before.iter().all(|part| *part != Part::Name && may_come_before(part.word()));
    }
    let of_things = || {
        let phrase =
            rest[next..].iter().take_while(|part| !matches!(part, Part::Comma | Part::Break));
        phrase.into_iter().any(|part| part.is(&["is", "are", "was", "has", "have", "can"]))
    };
    let about = is(rest, next, &ABOUT) || is(rest, next, &PREPOSITIONS) && !of_things();
    object && about || said_of_it(rest, next)
}

/// Returns true if the predicate of *nothing* is that it follows, with or without a phrase about
/// the topic.
fn said_of_it(rest: &[Part<'_>], next: usize) -> bool {
    let mut at = next;
    if is(rest, at, &ABOUT) || is(rest, at, &PREPOSITIONS) {
        let verb = rest[at..].iter().position(|part| {
            part.is(&SAID)
                || part.is(&["can", "could", "is", "will", "must"])
                || *part == Part::Break
        });
        at += verb.unwrap_or(rest.len() - at);
    }
    at += rest[at.min(rest.len())..]
        .iter()
        .take_while(|part| part.is(&AUXILIARIES) || part.is(&KINDS) && !part.is(&SAID))
        .count();
    // *Nothing is certain to be red* is about things.
    is(rest, at, &SAID) && !is(rest, at + 1, &["to"])
}

/// *no conclusion can be drawn*, *there is no logical conclusion*, *no more follows*
fn no_conclusion(rest: &[Part<'_>]) -> bool {
    let words = rest[1..].iter().take_while(|part| matches!(part, Part::Word(_))).count();
    let near = &rest[1..=words];
    let noun = near.iter().take(5).position(|part| {
        part.word().is_some_and(|word| NOUNS.contains(&word.trim_end_matches('s')))
    });
    if let Some(at) = noun {
        let idle = is(near, at + 1, &["is", "are", "was"])
            && is(near, at + 2, &["needed", "necessary", "required", "missing", "lacking", "left"]);
        return !idle;
    }
    let kinds = near.iter().take_while(|part| {
        part.is(&KINDS) || part.is(&["claim", "fact", "result", "statement", "proposition"])
    });
    is(near, kinds.count(), &["follows"])
}

/// *we cannot conclude*, *it does not follow*, *it is not possible to determine*
fn cannot_conclude(rest: &[Part<'_>]) -> bool {
    let between = rest[1..].iter().take_while(|part| part.is(&DENIABLE)).count();
    between < 7 && is(rest, 1 + between, &FOLLOW)
}

/// *not enough information*, *not give us sufficient information*
fn not_enough(rest: &[Part<'_>]) -> bool {
    let pair =
        |at: usize| is(rest, at, &["enough", "sufficient"]) && is(rest, at + 1, &["information"]);
    (1..7).take_while(|at| rest.get(*at).is_some_and(|part| part.word().is_some())).any(pair)
}

/// *we need more information*, but not *no more information is needed*, nor *the more information you
/// give me, the better I can help*
fn more_is_needed(before: &[Part<'_>], rest: &[Part<'_>], parts: &[Part<'_>]) -> bool {
    let denied = before.iter().any(|part| part.is(&["no", "not", "without", "any", "never"]));
    !denied && is(rest, 1, &["information"]) && parts.iter().any(|part| part.is(&NEED))
}

//! What comes before a claim: *from the premises, we can conclude that*.

use super::piece::Piece;
use super::token::Lexeme;

/// Verbs of concluding.
const CONCLUDE: [&str; 16] = [
    "conclude",
    "concludes",
    "concluded",
    "infer",
    "inferred",
    "deduce",
    "deduced",
    "derive",
    "derived",
    "follows",
    "follow",
    "determine",
    "determined",
    "establish",
    "conclusion",
    "deduction",
];

/// Verbs that may announce a conclusion if none of those does.
const STATE: [&str; 7] = ["know", "state", "say", "assert", "see", "find", "imply"];

/// What may stand between the verb and its claim.
const BETWEEN: [&str; 17] = [
    "that",
    "definitively",
    "logically",
    "the",
    "following",
    "is",
    "with",
    "certainty",
    "as",
    "necessarily",
    "directly",
    "immediately",
    "definitely",
    "at",
    "least",
    "safely",
    "also",
];

/// Words that a sentence may open with without claiming anything.
const OPENERS: [&str; 50] = [
    "from",
    "based",
    "on",
    "given",
    "the",
    "these",
    "premises",
    "premise",
    "statements",
    "statement",
    "information",
    "above",
    "provided",
    "therefore",
    "thus",
    "hence",
    "so",
    "consequently",
    "logically",
    "clearly",
    "yes",
    "finally",
    "ultimately",
    "overall",
    "here",
    "heres",
    "answer",
    "final",
    "conclusion",
    "my",
    "is",
    "using",
    "according",
    "to",
    "following",
    "facts",
    "two",
    "three",
    "both",
    "given",
    "observations",
    "in",
    "combining",
    "additionally",
    "also",
    "furthermore",
    "moreover",
    "accordingly",
    "and",
    "as",
];

/// Where the claim of a sentence begins, and whether what comes before announced a conclusion.
pub(super) fn lead(pieces: &[Piece]) -> (usize, bool) {
    if let Some(at) = announced(pieces) {
        return (at, true);
    }
    (opening(pieces), false)
}

/// Behind *we can conclude that*, unless it is denied.
fn announced(pieces: &[Piece]) -> Option<usize> {
    let first = |verbs: &[&str]| {
        pieces.iter().position(|piece| piece.word().is_some_and(|word| verbs.contains(&word)))
    };
    let verb = first(&CONCLUDE).or_else(|| first(&STATE))?;
    let then_that = pieces.get(verb + 1).is_some_and(|next| {
        next.word().is_some_and(|word| BETWEEN.contains(&word))
            || only_that(pieces, verb + 1)
            || next.is(&Lexeme::Colon)
            || next.is(&Lexeme::Comma)
    });
    let negated = pieces[..verb].iter().rev().take(4).any(|it| it.word() == Some("not"));
    let said_before = pieces[..verb].iter().filter(|it| it.is_name()).count();
    let condition = pieces[..verb].iter().any(|it| it.word() == Some("if"));
    if negated || condition && said_before > 0 {
        return None;
    }
    // *we can conclude the ace is red*
    if !then_that && !pieces.get(verb + 1).is_some_and(|it| it.is_name() || it.letter().is_some()) {
        let opens = pieces.get(verb + 1).and_then(Piece::word);
        if !opens.is_some_and(|word| matches!(word, "either" | "if" | "neither" | "both" | "all")) {
            return None;
        }
    }
    Some(skip(pieces, verb + 1))
}

/// *only that*; *that only* would say that nothing else is so.
fn only_that(pieces: &[Piece], at: usize) -> bool {
    let word = |at| pieces.get(at).and_then(Piece::word);
    word(at) == Some("only") && word(at + 1) == Some("that")
}

fn skip(pieces: &[Piece], from: usize) -> usize {
    let mut at = from;
    while let Some(piece) = pieces.get(at) {
        // *at least one of them* belongs to the claim.
        let least = piece.word() == Some("at")
            && pieces.get(at + 2).is_some_and(|it| it.word() == Some("one"));
        let between =
            only_that(pieces, at) || piece.word().is_some_and(|word| BETWEEN.contains(&word));
        let sign = [Lexeme::Colon, Lexeme::Comma, Lexeme::Line].iter().any(|sign| piece.is(sign));
        if least || !(between || sign) {
            break;
        }
        at += 1;
    }
    at
}

/// Behind the words that only open.
fn opening(pieces: &[Piece]) -> usize {
    let opens = |piece: &Piece| {
        let sign = [Lexeme::Comma, Lexeme::Colon, Lexeme::Line, Lexeme::Dash];
        piece.word().is_some_and(|word| OPENERS.contains(&word))
            || sign.iter().any(|sign| piece.is(sign))
    };
    let mut count = pieces.iter().take_while(|piece| opens(piece)).count();
    // *Given that the ace is red, …* is a condition or a reason; which of them is not known.
    if pieces.get(count).and_then(Piece::word) == Some("that") {
        let given = pieces[..count].iter().rposition(|it| it.word() == Some("given"));
        count = given.unwrap_or(count);
    }
    // *both the ace and the king* and the like begin the claim.
    let back = pieces[..count].iter().rev().take_while(|it| {
        it.word().is_some_and(|word| matches!(word, "both" | "the" | "two" | "three"))
    });
    count - back.count()
}

//! Text before a claim: *from the premises, we can conclude that*.

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

/// Verbs that may announce a conclusion if none of the others does.
const STATE: [&str; 7] = ["know", "state", "say", "assert", "see", "find", "imply"];

/// All words that may precede the verb. Any other word might deny the conclusion, question it, or
/// attribute it to another person: *it is tempting to say that*.
const BEFORE: [&str; 93] = [
    "able",
    "above",
    "according",
    "accordingly",
    "additionally",
    "all",
    "allow",
    "allows",
    "also",
    "an",
    "and",
    "answer",
    "are",
    "as",
    "based",
    "be",
    "both",
    "by",
    "can",
    "certainly",
    "clearly",
    "combining",
    "conclusion",
    "conclusively",
    "confidently",
    "consequently",
    "definitely",
    "definitively",
    "directly",
    "facts",
    "final",
    "finally",
    "first",
    "following",
    "from",
    "furthermore",
    "given",
    "hence",
    "here",
    "i",
    "immediately",
    "in",
    "indeed",
    "information",
    "is",
    "it",
    "lead",
    "leads",
    "logic",
    "logical",
    "logically",
    "may",
    "moreover",
    "must",
    "my",
    "necessarily",
    "now",
    "observations",
    "of",
    "on",
    "one",
    "only",
    "our",
    "overall",
    "premise",
    "premises",
    "provided",
    "reasonably",
    "safely",
    "second",
    "should",
    "so",
    "statement",
    "statements",
    "step",
    "that",
    "the",
    "then",
    "therefore",
    "these",
    "third",
    "this",
    "three",
    "thus",
    "to",
    "together",
    "two",
    "ultimately",
    "us",
    "using",
    "validly",
    "we",
    "yes",
];

/// Modal verbs of a conclusion.
const MODALS: [&str; 4] = ["can", "may", "must", "should"];

/// Subjects of a conclusion.
const WHO: [&str; 5] = ["we", "one", "you", "i", "it"];

/// Words that may be between the verb and its claim.
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

/// Words that may begin a sentence without making a claim.
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

/// Returns the beginning of a sentence's claim, and true if the text before it announced a
/// conclusion.
pub(super) fn lead(pieces: &[Piece]) -> (usize, bool) {
    if let Some(at) = announced(pieces) {
        return (at, true);
    }
    (opening(pieces), false)
}

/// Returns true if a word may precede a conclusion without denying it.
pub(super) fn may_come_before(word: Option<&str>) -> bool {
    word.is_none_or(|word| {
        BEFORE.binary_search(&word).is_ok()
            || CONCLUDE.contains(&word)
            || matches!(word, "absolutely" | "basically" | "simply" | "what" | "follows")
    })
}

/// Returns the position after *we can conclude that*, unless it is denied.
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
    if !states_it(&pieces[..verb]) {
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

/// Returns true if nothing before the verb withdraws the conclusion: only words of [`BEFORE`], with
/// or without a reason before them.
fn states_it(before: &[Piece]) -> bool {
    let from = reason(before);
    let mut last = None;
    for (at, piece) in before[from..].iter().enumerate() {
        let Some(word) = piece.word() else {
            let signs = [Lexeme::Comma, Lexeme::Colon, Lexeme::Line, Lexeme::Open, Lexeme::Close];
            if !signs.iter().any(|sign| piece.is(sign)) {
                return false;
            }
            last = None;
            continue;
        };
        let next = before.get(from + at + 1).and_then(Piece::word);
        let known = match word {
            // *I would say*; *it would follow* says that it does not.
            "would" => last == Some("i"),
            // *You say that* repeats an earlier text.
            "you" => next.is_some_and(|next| MODALS.contains(&next)),
            _ => BEFORE.binary_search(&word).is_ok() || word.bytes().all(|it| it.is_ascii_digit()),
        };
        // *Can we conclude that …?*
        let asks = MODALS.contains(&word) || matches!(word, "is" | "are");
        if !known || asks && next.is_some_and(|next| WHO.contains(&next)) {
            return false;
        }
        last = Some(word);
    }
    true
}

/// Returns the position after a reason with a name: *since the ace is red,*, *from the premises
/// that …,*.
fn reason(before: &[Piece]) -> usize {
    let Some(name) = before.iter().rposition(Piece::is_name) else { return 0 };
    let word = |at: usize| before.get(at).and_then(Piece::word);
    let opens = match word(0) {
        Some("since" | "because" | "as") => true,
        Some("from") => before[..name].windows(2).any(|two| {
            matches!(two[0].word(), Some("premise" | "premises" | "fact"))
                && two[1].word() == Some("that")
        }),
        _ => false,
    };
    let conditions = ["if", "unless", "when", "suppose", "assuming", "given"];
    let sure = !before[..name]
        .iter()
        .any(|piece| piece.word().is_some_and(|word| conditions.contains(&word)));
    let comma = before[name..].iter().position(|piece| piece.is(&Lexeme::Comma));
    comma.filter(|_| opens && sure).map_or(0, |comma| name + comma)
}

/// *only that*; *that only* would exclude everything else.
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

/// Returns the position after merely introductory words.
fn opening(pieces: &[Piece]) -> usize {
    let opens = |piece: &Piece| {
        let sign = [Lexeme::Comma, Lexeme::Colon, Lexeme::Line, Lexeme::Dash];
        piece.word().is_some_and(|word| OPENERS.contains(&word))
            || sign.iter().any(|sign| piece.is(sign))
    };
    let mut count = pieces.iter().take_while(|piece| opens(piece)).count();
    // *Given that the ace is red, …* is a condition or a reason; this is ambiguous.
    if pieces.get(count).and_then(Piece::word) == Some("that") {
        let given = pieces[..count].iter().rposition(|it| it.word() == Some("given"));
        count = given.unwrap_or(count);
    }
    // *both the ace and the king* and similar phrases begin the claim.
    let back = pieces[..count].iter().rev().take_while(|it| {
        it.word().is_some_and(|word| matches!(word, "both" | "the" | "two" | "three"))
    });
    count - back.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_are_in_order() {
        assert!(BEFORE.is_sorted());
    }
}

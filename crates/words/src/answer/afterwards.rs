//! Text after a claim: reasons for it, or its withdrawal.

use super::piece::Piece;
use super::token::Lexeme;

/// First words of a sentence that contradicts the one before.
const TURNS: [&str; 16] = [
    "on",
    "however",
    "but",
    "although",
    "though",
    "yet",
    "still",
    "nevertheless",
    "nonetheless",
    "unfortunately",
    "except",
    "not",
    "unless",
    "or",
    "alternatively",
    "rather",
];

/// Words that withdraw the earlier claim in any sentence that they begin.
const TAKES: [&str; 9] =
    ["no", "wait", "actually", "correction", "oops", "sorry", "hmm", "scratch", "hold"];

/// Words that call a claim wrong.
const FAULTS: [&str; 24] = [
    "wrong",
    "incorrect",
    "mistake",
    "mistaken",
    "false",
    "untrue",
    "invalid",
    "impossible",
    "contradict",
    "contradicts",
    "contradiction",
    "contradictory",
    "inconsistent",
    "fallacy",
    "fallacious",
    "unjustified",
    "unwarranted",
    "unsupported",
    "unproven",
    "doubtful",
    "error",
    "joke",
    "joking",
    "kidding",
];

/// Denials.
const DENIALS: [&str; 9] =
    ["not", "no", "nothing", "never", "none", "hardly", "nobody", "neither", "without"];

/// Words that a denial in a remark negates.
const SURE: [&str; 23] = [
    "follow",
    "follows",
    "true",
    "right",
    "correct",
    "valid",
    "hold",
    "holds",
    "certain",
    "sure",
    "concluded",
    "conclude",
    "justified",
    "case",
    "necessarily",
    "infer",
    "inferred",
    "determine",
    "know",
    "known",
    "say",
    "prove",
    "proven",
];

/// Words that call a claim merely possible, or another person's.
const POSSIBLE: [&str; 15] = [
    "seems",
    "seem",
    "they",
    "think",
    "allegedly",
    "supposedly",
    "possibly",
    "perhaps",
    "maybe",
    "probably",
    "likely",
    "unlikely",
    "might",
    "may",
    "could",
];

/// Words after which *nothing* is not about the whole answer.
pub(super) const MORE: [&str; 13] = [
    "else",
    "other",
    "further",
    "more",
    "additional",
    "additionally",
    "beyond",
    "about",
    "regarding",
    "whether",
    "which",
    "simpler",
    "exact",
];

/// Words of sentences that explain.
const EXPLAINS: [&str; 29] = [
    "because",
    "since",
    "as",
    "this",
    "that",
    "these",
    "here",
    "heres",
    "reason",
    "reasoning",
    "reasons",
    "explanation",
    "explained",
    "justification",
    "proof",
    "note",
    "step",
    "steps",
    "from",
    "given",
    "by",
    "if",
    "when",
    "suppose",
    "assume",
    "it",
    "first",
    "second",
    "we",
];

fn words(pieces: &[Piece]) -> impl Iterator<Item = &str> {
    pieces.iter().filter_map(Piece::word)
}

/// Returns true if a sentence begins in contrast to the one before.
pub(super) fn turns(pieces: &[Piece]) -> bool {
    pieces.iter().find_map(Piece::word).is_some_and(|word| TURNS.contains(&word))
}

/// Returns true if a sentence may withdraw the claim before. Among reasons, only a certain
/// withdrawal counts.
pub(super) fn takes_back(pieces: &[Piece], among_reasons: bool) -> bool {
    let Some(first) = pieces.first() else { return false };
    let opens = |list: &[&str]| first.word().is_some_and(|word| list.contains(&word));
    let no_more = says_no_more(pieces);
    let no_other = first.word() == Some("no") && no_more && is_word(pieces.get(1));
    if opens(&TAKES) && !no_other {
        return true;
    }
    if is_denied(pieces) && !no_more {
        return true;
    }
    if among_reasons || no_more {
        return false;
    }
    // *We cannot conclude this.*
    let we = opens(&["we", "one", "you", "i"]) && doubts(pieces.get(..8).unwrap_or(pieces));
    let explains = explains(pieces) || pieces.iter().any(Piece::is_name) && gives_reasons(pieces);
    opens(&TURNS) || we || doubts(pieces) && !explains
}

/// Returns true for *this does not follow*, *but that is wrong*.
fn is_denied(pieces: &[Piece]) -> bool {
    let mut words = pieces
        .iter()
        .map(|piece| piece.word().unwrap_or(""))
        .skip_while(|word| matches!(*word, "" | "but" | "however" | "although" | "and" | "yet"));
    let of_it = words.next().is_some_and(|word| matches!(word, "this" | "that" | "it" | "which"));
    let four: Vec<&str> = words.take(4).collect();
    let verb = four.first().is_some_and(|word| {
        matches!(
            *word,
            "is" | "was"
                | "does"
                | "would"
                | "can"
                | "may"
                | "might"
                | "makes"
                | "seems"
                | "has"
                | "fails"
                | "contradicts"
                | "conclusion"
                | "claim"
                | "answer"
                | "inference"
        )
    });
    let denies = |word: &&str| {
        DENIALS.contains(word)
            || FAULTS.contains(word)
            || POSSIBLE.contains(word)
            || *word == "fails"
    };
    of_it && verb && four.iter().any(denies)
}

/// Returns true if a sentence may withdraw that nothing follows.
pub(super) fn takes_nothing_back(pieces: &[Piece]) -> bool {
    let first = pieces.first().and_then(Piece::word);
    let turns = first.is_some_and(|it| TURNS.contains(&it) || TAKES.contains(&it));
    turns && pieces.iter().any(Piece::is_name) && !says_no_more(pieces)
}

fn is_word(piece: Option<&Piece>) -> bool {
    piece.is_some_and(|piece| piece.word().is_some())
}

/// Returns the question after *whether* that a sentence leaves open.
pub(super) fn left_open(pieces: &[Piece]) -> Option<&[Piece]> {
    let at = pieces.iter().position(|piece| piece.word() == Some("whether"))?;
    let open = &pieces[at + 1..];
    let or_not = open
        .len()
        .checked_sub(2)
        .filter(|from| open[*from].word() == Some("or") && open[from + 1].word() == Some("not"));
    Some(&open[..or_not.unwrap_or(open.len())])
}

/// Returns true if a sentence calls something wrong, or says that it does not follow.
pub(super) fn doubts(pieces: &[Piece]) -> bool {
    let words: Vec<&str> = words(pieces).collect();
    let denied = words.iter().enumerate().any(|(at, word)| {
        DENIALS.contains(word) && words[at + 1..].iter().take(5).any(|it| SURE.contains(it))
    });
    denied || words.iter().any(|word| FAULTS.contains(word))
}

/// Returns true if a remark in a sentence questions the sentence.
pub(super) fn unsettles(pieces: &[Piece]) -> bool {
    let mut words = words(pieces).peekable();
    // *without any doubt*, *without contradiction*
    if words.peek() == Some(&"without") {
        return false;
    }
    words.any(|word| DENIALS.contains(&word) || FAULTS.contains(&word) || POSSIBLE.contains(&word))
}

/// Returns true if a sentence begins an explanation: the text after it is not a claim.
pub(super) fn gives_reasons(pieces: &[Piece]) -> bool {
    let premises = words(pieces).any(|word| {
        matches!(
            word,
            "because" | "since" | "premise" | "premises" | "statement" | "statements" | "follows"
        )
    });
    explains(pieces) || premises
}

/// Returns true if a sentence begins like an explanation.
fn explains(pieces: &[Piece]) -> bool {
    let first = pieces.iter().find(|piece| !piece.is(&Lexeme::Open));
    first.and_then(Piece::word).is_some_and(|word| EXPLAINS.contains(&word))
}

/// Returns true for *nothing else follows*, *we cannot say whether …*.
pub(super) fn says_no_more(pieces: &[Piece]) -> bool {
    let words: Vec<&str> = words(pieces).collect();
    let more = words.iter().enumerate().any(|(at, word)| {
        DENIALS.contains(word) && words[at + 1..].iter().take(8).any(|it| MORE.contains(it))
    });
    // *However, we cannot say whether …, but …*
    let turns = pieces.iter().skip(1).any(|piece| matches!(piece.word(), Some("but" | "however")));
    more && !(turns && pieces.first().is_some_and(|it| it.word().is_some_and(turning)))
}

fn turning(word: &str) -> bool {
    TURNS.contains(&word)
}

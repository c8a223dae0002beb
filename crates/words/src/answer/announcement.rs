//! Conclusions that are announced without a colon directly after *answer* or *conclusion*: *the
//! conclusion is that …*, *the answer is: …*, *what follows is that …*, a separate heading.

use super::marker;
use super::token::{Lexeme, Token};

/// The most tokens before the announcing word.
const NEAR: usize = 24;
/// The most tokens between that word and the announced conclusion.
const FAR: usize = 12;
/// The most tokens of a heading.
const HEADING: usize = 6;

/// Words between the announcing word and the mark before the conclusion.
const AFTER: [&str; 46] = [
    "above",
    "all",
    "arrive",
    "at",
    "be",
    "can",
    "conclude",
    "concluded",
    "could",
    "deduce",
    "deduced",
    "definitively",
    "draw",
    "drawn",
    "follow",
    "following",
    "follows",
    "from",
    "given",
    "hence",
    "i",
    "infer",
    "inferred",
    "information",
    "logically",
    "must",
    "necessarily",
    "of",
    "one",
    "premise",
    "premises",
    "problem",
    "question",
    "reach",
    "reached",
    "should",
    "simply",
    "statements",
    "that",
    "the",
    "then",
    "therefore",
    "these",
    "thus",
    "to",
    "we",
];

/// Words after which the conclusion follows.
const IS: [&str; 4] = ["is", "be", "reads", "was"];

/// Words of conclusions of the form *what …*: one of them must follow.
const WHAT: [&str; 6] = ["follows", "conclude", "concluded", "infer", "inferred", "deduce"];

/// Words that make a conclusion conditional, or another person's.
const CONDITIONS: [&str; 16] = [
    "if", "unless", "when", "suppose", "assuming", "assume", "given", "whether", "might", "may",
    "could", "would", "think", "thinks", "say", "says",
];

/// The content of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Announcement {
    /// The position from the beginning of the sentence; its end if the next sentence is announced.
    pub behind: usize,
    /// True if it is ambiguous, and counts only if a conclusion can be read there: *the conclusion
    /// is clear*.
    pub doubtful: bool,
    /// True if it replaces earlier answers.
    pub in_place: bool,
}

/// Returns the announcement in the tokens of a sentence, if it is the speaker's own. With `what`,
/// also *what follows is …*.
pub(super) fn announcement(
    sentence: &[Token],
    text: &str,
    words: &[&str],
    what: bool,
) -> Option<Announcement> {
    (0..sentence.len().min(NEAR)).find_map(|at| {
        let word = word(sentence.get(at)?)?;
        let asks = word == "what";
        if !(words.contains(&word) || asks && what) {
            return None;
        }
        let before = clause(&sentence[..at])?;
        let (behind, doubtful) = behind(sentence, at, text)?;
        if asks && !sentence[at..behind].iter().filter_map(self::word).any(|it| WHAT.contains(&it))
        {
            return None;
        }
        Some(Announcement { behind, doubtful, in_place: marker::replaces(before) })
    })
}

/// Checks the words of the clause before an announcement, and returns them if the announcement
/// stays the speaker's own. A reason may precede them: *since the king is red, the conclusion is
/// …*.
fn clause(before: &[Token]) -> Option<&[Token]> {
    let parts = [Lexeme::Comma, Lexeme::Semicolon, Lexeme::Dash];
    let cut = before.iter().rposition(|token| parts.contains(&token.lexeme)).map_or(0, |at| at + 1);
    let (earlier, clause) = before.split_at(cut);
    let says = |list: &[&str]| earlier.iter().filter_map(word).any(|it| list.contains(&it));
    let reason = earlier
        .first()
        .and_then(word)
        .is_some_and(|first| matches!(first, "since" | "because" | "as") && !says(&CONDITIONS));
    (marker::is_own(clause) && (reason || marker::is_own(earlier))).then_some(clause)
}

/// Returns the position of the announced conclusion, and true if it is ambiguous.
fn behind(sentence: &[Token], at: usize, text: &str) -> Option<(usize, bool)> {
    let previous = at.checked_sub(1).and_then(|at| word(sentence.get(at)?));
    // *In conclusion, …*
    if previous == Some("in") && sentence.get(at + 1)?.lexeme == Lexeme::Comma {
        return Some((at + 2, true));
    }
    let mut is = None;
    for next in at + 1..=at + FAR {
        let Some(token) = sentence.get(next) else {
            let heading = sentence.len() <= HEADING;
            return (is.is_some() || heading).then_some((next, is != Some(next)));
        };
        let word = match &token.lexeme {
            Lexeme::Colon => {
                let that = sentence.get(next + 1).and_then(word) == Some("that");
                return Some((next + 1 + usize::from(that), false));
            }
            Lexeme::Dash if next == at + 1 => return Some((next + 1, true)),
            Lexeme::Word(word) => word.as_str(),
            _ => return is.map(|is| (is, true)),
        };
        if is == Some(next) && word == "that" {
            return Some((next + 1, false));
        }
        if is == Some(next) && is_quoted(text, &sentence[next - 1], token) {
            return Some((next, false));
        }
        let possible = matches!(self::word(&sentence[next - 1]), Some("can" | "could"));
        if IS.contains(&word) && !possible {
            is = Some(next + 1);
        } else if !AFTER.contains(&word) {
            return is.map(|is| (is, true));
        }
    }
    is.map(|is| (is, true))
}

/// Returns true if something is quoted, or in bold, from the second of two tokens on.
fn is_quoted(text: &str, one: &Token, next: &Token) -> bool {
    let between = text.get(one.end..next.start).unwrap_or_default();
    between.contains(['"', '“', '«', '`']) || between.contains("**")
}

fn word(token: &Token) -> Option<&str> {
    match &token.lexeme {
        Lexeme::Word(word) => Some(word),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    #[test]
    fn words_are_in_order() {
        assert!(AFTER.is_sorted());
    }

    #[test]
    fn what_is_announced_is_found() {
        for (text, wanted) in [
            ("The conclusion is: x is red", Some(("x is red", false))),
            ("The conclusion is that x is red", Some(("x is red", false))),
            ("Therefore, the conclusion is that x is red", Some(("x is red", false))),
            ("The conclusion is \"every x is red\"", Some(("every x is red\"", false))),
            ("The conclusion is the ace is red", Some(("the ace is red", true))),
            ("The conclusion is clear", Some(("clear", true))),
            ("The conclusion that can be drawn is: x", Some(("x", false))),
            ("The answer to the question is that x is red", Some(("x is red", false))),
            ("My answer must be: x", Some(("x", false))),
            ("What follows is that x is red", Some(("x is red", false))),
            ("So what we can conclude from the premises is: x", Some(("x", false))),
            ("In conclusion, x is red", Some(("x is red", true))),
            ("Since y is red, the conclusion is that x is red", Some(("x is red", false))),
            ("## Conclusion", Some(("", true))),
            ("The answer is", Some(("", false))),
            ("The conclusion - x is red", Some(("x is red", true))),
            ("If y is red, the conclusion is that x is red", None),
            ("Since y may be red, the conclusion is that x is red", None),
            ("The wrong conclusion is that x is red", None),
            ("No conclusion is: x", None),
            ("The conclusion is not that x is red", Some(("not that x is red", true))),
            ("A student thinks the answer is that x is red", None),
            ("The conclusion would be that x is red", None),
            ("What is red", None),
            ("What is the answer", None),
            ("The conclusion can be that x is red", None),
        ] {
            let tokens = tokens(text);
            let found = announcement(&tokens, text, &["answer", "conclusion"], true);
            let start = |behind: usize| tokens.get(behind).map_or(text.len(), |it| it.start);
            let found = found.map(|it| (&text[start(it.behind)..], it.doubtful));
            assert_eq!(found, wanted, "{text}");
        }
    }
}

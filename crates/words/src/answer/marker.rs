//! Markers before an answer: *Answer:*, *Final answer:*, and markers that disown the text after
//! them: *Wrong answer:*, *Do not answer:*.

use super::token::{Lexeme, Token};

/// The most tokens before a marker in its sentence, with the marker itself.
const NEAR: usize = 8;

/// All words that may precede a marker of the speaker's own, single, right answer.
const OWN: [&str; 133] = [
    "a",
    "able",
    "above",
    "according",
    "accordingly",
    "actual",
    "additionally",
    "all",
    "also",
    "an",
    "and",
    "answer",
    "are",
    "arrive",
    "as",
    "assistant",
    "based",
    "be",
    "best",
    "both",
    "brief",
    "by",
    "can",
    "certainly",
    "clear",
    "clearly",
    "combining",
    "complete",
    "concise",
    "conclusion",
    "conclusively",
    "confidently",
    "consequently",
    "correct",
    "corrected",
    "definite",
    "definitely",
    "definitive",
    "definitively",
    "direct",
    "directly",
    "draw",
    "english",
    "facts",
    "final",
    "finally",
    "first",
    "following",
    "formal",
    "format",
    "formatted",
    "from",
    "full",
    "furthermore",
    "get",
    "give",
    "given",
    "gives",
    "have",
    "hence",
    "here",
    "heres",
    "i",
    "immediate",
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
    "make",
    "moreover",
    "must",
    "my",
    "necessarily",
    "new",
    "now",
    "observations",
    "of",
    "on",
    "only",
    "our",
    "overall",
    "plain",
    "precise",
    "premise",
    "premises",
    "proper",
    "provided",
    "reach",
    "reasonably",
    "requested",
    "required",
    "revised",
    "right",
    "safely",
    "second",
    "short",
    "simple",
    "so",
    "statement",
    "statements",
    "step",
    "succinct",
    "that",
    "the",
    "then",
    "thereby",
    "therefore",
    "these",
    "third",
    "this",
    "three",
    "thus",
    "to",
    "together",
    "true",
    "two",
    "ultimately",
    "updated",
    "us",
    "using",
    "valid",
    "validly",
    "we",
    "with",
    "yes",
    "your",
];

/// Words before a marker by which the answer replaces an earlier one.
const IN_PLACE: [&str; 12] = [
    "actual",
    "best",
    "correct",
    "corrected",
    "definitive",
    "final",
    "finally",
    "new",
    "overall",
    "revised",
    "right",
    "updated",
];

/// Words between two answers that withdraw or reconsider the first one.
const AGAIN: [&str; 34] = [
    "actually",
    "again",
    "alternatively",
    "better",
    "but",
    "check",
    "checking",
    "correction",
    "error",
    "hmm",
    "hold",
    "however",
    "incorrect",
    "instead",
    "let",
    "mistake",
    "mistaken",
    "no",
    "oops",
    "rather",
    "recheck",
    "rechecking",
    "reconsider",
    "reconsidering",
    "rethink",
    "revise",
    "scratch",
    "sorry",
    "strike",
    "unless",
    "verify",
    "wait",
    "wrong",
    "yet",
];

/// A marker in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// The position after its colon, from the beginning of the sentence.
    pub behind: usize,
    /// True if the text after it is the speaker's own answer.
    pub own: bool,
    /// True if it replaces earlier answers.
    pub in_place: bool,
}

/// Returns the marker in the tokens of a sentence: one of these words and a colon, near the
/// beginning.
pub(super) fn marker(sentence: &[Token], words: &[&str]) -> Option<Marker> {
    let at = sentence.windows(2).take(NEAR).position(|two| {
        matches!(&two[0].lexeme, Lexeme::Word(word) if words.contains(&word.as_str()))
            && two[1].lexeme == Lexeme::Colon
    })?;
    let before = &sentence[..at];
    // *There is no conclusion: …*
    if says_any(before, &["no"]) {
        return None;
    }
    Some(Marker { behind: at + 2, own: leave_own(before), in_place: replaces(before) })
}

/// Returns true if these words may precede an announcement of the speaker's own answer.
pub(super) fn is_own(before: &[Token]) -> bool {
    !says_any(before, &["no"]) && leave_own(before)
}

fn leave_own(before: &[Token]) -> bool {
    before.iter().all(|token| match &token.lexeme {
        Lexeme::Word(word) => {
            OWN.binary_search(&word.as_str()).is_ok() || word.bytes().all(|it| it.is_ascii_digit())
        }
        Lexeme::Not | Lexeme::Brace => false,
        _ => true,
    })
}

/// Returns true if with these words the announced answer replaces an earlier one.
pub(super) fn replaces(before: &[Token]) -> bool {
    says_any(before, &IN_PLACE)
}

/// Returns true if the text between two answers withdraws the first one.
pub(super) fn reconsiders(between: &[Token]) -> bool {
    says_any(between, &AGAIN)
}

fn says_any(tokens: &[Token], words: &[&str]) -> bool {
    tokens
        .iter()
        .any(|token| matches!(&token.lexeme, Lexeme::Word(word) if words.contains(&word.as_str())))
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    #[test]
    fn words_before_are_in_order() {
        assert!(OWN.is_sorted());
    }

    #[test]
    fn markers_are_own_or_disowned() {
        for (text, wanted) in [
            ("Answer: x", Some((true, false))),
            ("**Final Answer:** x", Some((true, true))),
            ("The correct answer: x", Some((true, true))),
            ("My answer: x", Some((true, false))),
            ("3) Answer: x", Some((true, false))),
            ("Wrong answer: x", Some((false, false))),
            ("An incorrect answer: x", Some((false, false))),
            ("Not the answer: x", Some((false, false))),
            ("Do not answer: x", Some((false, false))),
            ("Don't answer: x", Some((false, false))),
            ("Hypothetical answer: x", Some((false, false))),
            ("One possible answer: x", Some((false, false))),
            ("A student's answer: x", Some((false, false))),
            ("The wrong final answer: x", Some((false, true))),
            ("The answer is x", None),
            ("x", None),
        ] {
            let found = marker(&tokens(text), &["answer"]).map(|it| (it.own, it.in_place));
            assert_eq!(found, wanted, "{text}");
        }
    }
}

//! Words that stand for signs.

use super::symbols::Kind;
use super::token::Token;

/// The sign that a word stands for where a sign may stand.
pub(super) fn connective(word: &str) -> Option<Kind> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => Kind::And,
        "or" => Kind::Or,
        "not" => Kind::Not,
        "then" | "implies" => Kind::Arrow,
        "if" | "given" => Kind::Reverse,
        _ => return None,
    })
}

/// A quantifier in words, and how many tokens it takes up.
pub(super) fn quantifier(tokens: &[Token<'_>]) -> Option<(Kind, usize)> {
    let word = |at: usize| {
        let name = tokens.get(at).filter(|token| token.kind == Kind::Name);
        name.map(|token| token.text.to_ascii_lowercase()).unwrap_or_default()
    };
    let (kind, len) = match (word(0).as_str(), word(1).as_str()) {
        ("for", "all" | "every" | "each" | "any") => (Kind::Universal, 2),
        ("for", "some") => (Kind::Existential, 2),
        ("there", "exists" | "is" | "exist" | "are") => (Kind::Existential, 2),
        ("forall" | "all" | "every" | "each", _) => (Kind::Universal, 1),
        ("exists" | "some", _) => (Kind::Existential, 1),
        _ => return None,
    };
    let article =
        usize::from(matches!(word(len).as_str(), "a" | "an" | "some") && !word(len + 1).is_empty());
    Some((kind, len + article))
}

/// `such that` or `s.t.` after what is quantified: how many tokens it takes up.
pub(super) fn such_that(tokens: &[Token<'_>]) -> usize {
    let is = |at: usize, text: &str| {
        tokens.get(at).is_some_and(|token| token.text.eq_ignore_ascii_case(text))
    };
    if is(0, "such") && is(1, "that") {
        2
    } else if is(0, "s") && is(1, ".") && is(2, "t") {
        if is(3, ".") { 4 } else { 3 }
    } else {
        0
    }
}

/// Words of sentences, and connectives that views lack: where one stands by itself, what is given
/// is no view written carelessly, and putting brackets behind it would make it say something else.
const PROSE: [&str; 22] = [
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "does",
    "the",
    "an",
    "xor",
    "nor",
    "iff",
    "unless",
    "neither",
    "either",
    "but",
    "because",
    "only",
    "therefore",
    "so",
    "which",
];

fn quantifier_word(token: Option<&&Token<'_>>) -> bool {
    token.is_some_and(|token| {
        let named = token.kind == Kind::Name;
        let word = token.text.to_ascii_lowercase();
        named
            && ["forall", "all", "every", "each", "exists", "some", "for"].contains(&word.as_str())
    })
}

/// Whether the tokens are words of a sentence rather than of a view.
pub(super) fn is_prose(tokens: &[Token<'_>]) -> bool {
    let tokens: Vec<&Token<'_>> = tokens.iter().filter(|t| t.kind != Kind::Space).collect();
    (0..tokens.len()).any(|at| {
        let token = tokens[at];
        if token.kind != Kind::Name {
            return false;
        }
        let before = at.checked_sub(1).map(|at| tokens[at]);
        let after = tokens.get(at + 1);
        let opens = after.is_some_and(|next| next.kind == Kind::Open('('));
        let word = token.text.to_ascii_lowercase();
        match word.as_str() {
            // "there is"
            "is" | "are" if before.is_some_and(|b| b.text.eq_ignore_ascii_case("there")) => false,
            "not" => {
                let gap = after.is_some_and(|next| next.start > token.end());
                opens && gap || quantifier_word(after)
            }
            "v" => {
                let left = before.is_some_and(|b| matches!(b.kind, Kind::Name | Kind::Close(')')));
                let right = after.is_some_and(|a| matches!(a.kind, Kind::Name | Kind::Not));
                left && right
            }
            _ => !opens && PROSE.contains(&word.as_str()),
        }
    })
}

//! Words that stand for signs.

use super::symbols::TokenKind;
use super::token::Token;

/// The sign that a word stands for where a sign may stand.
pub(super) fn connective(word: &str) -> Option<TokenKind> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => TokenKind::And,
        "or" => TokenKind::Or,
        "not" => TokenKind::Not,
        "then" | "implies" => TokenKind::Arrow,
        "if" | "given" => TokenKind::Reverse,
        _ => return None,
    })
}

/// A quantifier in words, and how many tokens it takes up.
pub(super) fn quantifier(tokens: &[Token<'_>]) -> Option<(TokenKind, usize)> {
    let word = |at: usize| {
        let name = tokens.get(at).filter(|token| token.kind == TokenKind::Name);
        name.map(|token| token.text.to_ascii_lowercase()).unwrap_or_default()
    };
    let (kind, len) = match (word(0).as_str(), word(1).as_str()) {
        ("for", "all" | "every" | "each" | "any") => (TokenKind::Universal, 2),
        ("for", "some") => (TokenKind::Existential, 2),
        ("there", "exists" | "is" | "exist" | "are") => (TokenKind::Existential, 2),
        ("forall" | "all" | "every" | "each", _) => (TokenKind::Universal, 1),
        ("exists" | "some", _) => (TokenKind::Existential, 1),
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
        let named = token.kind == TokenKind::Name;
        let word = token.text.to_ascii_lowercase();
        named
            && ["forall", "all", "every", "each", "exists", "some", "for"].contains(&word.as_str())
    })
}

/// Whether the tokens are words of a sentence rather than of a view.
pub(super) fn is_prose(tokens: &[Token<'_>]) -> bool {
    let tokens: Vec<&Token<'_>> = tokens.iter().filter(|t| t.kind != TokenKind::Space).collect();
    (0..tokens.len()).any(|at| {
        let token = tokens[at];
        if token.kind != TokenKind::Name {
            return false;
        }
        let before = at.checked_sub(1).map(|at| tokens[at]);
        let after = tokens.get(at + 1);
        let opens = after.is_some_and(|next| next.kind == TokenKind::Open('('));
        let word = token.text.to_ascii_lowercase();
        match word.as_str() {
            // "there is"
            "is" | "are" if before.is_some_and(|b| b.text.eq_ignore_ascii_case("there")) => false,
            "not" => {
                let gap = after.is_some_and(|next| next.start > token.end());
                opens && gap || quantifier_word(after)
            }
            "v" => {
                let left = before
                    .is_some_and(|b| matches!(b.kind, TokenKind::Name | TokenKind::Close(')')));
                let right =
                    after.is_some_and(|a| matches!(a.kind, TokenKind::Name | TokenKind::Not));
                left && right
            }
            _ => !opens && PROSE.contains(&word.as_str()),
        }
    })
}

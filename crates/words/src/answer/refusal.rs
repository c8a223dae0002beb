//! Answers that refuse the question.

use super::token::{Lexeme, Token};

/// First words of refusals, as tokens.
const REFUSALS: [&[&str]; 14] = [
    &["i", "apologize"],
    &["i", "can", "not", "provide"],
    &["i", "can", "not", "assist"],
    &["i", "can", "not", "help"],
    &["i", "will", "not"],
    &["im", "sorry"],
    &["i", "am", "sorry"],
    &["i", "do", "not", "feel", "comfortable"],
    &["sorry"],
    &["i", "must", "decline"],
    &["i", "am", "unable", "to"],
    &["im", "unable", "to"],
    &["i", "need", "more", "context"],
    &["as", "an", "ai"],
];

/// Returns true if the first words are a refusal.
pub(super) fn refuses(tokens: &[Token]) -> bool {
    let words: Vec<&str> = tokens
        .iter()
        .filter_map(|token| match &token.lexeme {
            Lexeme::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .take(6)
        .collect();
    REFUSALS.iter().any(|opening| words.starts_with(opening))
}

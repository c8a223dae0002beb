//! Answers that are certainly wrong.

use crate::{AnswerKey, ItemVersion};
use peirast_record::{Accepted, Accepts};
use regex::Regex;

/// Returns true if an answer to a version is certainly wrong.
pub(super) fn is_wrong(version: &ItemVersion, answer: &AnswerKey) -> bool {
    match (&version.key, answer) {
        (AnswerKey::Choice(right), AnswerKey::Choice(other)) => {
            let folded = |at: &usize| version.choices.get(*at).map(|option| folded(option));
            let is_wrong = |other: &usize| {
                folded(other).is_some() && right.iter().all(|right| folded(right) != folded(other))
            };
            !other.is_empty() && other.iter().all(is_wrong)
        }
        (AnswerKey::YesNo(right), AnswerKey::YesNo(other)) => right != other,
        (AnswerKey::Valid(right), AnswerKey::Valid(other)) => right != other,
        (AnswerKey::Number(right, tolerance), AnswerKey::Number(other, _)) => {
            let accepts = Accepts { tolerance: *tolerance, ..Accepts::default() };
            other != right && !accepts.is_near(*other, *right)
        }
        (AnswerKey::Text(right), AnswerKey::Text(other)) => {
            let mut texts = other.iter().filter_map(shown);
            shown_text(other).is_some()
                && texts.all(|text| right.iter().all(|right| is_other(right, text)))
        }
        _ => false,
    }
}

/// The first text among accepted ones; `None` if all are patterns.
pub(super) fn shown_text(texts: &[Accepted]) -> Option<&str> {
    texts.iter().find_map(shown)
}

fn shown(accepted: &Accepted) -> Option<&str> {
    match accepted {
        Accepted::Text(text) => Some(text),
        Accepted::Pattern(_) => None,
    }
}

/// Returns true if a text differs from the accepted one. An invalid pattern decides nothing.
fn is_other(right: &Accepted, text: &str) -> bool {
    match right {
        Accepted::Text(right) => folded(right) != folded(text),
        Accepted::Pattern(pattern) => Regex::new(&format!("(?i)^(?:{pattern})$"))
            .is_ok_and(|pattern| !pattern.is_match(text.trim())),
    }
}

/// A text without capitals, punctuation, articles and white space.
fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !["a", "an", "the", ""].contains(word));
    let folded: String = words.collect();
    if folded.is_empty() { lower.trim().to_owned() } else { folded }
}

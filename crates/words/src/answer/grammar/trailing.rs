//! What may come after a claim without being part of it.

use super::{Parsed, Parser};
use crate::answer::token::Lexeme;

/// Words that open a reason, a source or a remark.
const REMARKS: [&str; 30] = [
    "because",
    "since",
    "as",
    "due",
    "based",
    "by",
    "from",
    "which",
    "meaning",
    "for",
    "regardless",
    "according",
    "under",
    "in",
    "with",
    "without",
    "per",
    "using",
    "to",
    "is",
    "follows",
    "this",
    "assuming",
    "given",
    "no",
    "nothing",
    "follow",
    "respectively",
    "alone",
    "only",
];

/// What comes after *in*, *under*, *with* and *to* if it is a remark.
const FOLLOWED_BY: [&str; 12] = [
    "the",
    "these",
    "this",
    "all",
    "any",
    "order",
    "respect",
    "certainty",
    "our",
    "either",
    "both",
    "every",
];

impl Parser<'_> {
    /// Goes to the end if what is left is a remark.
    ///
    /// A condition in disguise (*given that*, *assuming*) is part of the claim and refused.
    pub(super) fn trailing(&mut self) -> Parsed<()> {
        let remark = [Lexeme::Comma, Lexeme::Dash, Lexeme::Semicolon, Lexeme::Colon];
        let marked = remark.iter().any(|sign| self.take_sign(sign));
        if self.peek().is_none() || self.is_sign(0, &Lexeme::Open) {
            return Ok(());
        }
        if self.comes("given that") || self.comes("assuming") || self.comes("is possible") {
            return Err(self.fault());
        }
        self.take_any(&["and", "but"]);
        if self.is_word(0, &["nothing", "no"])
            || self.comes("it can not be")
            || self.comes("we can not")
        {
            return Ok(());
        }
        let loose =
            self.is_word(0, &["in", "with", "under", "to"]) && !self.is_word(1, &FOLLOWED_BY);
        let remark = !loose && self.is_word(0, &REMARKS) && !self.is_word(0, &["is", "only", "no"]);
        let stated = marked && self.is_word(0, &["therefore", "thus", "hence", "so"]);
        if remark || stated || self.comes("is true") || self.comes("must be true") {
            return Ok(());
        }
        Err(self.fault())
    }
}

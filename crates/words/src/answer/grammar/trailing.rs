//! Text that may follow a claim without being part of it.

use super::{Parsed, Parser};
use crate::answer::afterwards;
use crate::answer::piece::Piece;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;

const TAKEN_BACK: Unread = Unread::Ambiguous { how: "whether it is taken back" };

/// First words of a reason: the names in it are not part of the claim.
const REASONS: [&str; 9] =
    ["because", "since", "as", "due", "based", "by", "from", "regardless", "namely"];

/// Words after *as* with which it does not begin a reason.
const MORE_BEHIND_AS: [&str; 12] =
    ["are", "did", "do", "does", "far", "has", "is", "long", "must", "soon", "was", "well"];

/// Words that turn an apparent reason into a condition.
const SUPPOSES: [&str; 8] = [
    "assumption",
    "assuming",
    "condition",
    "hypothesis",
    "if",
    "provided",
    "supposing",
    "supposition",
];

/// First words of a remark, provided that it contains no name.
const REMARKS: [&str; 14] = [
    "without",
    "which",
    "meaning",
    "for",
    "according",
    "per",
    "using",
    "follows",
    "this",
    "given",
    "alone",
    "so",
    "thus",
    "therefore",
];

/// Prepositions of a remark, if one of [`FOLLOWED_BY`] follows.
const PREPOSITIONS: [&str; 4] = ["in", "with", "under", "to"];

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

/// First words of remarks that nothing more is known.
const NO_MORE: [&str; 8] = [
    "nothing",
    "no",
    "thus no",
    "thus nothing",
    "therefore no",
    "it can not be",
    "we can not",
    "i can not",
];

impl Parser<'_> {
    /// Moves to the end if the rest is a remark.
    ///
    /// A hidden condition (*given that*, *assuming*) would be part of the claim, and so would a
    /// further statement about anything: both are refused.
    pub(super) fn trailing(&mut self) -> Parsed<()> {
        self.brackets()?;
        for sign in [Lexeme::Comma, Lexeme::Dash, Lexeme::Semicolon, Lexeme::Colon] {
            self.take_sign(&sign);
        }
        if self.peek().is_none() {
            return Ok(());
        }
        self.take_any(&["and", "but"]);
        let rest = self.pieces.get(self.at..).unwrap_or(&[]);
        if NO_MORE.iter().any(|phrase| self.comes(phrase)) {
            let more = |it: &Piece| it.word().is_some_and(|word| afterwards::MORE.contains(&word));
            return if rest.iter().any(more) { Ok(()) } else { Err(TAKEN_BACK) };
        }
        if self.is_word(0, &REASONS) {
            return if self.opens_no_reason() { Err(self.fault()) } else { Ok(()) };
        }
        if !self.remarks() || self.names_something() {
            return Err(self.fault());
        }
        if afterwards::unsettles(rest) { Err(TAKEN_BACK) } else { Ok(()) }
    }

    /// Returns true if an apparent reason extends the claim (*as is the king*, *as well as the
    /// king*), or is a condition: *as long as*, *based on the assumption that*.
    fn opens_no_reason(&self) -> bool {
        let more = self.is_word(0, &["as"]) && self.is_word(1, &MORE_BEHIND_AS);
        // *…, from which it follows that …*
        let then = self.is_word(0, &["from"]) && self.is_word(1, &["which", "where", "here"]);
        // *…, since if it were, …* does give a reason.
        let because = self.is_word(0, &["because", "since"]);
        more || then || !because && (1..6).any(|skip| self.is_word(skip, &SUPPOSES))
    }

    /// Remarks in brackets.
    fn brackets(&mut self) -> Parsed<()> {
        while self.is_sign(0, &Lexeme::Open) {
            let rest = self.pieces.get(self.at..).unwrap_or(&[]);
            let close = rest.iter().position(|piece| piece.is(&Lexeme::Close));
            let inner = rest.get(1..close.unwrap_or(rest.len())).unwrap_or(&[]);
            let because = self.is_word(1, &REASONS);
            let reason = because || self.is_word(1, &["i", "ie", "eg"]);
            if !reason && inner.iter().any(|piece| piece.is_name() || piece.letter().is_some()) {
                return Err(self.fault());
            }
            if !because && afterwards::unsettles(inner) {
                return Err(TAKEN_BACK);
            }
            self.at += close.map_or(rest.len(), |close| close + 1);
        }
        Ok(())
    }

    fn remarks(&self) -> bool {
        let loose = self.is_word(0, &PREPOSITIONS) && self.is_word(1, &FOLLOWED_BY);
        let so = self.comes("is true") || self.comes("must be true");
        let condition = self.comes("given that");
        !condition && (loose || so || self.is_word(0, &REMARKS))
    }

    fn names_something(&self) -> bool {
        let rest = self.pieces.get(self.at..).unwrap_or(&[]);
        rest.iter().any(|piece| piece.is_name() || piece.letter().is_some())
    }
}

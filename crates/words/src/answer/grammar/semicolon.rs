//! Semicolons: claims that could each be a sentence.

use super::join::Joint;
use super::{Parsed, Parser};
use crate::answer::formula::Formula;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;

impl Parser<'_> {
    /// *A or B; and C*: the text between semicolons is one claim, if all parts can be read so.
    /// Otherwise a semicolon counts as a comma.
    pub(super) fn sentences(&mut self) -> Parsed {
        let ends = self.semicolons();
        let mut parted = self.clone();
        match parted.parted(&ends) {
            Some(found) => {
                *self = parted;
                found
            }
            None => self.conditional(),
        }
    }

    /// Returns the positions of semicolons outside brackets.
    fn semicolons(&self) -> Vec<usize> {
        let (mut depth, mut found) = (0_usize, Vec::new());
        for (at, piece) in self.pieces.iter().enumerate().skip(self.at) {
            if piece.is(&Lexeme::Open) {
                depth += 1;
            } else if piece.is(&Lexeme::Close) {
                depth = depth.saturating_sub(1);
            } else if piece.is(&Lexeme::Semicolon) && depth == 0 {
                found.push(at);
            }
        }
        found
    }

    /// Joins the claims between these positions; `None` if a part is not a claim. The text after
    /// the last claim is left over.
    fn parted(&mut self, ends: &[usize]) -> Option<Parsed> {
        let whole = self.pieces;
        let (mut claims, mut joints) = (Vec::new(), Vec::new());
        for end in ends {
            self.pieces = whole.get(..*end)?;
            claims.push(self.conditional().ok()?);
            if self.at != *end {
                return None;
            }
            let start = (self.at, joints.len());
            self.pieces = whole;
            self.at += 1;
            joints.extend(self.joint());
            self.take_sign(&Lexeme::Comma);
            if !self.item_is_next() {
                // A remark follows, not a claim.
                self.at = start.0;
                joints.truncate(start.1);
                return (claims.len() > 1).then(|| together(claims, &joints));
            }
        }
        self.pieces = whole;
        claims.push(self.conditional().ok()?);
        (claims.len() > 1).then(|| together(claims, &joints))
    }
}

/// *A; B; and C*: all of them, unless there is an *or*.
fn together(claims: Vec<Formula>, joints: &[Joint]) -> Parsed {
    match joints.contains(&Joint::Or) {
        false => Ok(Formula::and(claims)),
        true if joints.iter().all(|joint| *joint == Joint::Or) => Ok(Formula::or(claims)),
        true => Err(Unread::Ambiguous { how: "whether `and` or `or` goes first" }),
    }
}

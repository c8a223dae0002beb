//! Conditionals: *if A then B*, *B if A*, *A only if B*, *B unless A*.

use super::join::{Joint, Link, settle_commas};
use super::{Parsed, Parser};
use crate::answer::formula::Formula;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;
use crate::claim::Term;
use peirast_etr::Quantifier;

/// First words of a condition.
const IF: [&str; 9] = [
    "if",
    "when",
    "whenever",
    "provided that",
    "provided",
    "assuming that",
    "assuming",
    "in case",
    "as long as",
];

impl Parser<'_> {
    /// Parses a list, with a condition before or after it.
    pub(super) fn conditional(&mut self) -> Parsed {
        self.nested(|parser| {
            let (claim, links) = parser.linked_list()?;
            let conditioned = parser.conditioned(claim.clone())?;
            if conditioned != claim && reaches_unclearly(&links) {
                return Err(UNCLEAR);
            }
            Ok(conditioned)
        })
    }

    /// Parses a condition that follows its consequence.
    fn conditioned(&mut self, claim: Formula) -> Parsed {
        if self.take_sign(&Lexeme::Implies) || self.take("implies that") || self.take("implies") {
            return Ok(self.implied()?.given(claim));
        }
        if self.take_sign(&Lexeme::Iff) {
            return self.equivalent_to(claim);
        }
        let comma = self.is_sign(0, &Lexeme::Comma);
        let after = usize::from(comma);
        let opener = ["if", "when", "whenever", "provided", "unless", "iff", "only"];
        let as_long = ["as", "long", "as"].iter().enumerate();
        let as_long_as = as_long.into_iter().all(|(at, word)| self.word(after + at) == Some(word));
        if !as_long_as && !self.is_word(after, &opener) {
            return Ok(claim);
        }
        self.at += after;
        if self.take_any(&["if and only if", "iff", "when and only when"]) {
            return self.equivalent_to(claim);
        }
        if self.take("only if") || self.take("only when") {
            return Ok(self.condition_behind()?.given(claim));
        }
        if self.take("unless") {
            return Ok(claim.given(self.condition_behind()?.not()));
        }
        if self.opens_condition() {
            return Ok(claim.given(self.condition_behind()?));
        }
        Err(self.fault())
    }

    /// Parses the formula after a sign of implication.
    fn implied(&mut self) -> Parsed {
        self.nested(|parser| {
            let claim = parser.reached()?;
            parser.conditioned(claim)
        })
    }

    fn equivalent_to(&mut self, claim: Formula) -> Parsed {
        let other = self.reached()?;
        Ok(Formula::And(vec![other.clone().given(claim.clone()), claim.given(other)]))
    }

    pub(super) fn opens_condition(&mut self) -> bool {
        self.take_any(&IF)
    }

    /// *if A, then B*, after *if*.
    pub(super) fn if_then(&mut self) -> Parsed {
        if self.take_any(&["something", "a thing"]) {
            return self.if_something();
        }
        let condition = self.condition()?;
        self.take_sign(&Lexeme::Comma);
        self.take("then");
        self.take_sign(&Lexeme::Comma);
        let claim = self.consequent()?;
        Ok(claim.given(condition))
    }

    /// *if something is red, then it is square*, after *something*.
    fn if_something(&mut self) -> Parsed {
        let object = self.fresh()?;
        let condition = self.nested(Parser::verb_phrase)?;
        self.take_sign(&Lexeme::Comma);
        self.take("then");
        if !self.take("it") {
            return Err(self.fault());
        }
        let claim = self.nested(Parser::verb_phrase)?;
        let before = std::mem::replace(&mut self.if_ends, true);
        let more = self.clone().link()?;
        self.if_ends = before;
        if more.is_some_and(|link| link.joint == Joint::And) {
            return Err(UNCLEAR);
        }
        let all = claim.given(condition).filled(&Term::Object(object));
        Ok(Formula::Quantified(Quantifier::Universal, object, Box::new(all)))
    }

    /// *unless A, B*, after *unless*.
    pub(super) fn unless(&mut self) -> Parsed {
        let condition = self.condition()?.not();
        self.take_sign(&Lexeme::Comma);
        self.take("then");
        Ok(self.consequent()?.given(condition))
    }

    /// Parses a condition that is followed by its consequence. Without *then*, a comma ends it.
    fn condition(&mut self) -> Parsed {
        let rest = self.pieces.get(self.at..).unwrap_or(&[]);
        let then = rest.iter().any(|piece| piece.word() == Some("then"));
        let before = std::mem::replace(&mut self.comma_ends, !then);
        let condition = self.any_list();
        self.comma_ends = before;
        condition
    }

    /// Parses a list in which *any* means *some*: *if any card is red*.
    fn any_list(&mut self) -> Parsed {
        self.with_any(Quantifier::Existential, Parser::list)
    }

    /// Parses a condition at the end.
    fn condition_behind(&mut self) -> Parsed {
        self.with_any(Quantifier::Existential, Parser::reached)
    }

    /// Parses the consequence of a condition: everything before another condition.
    fn consequent(&mut self) -> Parsed {
        let before = std::mem::replace(&mut self.if_ends, true);
        let claim = self.with_any(Quantifier::Universal, |it| it.nested(Parser::reached));
        self.if_ends = before;
        claim
    }

    /// Parses a list that clearly belongs to the condition as a whole.
    fn reached(&mut self) -> Parsed {
        let (claim, links) = self.linked_list()?;
        if reaches_unclearly(&links) { Err(UNCLEAR) } else { Ok(claim) }
    }
}

const UNCLEAR: Unread = Unread::Ambiguous { how: "how far the condition goes" };

/// Returns true if an *and* after a comma may begin another claim: *if A, then B, and C*. In *if A,
/// then B, C, and D* it ends a list.
fn reaches_unclearly(links: &[Link]) -> bool {
    let mut settled = links.to_vec();
    settle_commas(&mut settled);
    let is_and = |link: &Link| link.joint == Joint::And && link.comma;
    let list = settled.len() > 1
        && settled.iter().all(is_and)
        && links.split_last().is_some_and(|(last, before)| {
            last.joint == Joint::And && before.iter().all(|link| link.joint == Joint::Same)
        });
    settled.iter().any(is_and) && !list
}

//! Lists of claims.

use super::join::{Joint, Link, joined};
use super::{Parsed, Parser};
use crate::answer::formula::Formula;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;
use crate::english::{ABSURDITY, TAUTOLOGY};
use crate::role::Role;
use peirast_etr::Quantifier;

/// Phrases that only say that something is the case.
const SO: [&str; 25] = [
    "it must be the case that",
    "it is the case that",
    "it is true that",
    "it must be true that",
    "it follows that",
    "it must be that",
    "it is certain that",
    "it is also true that",
    "it is also the case that",
    "it is necessarily true that",
    "the case that",
    "we know that",
    "it is necessary that",
    "it is necessarily the case that",
    "the following",
    "necessarily",
    "additionally",
    "furthermore",
    "moreover",
    "also",
    "therefore",
    "thus",
    "hence",
    "that",
    "consequently",
];

const NOT_SO: [&str; 10] = [
    "it is not the case that",
    "it is not true that",
    "it is false that",
    "it cannot be that",
    "it can not be that",
    "it can not be the case that",
    "it is impossible that",
    "it can not be true that",
    "it must not be the case that",
    "it is not possible that",
];

impl Parser<'_> {
    /// Parses items joined by *and*, *or* and commas.
    pub(super) fn list(&mut self) -> Parsed {
        Ok(self.linked_list()?.0)
    }

    /// Parses a list, and returns its joints too.
    pub(super) fn linked_list(&mut self) -> Parsed<(Formula, Vec<Link>)> {
        self.nested(|parser| {
            let first = parser.item()?;
            parser.list_from(first)
        })
    }

    fn list_from(&mut self, first: Formula) -> Parsed<(Formula, Vec<Link>)> {
        let mut items = vec![first];
        let mut links = Vec::new();
        while let Some(link) = self.link()? {
            links.push(link);
            items.push(self.item()?);
        }
        self.or_both();
        if self.but_not_both() {
            return Ok((exclusive(items, &links)?, links));
        }
        Ok((joined(items, links.clone(), false)?, links))
    }

    /// Parses the joint between two items, if another item follows.
    pub(super) fn link(&mut self) -> Parsed<Option<Link>> {
        let start = self.at;
        if let Some(link) = self.link_words()
            && self.item_is_next()
            && !self.another_condition(link)
        {
            return Ok(Some(link));
        }
        self.at = start;
        Ok(None)
    }

    /// *if A, then B, and if C, then D*
    fn another_condition(&self, link: Link) -> bool {
        let mut after = self.clone();
        while after.take_any(&SO) {}
        self.if_ends
            && link.joint == Joint::And
            && (after.opens_condition() || after.comes("unless"))
    }

    fn link_words(&mut self) -> Option<Link> {
        let semicolon = self.take_sign(&Lexeme::Semicolon);
        let comma = self.take_sign(&Lexeme::Comma) || semicolon;
        let sign = self.is_sign(0, &Lexeme::And) || self.is_sign(0, &Lexeme::Or);
        let joint = self.joint();
        self.take_sign(&Lexeme::Comma);
        match joint {
            Some(joint) => Some(Link { joint, comma, sign }),
            None if comma && !self.comma_ends => Some(Link { joint: Joint::Same, comma, sign }),
            None => None,
        }
    }

    pub(super) fn joint(&mut self) -> Option<Joint> {
        const AND: [&str; 10] = [
            "and",
            "but",
            "while",
            "whereas",
            "as well as",
            "along with",
            "and also",
            "yet",
            "although",
            "though",
        ];
        if self.comes("but not both") || self.comes("and not both") {
            return None;
        }
        if self.take_any(&["or else", "or alternatively", "or", "and or", "nor"])
            || self.take_sign(&Lexeme::Or)
        {
            return Some(Joint::Or);
        }
        if self.take_any(&AND) || self.take_sign(&Lexeme::And) {
            return Some(Joint::And);
        }
        None
    }

    /// Returns true if an item comes next: a name, a letter, or a word that opens one.
    pub(super) fn item_is_next(&self) -> bool {
        const OPENERS: [&str; 34] = [
            "either",
            "both",
            "neither",
            "not",
            "if",
            "there",
            "every",
            "all",
            "each",
            "any",
            "some",
            "no",
            "at",
            "it",
            "nothing",
            "everything",
            "something",
            "anything",
            "for",
            "unless",
            "when",
            "whenever",
            "none",
            "that",
            "the",
            "necessarily",
            "additionally",
            "therefore",
            "thus",
            "hence",
            "consequently",
            "also",
            "anyone",
            "things",
        ];
        const NOT_OPENERS: [&str; 19] = [
            "all of this",
            "for this",
            "for the",
            "it is possible",
            "it is not possible to",
            "that is",
            "thus the",
            "there is no further",
            "no other",
            "no further",
            "nothing else",
            "nothing further",
            "no conclusion",
            "no definitive",
            "no specific",
            "nothing can",
            "nothing logically",
            "it can not be determined",
            "no definite",
        ];
        if NOT_OPENERS.iter().any(|phrase| self.comes(phrase)) {
            return false;
        }
        let sign = [Lexeme::Open, Lexeme::Not, Lexeme::All, Lexeme::Exists];
        self.peek().is_some_and(|piece| {
            piece.is_name()
                || piece.letter().is_some()
                || piece.word().is_some_and(|word| OPENERS.contains(&word))
                || sign.iter().any(|sign| piece.is(sign))
        })
    }

    /// One item of a list.
    fn item(&mut self) -> Parsed {
        while self.take_any(&SO) || self.numbered() {
            self.take_sign(&Lexeme::Colon);
            self.take_sign(&Lexeme::Comma);
        }
        self.nested(Parser::item_proper)
    }

    /// *(2)* before an item.
    fn numbered(&mut self) -> bool {
        let digits = |word: &str| word.len() <= 2 && word.bytes().all(|it| it.is_ascii_digit());
        let open = self.is_sign(0, &Lexeme::Open) && self.is_sign(2, &Lexeme::Close);
        let found = open && self.word(1).is_some_and(digits);
        self.at += if found { 3 } else { 0 };
        found
    }

    /// *at least one of the following is true: A, B, or C*
    fn one_of_the_following(&mut self) -> Parsed {
        self.take_any(&["must be true", "is true", "must hold", "holds", "is the case"]);
        self.take_sign(&Lexeme::Colon);
        self.take("either");
        let mut items = vec![self.item()?];
        while self.link()?.is_some() {
            items.push(self.item()?);
        }
        Ok(Formula::or(items))
    }

    fn item_proper(&mut self) -> Parsed {
        if self.is_sign(0, &Lexeme::Open) {
            return self.bracketed();
        }
        if self.take_sign(&Lexeme::Not) || self.take_any(&NOT_SO) {
            return self.denied();
        }
        if self.take_any(&["at least one of the following", "one or more of the following"]) {
            return self.one_of_the_following();
        }
        if self.opens_condition() {
            return self.if_then();
        }
        if self.take("unless") {
            return self.unless();
        }
        if let Some(quantified) = self.quantified()? {
            return Ok(quantified);
        }
        if self.comes("either") {
            return self.either();
        }
        if self.names(0, Role::Fact) {
            return self.fact();
        }
        // *There is a king and no ace.*
        if self.is_word(0, &["no"]) && self.names(1, Role::Fact) && !self.names(1, Role::Object) {
            self.at += 1;
            return Ok(self.fact()?.not());
        }
        if self.take(TAUTOLOGY) {
            return Ok(Formula::And(Vec::new()));
        }
        if self.take(ABSURDITY) {
            return Ok(Formula::Or(Vec::new()));
        }
        if self.comes("both") {
            return self.both();
        }
        self.clause()
    }

    /// *both the ace is red and the king is*, *both the ace and the king are red*
    fn both(&mut self) -> Parsed {
        let mut clause = self.clone();
        if let Ok(formula) = clause.clause() {
            *self = clause;
            return Ok(formula);
        }
        self.at += 1;
        let first = self.item()?;
        match self.link()? {
            Some(Link { joint: Joint::And, .. }) => Ok(Formula::And(vec![first, self.item()?])),
            _ => Err(self.fault()),
        }
    }

    fn bracketed(&mut self) -> Parsed {
        self.at += 1;
        let before = std::mem::take(&mut self.if_ends);
        let inner = self.conditional()?;
        self.if_ends = before;
        if !self.take_sign(&Lexeme::Close) {
            return Err(self.fault());
        }
        Ok(inner)
    }

    /// Parses *it is not the case that A*: further text before a comma could also be denied.
    fn denied(&mut self) -> Parsed {
        self.with_any(Quantifier::Existential, Parser::denied_item)
    }

    fn denied_item(&mut self) -> Parsed {
        let open = self.pieces.get(self.at.wrapping_sub(1)).is_some_and(|it| it.is(&Lexeme::Not));
        let both = self.take("both");
        let start = self.at;
        let first = self.item()?;
        self.not_hedged(start)?;
        if both && let Some(Link { joint: Joint::And, comma: false, .. }) = self.link()? {
            let start = self.at;
            let second = self.item()?;
            self.not_hedged(start)?;
            return Ok(Formula::And(vec![first, second]).not());
        }
        if !open && (self.is_word(0, &["and", "or"])) && !self.comes("and it") {
            return Err(Unread::Ambiguous { how: "how far a denial goes" });
        }
        Ok(first.not())
    }

    /// *either A, or B and C*: up to an *and* after a comma that follows the *or*.
    fn either(&mut self) -> Parsed {
        // *Either the ace or the king is red* is a clause.
        let mut clause = self.clone();
        if let Ok(formula) = clause.clause() {
            *self = clause;
            return self.either_from(formula);
        }
        self.at += 1;
        let first = self.item()?;
        self.either_from(first)
    }

    fn either_from(&mut self, first: Formula) -> Parsed {
        let mut items = vec![first];
        let mut links: Vec<Link> = Vec::new();
        loop {
            let start = self.at;
            let Some(link) = self.link()? else { break };
            let either_said = links.iter().any(|link| link.joint == Joint::Or);
            if either_said && link.joint == Joint::And && link.comma {
                if links.iter().any(|link| link.joint == Joint::Or && link.comma) {
                    return Err(Unread::Ambiguous { how: "how far `either` goes" });
                }
                self.at = start;
                break;
            }
            links.push(link);
            items.push(self.item()?);
        }
        self.or_both();
        if self.but_not_both() {
            return exclusive(items, &links);
        }
        joined(items, links, true)
    }

    fn but_not_both(&mut self) -> bool {
        let comma = usize::from(self.is_sign(0, &Lexeme::Comma));
        let mut after = self.clone();
        after.at += comma;
        let found = after.take_any(&["but not both", "and not both", "not both"])
            && after.peek().is_none_or(|it| !it.is_name() && it.letter().is_none());
        if found {
            *self = after;
        }
        found
    }

    /// *or both* does not change the meaning of *or*.
    pub(super) fn or_both(&mut self) {
        let mut after = self.clone();
        let bracket = after.take_sign(&Lexeme::Open);
        after.take_sign(&Lexeme::Comma);
        let both = after.take_any(&["or both", "or possibly both", "or perhaps both"]);
        let closed = !bracket || after.take_sign(&Lexeme::Close);
        let next = after.peek();
        if both && closed && next.is_none_or(|it| !it.is_name() && it.letter().is_none()) {
            self.at = after.at;
        }
    }

    pub(super) fn fact(&mut self) -> Parsed {
        let piece = self.peek().and_then(|piece| piece.named(Role::Fact));
        let Some(known) = piece else { return Err(self.fault()) };
        self.at += 1;
        let (negated, predicate) = (known.denial, known.name.clone());
        Ok(Formula::Is(crate::claim::Literal { negated, predicate, arguments: Vec::new() }))
    }
}

/// One of two, but not the other.
fn exclusive(mut items: Vec<Formula>, links: &[Link]) -> Parsed {
    // *Either the ace or the king is red, but not both*
    if let [Formula::Or(inner)] = &items[..] {
        items = inner.clone();
    }
    let or = links.iter().all(|link| link.joint == Joint::Or);
    match <[Formula; 2]>::try_from(items) {
        Ok([one, other]) if or => Ok(Formula::Or(vec![
            Formula::And(vec![one.clone(), other.clone().not()]),
            Formula::And(vec![one.not(), other]),
        ])),
        Ok(_) | Err(_) => Err(Unread::Ambiguous { how: "what `not both` speaks of" }),
    }
}

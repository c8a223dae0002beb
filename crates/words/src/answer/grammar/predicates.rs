//! Lists of predicates after a verb.

use super::join::{Joint, Link, joined};
use super::{Parsed, Parser};
use crate::answer::formula::Formula;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;
use crate::answer::words::is_noun;
use crate::role::Role;
use peirast_etr::IDENTITY;

/// The words before a list of predicates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    Plain,
    Both,
    Either,
    Neither,
}

/// A predicate of the list.
struct PredicateEntry {
    formula: Formula,
    /// True if it has its own denial or affirmation: a *not*, a verb, a *but*.
    own: bool,
    /// True if a *not* precedes it.
    denied: bool,
}

impl Parser<'_> {
    /// *red*, *both red and blue*, *neither red nor blue*, *red or not blue*, after the verb.
    pub(super) fn predicates(&mut self, negated: bool) -> Parsed {
        let opening = self.opening();
        self.predicates_behind(opening, negated)
    }

    /// *is red or is blue*, after the *is* of *either is red or is blue*.
    pub(super) fn alternatives(&mut self, negated: bool) -> Parsed {
        self.predicates_behind(Opening::Either, negated)
    }

    fn predicates_behind(&mut self, opening: Opening, negated: bool) -> Parsed {
        let start = self.at;
        let denied = opening == Opening::Neither;
        let first = self.entry()?;
        let mut entries = vec![first];
        let mut links: Vec<Link> = Vec::new();
        while let Some((link, own)) = self.predicate_link() {
            let mut entry = self.entry()?;
            entry.own |= own;
            links.push(link);
            entries.push(entry);
        }
        if denied {
            self.not_hedged(start)?;
        }
        self.or_both();
        let exclusive = !denied && links.len() == 1 && self.not_both_after();
        if exclusive && negated {
            return Err(Unread::Ambiguous { how: "what is denied" });
        }
        let formula = listed(opening, negated, entries, links)?;
        match formula {
            Formula::Or(list) if exclusive => exclusively(list),
            formula if exclusive => Ok(formula),
            formula => Ok(formula),
        }
    }

    fn opening(&mut self) -> Opening {
        let opening = match self.word(0) {
            Some("both") => Opening::Both,
            Some("either") => Opening::Either,
            Some("neither") => Opening::Neither,
            _ if self.comes("at least one of") => {
                self.at += 3;
                Opening::Either
            }
            _ => return Opening::Plain,
        };
        self.at += 1;
        self.adverbs();
        opening
    }

    /// Parses a joint that is followed by another predicate and not by another clause; also returns
    /// if a verb or a *but* follows, so that an earlier denial does not extend to it.
    fn predicate_link(&mut self) -> Option<(Link, bool)> {
        let mut after = self.clone();
        let comma = after.take_sign(&Lexeme::Comma);
        let but = after.comes("but") && !after.comes("but not both");
        let joint = match after.joint() {
            Some(joint) => joint,
            None if comma => Joint::Same,
            None => return None,
        };
        after.adverbs();
        let verb = after.is_word(0, &["is", "are", "has", "have", "being", "must", "can", "was"]);
        let has_verb = if verb { after.own_verb()? } else { but };
        if !after.predicate_is_next() {
            return None;
        }
        *self = after;
        Some((Link { joint, comma, sign: false }, has_verb))
    }

    /// Checks for a verb inside a list; its *not* is left for the entry.
    fn own_verb(&mut self) -> Option<bool> {
        self.take_any(&[
            "must be",
            "has to be",
            "must also be",
            "is",
            "are",
            "has",
            "have",
            "being",
            "was",
        ])
        .then_some(true)?;
        self.adverbs();
        Some(true)
    }

    fn predicate_is_next(&self) -> bool {
        let skip = usize::from(self.is_word(0, &["not", "non"]));
        let skip = skip
            + usize::from(
                self.is_word(skip, &["also", "necessarily", "both", "either", "neither"]),
            );
        let Some(piece) = self.ahead(skip) else { return false };
        let predicate = piece.named(Role::Predicate).is_some();
        let subject = piece.named(Role::Object).is_some();
        // A word that can be both is a subject if a verb follows.
        let verb = self.is_word(skip + 1, &["is", "are", "must", "has", "can"]);
        let applied = self.is_sign(skip + 1, &Lexeme::Open) && self.names(skip + 2, Role::Object);
        (predicate && !(subject && verb) && !applied)
            || piece.named(Role::Relation).is_some()
            || self.is_word(skip, &["identical"])
    }

    fn entry(&mut self) -> Parsed<PredicateEntry> {
        let not = self.take_any(&["not", "non"]);
        if not {
            self.unhedged()?;
        }
        self.adverbs();
        if !not && self.is_word(0, &["either", "neither", "both"]) {
            let formula = self.nested(|parser| parser.predicates(false))?;
            return Ok(PredicateEntry { formula, own: true, denied: false });
        }
        if !not && self.is_sign(0, &Lexeme::Open) && self.names(1, Role::Predicate) {
            return self.bracketed_entry();
        }
        let formula = self.predicate()?;
        Ok(if not {
            PredicateEntry { formula: formula.not(), own: true, denied: true }
        } else {
            PredicateEntry { formula, own: false, denied: false }
        })
    }

    fn bracketed_entry(&mut self) -> Parsed<PredicateEntry> {
        self.at += 1;
        let formula = self.nested(|parser| parser.predicates(false))?;
        if !self.take_sign(&Lexeme::Close) {
            return Err(self.fault());
        }
        Ok(PredicateEntry { formula, own: false, denied: false })
    }

    fn predicate(&mut self) -> Parsed {
        if self.take_any(&["identical to", "identical with", "the same as"]) {
            let other = self.term()?;
            return Ok(Parser::hole(IDENTITY, vec![other]));
        }
        let Some(piece) = self.peek() else { return Err(self.fault()) };
        if let Some(known) = piece.named(Role::Relation) {
            self.at += 1;
            let other = self.term()?;
            return Ok(Parser::hole(&known.name, vec![other]));
        }
        let Some(known) = piece.named(Role::Predicate) else { return Err(self.fault()) };
        self.at += 1;
        self.at += usize::from(self.word(0).is_some_and(is_noun));
        self.take_any(&["as well", "too", "at the same time", "simultaneously"]);
        Ok(Parser::hole(&known.name, Vec::new()))
    }

    fn not_both_after(&mut self) -> bool {
        let comma = usize::from(self.is_sign(0, &Lexeme::Comma));
        let mut after = self.clone();
        after.at += comma;
        let found = after.take_any(&["but not both", "and not both"]) && !after.predicate_is_next();
        if found {
            *self = after;
        }
        found
    }
}

/// Returns the list, with the verb's denial applied to every entry.
fn listed(
    opening: Opening,
    negated: bool,
    entries: Vec<PredicateEntry>,
    links: Vec<Link>,
) -> Parsed {
    if opening == Opening::Neither {
        let each = entries.into_iter().map(|entry| entry.formula.not()).collect();
        return Ok(Formula::and(each));
    }
    if !negated {
        return affirmed(entries, links, opening == Opening::Either);
    }
    let reached = entries.iter().skip(1).any(|entry| !entry.own);
    if entries.len() == 1 || !reached {
        let mut formulas: Vec<Formula> = entries.into_iter().map(|entry| entry.formula).collect();
        if let Some(first) = formulas.first_mut() {
            *first = first.clone().not();
        }
        return joined(formulas, links, opening == Opening::Either);
    }
    let all_reached = entries.iter().skip(1).all(|entry| !entry.own);
    let formulas = entries.into_iter().map(|entry| entry.formula).collect();
    let or = links.iter().any(|link| link.joint == Joint::Or);
    let and = links.iter().any(|link| link.joint == Joint::And);
    match (opening, or, and) {
        (Opening::Both, false, true) if all_reached => Ok(Formula::and(formulas).not()),
        (_, true, false) if all_reached => Ok(Formula::or(formulas).not()),
        _ => Err(Unread::Ambiguous { how: "how far a denial goes" }),
    }
}

/// Returns the list after a verb that does not deny: a *not* inside extends over the following
/// *or*, as in *red but not round or blue*.
fn affirmed(entries: Vec<PredicateEntry>, links: Vec<Link>, either: bool) -> Parsed {
    let mut settled = links.clone();
    super::join::settle_commas(&mut settled);
    let mut formulas: Vec<Formula> = Vec::new();
    let mut kept = Vec::new();
    let mut reach = false;
    for (at, entry) in entries.into_iter().enumerate() {
        let link =
            at.checked_sub(1).and_then(|before| Some((links.get(before)?, settled.get(before)?)));
        let bare = reach && !entry.own;
        match link {
            Some((_, settled)) if bare && settled.joint == Joint::Or => {
                let before = formulas.pop().unwrap_or(Formula::And(Vec::new()));
                formulas.push(Formula::And(vec![before, entry.formula.not()]));
                continue;
            }
            Some((link, _)) if bare && !(link.joint == Joint::And && link.comma) => {
                return Err(Unread::Ambiguous { how: "how far a denial goes" });
            }
            Some((link, _)) => kept.push(*link),
            None => {}
        }
        reach = entry.denied;
        formulas.push(entry.formula);
    }
    joined(formulas, kept, either)
}

fn exclusively(list: Vec<Formula>) -> Parsed {
    match <[Formula; 2]>::try_from(list) {
        Ok([one, other]) => Ok(Formula::Or(vec![
            Formula::And(vec![one.clone(), other.clone().not()]),
            Formula::And(vec![one.not(), other]),
        ])),
        Err(_) => Err(Unread::Ambiguous { how: "what `not both` speaks of" }),
    }
}

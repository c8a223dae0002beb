//! Lists of subjects before a verb.

use super::{Parsed, Parser};
use crate::answer::formula::Formula;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;
use crate::answer::words::is_noun;
use crate::claim::Term;
use crate::role::Role;
use peirast_etr::Quantifier;

/// The subject of a clause.
pub(super) enum Subject {
    Term(Term),
    /// Everything, or something, of some kind.
    Quantified {
        kind: Quantifier,
        object: usize,
        among: Option<Formula>,
    },
}

/// Subjects, and how the predicate applies to them.
pub(super) struct Subjects {
    pub list: Vec<Subject>,
    /// True if it applies to at least one of them.
    pub any: bool,
    pub denied: bool,
    /// True if a separate clause follows after *neither*.
    pub is_neither_clause: bool,
}

impl Subjects {
    /// Returns true if *all* or *every* is among them.
    pub fn speak_of_all(&self) -> bool {
        let universal = |subject: &Subject| {
            matches!(subject, Subject::Quantified { kind: Quantifier::Universal, .. })
        };
        self.list.iter().any(universal)
    }
}

impl Parser<'_> {
    pub(super) fn subjects(&mut self) -> Parsed<Subjects> {
        let neither = self.take("neither");
        let not_both = !neither && self.take("not both");
        let one =
            !neither && self.take_any(&["at least one of", "either one of", "one or both of"]);
        let either = one || self.take("either");
        let both = !either && self.take("both");
        self.take_any(&["of the following"]);
        let (mut list, denied) = match self.none_of()? {
            Some(subject) => (vec![subject], true),
            None => (vec![self.subject()?], false),
        };
        let mut joints = Vec::new();
        while let Some(joint) = self.subject_joint() {
            joints.push(joint);
            list.push(self.subject()?);
        }
        let or = joints.contains(&"or");
        if or && (both || joints.contains(&"and")) {
            return Err(Unread::Ambiguous { how: "which subjects are meant" });
        }
        let any = or || one || neither;
        if either && !one && !or {
            // *either* begins a list of clauses.
            return Err(self.fault());
        }
        let is_neither_clause = neither && list.len() == 1;
        let denied = (denied || neither || not_both) && !is_neither_clause;
        Ok(Subjects { list, any, denied, is_neither_clause })
    }

    /// Parses a joint that is followed by another subject, and then by a verb or another joint.
    fn subject_joint(&mut self) -> Option<&'static str> {
        let mut after = self.clone();
        let comma = after.take_sign(&Lexeme::Comma);
        let joint = if after.take_any(&["and also", "and", "as well as"]) {
            "and"
        } else if after.take_any(&["or", "nor"]) {
            "or"
        } else if comma {
            ","
        } else {
            return None;
        };
        let next = after.at;
        if after.subject().is_err() || !after.list_goes_on() {
            return None;
        }
        self.at = next;
        Some(joint)
    }

    fn list_goes_on(&self) -> bool {
        const NEXT: [&str; 26] = [
            "is",
            "are",
            "must",
            "has",
            "have",
            "can",
            "will",
            "was",
            "were",
            "and",
            "or",
            "nor",
            "both",
            "also",
            "possess",
            "exhibit",
            "remain",
            "become",
            "each",
            "may",
            "might",
            "could",
            "necessarily",
            "neither",
            "all",
            "either",
        ];
        self.is_word(0, &NEXT) || self.is_sign(0, &Lexeme::Comma)
    }

    fn subject(&mut self) -> Parsed<Subject> {
        if let Some(subject) = self.quantified_subject()? {
            return Ok(subject);
        }
        let subject = Subject::Term(self.term()?);
        self.take_any(&["each", "both", "themselves", "itself", "all"]);
        Ok(subject)
    }

    /// Parses a constant, or a letter that a quantifier introduced.
    pub(super) fn term(&mut self) -> Parsed<Term> {
        let Some(piece) = self.peek() else { return Err(self.fault()) };
        if let Some(letter) = piece.letter() {
            let bound = self.scope.iter().rev().find(|(name, _)| *name == letter);
            let (_, object) = bound.ok_or(Unread::Letter { letter })?;
            self.at += 1;
            return Ok(Term::Object(*object));
        }
        // *the card the ace*, *substance voidite*
        if piece.word().is_some_and(is_noun) && self.names(1, Role::Object) {
            self.at += 1;
            return self.term();
        }
        if piece.word() == Some("it")
            && let Some(name) = self.only_object_before()
        {
            self.at += 1;
            return Ok(Term::Constant(name));
        }
        let Some(known) = piece.named(Role::Object) else { return Err(self.fault()) };
        self.at += 1;
        Ok(Term::Constant(known.name.clone()))
    }

    /// Returns the referent of *it*, if only one thing was named so far.
    fn only_object_before(&self) -> Option<String> {
        let before = self.pieces.get(..self.at)?.iter();
        let mut objects = before.filter_map(|piece| piece.named(Role::Object));
        let first = objects.next()?;
        objects.all(|other| other.name == first.name).then(|| first.name.clone())
    }
}

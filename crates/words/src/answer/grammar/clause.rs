//! Clauses: subjects and predicates.

use super::subject::{Subject, Subjects};
use super::{Parsed, Parser};
use crate::answer::formula::{Formula, HOLE};
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;
use crate::claim::{Literal, Term};
use crate::role::Role;
use peirast_etr::Quantifier;

/// Words that do not change the content.
const ADVERBS: [&str; 17] = [
    "also",
    "necessarily",
    "always",
    "indeed",
    "definitely",
    "therefore",
    "certainly",
    "then",
    "simultaneously",
    "thus",
    "in fact",
    "actually",
    "at the same time",
    "logically",
    "itself",
    "hence",
    "still",
];

/// Words that move a denial from the content to its certainty: *not necessarily red*.
const HEDGES: [&str; 26] = [
    "absolutely",
    "always",
    "automatically",
    "bound",
    "certain",
    "certainly",
    "clearly",
    "conclusively",
    "considered",
    "decidedly",
    "definitely",
    "definitively",
    "demonstrably",
    "guaranteed",
    "inevitably",
    "invariably",
    "known",
    "logically",
    "necessarily",
    "obviously",
    "proven",
    "provably",
    "said",
    "strictly",
    "sure",
    "surely",
];

/// Words that select some of several subjects: not all of them.
const NOT_ALL: [&str; 6] = [
    "can not both be",
    "can not simultaneously both be",
    "can not both simultaneously be",
    "are not both",
    "can not all be",
    "are not all",
];

impl Parser<'_> {
    /// *The ace and the king are red*, `red(ace)`.
    pub(super) fn clause(&mut self) -> Parsed {
        if self.is_sign(1, &Lexeme::Open) && self.applies() {
            return self.application();
        }
        let subjects = self.subjects()?;
        if subjects.is_neither_clause {
            return self.neither_clause(subjects);
        }
        if subjects.list.len() > 1 && self.take_any(&NOT_ALL) {
            self.unhedged()?;
            self.adverbs();
            let predicate = self.nested(|parser| parser.predicates(false))?;
            return Ok(self.said_of(subjects, &predicate)?.not());
        }
        if subjects.speak_of_all() && self.clone().verb() == Ok(true) {
            return Err(Unread::Ambiguous { how: "whether none or not all are meant" });
        }
        let possible = subjects.denied && self.take("can be");
        let start = self.at;
        let predicate = if possible {
            self.nested(|parser| parser.predicates(false))?
        } else {
            self.verb_phrase()?
        };
        // *No card is necessarily red.*
        if subjects.denied {
            self.not_hedged(start)?;
        }
        self.said_of(subjects, &predicate)
    }

    /// Returns whether the next word limits a denial: *not necessarily*.
    pub(super) fn unhedged(&self) -> Parsed<()> {
        let skip = usize::from(self.is_word(0, &["be", "also", "for"]));
        let hedge = self.is_word(skip, &HEDGES) || self.comes("with certainty");
        if hedge { Err(Unread::Possibility) } else { Ok(()) }
    }

    /// Checks that no denial from here on is limited.
    pub(super) fn not_hedged(&self, from: usize) -> Parsed<()> {
        let denied = self.pieces.get(from..self.at).unwrap_or(&[]);
        let hedged = denied.iter().any(|piece| piece.word().is_some_and(|it| HEDGES.contains(&it)));
        if hedged { Err(Unread::Possibility) } else { Ok(()) }
    }

    fn applies(&self) -> bool {
        self.names(0, Role::Predicate) || self.names(0, Role::Relation)
    }

    /// `red(ace)`
    fn application(&mut self) -> Parsed {
        let Some(piece) = self.peek() else { return Err(self.fault()) };
        self.at += 2;
        let mut arguments = vec![self.term()?];
        while self.take_sign(&Lexeme::Comma) {
            arguments.push(self.term()?);
        }
        // `red(ace())`
        if self.is_sign(0, &Lexeme::Open) && self.is_sign(1, &Lexeme::Close) {
            self.at += 2;
        }
        let role = if arguments.len() == 1 { Role::Predicate } else { Role::Relation };
        match piece.named(role) {
            Some(known) if arguments.len() <= 2 && self.take_sign(&Lexeme::Close) => {
                let predicate = known.name.clone();
                Ok(Formula::Is(Literal { negated: false, predicate, arguments }))
            }
            _ => Err(self.fault()),
        }
    }

    /// *neither the ace is red nor the king is blue*
    fn neither_clause(&mut self, subjects: Subjects) -> Parsed {
        let predicate = self.verb_phrase()?;
        let first = self.said_of(subjects, &predicate)?;
        self.take_sign(&Lexeme::Comma);
        if !self.take("nor") {
            return Err(self.fault());
        }
        let subjects = self.subjects()?;
        let predicate = self.verb_phrase()?;
        let second = self.said_of(subjects, &predicate)?;
        Ok(Formula::And(vec![first.not(), second.not()]))
    }

    /// Combines each subject with the predicate.
    pub(super) fn said_of(&mut self, subjects: Subjects, predicate: &Formula) -> Parsed {
        // *No red card is square* means: every red card is not square.
        if let ([Subject::Quantified { kind: Quantifier::Existential, object, among }], true) =
            (&subjects.list[..], subjects.denied)
        {
            let claim = predicate.filled(&Term::Object(*object)).not();
            let claim = among.clone().map_or(claim.clone(), |among| claim.given(among));
            return Ok(Formula::Quantified(Quantifier::Universal, *object, Box::new(claim)));
        }
        let mut each = Vec::new();
        for subject in subjects.list {
            each.push(match subject {
                Subject::Term(term) => predicate.filled(&term),
                Subject::Quantified { kind, object, among } => {
                    let claim = predicate.filled(&Term::Object(object));
                    let claim = match (kind, among) {
                        (_, None) => claim,
                        (Quantifier::Universal, Some(among)) => claim.given(among),
                        (Quantifier::Existential, Some(among)) => Formula::And(vec![among, claim]),
                    };
                    Formula::Quantified(kind, object, Box::new(claim))
                }
            });
        }
        let all = if subjects.any { Formula::or(each) } else { Formula::and(each) };
        Ok(if subjects.denied { all.not() } else { all })
    }

    /// *is red and not blue*, *either is red or is blue*, with a placeholder for the subject.
    pub(super) fn verb_phrase(&mut self) -> Parsed {
        if self.is_word(0, &["either"]) && self.is_word(1, &["is", "are", "has", "have", "must"]) {
            self.at += 1;
            let negated = self.verb()?;
            return self.nested(|parser| parser.alternatives(negated));
        }
        let negated = self.verb()?;
        self.nested(|parser| parser.predicates(negated))
    }

    /// *is*, *must be*, *has*: returns whether it denies.
    pub(super) fn verb(&mut self) -> Parsed<bool> {
        self.adverbs();
        if self.is_word(0, &["may", "might", "could"])
            || self.comes("can be")
            || self.comes("can also be")
        {
            return Err(Unread::Possibility);
        }
        const VERBS: [&str; 27] = [
            "is",
            "are",
            "was",
            "were",
            "has to be",
            "have to be",
            "must be",
            "must also be",
            "must necessarily be",
            "will be",
            "becomes",
            "become",
            "remains",
            "remain",
            "has",
            "have",
            "possesses",
            "possess",
            "exhibits",
            "exhibit",
            "must have",
            "to be",
            "being",
            "must",
            "will",
            "be",
            "does",
        ];
        if self.take_any(&[
            "can not be",
            "can not simultaneously be",
            "must not be",
            "will not be",
            "does not have",
            "do not have",
            "does not possess",
            "can not also be",
            "can not have",
        ]) {
            self.unhedged()?;
            self.adverbs();
            return Ok(true);
        }
        if self.take_any(&["are all", "are each", "must all be", "have all"]) {
            return Ok(false);
        }
        if self.take_any(&["is it true that", "is it"]) || !self.take_any(&VERBS) {
            return Err(self.fault());
        }
        self.adverbs();
        let negated = self.take("not");
        if negated {
            self.unhedged()?;
        }
        self.adverbs();
        self.take("be");
        self.take_any(&[
            "the property of being",
            "the property of",
            "the ability of",
            "known to be",
            "considered",
            "said to be",
            "capable of being",
        ]);
        if self.is_word(0, &["likely", "possibly", "probably", "potentially"]) {
            return Err(Unread::Possibility);
        }
        Ok(negated)
    }

    pub(super) fn adverbs(&mut self) {
        while self.take_any(&ADVERBS) {}
    }

    /// Returns a predicate of the placeholder.
    pub(super) fn hole(predicate: &str, others: Vec<Term>) -> Formula {
        let arguments = std::iter::once(Term::Object(HOLE)).chain(others).collect();
        Formula::Is(Literal { negated: false, predicate: predicate.to_owned(), arguments })
    }
}

//! *Every card*, *some red thing*, *for all X*, *there is some X such that*.

use super::subject::Subject;
use super::{Parsed, Parser};
use crate::answer::formula::Formula;
use crate::answer::token::Lexeme;
use crate::answer::unread::Unread;
use crate::answer::words::is_noun;
use crate::claim::Term;
use crate::role::Role;
use peirast_etr::Quantifier;

const EVERY: [&str; 6] = ["every one of the", "all of the", "every", "all", "each of the", "each"];
const SOME: [&str; 7] = [
    "at least one of the",
    "at least one",
    "some of the",
    "at least some",
    "some",
    "one of the",
    "an arbitrary",
];

impl Parser<'_> {
    /// *for all X, …*, *there is some X such that …*, `∀x …`.
    pub(super) fn quantified(&mut self) -> Parsed<Option<Formula>> {
        if self.take_sign(&Lexeme::All) {
            return self.bound_sign(Quantifier::Universal).map(Some);
        }
        if self.take_sign(&Lexeme::Exists) {
            return self.bound_sign(Quantifier::Existential).map(Some);
        }
        if self.take_any(&["for all", "for every", "for each", "for any"]) {
            return self.bound(Quantifier::Universal).map(Some);
        }
        if self.take_any(&["for some", "for at least one"]) {
            return self.bound(Quantifier::Existential).map(Some);
        }
        if self.take_any(&["not all of the", "not all", "not every", "not each"]) {
            let subject = self.sort(Quantifier::Universal)?;
            return self.denied_of(subject).map(Some);
        }
        if self.comes("there") {
            return self.there_is().map(Some);
        }
        Ok(None)
    }

    fn bound_sign(&mut self, kind: Quantifier) -> Parsed {
        self.binding(kind, |parser| {
            parser.take_sign(&Lexeme::Colon);
            parser.take_sign(&Lexeme::Comma);
            parser.list_in_scope()
        })
    }

    fn bound(&mut self, kind: Quantifier) -> Parsed {
        self.noun();
        self.binding(kind, |parser| {
            parser.take_sign(&Lexeme::Comma);
            parser.take_any(&["it is the case that", "such that", "it holds that"]);
            parser.list_in_scope()
        })
    }

    /// Parses everything in the scope of an initial letter.
    fn list_in_scope(&mut self) -> Parsed {
        self.conditional()
    }

    /// Parses a letter and its scope.
    fn binding(&mut self, kind: Quantifier, run: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        let Some(letter) = self.peek().and_then(|piece| piece.letter()) else {
            return Err(self.fault());
        };
        self.at += 1;
        let object = self.fresh()?;
        self.scope.push((letter, object));
        let inner = self.nested(run);
        self.scope.pop();
        let inner = inner?;
        if !inner.speaks_of(object) {
            return Err(Unread::Letter { letter });
        }
        Ok(Formula::Quantified(kind, object, Box::new(inner)))
    }

    /// *there is some card X such that*, *there are cards that are red*, *there is no X such that*.
    fn there_is(&mut self) -> Parsed {
        let start = self.at;
        self.at += 1;
        self.take_any(&["must", "also"]);
        if !self.take_any(&["exists", "exist", "is", "are", "be"]) {
            self.at = start;
            return Err(self.fault());
        }
        let denied = self.take_any(&["not", "no"]);
        if let Some(there) = self.there_is_fact(denied)? {
            return Ok(there);
        }
        self.take_any(&SOME);
        self.take_any(&["a", "an", "any"]);
        let letter = |parser: &Self| parser.peek().is_some_and(|it| it.letter().is_some());
        let mut lettered = self.clone();
        let claim = if letter(&lettered) || lettered.noun() && letter(&lettered) {
            *self = lettered;
            self.such_that()?
        } else {
            self.there_is_sort()?
        };
        Ok(if denied { claim.not() } else { claim })
    }

    /// *there is a king*, without a further predicate: a king in a hand of cards.
    fn there_is_fact(&mut self, denied: bool) -> Parsed<Option<Formula>> {
        let opening = self.clone();
        let either = self.is_word(0, &["either"]);
        let neither = !either && self.is_word(0, &["neither"]);
        let both = self.is_word(0, &["both"]);
        self.at += usize::from(either || neither || both);
        if !self.names(0, Role::Fact) || self.names(0, Role::Object) {
            *self = opening;
            return Ok(None);
        }
        let mut all = vec![self.fact()?];
        let none = denied || neither;
        self.take_any(&["in the hand", "in hand", "present", "here"]);
        let before = self.at.checked_sub(1).and_then(|at| self.pieces.get(at));
        let not_a = before.and_then(|it| it.named(Role::Fact)).is_some_and(|known| known.denial);
        if not_a && self.is_word(0, &["and", "or", "nor"]) {
            return Err(Unread::Ambiguous { how: "how far a denial goes" });
        }
        // *no king or ace*, *neither a king nor an ace*; other lists are lists of claims.
        while none && self.is_word(0, &["or", "nor"]) && self.names(1, Role::Fact) {
            self.at += 1;
            all.push(self.fact()?);
        }
        if denied && self.is_word(0, &["and"]) && self.names(1, Role::Fact) {
            return Err(Unread::Ambiguous { how: "how far a denial goes" });
        }
        if either || both {
            let joint = if either { "or" } else { "and" };
            while self.is_word(0, &[joint]) && self.names(1, Role::Fact) {
                self.at += 1;
                all.push(self.fact()?);
            }
            if all.len() < 2 {
                return Err(self.fault());
            }
            return Ok(Some(if either { Formula::or(all) } else { Formula::and(all) }));
        }
        if none {
            return Ok(Some(Formula::or(all).not()));
        }
        Ok(all.pop())
    }

    fn such_that(&mut self) -> Parsed {
        self.binding(Quantifier::Existential, |parser| {
            parser.take_sign(&Lexeme::Comma);
            if parser.take_any(&["such that", "for which", "where", "so that"]) {
                return parser.list_in_scope();
            }
            parser.that();
            let predicate = parser.verb_phrase()?;
            let object = parser.scope.last().map_or(0, |(_, object)| *object);
            Ok(predicate.filled(&Term::Object(object)))
        })
    }

    /// *there is a red card*, *there are cards that are red*, after the *is*.
    fn there_is_sort(&mut self) -> Parsed {
        match self.sort(Quantifier::Existential)? {
            Subject::Quantified { kind, object, among: Some(among) } => {
                Ok(Formula::Quantified(kind, object, Box::new(among)))
            }
            _ => Err(self.fault()),
        }
    }

    /// *every red card*, *something that is red*, *no card*.
    pub(super) fn quantified_subject(&mut self) -> Parsed<Option<Subject>> {
        if self.take_any(&["anything", "anyone"]) {
            return self.restricted(self.any, Vec::new()).map(Some);
        }
        if self.take("any") {
            return self.sort(self.any).map(Some);
        }
        if self.take_any(&["everything", "everyone", "all things"]) {
            return self.restricted(Quantifier::Universal, Vec::new()).map(Some);
        }
        if self.take_any(&["something", "someone"]) {
            return self.restricted(Quantifier::Existential, Vec::new()).map(Some);
        }
        if self.comes("all") && self.comes("all three") {
            return Err(self.fault());
        }
        if self.take_any(&EVERY) {
            return self.sort(Quantifier::Universal).map(Some);
        }
        if self.take_any(&SOME) {
            return self.sort(Quantifier::Existential).map(Some);
        }
        Ok(None)
    }

    /// *no card*, *nothing*, *none of the cards*: denies the predicate of some such thing.
    pub(super) fn none_of(&mut self) -> Parsed<Option<Subject>> {
        if self.comes("nothing") && self.names(1, Role::Predicate) {
            self.at += 1;
            return self.sort(Quantifier::Existential).map(Some);
        }
        if self.comes("nothing") && self.is_word(1, &["is", "that", "which", "can", "has"]) {
            self.at += 1;
            return self.restricted(Quantifier::Existential, Vec::new()).map(Some);
        }
        if self.take_any(&["none of the", "no"]) {
            return self.sort(Quantifier::Existential).map(Some);
        }
        Ok(None)
    }

    /// *not every card is red*
    fn denied_of(&mut self, subject: Subject) -> Parsed {
        let start = self.at;
        let predicate = self.verb_phrase()?;
        self.not_hedged(start)?;
        let subjects = super::subject::Subjects {
            list: vec![subject],
            any: false,
            denied: true,
            is_neither_clause: false,
        };
        self.said_of(subjects, &predicate)
    }

    /// *red cards that are round*: predicates, a noun, and a restriction.
    fn sort(&mut self, kind: Quantifier) -> Parsed<Subject> {
        let mut among = Vec::new();
        loop {
            let denied = self.is_word(0, &["non"]) && self.names(1, Role::Predicate);
            let known = self.ahead(usize::from(denied)).and_then(|it| it.named(Role::Predicate));
            let Some(known) = known else { break };
            self.at += 1 + usize::from(denied);
            let hole = Parser::hole(&known.name, Vec::new());
            among.push(if denied { hole.not() } else { hole });
            if self.is_word(0, &["and"]) && self.names(1, Role::Predicate) {
                self.at += 1;
            }
        }
        let noun = self.noun();
        if !noun && among.is_empty() && !self.is_word(0, &["that", "which", "who"]) {
            return Err(self.fault());
        }
        self.restricted(kind, among)
    }

    /// *that is round*
    fn restricted(&mut self, kind: Quantifier, mut among: Vec<Formula>) -> Parsed<Subject> {
        let object = self.fresh()?;
        if self.that() {
            among.push(self.nested(Parser::verb_phrase)?);
        }
        let among = (!among.is_empty()).then(|| Formula::and(among).filled(&Term::Object(object)));
        Ok(Subject::Quantified { kind, object, among })
    }

    fn that(&mut self) -> bool {
        let mut after = self.clone();
        let that = after.take_any(&["that", "which", "who"]);
        if that && after.verb().is_ok() {
            self.take_any(&["that", "which", "who"]);
            return true;
        }
        false
    }

    /// Parses a noun for any of the things; an unknown noun only before a letter.
    fn noun(&mut self) -> bool {
        const SORTS: [&str; 9] = [
            "celestial",
            "psychic",
            "magical",
            "given",
            "known",
            "particular",
            "specific",
            "such",
            "single",
        ];
        while self.is_word(0, &SORTS)
            && (self.word(1).is_some_and(is_noun) || self.is_word(1, &SORTS))
        {
            self.at += 1;
        }
        let noun = self.word(0).is_some_and(is_noun);
        let before_letter = self.word(0).is_some_and(|word| !is_noun(word))
            && self.ahead(1).is_some_and(|it| it.letter().is_some())
            && self.word(0).is_some_and(|word| !super::super::words::is_known(word));
        self.at += usize::from(noun || before_letter);
        noun || before_letter
    }
}

impl Formula {
    fn speaks_of(&self, object: usize) -> bool {
        match self {
            Formula::Is(literal) => literal.arguments.contains(&Term::Object(object)),
            Formula::Not(inner) | Formula::Quantified(_, _, inner) => inner.speaks_of(object),
            Formula::And(list) | Formula::Or(list) => list.iter().any(|it| it.speaks_of(object)),
            Formula::If(condition, then) => condition.speaks_of(object) || then.speaks_of(object),
        }
    }
}

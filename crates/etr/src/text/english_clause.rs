//! Atoms as English clauses.

use super::english_writer::EnglishWriter;
use crate::lexicon::{AtomBody, AtomId, FunctionId, PredicateId, TermId, TermKind};

/// The words before a clause that cannot be negated from within.
const DENIAL: &str = "it is not the case that ";
const EMPHASIS: &str = " (at emphasis)";

impl<'a> EnglishWriter<'a> {
    /// Writes an atom, and tells whether an *and* after it could seem to belong to it.
    pub(super) fn clause(&mut self, atom: AtomId) -> bool {
        let start = self.text.len();
        let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else { return false };
        let name = self.called(self.lexicon.predicate_name(predicate));
        let negated = atom.is_negated();
        let undeniable = matches!(terms, [] | [_, _]) && predicate != PredicateId::IDENTITY;
        if negated && undeniable {
            self.text.push_str(DENIAL);
        }
        let verb = |affirmed, denied| if negated { denied } else { affirmed };
        match terms {
            [] => self.text.push_str(name),
            [_] => self.joined(atom, terms, &[verb(" is ", " is not "), name]),
            [_, _] if predicate == PredicateId::IDENTITY => {
                self.joined(atom, terms, &[verb(" is identical to ", " is not identical to ")]);
            }
            [_, _] => self.joined(atom, terms, &[" ", name, " "]),
            _ => {
                self.text.push_str(name);
                self.text.push_str(verb(" holds of ", " does not hold of "));
                self.listed_arguments(atom, terms);
            }
        }
        let clause = &self.text[start..];
        clause.starts_with(DENIAL) || clause.contains(" and ")
    }

    /// The first argument, the words between, and the second argument if there is one.
    fn joined(&mut self, atom: AtomId, terms: &[TermId], middle: &[&str]) {
        for (at, term) in terms.iter().enumerate() {
            let holes = self.lexicon.holes_at(self.marking.marks_in(atom), at);
            self.noun(*term, &holes);
            if at == 0 {
                middle.iter().for_each(|part| self.text.push_str(part));
            }
        }
    }

    fn listed_arguments(&mut self, atom: AtomId, terms: &[TermId]) {
        for (at, term) in terms.iter().enumerate() {
            let holes = self.lexicon.holes_at(self.marking.marks_in(atom), at);
            self.list_item(at, terms.len(), *term, &holes);
        }
    }

    /// One of several things in a list; a thing that could contain an *and* or *of* goes into
    /// brackets.
    fn list_item(&mut self, at: usize, of: usize, term: TermId, holes: &[TermId]) {
        self.text.push_str(match at {
            0 => "",
            _ if at + 1 == of => " and ",
            _ => ", ",
        });
        let bracketed = of > 1 && self.is_phrase(term);
        if bracketed {
            self.text.push('(');
        }
        self.noun(term, holes);
        if bracketed {
            self.text.push(')');
        }
    }

    fn is_phrase(&self, term: TermId) -> bool {
        let applied = matches!(self.lexicon.term_kind(term), TermKind::Application(_));
        applied && !self.lexicon.term_arguments(term).is_empty()
    }

    /// A term: a name, a number, or *the f of* its arguments. A term that is at issue as a whole is
    /// emphasised at its head.
    fn noun(&mut self, term: TermId, holes: &[TermId]) {
        let phrase = self.is_phrase(term);
        match self.lexicon.term_kind(term) {
            TermKind::Number(_) => self.lexicon.write_number(term, true, &mut self.text),
            TermKind::Object(object) => {
                let name = self.called(self.lexicon.object_name(object));
                self.text.push_str(name);
            }
            TermKind::Application(function) => {
                if phrase {
                    self.text.push_str("the ");
                }
                let head = self.head(function);
                self.text.push_str(head);
            }
        }
        if holes.contains(&TermId::HOLE) {
            self.text.push_str(EMPHASIS);
        }
        if phrase {
            self.text.push_str(" of ");
            let arguments = self.lexicon.written_arguments(term, holes);
            for (at, (argument, holes)) in arguments.iter().enumerate() {
                self.list_item(at, arguments.len(), *argument, holes);
            }
        }
    }

    fn head(&self, function: FunctionId) -> &'a str {
        let name = self.lexicon.function_name(function);
        match (self.called(name), function) {
            (called, FunctionId::SUM) if called == name => "sum",
            (called, FunctionId::PRODUCT) if called == name => "product",
            (called, _) => called,
        }
    }
}

//! Carrying terms and atoms from one lexicon into another.

use super::{AtomBody, AtomId, Lexicon, ObjectId, OpenId, TermId, TermKind};
use crate::error::Error;

/// A copy from one lexicon into another; terms that were copied once are remembered.
pub(crate) struct Graft<'a> {
    from: &'a Lexicon,
    into: &'a mut Lexicon,
    terms: Vec<Option<TermId>>,
    atoms: Vec<Option<AtomId>>,
}

impl<'a> Graft<'a> {
    pub(crate) fn new(from: &'a Lexicon, into: &'a mut Lexicon) -> Self {
        let (terms, atoms) = (vec![None; from.terms.len()], vec![None; from.atoms.len()]);
        Graft { from, into, terms, atoms }
    }

    pub(crate) fn width(&self) -> usize {
        self.into.width()
    }

    pub(crate) fn object(&mut self, object: ObjectId) -> ObjectId {
        self.into.intern_object(self.from.object_name(object))
    }

    pub(crate) fn term(&mut self, term: TermId) -> Result<TermId, Error> {
        if term == TermId::HOLE {
            return Ok(term);
        }
        if let Some(known) = self.terms[term.0 as usize] {
            return Ok(known);
        }
        let carried = match self.from.term_kind(term) {
            TermKind::Object(object) => {
                let object = self.object(object);
                self.into.object_term(object)
            }
            TermKind::Number(at) => self.number(at),
            TermKind::Application(function) => {
                let name = self.from.function_name(function);
                let symbol = self.into.intern_function(name, self.from.function_arity(function));
                let arguments = self.list(self.from.term_arguments(term))?;
                self.into.apply_function(symbol, &arguments)?
            }
        };
        self.terms[term.0 as usize] = Some(carried);
        Ok(carried)
    }

    fn number(&mut self, at: u32) -> TermId {
        let number = self.from.numbers[at as usize];
        let same_kind = self.from.reading.numbers == self.into.reading.numbers;
        let number = if same_kind {
            number
        } else {
            self.into.read_number(&number.to_string()).unwrap_or(number)
        };
        self.into.number_term(number)
    }

    fn list(&mut self, terms: &[TermId]) -> Result<Vec<TermId>, Error> {
        terms.iter().map(|term| self.term(*term)).collect()
    }

    pub(crate) fn atom(&mut self, atom: AtomId) -> Result<AtomId, Error> {
        if let Some(known) = self.atoms[atom.pair()] {
            return Ok(known.with_sign_of(atom));
        }
        let carried = match self.from.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                let arity = self.from.predicate_arity(predicate);
                let name = self.from.predicate_name(predicate);
                let symbol = self.into.intern_predicate(name, arity);
                let terms = self.list(terms)?;
                self.into.intern_atom(symbol, &terms)
            }
            AtomBody::Do(inner) => {
                let inner: Vec<AtomId> =
                    inner.iter().map(|one| self.atom(*one)).collect::<Result<_, _>>()?;
                self.into.intern_do(&inner)
            }
        };
        self.atoms[atom.pair()] = Some(carried);
        Ok(carried.with_sign_of(atom))
    }

    pub(crate) fn open(&mut self, open: OpenId) -> Result<OpenId, Error> {
        let predicate = self.from.open_predicate(open);
        let arity = self.from.predicate_arity(predicate);
        let symbol = self.into.intern_predicate(self.from.predicate_name(predicate), arity);
        let terms = self.list(self.from.open_arguments(open))?;
        Ok(self.into.intern_open(symbol, &terms).negated_if(open.is_negated()))
    }
}

//! Replacing arbitrary objects by terms, all at once.

use super::{AtomBody, AtomId, Atoms, Lexicon, ObjectId, OpenId, TermId, TermKind};
use crate::bits::Bits;
use crate::error::Error;
use smallvec::SmallVec;

/// Replacements of objects by terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Substitution {
    domain: Bits,
    pairs: SmallVec<[(ObjectId, TermId); 4]>,
}

impl Substitution {
    #[inline]
    pub(crate) fn new(object: ObjectId, term: TermId) -> Substitution {
        let mut substitution = Substitution::default();
        substitution.add(object, term);
        substitution
    }

    #[inline]
    pub(crate) fn add(&mut self, object: ObjectId, term: TermId) {
        self.domain.insert(object.0);
        self.pairs.push((object, term));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    #[inline]
    pub(crate) fn domain(&self) -> &Bits {
        &self.domain
    }

    #[inline]
    pub(crate) fn get(&self, object: ObjectId) -> Option<TermId> {
        self.pairs.iter().find(|pair| pair.0 == object).map(|pair| pair.1)
    }
}

impl Lexicon {
    pub(crate) fn substitute_term(
        &mut self,
        term: TermId,
        by: &Substitution,
    ) -> Result<TermId, Error> {
        if !self.term_objects(term).intersects(&by.domain) {
            return Ok(term);
        }
        match self.term_kind(term) {
            TermKind::Object(object) => Ok(by.get(object).unwrap_or(term)),
            TermKind::Number(_) => Ok(term),
            TermKind::Application(function) => {
                let mut arguments: SmallVec<[TermId; 4]> =
                    SmallVec::from_slice(self.term_arguments(term));
                for argument in &mut arguments {
                    *argument = self.substitute_term(*argument, by)?;
                }
                self.apply_function(function, &arguments)
            }
        }
    }

    pub(crate) fn substitute_atom(
        &mut self,
        atom: AtomId,
        by: &Substitution,
    ) -> Result<AtomId, Error> {
        if !self.atom_objects(atom).intersects(&by.domain) {
            return Ok(atom);
        }
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                let mut terms: SmallVec<[TermId; 4]> = SmallVec::from_slice(terms);
                for term in &mut terms {
                    *term = self.substitute_term(*term, by)?;
                }
                Ok(self.intern_atom(predicate, &terms).with_sign_of(atom))
            }
            AtomBody::Do(inner) => {
                let mut inner: Atoms = SmallVec::from_slice(inner);
                for one in &mut inner {
                    *one = self.substitute_atom(*one, by)?;
                }
                Ok(self.intern_do(&inner).with_sign_of(atom))
            }
        }
    }

    pub(crate) fn substitute_open(
        &mut self,
        open: OpenId,
        by: &Substitution,
    ) -> Result<OpenId, Error> {
        if !self.open_objects(open).intersects(&by.domain) {
            return Ok(open);
        }
        let mut terms: SmallVec<[TermId; 4]> = SmallVec::from_slice(self.open_arguments(open));
        for term in &mut terms {
            *term = self.substitute_term(*term, by)?;
        }
        let fresh = self.intern_open(self.open_predicate(open), &terms);
        Ok(fresh.negated_if(open.is_negated()))
    }
}

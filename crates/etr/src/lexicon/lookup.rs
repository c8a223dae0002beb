//! Finding instances of terms and atoms that exist already, without making new ones.

use super::table::hash_of;
use super::{AtomBody, AtomId, Atoms, Lexicon, Substitution, TermId, TermKind};
use crate::row::{self, StateRow};
use crate::weight::Weight;
use smallvec::SmallVec;

impl Lexicon {
    /// The instance of an atom, if it is in the lexicon.
    pub(crate) fn find_atom(&self, atom: AtomId, by: &Substitution) -> Option<AtomId> {
        if !self.atom_objects(atom).intersects(by.domain()) {
            return Some(atom);
        }
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                let terms = self.find_terms(terms, by)?;
                let body = AtomBody::Of(predicate, &terms);
                let hash = hash_of(&(predicate, terms.as_slice()));
                self.find_body(hash, body).map(|found| found.with_sign_of(atom))
            }
            AtomBody::Do(inner) => {
                let mut inner: Atoms =
                    inner.iter().map(|one| self.find_atom(*one, by)).collect::<Option<_>>()?;
                inner.sort_unstable();
                inner.dedup();
                let hash = hash_of(&("do", inner.as_slice()));
                self.find_body(hash, AtomBody::Do(&inner)).map(|found| found.with_sign_of(atom))
            }
        }
    }

    /// The instance of a state, if all its atoms are in the lexicon and fit into `width` words.
    pub(crate) fn find_row(
        &self,
        state: &[u64],
        by: &Substitution,
        width: usize,
    ) -> Option<StateRow> {
        let mut row = StateRow::from_elem(0, width);
        for atom in row::atoms(state) {
            let found = self.find_atom(atom, by)?;
            *row.get_mut(found.word())? |= found.mask();
        }
        Some(row)
    }

    fn find_body(&self, hash: u64, body: AtomBody<'_>) -> Option<AtomId> {
        self.atom_table
            .find(hash, |pair| self.atom_body(AtomId::positive(pair)) == body)
            .map(AtomId::positive)
    }

    fn find_terms(&self, terms: &[TermId], by: &Substitution) -> Option<SmallVec<[TermId; 4]>> {
        terms.iter().map(|term| self.find_term(*term, by)).collect()
    }

    pub(crate) fn find_term(&self, term: TermId, by: &Substitution) -> Option<TermId> {
        if !self.term_objects(term).intersects(by.domain()) {
            return Some(term);
        }
        match self.term_kind(term) {
            TermKind::Object(object) => Some(by.get(object).unwrap_or(term)),
            TermKind::Number(_) => Some(term),
            TermKind::Application(function) => {
                let mut arguments = self.find_terms(self.term_arguments(term), by)?;
                if let Some(number) = self.compute(function, &arguments).ok()? {
                    let at = self.numbers.find(&number)?;
                    return self.find_node(TermKind::Number(at), &[]);
                }
                if self.function_arity(function) == super::Arity::Multiset {
                    arguments.sort_unstable();
                }
                self.find_node(TermKind::Application(function), &arguments)
            }
        }
    }

    fn find_node(&self, kind: TermKind, arguments: &[TermId]) -> Option<TermId> {
        self.term_table
            .find(hash_of(&(kind, arguments)), |at| {
                let term = TermId(at);
                self.term_kind(term) == kind && self.term_arguments(term) == arguments
            })
            .map(TermId)
    }

    pub(crate) fn find_weight(&self, weight: &Weight, by: &Substitution) -> Option<Weight> {
        let part = |terms: &[TermId]| -> Option<crate::weight::Multiset> {
            terms.iter().map(|term| self.find_term(*term, by)).collect()
        };
        Some(Weight::new(part(&weight.multiplicative)?, part(&weight.additive)?))
    }
}

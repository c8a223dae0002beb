//! The symbols of a view.

use super::{AtomBody, AtomId, FunctionId, Lexicon, ObjectId, PredicateId, TermId, TermKind};
use crate::interned::InternedView;
use crate::row;
use std::collections::BTreeSet;

/// Predicates, functions and arbitrary objects.
#[derive(Debug, Default)]
pub(crate) struct SymbolIds {
    pub(crate) predicates: BTreeSet<PredicateId>,
    pub(crate) functions: BTreeSet<FunctionId>,
    pub(crate) objects: BTreeSet<ObjectId>,
}

impl Lexicon {
    /// The symbols of a view's atoms.
    fn symbols_of_atoms(&self, view: &InternedView) -> SymbolIds {
        let mut symbols = SymbolIds::default();
        row::atoms(&view.all_atoms(self)).for_each(|atom| self.note_atom(atom, &mut symbols));
        symbols
    }

    /// The symbols of a view's weights.
    fn symbols_of_weights(&self, view: &InternedView) -> SymbolIds {
        let mut symbols = SymbolIds::default();
        for term in view.stage.weights().iter().flat_map(|weight| weight.terms()) {
            self.note_term(term, &mut symbols);
        }
        symbols
    }

    /// All symbols of a view.
    pub(crate) fn symbols_of(&self, view: &InternedView) -> SymbolIds {
        let (mut all, weights) = (self.symbols_of_atoms(view), self.symbols_of_weights(view));
        all.functions.extend(weights.functions);
        all.objects.extend(weights.objects);
        all
    }

    /// The functions and objects that occur in weights and in no atom.
    pub(crate) fn in_weights_alone(&self, view: &InternedView) -> SymbolIds {
        let (atoms, mut weights) = (self.symbols_of_atoms(view), self.symbols_of_weights(view));
        weights.functions.retain(|function| !atoms.functions.contains(function));
        weights.objects.retain(|object| !atoms.objects.contains(object));
        weights
    }

    fn note_term(&self, term: TermId, noted: &mut SymbolIds) {
        match self.term_kind(term) {
            TermKind::Object(object) => {
                noted.objects.insert(object);
            }
            TermKind::Number(_) => {}
            TermKind::Application(function) => {
                noted.functions.insert(function);
                self.term_arguments(term).iter().for_each(|one| self.note_term(*one, noted));
            }
        }
    }

    fn note_atom(&self, atom: AtomId, noted: &mut SymbolIds) {
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                noted.predicates.insert(predicate);
                terms.iter().for_each(|term| self.note_term(*term, noted));
            }
            AtomBody::Do(inner) => inner.iter().for_each(|one| self.note_atom(*one, noted)),
        }
    }
}

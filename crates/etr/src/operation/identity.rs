//! Replacing a term by another throughout a stage, as an identity allows.

use super::sub::moved;
use crate::engine::Engine;
use crate::error::Error;
use crate::lexicon::{AtomBody, AtomId, Atoms, Lexicon, TermId, TermKind};
use crate::reading::DoPolarity;
use crate::row;
use crate::stage::{Stage, StageBuilder};
use smallvec::SmallVec;

impl Engine {
    /// The states that hold the identity with `from` rewritten to `to`, the others as they are.
    pub(crate) fn rewritten(
        &mut self,
        stage: &Stage,
        identity: AtomId,
        from: TermId,
        to: TermId,
    ) -> Result<Stage, Error> {
        let loses_sign = self.reading().do_polarity == DoPolarity::Lost;
        let mut moves = SmallVec::<[(AtomId, AtomId); 8]>::new();
        for atom in row::atoms(&stage.states().all_atoms()) {
            let mut changed = self.lexicon.replace_in_atom(atom, from, to)?;
            if loses_sign && self.lexicon.is_do(changed) {
                changed = changed.affirmed();
            }
            if changed != atom {
                moves.push((atom, changed));
            }
        }
        let width = self.lexicon.width();
        let mut built = StageBuilder::new(width, &self.limits);
        for (state, weight) in stage.iter() {
            if row::contains(state, identity) {
                let weight = weight
                    .try_map(|term| self.lexicon.replace_in_term(term, from, to).map(Some))?;
                built.add(&moved(state, &moves, width), &weight)?;
            } else {
                built.add(state, weight)?;
            }
        }
        Ok(built.finish())
    }
}

impl Lexicon {
    pub(crate) fn replace_in_term(
        &mut self,
        term: TermId,
        from: TermId,
        to: TermId,
    ) -> Result<TermId, Error> {
        if term == from {
            return Ok(to);
        }
        let TermKind::Application(function) = self.term_kind(term) else { return Ok(term) };
        let mut arguments: SmallVec<[TermId; 4]> = SmallVec::from_slice(self.term_arguments(term));
        for argument in &mut arguments {
            *argument = self.replace_in_term(*argument, from, to)?;
        }
        self.apply_function(function, &arguments)
    }

    pub(crate) fn replace_in_atom(
        &mut self,
        atom: AtomId,
        from: TermId,
        to: TermId,
    ) -> Result<AtomId, Error> {
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                let mut terms: SmallVec<[TermId; 4]> = SmallVec::from_slice(terms);
                let mut changed = false;
                for term in &mut terms {
                    let replaced = self.replace_in_term(*term, from, to)?;
                    changed |= replaced != *term;
                    *term = replaced;
                }
                if !changed {
                    return Ok(atom);
                }
                Ok(self.intern_atom(predicate, &terms).with_sign_of(atom))
            }
            AtomBody::Do(inner) => {
                let mut inner: Atoms = SmallVec::from_slice(inner);
                for one in &mut inner {
                    *one = self.replace_in_atom(*one, from, to)?;
                }
                Ok(self.intern_do(&inner).with_sign_of(atom))
            }
        }
    }
}

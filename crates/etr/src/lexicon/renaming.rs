//! Giving symbols another name.

use super::symbols::SymbolIds;
use super::{AtomBody, AtomId, Lexicon, ObjectId, OpenId, TermId, TermKind};
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::issue::{Issue, Issues};
use crate::reading::{DoPolarity, WeightNames};
use crate::relation::{Quantifier, Relation};
use crate::row;
use crate::stage::StageBuilder;
use crate::states::{Gathering, States};
use std::collections::BTreeSet;

/// One name for another, for symbols of every kind.
pub(crate) struct Renaming<'a> {
    old: &'a str,
    new: &'a str,
    lexicon: &'a mut Lexicon,
    /// Functions and objects of the old name that keep it: under [`WeightNames::RenamedWithAtoms`]
    /// those that only weights speak of.
    kept: SymbolIds,
}

impl<'a> Renaming<'a> {
    pub(crate) fn new(old: &'a str, new: &'a str, lexicon: &'a mut Lexicon) -> Self {
        Renaming { old, new, lexicon, kept: SymbolIds::default() }
    }

    fn object(&mut self, object: ObjectId) -> ObjectId {
        let reached = !self.kept.objects.contains(&object);
        if reached && self.lexicon.object_name(object) == self.old {
            self.lexicon.intern_object(self.new)
        } else {
            object
        }
    }

    fn term(&mut self, term: TermId) -> Result<TermId, Error> {
        if term == TermId::HOLE {
            return Ok(term);
        }
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => {
                let object = self.object(object);
                Ok(self.lexicon.object_term(object))
            }
            TermKind::Number(_) => Ok(term),
            TermKind::Application(mut function) => {
                let arguments = self.lexicon.term_arguments(term).to_vec();
                let arguments = self.terms(&arguments)?;
                let reached = !self.kept.functions.contains(&function);
                if reached && self.lexicon.function_name(function) == self.old {
                    let arity = self.lexicon.function_arity(function);
                    function = self.lexicon.intern_function(self.new, arity);
                }
                self.lexicon.apply_function(function, &arguments)
            }
        }
    }

    fn terms(&mut self, terms: &[TermId]) -> Result<Vec<TermId>, Error> {
        terms.iter().map(|term| self.term(*term)).collect()
    }

    fn predicate(&mut self, predicate: super::PredicateId) -> super::PredicateId {
        if self.lexicon.predicate_name(predicate) == self.old {
            let arity = self.lexicon.predicate_arity(predicate);
            return self.lexicon.intern_predicate(self.new, arity);
        }
        predicate
    }

    fn atom(&mut self, atom: AtomId) -> Result<AtomId, Error> {
        let renamed = match self.lexicon.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                let terms = terms.to_vec();
                let (predicate, terms) = (self.predicate(predicate), self.terms(&terms)?);
                self.lexicon.intern_atom(predicate, &terms).with_sign_of(atom)
            }
            AtomBody::Do(inner) => {
                let inner = inner.to_vec();
                let inner: Vec<AtomId> =
                    inner.into_iter().map(|one| self.atom(one)).collect::<Result<_, _>>()?;
                let renamed = self.lexicon.intern_do(&inner);
                match self.lexicon.reading().do_polarity {
                    DoPolarity::Kept => renamed.with_sign_of(atom),
                    DoPolarity::Lost => renamed,
                }
            }
        };
        Ok(renamed)
    }

    fn open(&mut self, open: OpenId) -> Result<OpenId, Error> {
        let terms = self.lexicon.open_arguments(open).to_vec();
        let terms = self.terms(&terms)?;
        let predicate = self.predicate(self.lexicon.open_predicate(open));
        Ok(self.lexicon.intern_open(predicate, &terms).negated_if(open.is_negated()))
    }

    fn state(&mut self, state: &[u64]) -> Result<Vec<AtomId>, Error> {
        row::atoms(state).map(|atom| self.atom(atom)).collect()
    }

    /// The view under the new name, before restriction.
    pub(crate) fn view(&mut self, view: &InternedView) -> Result<Parts, Error> {
        if self.lexicon.reading().weight_names == WeightNames::RenamedWithAtoms {
            self.kept = self.lexicon.in_weights_alone(view);
        }
        let mut stage = Vec::new();
        for (state, weight) in view.stage.iter() {
            let weight = weight.try_map(|term| self.term(term).map(Some))?;
            stage.push((self.state(state)?, weight));
        }
        let mut supposition = Vec::new();
        for state in view.supposition.iter() {
            supposition.push(self.state(state)?);
        }
        let issues = self.issues(&view.issues)?;
        let relation = self.relation(&view.relation)?;
        let width = self.lexicon.width();
        let mut built = StageBuilder::new(width, &crate::limits::Limits::default());
        for (atoms, weight) in stage {
            built.add(&row::from_atoms(atoms, width), &weight)?;
        }
        let mut given = Gathering::new(width);
        for atoms in supposition {
            given.place(&row::from_atoms(atoms, width));
        }
        let supposition: States = given.states;
        Ok(Parts { stage: built.finish(), supposition, relation, issues })
    }

    fn issues(&mut self, issues: &Issues) -> Result<Issues, Error> {
        let mut pairs = Vec::new();
        for issue in issues.iter() {
            let (open, term) = (self.open(issue.open)?, self.term(issue.term)?);
            pairs.push(Issue { open, term, atom: self.atom(issue.atom)? });
        }
        Ok(Issues::from_pairs(pairs))
    }

    fn relation(&mut self, relation: &Relation) -> Result<Relation, Error> {
        let mut renamed = Relation::default();
        let mut seen: BTreeSet<(u32, Quantifier)> = BTreeSet::new();
        for (kind, block) in relation.blocks() {
            for object in block.iter() {
                let object = self.object(ObjectId(object));
                let other = match kind {
                    Quantifier::Existential => Quantifier::Universal,
                    Quantifier::Universal => Quantifier::Existential,
                };
                if seen.contains(&(object.0, other)) {
                    return Err(Error::Clash);
                }
                if seen.insert((object.0, kind)) {
                    renamed.append(kind, &std::iter::once(object.0).collect());
                }
            }
        }
        Ok(renamed)
    }
}

impl Lexicon {
    /// Does a symbol of this name occur in the view, where a renaming reaches it?
    pub(crate) fn mentions(&self, view: &InternedView, name: &str) -> bool {
        let weights = match self.reading().weight_names {
            WeightNames::Renamed => view.stage.weights(),
            WeightNames::RenamedWithAtoms => &[],
        };
        row::atoms(&view.all_atoms(self)).any(|atom| self.atom_mentions(atom, name))
            || weights
                .iter()
                .flat_map(|weight| weight.terms())
                .any(|term| self.term_mentions(term, name))
    }

    fn atom_mentions(&self, atom: AtomId, name: &str) -> bool {
        match self.atom_body(atom) {
            AtomBody::Of(predicate, terms) => {
                self.predicate_name(predicate) == name
                    || terms.iter().any(|term| self.term_mentions(*term, name))
            }
            AtomBody::Do(inner) => inner.iter().any(|atom| self.atom_mentions(*atom, name)),
        }
    }

    fn term_mentions(&self, term: TermId, name: &str) -> bool {
        match self.term_kind(term) {
            TermKind::Object(object) => self.object_name(object) == name,
            TermKind::Number(_) => false,
            TermKind::Application(function) => {
                self.function_name(function) == name
                    || self.term_arguments(term).iter().any(|one| self.term_mentions(*one, name))
            }
        }
    }
}

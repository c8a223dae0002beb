//! Views as an engine holds them: all in numbers of its lexicon.

use crate::bits::Bits;
use crate::error::Error;
use crate::issue::{Issue, Issues};
use crate::lexicon::{AtomId, Graft, Lexicon, ObjectId};
use crate::relation::Relation;
use crate::row::{self, StateRow};
use crate::stage::Stage;
use crate::states::States;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

/// A view (definition 9) in an engine's own numbers: stage, supposition, dependency relation and
/// issue structure.
///
/// It is valid only with the [`crate::Engine`] that made it: another gives nonsense or an error.
/// [`crate::Engine::export`] makes a [`crate::View`] of it that needs no engine. Cloning one costs
/// next to nothing.
#[derive(Debug, Clone)]
pub struct InternedView(Arc<Parts>);

/// The parts of a view.
#[derive(Debug, Clone)]
pub struct Parts {
    pub(crate) stage: Stage,
    pub(crate) supposition: States,
    pub(crate) relation: Relation,
    pub(crate) issues: Issues,
}

impl Deref for InternedView {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl From<Parts> for InternedView {
    fn from(parts: Parts) -> InternedView {
        InternedView(Arc::new(parts))
    }
}

impl InternedView {
    /// The parts to make another view of; copied only if somebody else holds the view too.
    #[inline]
    pub(crate) fn into_parts(self) -> Parts {
        Arc::try_unwrap(self.0).unwrap_or_else(|shared| Parts::clone(&shared))
    }

    #[inline]
    pub(crate) fn parts(&self) -> Parts {
        Parts::clone(&self.0)
    }

    /// The same view with another stage, piped. Made in place if nobody else holds the view.
    #[inline]
    pub(crate) fn with_stage(self, stage: Stage, lexicon: &Lexicon) -> Result<InternedView, Error> {
        self.with_stage_and_issues(stage, &Issues::default(), lexicon)
    }

    /// The same view with another stage and more issues, piped. Made in place likewise.
    #[inline]
    pub(crate) fn with_stage_and_issues(
        mut self,
        stage: Stage,
        more: &Issues,
        lexicon: &Lexicon,
    ) -> Result<InternedView, Error> {
        match Arc::get_mut(&mut self.0) {
            Some(parts) => {
                parts.stage = stage;
                parts.issues.unite(more);
                parts.pipe(lexicon)?;
                Ok(self)
            }
            None => {
                let (supposition, relation) = (self.supposition.clone(), self.relation.clone());
                Parts { stage, supposition, relation, issues: self.issues.union(more) }
                    .piped(lexicon)
            }
        }
    }

    /// The same supposition with everything else replaced, piped. Made in place likewise.
    #[inline]
    pub(crate) fn with_all_but_supposition(
        mut self,
        stage: Stage,
        relation: Relation,
        issues: Issues,
        lexicon: &Lexicon,
    ) -> Result<InternedView, Error> {
        match Arc::get_mut(&mut self.0) {
            Some(parts) => {
                (parts.stage, parts.relation, parts.issues) = (stage, relation, issues);
                parts.pipe(lexicon)?;
                Ok(self)
            }
            None => {
                let supposition = self.supposition.clone();
                Parts { stage, supposition, relation, issues }.piped(lexicon)
            }
        }
    }

    /// ⊤: nothing supposed, one alternative without content.
    pub fn verum() -> InternedView {
        InternedView::new(Stage::verum())
    }

    /// ⊥: nothing supposed, no alternative.
    pub fn falsum() -> InternedView {
        InternedView::new(Stage::unweighted(States::none()))
    }

    #[inline]
    pub(crate) fn new(stage: Stage) -> InternedView {
        Parts::new(stage).into()
    }

    /// The same view? Without looking inside, if both are one.
    #[inline]
    pub(crate) fn same(&self, other: &InternedView) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.same(other)
    }

    /// Is something supposed?
    pub fn supposes(&self) -> bool {
        !self.supposition.is_verum()
    }

    /// Is it ⊤, as far as stage and supposition go?
    pub fn is_verum(&self) -> bool {
        self.stage.is_verum() && self.supposition.is_verum()
    }

    /// Is it ⊥, as far as stage and supposition go?
    pub fn is_falsum(&self) -> bool {
        self.stage.is_none() && self.supposition.is_verum()
    }

    /// The number of alternatives in the stage.
    pub fn states(&self) -> usize {
        self.stage.len()
    }
}

impl Parts {
    /// The number of atoms in all states together, plus one for each state.
    pub(crate) fn size(&self) -> u64 {
        let of = |states: &States| -> u64 {
            states.iter().map(|state| 1 + row::atoms(state).count() as u64).sum()
        };
        of(self.stage.states()) + of(&self.supposition)
    }

    /// The number of words that the rows of all states take up.
    pub(crate) fn words(&self) -> u64 {
        let of = |states: &States| (states.len() * states.width()) as u64;
        of(self.stage.states()) + of(&self.supposition)
    }

    /// A stage and nothing else.
    #[inline]
    pub(crate) fn new(stage: Stage) -> Parts {
        Parts {
            stage,
            supposition: States::verum(),
            relation: Relation::default(),
            issues: Issues::default(),
        }
    }

    /// Equal in stage, weights, supposition, dependencies and issues, names included.
    #[inline]
    pub(crate) fn same(&self, other: &Parts) -> bool {
        self.relation == other.relation
            && self.issues == other.issues
            && self.supposition.same_set(&other.supposition)
            && self.stage.same(&other.stage)
    }

    /// The words that any of its rows needs.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.stage.states().width().max(self.supposition.width())
    }

    #[inline]
    pub(crate) fn stage_objects(&self, lexicon: &Lexicon) -> Bits {
        objects_of(self.stage.states(), lexicon)
    }

    #[inline]
    pub(crate) fn supposition_objects(&self, lexicon: &Lexicon) -> Bits {
        objects_of(&self.supposition, lexicon)
    }

    /// `A(Γ ∪ Θ)`: the arbitrary objects of stage and supposition.
    #[inline]
    pub(crate) fn objects(&self, lexicon: &Lexicon) -> Bits {
        if self.relation.is_empty() {
            return Bits::default();
        }
        lexicon.row_objects(&self.outer_atoms())
    }

    /// Every atom of stage and supposition.
    fn outer_atoms(&self) -> StateRow {
        let mut all = self.stage.states().all_atoms();
        if !self.supposition.is_verum() {
            all.resize(self.width(), 0);
            row::unite(&mut all, &self.supposition.all_atoms());
        }
        all
    }

    /// Every atom of stage and supposition, and those inside do-atoms.
    #[inline]
    pub(crate) fn all_atoms(&self, lexicon: &Lexicon) -> StateRow {
        lexicon.with_inner_atoms(self.outer_atoms())
    }

    /// The *pipe* (A.65): dependencies, weights and issues are restricted to what stage and
    /// supposition still speak of.
    #[inline]
    pub(crate) fn piped(mut self, lexicon: &Lexicon) -> Result<InternedView, Error> {
        self.pipe(lexicon)?;
        Ok(self.into())
    }

    fn pipe(&mut self, lexicon: &Lexicon) -> Result<(), Error> {
        let quantified = !self.relation.is_empty();
        let weighted = self.stage.is_weighted() && lexicon.has_objects();
        if !quantified && !weighted && self.issues.is_empty() {
            return Ok(());
        }
        let atoms = self.outer_atoms();
        if quantified || weighted {
            let objects = lexicon.row_objects(&atoms);
            self.relation.restrict(&objects);
            if weighted {
                self.stage.map_weights(|weight| {
                    weight.try_map(|term| {
                        Ok(lexicon.term_objects(term).is_subset(&objects).then_some(term))
                    })
                })?;
            }
        }
        if !self.issues.is_empty() {
            self.issues.restrict(&lexicon.with_inner_atoms(atoms));
        }
        Ok(())
    }

    /// Is it sure that piping would change nothing?
    pub(crate) fn is_piped(&self, lexicon: &Lexicon) -> bool {
        if self.stage.is_weighted() && lexicon.has_objects() {
            return false;
        }
        if self.relation.is_empty() && self.issues.is_empty() {
            return true;
        }
        let atoms = self.outer_atoms();
        self.relation.objects().is_subset(&lexicon.row_objects(&atoms))
            && self.issues.are_of(&lexicon.with_inner_atoms(atoms))
    }

    /// The same view in the numbers of another lexicon.
    pub(crate) fn carried(&self, graft: &mut Graft<'_>) -> Result<InternedView, Error> {
        let stage = carry(self.stage.states(), graft)?;
        let supposition = carry(&self.supposition, graft)?;
        let mut issues = Vec::with_capacity(self.issues.iter().len());
        for issue in self.issues.iter() {
            let (open, term) = (graft.open(issue.open)?, graft.term(issue.term)?);
            issues.push(Issue { open, term, atom: graft.atom(issue.atom)? });
        }
        let mut weights = Vec::with_capacity(self.stage.weights().len());
        for weight in self.stage.weights() {
            weights.push(weight.try_map(|term| graft.term(term).map(Some))?);
        }
        let objects = self.relation.objects();
        let names: BTreeMap<u32, ObjectId> =
            objects.iter().map(|old| (old, graft.object(ObjectId(old)))).collect();
        let relation = self.relation.renamed(|old| names.get(&old.0).copied().unwrap_or(old));
        let width = graft.width();
        Ok(Parts {
            stage: Stage::new(rows(&stage, width), weights),
            supposition: rows(&supposition, width),
            relation,
            issues: Issues::from_pairs(issues),
        }
        .into())
    }
}

type AtomLists = Vec<Vec<AtomId>>;

fn carry(states: &States, graft: &mut Graft<'_>) -> Result<AtomLists, Error> {
    states.iter().map(|state| row::atoms(state).map(|atom| graft.atom(atom)).collect()).collect()
}

/// States from lists of atoms, all different.
fn rows(lists: &AtomLists, width: usize) -> States {
    let mut states = States::with_width(width);
    for list in lists {
        states.push(&row::from_atoms(list.iter().copied(), width));
    }
    states
}

#[inline]
pub(crate) fn objects_of(states: &States, lexicon: &Lexicon) -> Bits {
    if !lexicon.has_objects() || states.is_none() || states.is_verum() {
        return Bits::default();
    }
    lexicon.row_objects(&states.all_atoms())
}

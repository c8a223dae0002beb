//! Premises during a search, with an engine to test them.

use crate::draft::Draft;
use crate::judge::follows;
use crate::profile::Profile;
use crate::rejection::{Rejection, Tried};
use peirast_etr::{Engine, Following, InternedView, Reading};
use peirast_logic::{Argument, Formula, Signature, formula_of_view};
use std::fmt::Write;

/// A premise after reading.
#[derive(Debug, Clone)]
pub(crate) struct Premise {
    pub(crate) draft: Draft,
    pub(crate) view: InternedView,
    pub(crate) atoms: usize,
}

/// Premises and the conclusion predicted from them.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) premises: Vec<Premise>,
    pub(crate) conclusion: InternedView,
}

impl Candidate {
    pub(crate) fn atoms(&self) -> usize {
        self.premises.iter().map(|premise| premise.atoms).sum()
    }

    pub(crate) fn drafts(&self) -> Vec<Draft> {
        self.premises.iter().map(|premise| premise.draft.clone()).collect()
    }

    /// Tests if a premise says what another says.
    pub(crate) fn repeats_itself(&self) -> bool {
        self.premises.iter().enumerate().any(|(at, one)| {
            self.premises[..at].iter().any(|other| other.draft.says_the_same_as(&one.draft))
        })
    }

    /// Tests if the conclusion is a single alternative.
    pub(crate) fn is_categorical(&self) -> bool {
        self.conclusion.states() == 1 && !self.conclusion.is_verum()
    }
}

/// An engine for one problem only, so that no problem depends on another.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) engine: Engine,
    text: String,
    views: Vec<InternedView>,
}

impl Scene {
    pub(crate) fn new(reading: Reading) -> Scene {
        Scene { engine: Engine::new(reading), text: String::new(), views: Vec::new() }
    }

    pub(crate) fn premise(&mut self, draft: Draft) -> Tried<Premise> {
        self.text.clear();
        write!(self.text, "{draft}").map_err(|_| Rejection::Unreadable)?;
        let view = self.engine.read(&self.text).map_err(|_| Rejection::Unreadable)?;
        let atoms = draft.atoms();
        Ok(Premise { draft, view, atoms })
    }

    pub(crate) fn read(&mut self, text: &str) -> Tried<InternedView> {
        self.engine.read(text).map_err(|_| Rejection::Unreadable)
    }

    /// The conclusion from the premises, with one more premise if there is one.
    pub(crate) fn conclusion(
        &mut self,
        premises: &[Premise],
        more: Option<&Premise>,
    ) -> Tried<InternedView> {
        self.views.clear();
        self.views.extend(premises.iter().chain(more).map(|premise| premise.view.clone()));
        self.engine.default_inference(&self.views).map_err(|_| Rejection::TheoryFailed)
    }

    /// Tests if people accept the conclusion when asked whether it follows.
    pub(crate) fn is_accepted(
        &mut self,
        premises: &[Premise],
        conclusion: &InternedView,
        following: Following,
    ) -> Tried<bool> {
        self.views.clear();
        self.views.extend(premises.iter().map(|premise| premise.view.clone()));
        let accepted = self.engine.does_it_follow_as(&self.views, conclusion, following);
        accepted.map_err(|_| Rejection::TheoryFailed)
    }

    /// Tests if it follows in logic.
    pub(crate) fn is_entailed(
        &self,
        premises: &[Premise],
        conclusion: &InternedView,
    ) -> Tried<bool> {
        let mut signature = Signature::default();
        let premises = self.formulas(premises, &mut signature)?;
        let conclusion = self.formula(conclusion, &mut signature)?;
        follows(Argument { signature, premises, conclusion }).ok_or(Rejection::Undecided)
    }

    /// Tests if the premises are consistent.
    pub(crate) fn is_satisfiable(&self, premises: &[Premise]) -> Tried<bool> {
        let mut signature = Signature::default();
        let premises = self.formulas(premises, &mut signature)?;
        let conclusion = Formula::Truth(false);
        let absurd = follows(Argument { signature, premises, conclusion });
        absurd.map(|absurd| !absurd).ok_or(Rejection::Undecided)
    }

    /// Tests if it is a tautology.
    pub(crate) fn is_valid(&self, view: &InternedView) -> Tried<bool> {
        self.is_entailed(&[], view)
    }

    fn formulas(&self, premises: &[Premise], signature: &mut Signature) -> Tried<Vec<Formula>> {
        premises.iter().map(|premise| self.formula(&premise.view, signature)).collect()
    }

    fn formula(&self, view: &InternedView, signature: &mut Signature) -> Tried<Formula> {
        formula_of_view(&self.engine, view, signature).map_err(|_| Rejection::TheoryFailed)
    }

    /// Tests if a premise is good enough for the profile.
    pub(crate) fn check_premise(&self, premise: &Premise, profile: &Profile) -> Tried<()> {
        if !profile.tautologies && may_be_valid(&premise.draft) && self.is_valid(&premise.view)? {
            return Err(Rejection::Tautology);
        }
        Ok(())
    }

    /// Tests if the conclusion and the premises are good enough for the profile, without a test if
    /// the conclusion follows.
    pub(crate) fn check(&mut self, candidate: &Candidate, profile: &Profile) -> Tried<()> {
        if profile.coverage.is_some() && self.is_valid(&candidate.conclusion)? {
            return Err(Rejection::Trivial);
        }
        let following = match profile.coverage {
            Some(_) => Following::RegardlessOfIssues,
            None => Following::Strict,
        };
        if !self.is_accepted(&candidate.premises, &candidate.conclusion, following)? {
            return Err(Rejection::Unconfirmed);
        }
        Ok(())
    }

    /// The conclusion with canonical names, and its number of different literals.
    pub(crate) fn render(&mut self, view: &InternedView) -> Tried<(String, usize)> {
        let view = self.engine.canonical(view).map_err(|_| Rejection::TheoryFailed)?;
        let anatomy = self.engine.anatomy(&view).map_err(|_| Rejection::TheoryFailed)?;
        let mut literals = Vec::new();
        for literal in anatomy.stage.iter().chain(&anatomy.supposition).flatten() {
            if !literals.contains(&literal) {
                literals.push(literal);
            }
        }
        Ok((self.engine.show(&view), literals.len()))
    }
}

/// A disjunction of conjunctions is a tautology only if it has literals that exclude each other. A
/// conditional may be one otherwise.
fn may_be_valid(draft: &Draft) -> bool {
    draft.is_conditional()
        || draft.literals().any(|one| {
            draft
                .literals()
                .any(|other| one.predicate == other.predicate && one.negated != other.negated)
        })
}

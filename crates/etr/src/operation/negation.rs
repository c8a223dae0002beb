//! Negation (definition 19).

use super::Operation;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::issue::Issues;
use crate::lexicon::AtomId;
use crate::reading::IssueNegation;
use crate::row::{self, StateRow};
use crate::stage::Stage;
use crate::states::{Gathering, States};
use crate::view::View;
use smallvec::SmallVec;

impl Engine {
    /// `[Γ^Θ]ᴺ`; see [`View::negation`].
    pub fn negation(&mut self, view: &InternedView) -> Result<InternedView, Error> {
        self.unary_step(Operation::Negation, view, Self::negated)
    }

    pub(crate) fn negated(&mut self, view: &InternedView) -> Result<InternedView, Error> {
        let negated = self.negated_states(view.stage.states())?;
        let suppositional = Stage::unweighted(view.supposition.clone());
        let stage =
            self.stage_product(&suppositional, &States::verum(), &Stage::unweighted(negated))?;
        Parts {
            stage,
            supposition: States::verum(),
            relation: view.relation.negated(),
            issues: self.negated_issues(&view.issues),
        }
        .piped(&self.lexicon)
    }

    /// `[I]ᴺ` under the reading in force.
    pub(crate) fn negated_issues(&self, issues: &Issues) -> Issues {
        match self.reading().issue_negation {
            IssueNegation::Both if !issues.is_empty() => issues.with_negated(),
            _ => issues.clone(),
        }
    }

    /// Does `[I]ᴺ` have an issue that `I` lacks and that concerns an atom of the view?
    pub(crate) fn negation_adds_issues(&self, view: &InternedView) -> bool {
        if view.issues.is_empty() || self.reading().issue_negation == IssueNegation::Lost {
            return false;
        }
        let atoms = view.all_atoms(&self.lexicon);
        view.issues.iter().any(|issue| row::contains(&atoms, issue.atom.negated()))
    }

    /// `[Γ]ᴺ`: every way of denying one atom of each state. The denial of a state without atoms
    /// leaves nothing; the denial of no state at all is verum.
    pub(crate) fn negated_states(&mut self, states: &States) -> Result<States, Error> {
        let mut denials = States::verum();
        let mut denied = StateRow::from_elem(0, states.width());
        for state in states.iter() {
            let negated: SmallVec<[AtomId; 16]> =
                row::atoms(state).map(|atom| atom.negated()).collect();
            self.limits.check_steps(denials.len(), negated.len())?;
            denials = match row::intersects(&denied, state) {
                true => self.denials(&denials, &negated, states.width())?,
                false => self.denials_apart(&denials, &negated, states.width())?,
            };
            row::unite(&mut denied, state);
        }
        Ok(denials)
    }

    /// Each denial with each of these atoms.
    fn denials(&self, denials: &States, atoms: &[AtomId], width: usize) -> Result<States, Error> {
        let mut next = Gathering::with_room(width, denials.len() * atoms.len());
        for denial in denials.iter() {
            for atom in atoms {
                let (at, _) = next.place_with(denial, *atom);
                self.limits.check_states(at, width)?;
            }
        }
        Ok(next.states)
    }

    /// The same of atoms that no denial has, which makes all that comes of it different.
    fn denials_apart(
        &self,
        denials: &States,
        atoms: &[AtomId],
        width: usize,
    ) -> Result<States, Error> {
        let all = denials.len() * atoms.len();
        self.limits.check_states(all.saturating_sub(1), width)?;
        let mut next = States::with_room(width, all);
        for denial in denials.iter() {
            atoms.iter().for_each(|atom| next.push_with(denial, *atom));
        }
        Ok(next)
    }
}

impl View {
    /// *Not*: every way in which the view can be false while what it supposes holds.
    ///
    /// Definition 19:
    ///
    /// ```text
    /// [Γ^Θ_RI]ᴺ = (Θ ⊗ [Γ]ᴺ)^{0}   under [R]ᴺ and [I]ᴺ
    /// [Γ]ᴺ = ⊗_{γ∈Γ} {{p̄} : p ∈ γ}
    /// [I]ᴺ = I ∪ {⟨t,x̄⟩ : ⟨t,x⟩ ∈ I}
    /// ```
    ///
    /// *Every* becomes *some* and the other way round (see
    /// [`DependencyRelation::negate`](crate::DependencyRelation::negate)). Weights are dropped.
    ///
    /// Negating twice need not lead back. A view that grants the empty state cannot fail to hold,
    /// and its negation is ⊥.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let conditional: View = "{P()Q(),R()}^{S()}".parse()?; // case e12iii
    /// assert_eq!(conditional.negation()?.to_string(), "{S()~P()~R(),S()~Q()~R()}");
    ///
    /// let all_white: View = "Ax {White(x*)}".parse()?;
    /// assert_eq!(all_white.negation()?.to_string(), "∃x {~White(x*)}");
    ///
    /// let view: View = "{A()B(),C()}".parse()?;
    /// let twice = view.negation()?.negation()?;
    /// assert_eq!(twice.to_string(), "{A()B(),A()C(),B()C(),C()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// PyETR 1.0.0 means to compute `[I]ᴺ` and computes `I`, so that the issues are lost: its
    /// negation of `{P(b()*)}` is `{~P(b())}`, ours `{~P(b()*)}`. That changes the matches of later
    /// steps, and so conclusions. See [`IssueNegation`].
    ///
    /// # Cost
    ///
    /// Up to `∏|γ|` states.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn negation(&self) -> Result<View, Error> {
        self.alone(Engine::negation)
    }
}

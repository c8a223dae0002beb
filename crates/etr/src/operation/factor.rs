//! Factor (definition 28, A.73, A.84, A.87): cancel what is absurd, identical, or common ground.

use super::division::Divisor;
use super::{Operation, Unchanged, matches};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{AtomId, Substitution, TermId};
use crate::row::{self, StateRow};
use crate::stage::StageBuilder;
use crate::states::States;
use crate::view::View;
use smallvec::SmallVec;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]ꟳ`; see [`View::factor`].
    pub fn factor(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.factored(external.clone(), internal)
    }

    pub(crate) fn factored(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Factor, external, internal, |engine, external, internal| {
            if internal.is_falsum() {
                engine.without_absurd(external, &States::none())
            } else if let Some(identity) = engine.starred_identity(&external, internal) {
                engine.factored_by_identity(external, identity)
            } else {
                engine.factored_centrally(external, internal)
            }
        })
    }

    /// Factor ⊥. The view ⊥ is made only for those who see it.
    pub(crate) fn factored_by_falsum(
        &mut self,
        external: InternedView,
    ) -> Result<InternedView, Error> {
        if self.is_watched() {
            return self.factored(external, &InternedView::falsum());
        }
        self.unchanged = None;
        self.without_absurd(external, &States::none())
    }

    /// Factor ⊥ where the states of `besides` count as absurd too; see [`View::factor_absurd`].
    pub fn factor_absurd(
        &mut self,
        external: &InternedView,
        besides: &[InternedView],
    ) -> Result<InternedView, Error> {
        let falsum = InternedView::falsum();
        let width = besides.iter().map(|view| view.width()).max().unwrap_or(1);
        let mut absurd = States::with_width(width);
        for state in besides.iter().flat_map(|view| view.stage.states().iter()) {
            absurd.push(state);
        }
        let view =
            self.step(Operation::Factor, external.clone(), &falsum, |_, external, _| Ok(external))?;
        self.unchanged = None;
        self.without_absurd(view, &absurd)
    }

    fn without_absurd(
        &mut self,
        external: InternedView,
        besides: &States,
    ) -> Result<InternedView, Error> {
        let mut failure = None;
        let stage = external.stage.filtered(|_, state| {
            let absurd = self.state_is_absurd(state, besides);
            !absurd.unwrap_or_else(|error| {
                failure = Some(error);
                false
            })
        });
        match (stage, failure) {
            (_, Some(error)) => Err(error),
            (None, None) => Ok(self.pass_through(external, Unchanged::NoDifference)),
            (Some(stage), None) => external.with_stage(stage, &self.lexicon),
        }
    }

    /// The identity of an internal view that has no other atom and exactly one side of it at issue.
    fn starred_identity(
        &self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Option<(AtomId, TermId, TermId)> {
        if internal.stage.len() != 1 || !internal.supposition.is_verum() {
            return None;
        }
        let mut atoms = row::atoms(internal.stage.states().get(0));
        let (Some(atom), None) = (atoms.next(), atoms.next()) else { return None };
        let (left, right) = self.lexicon.as_identity(atom).filter(|_| !atom.is_negated())?;
        let mut issues = internal.issues.iter();
        let (Some(issue), None) = (issues.next(), issues.next()) else { return None };
        let whole = self.lexicon.open_arguments(issue.open).contains(&TermId::HOLE);
        let objects = internal.stage_objects(&self.lexicon);
        let agree = external.relation.restricted(&objects) == internal.relation;
        (whole && agree).then_some((atom, left, right))
    }

    fn factored_by_identity(
        &mut self,
        external: InternedView,
        (identity, left, right): (AtomId, TermId, TermId),
    ) -> Result<InternedView, Error> {
        if !external.stage.states().iter().any(|state| row::contains(state, identity)) {
            return Ok(self.pass_through(external, Unchanged::NotSupported));
        }
        let stage = self.rewritten(&external.stage, identity, right, left)?;
        external.with_stage(stage, &self.lexicon)
    }

    /// Divides each state by the internal view and by its instances, and keeps what all leave.
    fn factored_centrally(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let states = external.stage.states();
        self.limits.check_steps(states.len(), internal.stage.len())?;
        let instances = self.instances(&external, internal)?;
        let known = std::iter::once(Divisor::new(internal))
            .chain(instances.iter().map(|(states, conditions)| Divisor { states, conditions }));
        let divisors: SmallVec<[Divisor<'_>; 2]> =
            known.filter(|divisor| divisor.is_presupposed(states)).collect();
        if divisors.is_empty() {
            return Ok(self.pass_through(external, Unchanged::NotSupported));
        }
        let mut stage = StageBuilder::with_room(states.width(), states.len(), &self.limits);
        let mut rest = StateRow::from_elem(0, states.width());
        let mut changed = false;
        for (state, weight) in external.stage.iter() {
            rest.copy_from_slice(state);
            for divisor in &divisors {
                changed |= divisor.divide(state, &mut rest);
            }
            stage.add(&rest, weight)?;
        }
        if !changed {
            return Ok(self.pass_through(external, Unchanged::NoDifference));
        }
        external.with_stage(stage.finish(), &self.lexicon)
    }

    /// States and supposition of the internal view for each match that instantiates a universal of it.
    fn instances(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<Vec<(States, States)>, Error> {
        let mut instances = Vec::new();
        if internal.relation.has_universals() {
            let universals = internal.relation.universals();
            let found = external.issues.matches(&internal.issues);
            let bindings = self.bindings(&found, matches::internal, matches::external, &universals);
            for (object, term) in bindings {
                let by = Substitution::new(object, term);
                let states = self.substituted_states(internal.stage.states(), &by)?;
                instances.push((states, self.substituted_states(&internal.supposition, &by)?));
            }
        }
        Ok(instances)
    }
}

impl View {
    /// Cancels what need not be said: alternatives that cannot be, one of two names for the same
    /// thing, or what is common ground.
    ///
    /// Definition 28, with weights and identity A.73, A.84 and A.87. The internal view decides
    /// which of three it is:
    ///
    /// ```text
    /// Γ^Θ[{}^{0}]ꟳ     = {γ ∈ Γ : γ is not absurd}^Θ             (⊥; see is_absurd)
    /// Γ^Θ[{t=t′}^{0}]ꟳ = Γ^Θ with t for t′ in each γ that holds t=t′, weights included
    /// Γ^Θ[Δ^Ψ]ꟳ       = {(γ ⊘ Δ^Ψ) ∩ ⋂_{⟨t,u⟩∈M_IJ, u∈U_S} (γ ⊘ Δ^Ψ[t/u]) : γ ∈ Γ}^Θ
    /// ```
    ///
    /// The second takes an internal view that says one identity and nothing else, with exactly
    /// one side of it marked as at issue (`==(a()*,b())`), and `[R]_{A(S)} = S`. Whichever side
    /// that is, the first name takes the place of the second. All other views, `==(a(),b())`
    /// among them, are divided out as in [`View::division`], and so are their instances.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e14_3: it does not matter any more whether P or Q.
    /// let view: View = "{P()R(), P()S(), Q()R(), Q()S()}".parse()?;
    /// assert_eq!(view.factor(&"{P(), Q()}".parse()?)?.to_string(), "{R(),S()}");
    ///
    /// // Case e88: Superman can fly, so Clark can.
    /// let view: View = "{90=* CanFly(Superman())==(Clark(),Superman())}".parse()?;
    /// let same: View = "{==(Clark(),Superman()*)}".parse()?;
    /// let clark = view.factor(&same)?.factor(&"{==(Clark(),Clark())}".parse()?)?;
    /// assert_eq!(clark.to_string(), "{90.0=* CanFly(Clark())}");
    ///
    /// let view: View = "{A()~A(), B()}".parse()?;
    /// assert_eq!(view.factor(&View::falsum())?.to_string(), "{B()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// The presupposition of [`View::division`], for the internal view and for each instance by
    /// itself. Instances for which it fails take nothing away. If it fails for all, or no
    /// alternative holds the identity, the external view is handed back
    /// ([`Unchanged::NotSupported`]), as it is if nothing is left out
    /// ([`Unchanged::NoDifference`]).
    ///
    /// # Where the sources part
    ///
    /// Nowhere, but for the sign that PyETR 1.0.0 drops from negated do-atoms when it rewrites
    /// ([`DoPolarity`](crate::DoPolarity)). Marks on rewritten atoms vanish, there and here.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn factor(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::factor)
    }

    /// Drops the alternatives that cannot be, counting some as impossible that logic allows.
    ///
    /// This is [`View::factor`] with ⊥ where, as definition 11 leaves open, more than the
    /// primitive states are absurd: every state that contains one from the stages of `besides`.
    /// These are taken literally and have no instances.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // After case e93: nobody will die and six hundred will, which logic does not exclude.
    /// let view: View = "{Die(0)Die(600), Die(0)~Die(600)}".parse()?;
    /// let both: View = "{Die(0)Die(600)}".parse()?;
    /// assert_eq!(view.factor_absurd(&[both])?.to_string(), "{Die(0.0)~Die(600.0)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn factor_absurd(&self, besides: &[View]) -> Result<View, Error> {
        let views: Vec<&View> = std::iter::once(self).chain(besides).collect();
        View::with(&views, |engine, views| engine.factor_absurd(&views[0], &views[1..]))
    }
}

//! Existential sum (definition 26, A.86): let an existential be the thing that is spoken of.

use super::novelty::Novelty;
use super::{Operation, Unchanged, matches};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::lexicon::{AtomId, ObjectId};
use crate::row::{self, StateRow};
use crate::stage::{Stage, StageBuilder};
use crate::view::View;
use crate::weight::NULL;

impl Engine {
    /// `Γ^Θ[Δ]ᴱ`; see [`View::existential_sum`].
    pub fn existential_sum(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::ExistentialSum, external.clone(), internal, Engine::plus_existentials)
    }

    pub(crate) fn plus_existentials(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        if !internal.supposition.is_verum() {
            return Ok(self.pass_through(external, Unchanged::InternalSupposes));
        }
        let bindings = self.existential_bindings(&external, internal);
        if bindings.is_empty() {
            return Ok(self.pass_through(external, Unchanged::NoIssueMatch));
        }
        if let Err(why) = self.may_instantiate(&external, internal) {
            return Ok(self.pass_through(external, why));
        }
        let whole = external.relation.fuse(&internal.relation)?;
        let mut novelty = Novelty::beside(&external, internal, &self.reserved);
        let mut issues = external.issues.clone();
        let mut fused = whole.fuse(&external.relation)?;
        let mut stage = external.stage.clone();
        for (object, term) in bindings {
            let split = self.split(&external, object)?;
            let instance =
                self.instance(&split, &external.issues, object, term, &whole, &mut novelty)?;
            stage = self.stage_sum(&stage, &instance.stage)?;
            fused = fused.fuse(&instance.relation)?;
            issues.unite(&instance.issues);
        }
        Parts { stage, supposition: external.supposition.clone(), relation: fused, issues }
            .piped(&self.lexicon)
    }

    /// The matches of existentials that depend on nothing and occur neither in the supposition
    /// nor in what comes in.
    fn existential_bindings(
        &self,
        external: &InternedView,
        internal: &InternedView,
    ) -> matches::Bindings {
        if external.issues.is_empty() || internal.issues.is_empty() {
            return matches::Bindings::new();
        }
        let Some(mut free) = external.relation.independent() else {
            return matches::Bindings::new();
        };
        free.subtract(&external.supposition_objects(&self.lexicon));
        free.subtract(&internal.stage_objects(&self.lexicon));
        if free.is_empty() {
            return matches::Bindings::new();
        }
        let found = external.issues.matches(&internal.issues);
        self.bindings(&found, matches::external, matches::internal, &free)
    }

    /// `B(e)`: each state that speaks of `e`, and with it every way in which what is at issue about
    /// `e` could fail to hold of it.
    fn split(&mut self, view: &InternedView, object: ObjectId) -> Result<Stage, Error> {
        let width = view.stage.states().width();
        let mut split = StageBuilder::new(width, &self.limits);
        for (state, weight) in view.stage.iter() {
            if !self.lexicon.row_objects(state).contains(object.0) {
                continue;
            }
            split.add(state, weight)?;
            let asked = self.asked_about(view, state, object);
            let mut rest = StateRow::from_slice(state);
            row::atoms(state)
                .filter(|atom| self.lexicon.atom_objects(*atom).contains(object.0))
                .for_each(|atom| rest[atom.word()] &= !atom.mask());
            self.limits
                .check_steps(1, 1usize.checked_shl(asked.len() as u32).unwrap_or(usize::MAX))?;
            for choice in 0..1u64 << asked.len() {
                let signs = asked
                    .iter()
                    .enumerate()
                    .map(|(at, atom)| if choice >> at & 1 == 1 { atom.negated() } else { *atom });
                let chosen = row::from_atoms(signs, width);
                if !row::is_subset(&chosen, state) {
                    let mut whole = rest.clone();
                    row::unite(&mut whole, &chosen);
                    split.add(&whole, &NULL)?;
                }
            }
        }
        Ok(split.finish())
    }

    /// `N`: the atoms of a state in which the object is at issue.
    fn asked_about(&self, view: &InternedView, state: &[u64], object: ObjectId) -> Vec<AtomId> {
        let mut atoms: Vec<AtomId> = view
            .issues
            .iter()
            .filter(|issue| self.lexicon.as_object(issue.term) == Some(object))
            .map(|issue| issue.atom)
            .filter(|atom| row::contains(state, *atom))
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}

impl View {
    /// *Something* might be the very thing that the new view is about: the internal view mentions a
    /// thing in the place of an unknown one, and the identity of the two becomes an alternative.
    ///
    /// Definition 26, with weights A.86:
    ///
    /// ```text
    /// Γ_f^Θ_RI[Δ^{0}_SJ]ᴱ = Γ_f^Θ_RI ⊕ᵀ ⊕ᵀ_{⟨e,t⟩∈M′} Subᵀ_⟨t,e⟩(B(e)^Θ_I),   T = R ⋈ S
    /// M′ = {⟨e,t⟩ ∈ M_IJ : e ∈ E_R ∖ A(Θ∪Δ), e depends on nothing}
    /// B(e) = the γ ∈ Γ that speak of e, and for each of them the states
    ///        {x ∈ γ : e ∉ A(x)} ∪ δ,   δ ∈ ⊗_{x∈N(γ)} {{x},{x̄}}, δ ⊄ γ
    /// ```
    ///
    /// `N(γ)` are the atoms of `γ` in which `e` is at issue: "the thing is `t`" comes together with
    /// all the ways in which `t` could fail to be it. These have no weight.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // The first step of case e47. Some Thermotogum stains gram-negative, and Maritima is a
    /// // Thermotogum: is it the one? The next step, `answer`, will jump to that.
    /// let some: View = "Ex {Thermotogum(x*)StainsGramNegative(x)}".parse()?;
    /// let maritima: View = "{Thermotogum(Maritima()*)}".parse()?;
    /// assert_eq!(
    ///     some.existential_sum(&maritima)?.to_string(),
    ///     "∃x {StainsGramNegative(Maritima())Thermotogum(Maritima()*),\
    ///      StainsGramNegative(x)Thermotogum(x*),~Thermotogum(Maritima())}"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// Those of [`View::universal_product`], with the same reasons; a match here binds an
    /// existential that depends on no universal and occurs neither in the supposition nor in what
    /// comes in.
    ///
    /// # Where the sources part
    ///
    /// A.86 prints `S` and `J` on the copy; A.48, PyETR 1.0.0 and we use the external `I`. As in
    /// universal product, dependencies are restricted once at the end.
    ///
    /// # Cost
    ///
    /// `2` to the power of `|N(γ)|` states for each `γ` and match.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn existential_sum(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::existential_sum)
    }
}

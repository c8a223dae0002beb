//! Universal product (definition 24): instantiate the universals that are at issue.

use super::novelty::Novelty;
use super::{Operation, Unchanged, matches};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::relation::Relation;
use crate::stage::Stage;
use crate::states::States;
use crate::view::View;

impl Engine {
    /// `Γ^Θ[Δ]ᵁ`; see [`View::universal_product`].
    pub fn universal_product(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::UniversalProduct, external.clone(), internal, Engine::times_universals)
    }

    pub(crate) fn times_universals(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        if !internal.supposition.is_verum() {
            return Ok(self.pass_through(external, Unchanged::InternalSupposes));
        }
        if !external.relation.has_universals()
            || external.issues.is_empty()
            || internal.issues.is_empty()
        {
            return Ok(self.pass_through(external, Unchanged::NoIssueMatch));
        }
        let mut universals = external.relation.universals();
        universals.subtract(&external.supposition_objects(&self.lexicon));
        let found = external.issues.matches(&internal.issues);
        let mut bindings = self.bindings(&found, matches::external, matches::internal, &universals);
        self.put_in_order_of_places(&mut bindings, &external, internal);
        if bindings.is_empty() {
            return Ok(self.pass_through(external, Unchanged::NoIssueMatch));
        }
        if let Err(why) = self.may_instantiate(&external, internal) {
            return Ok(self.pass_through(external, why));
        }
        let whole = external.relation.fuse(&internal.relation)?;
        let mut novelty = Novelty::beside(&external, internal, &self.reserved);
        let mut issues = external.issues.clone();
        issues.restrict(&self.lexicon.with_inner_atoms(external.supposition.all_atoms()));
        let mut stage = Stage::verum();
        let mut fused: Relation = whole.fuse(&external.relation)?;
        for (object, term) in bindings {
            let instance = self.instance(
                &external.stage,
                &external.issues,
                object,
                term,
                &whole,
                &mut novelty,
            )?;
            stage = self.stage_product(&stage, &States::verum(), &instance.stage)?;
            fused = fused.fuse(&instance.relation)?;
            issues.unite(&instance.issues);
        }
        Parts { stage, supposition: external.supposition.clone(), relation: fused, issues }
            .piped(&self.lexicon)
    }

    /// The presupposition of universal product and existential sum: stage and supposition share no
    /// objects, and the two views share none or agree on their dependencies.
    pub(crate) fn may_instantiate(
        &self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<(), Unchanged> {
        let stage = external.stage_objects(&self.lexicon);
        let supposed = external.supposition_objects(&self.lexicon);
        if stage.intersects(&supposed) {
            return Err(Unchanged::SharedWithSupposition);
        }
        let ours = stage.union(&supposed);
        if !ours.intersects(&internal.objects(&self.lexicon)) {
            return Ok(());
        }
        let theirs = internal.stage_objects(&self.lexicon);
        if external.relation.restricted(&theirs) == internal.relation {
            Ok(())
        } else {
            Err(Unchanged::DependenciesDisagree)
        }
    }
}

impl View {
    /// From the general to the case at hand: a generalisation in mind is applied to the things
    /// that what comes in brings up in the same place.
    ///
    /// Definition 24:
    ///
    /// ```text
    /// Γ_f^Θ_RI[Δ^{0}_SJ]ᵁ = {0}^Θ_RI ⊗ᵀ ⊗ᵀ_{⟨u,t⟩∈M′} Subᵀ_⟨t,u⟩(Γ_f^{0}_I),   T = R ⋈ S
    /// M′ = {⟨u,t⟩ ∈ M_IJ : u ∈ U_R ∖ A(Θ)}
    /// ```
    ///
    /// There is one copy of `Γ` for each match, with objects of its own for all that depends on
    /// `u`. Terms that are not marked as at issue on both sides are not instantiated.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let parents: View = "Ax Ey {~Parent(x*), Loves(x,y)}".parse()?;
    /// let ann: View = "{Parent(Ann()*)}".parse()?;
    /// assert_eq!(
    ///     parents.universal_product(&ann)?.to_string(),
    ///     "∃a {Loves(Ann(),a),~Parent(Ann()*)}"
    /// );
    ///
    /// let unmarked: View = "Ax {~Shark(x), Attack(x)}".parse()?;
    /// assert_eq!(unmarked.universal_product(&"{Shark(Whitey()*)}".parse()?)?, unmarked);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// The internal view supposes nothing ([`Unchanged::InternalSupposes`]); there is a match
    /// ([`Unchanged::NoIssueMatch`]); stage and supposition of the external view share no
    /// arbitrary objects ([`Unchanged::SharedWithSupposition`]); and the two views share none or
    /// agree on what depends on what, `[R]_{A(Δ)} = S` ([`Unchanged::DependenciesDisagree`]).
    /// Otherwise the external view is handed back.
    ///
    /// # Where the sources part
    ///
    /// With several matches and existentials below the universal, the result of PyETR 1.0.0 depends
    /// on the order in which a hash table yields the matches, even the number of alternatives of
    /// the default inference. Peirast takes matches by name and restricts dependencies once, after
    /// the last product.
    ///
    /// # Cost
    ///
    /// `|Γ|` to the power of `|M′|` states, before coinciding ones collapse.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn universal_product(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::universal_product)
    }
}

//! Merge (definition 22, A.79): take in what comes, alternative by alternative.

use super::novelty::Novelty;
use super::{Operation, Unchanged, matches};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::issue::Issues;
use crate::lexicon::{ObjectId, Substitution, TermId};
use crate::relation::Relation;
use crate::row;
use crate::stage::{Stage, StageBuilder};
use crate::states::States;
use crate::view::View;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]ᴹ`; see [`View::merge`].
    pub fn merge(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Merge, external.clone(), internal, Engine::merged)
    }

    pub(crate) fn merged(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        if external.stage.is_none() {
            return Ok(self.pass_through(external, Unchanged::EmptyStage));
        }
        if !self.apart_or_agreeing(&external, internal) {
            return Ok(self.pass_through(external, Unchanged::DependenciesDisagree));
        }
        let external = if external.stage.is_weighted() && self.lexicon.has_objects() {
            self.weighed_by_own_objects(external)?
        } else {
            external
        };
        let (given, stage) = (&internal.supposition, &internal.stage);
        if internal.relation.is_empty() {
            let stage = self.stage_product(&external.stage, given, stage)?;
            return external.with_stage_and_issues(stage, &internal.issues, &self.lexicon);
        }
        let mut bindings = self.universal_bindings(&external, internal);
        self.put_in_order_of_places(&mut bindings, internal, &external);
        let relation = external.relation.fuse(&internal.relation)?;
        let issues = external.issues.union(&internal.issues);
        if bindings.is_empty() {
            let stage = self.stage_product(&external.stage, given, stage)?;
            return external.with_all_but_supposition(stage, relation, issues, &self.lexicon);
        }
        self.merged_with_instances(external, internal, &bindings, relation, issues)
    }

    /// Each state's weight, less the terms about objects that neither it nor the supposition speaks
    /// of: the parts `{f(γ).γ}` that merge combines are views by themselves.
    fn weighed_by_own_objects(&self, external: InternedView) -> Result<InternedView, Error> {
        let given = external.supposition_objects(&self.lexicon);
        let mut weights = Vec::with_capacity(external.stage.len());
        for (state, weight) in external.stage.iter() {
            let mut known = self.lexicon.row_objects(state);
            known.unite(&given);
            weights.push(weight.try_map(|term| {
                Ok(self.lexicon.term_objects(term).is_subset(&known).then_some(term))
            })?);
        }
        if weights == external.stage.weights() {
            return Ok(external);
        }
        if weights.iter().all(|weight| weight.is_null()) {
            weights.clear();
        }
        let stage = Stage::new(external.stage.states().clone(), weights);
        Ok(Parts { stage, ..external.into_parts() }.into())
    }

    /// Do the views share no arbitrary objects, or agree on the dependencies of the internal one?
    fn apart_or_agreeing(&self, external: &InternedView, internal: &InternedView) -> bool {
        if internal.relation.is_empty() || external.relation.is_empty() {
            return true;
        }
        let theirs = internal.objects(&self.lexicon);
        !external.objects(&self.lexicon).intersects(&theirs)
            || external.relation.restricted(&theirs) == internal.relation
    }

    /// The matches that instantiate a universal of the internal view.
    fn universal_bindings(
        &self,
        external: &InternedView,
        internal: &InternedView,
    ) -> matches::Bindings {
        if !internal.relation.has_universals()
            || external.issues.is_empty()
            || internal.issues.is_empty()
        {
            return matches::Bindings::new();
        }
        let universals = internal.relation.universals();
        let found = external.issues.matches(&internal.issues);
        self.bindings(&found, matches::internal, matches::external, &universals)
    }

    fn merged_with_instances(
        &mut self,
        external: InternedView,
        internal: &InternedView,
        bindings: &[(ObjectId, TermId)],
        relation: Relation,
        mut issues: Issues,
    ) -> Result<InternedView, Error> {
        let conditions = self.instantiated_conditions(&internal.supposition, bindings)?;
        let mut novelty = Novelty::beside(&external, internal, &self.reserved);
        let mut fused = relation.clone();
        // Fresh names go to states in the order in which they are printed, so that results do not
        // depend on how the stage came about.
        let order = self.lexicon.printing_order(external.stage.states());
        let mut fired: Vec<Vec<Stage>> = Vec::with_capacity(order.len());
        for at in &order {
            let state = external.stage.states().get(*at);
            let mut stages = Vec::new();
            for (binding, conditions) in bindings.iter().zip(&conditions) {
                if !fires(conditions, state) {
                    continue;
                }
                let (stage, issues_of) = (&internal.stage, &internal.issues);
                let (object, term) = *binding;
                let instance =
                    self.instance(stage, issues_of, object, term, &relation, &mut novelty)?;
                fused = fused.fuse(&instance.relation)?;
                issues.unite(&instance.issues);
                stages.push(instance.stage);
            }
            fired.push(stages);
        }
        let stage = self.times_fired(&external.stage, internal, order.into_iter().zip(fired))?;
        external.with_all_but_supposition(stage, fused, issues, &self.lexicon)
    }

    /// Each state times the internal view and the instances that fire for it.
    fn times_fired(
        &mut self,
        external: &Stage,
        internal: &InternedView,
        fired: impl Iterator<Item = (usize, Vec<Stage>)>,
    ) -> Result<Stage, Error> {
        // Every atom of the result is known by now.
        let mut whole = StageBuilder::new(self.lexicon.width(), &self.limits);
        for (at, instances) in fired {
            let state = external.states().get(at);
            let mut one = StageBuilder::new(state.len(), &self.limits);
            one.add(state, external.weight(at))?;
            let mut stage =
                self.stage_product(&one.finish(), &internal.supposition, &internal.stage)?;
            for more in instances {
                stage = self.stage_product(&stage, &States::verum(), &more)?;
            }
            for (state, weight) in stage.iter() {
                whole.add(state, weight)?;
            }
        }
        Ok(whole.finish())
    }

    /// For each binding, every condition `ψ` together with `ψ[t/u]`.
    fn instantiated_conditions(
        &mut self,
        conditions: &States,
        bindings: &[(ObjectId, TermId)],
    ) -> Result<Vec<Vec<Condition>>, Error> {
        let mut all = Vec::with_capacity(bindings.len());
        for (object, term) in bindings {
            let by = Substitution::new(*object, *term);
            let mut pairs = Vec::with_capacity(conditions.len());
            for condition in conditions.iter() {
                let plain = row::StateRow::from_slice(condition);
                let instance = self.substituted_row(condition, &by)?;
                pairs.push((plain, instance));
            }
            all.push(pairs);
        }
        Ok(all)
    }
}

/// A condition of the internal view, and the same with a universal instantiated.
type Condition = (row::StateRow, row::StateRow);

/// Is some condition met by virtue of its instance alone?
fn fires(conditions: &[Condition], state: &[u64]) -> bool {
    conditions
        .iter()
        .any(|(plain, instance)| row::is_subset(instance, state) && !row::is_subset(plain, state))
}

impl View {
    /// Takes in what comes, alternative by alternative; rules apply to the things at issue in the
    /// alternatives that meet their conditions.
    ///
    /// Definition 22, with weights A.79:
    ///
    /// ```text
    /// Γ_f^Θ_RI[Δ_g^Ψ_SJ]ᴹ = ⊕ᵀ_{γ∈Γ} ( {f(γ).γ}^Θ_RI ⊗ᵀ Δ_g^Ψ_SJ
    ///                                    ⊗ᵀ ⊗ᵀ_{⟨t,u⟩∈M′(γ)} Subᵀ_⟨t,u⟩(Δ_g^{0}_J) ),   T = R ⋈ S
    /// M′(γ) = {⟨t,u⟩ ∈ M_IJ : u ∈ U_S, some ψ ∈ Ψ has ψ[t/u] ⊆ γ and ψ ⊄ γ}
    /// ```
    ///
    /// `M_IJ` are the issue matches (definition 8): terms `t` and `u` at issue in the same place
    /// of atoms that are otherwise the same but for negation. Once one of its conditions holds of
    /// `t`, the whole of the rule does.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // "Sharks attack", and one of two things in the water is a shark (after case e54).
    /// let water: View = "{Shark(Whitey()*), Goldfish(Bob())}".parse()?;
    /// let attack: View = "Ax {Shark(x*)Attack(x)}^{Shark(x*)}".parse()?;
    /// assert_eq!(
    ///     water.merge(&attack)?.to_string(),
    ///     "{Attack(Whitey())Shark(Whitey()*),Goldfish(Bob())}"
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// The external view has an alternative left ([`Unchanged::EmptyStage`]: nothing can be added
    /// to an impossibility), and the views share no arbitrary objects, or agree on what depends on
    /// what among those of the internal one, `S = [R]_{A(Δ∪Ψ)}`
    /// ([`Unchanged::DependenciesDisagree`]). Otherwise the external view is handed back.
    ///
    /// # Where the sources part
    ///
    /// The book and PyETR 1.0.0 restrict dependencies after each product, and PyETR takes the
    /// matches in an order that differs from run to run. Here they go by name, and dependencies are
    /// restricted once at the end, so that the order makes no difference to them, unless the
    /// reading follows print ([`Formulas`](crate::Formulas)).
    ///
    /// # Cost
    ///
    /// Up to `|Δ|` to the power of one more than the matches that fire, for each `γ`.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn merge(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::merge)
    }
}

#[cfg(test)]
mod tests {
    use crate::View;

    #[test]
    fn a_weight_counts_only_with_the_objects_of_its_own_state() {
        for (external, merged) in [
            ("Ax {x=* A()}", "{0.5=* A()B()}"),
            ("Ax {x=* A(x), 3=* B()}", "∀x {x**0.5=* A(x)B(),1.5=* B()}"),
            ("Ax {x=* A(), 3=* B(x)}", "∀x {0.5=* A()B(),1.5=* B()B(x)}"),
        ] {
            let external: View = external.parse().unwrap();
            let internal: View = "{0.5=* B()}".parse().unwrap();
            assert_eq!(external.merge(&internal).unwrap().to_string(), merged);
        }
    }
}

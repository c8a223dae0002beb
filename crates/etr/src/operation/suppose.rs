//! Suppose (definition 33, A.76): take it as given for the sake of argument.

use super::novelty::Novelty;
use super::{Operation, Unchanged};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::relation::Relation;
use crate::stage::Stage;
use crate::view::View;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]ˢ`; see [`View::suppose`].
    pub fn suppose(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Suppose, external.clone(), internal, Engine::supposed)
    }

    pub(crate) fn supposed(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        if internal.stage.is_weighted() {
            return Ok(self.pass_through(external, Unchanged::InternalWeighted));
        }
        let ours = external.objects(&self.lexicon);
        if !ours.intersects(&internal.objects(&self.lexicon)) {
            let supposing = self.supposing_apart(external, internal)?;
            return self.four_steps(supposing, internal);
        }
        let theirs = internal.stage_objects(&self.lexicon);
        if !internal.supposition.is_verum() {
            return Ok(self.pass_through(external, Unchanged::InternalSupposes));
        }
        if !theirs.is_subset(&ours) || external.relation.restricted(&theirs) != internal.relation {
            return Ok(self.pass_through(external, Unchanged::DependenciesDisagree));
        }
        let supposing = self.supposing_within(external, internal)?;
        self.four_steps(supposing, internal)
    }

    /// The external view with `Θ ⊗ nov(Δ^Ψ deposed)` for its supposition. Universals of the
    /// internal view become existentials in the supposition.
    fn supposing_apart(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let mut deposed = if internal.relation.is_empty() {
            self.deposed(internal)?
        } else {
            let turned = Parts { relation: internal.relation.negated(), ..internal.parts() };
            self.deposed(&turned.into())?
        };
        let objects = deposed.relation.objects();
        if !objects.is_empty() || self.replacement_always_matters() {
            let renaming = Novelty::beside(&external, internal, &self.reserved)
                .renaming(&objects, &mut self.lexicon);
            deposed = self.renamed(&deposed, &renaming)?;
        }
        let given = Parts {
            relation: external.relation.clone(),
            issues: external.issues.clone(),
            ..Parts::new(Stage::unweighted(external.supposition.clone()))
        };
        let given = given.piped(&self.lexicon)?;
        let both = self.product_under(&Relation::default(), &given, &deposed)?;
        Parts {
            relation: external.relation.fuse(&both.relation)?,
            issues: external.issues.union(&both.issues),
            supposition: both.into_parts().stage.into_states(),
            stage: external.into_parts().stage,
        }
        .piped(&self.lexicon)
    }

    /// The external view with `Θ ⊗ Δ` for its supposition.
    fn supposing_within(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let given = Stage::unweighted(external.supposition.clone());
        let both = self.stage_product(&given, &internal.supposition, &internal.stage)?;
        Parts {
            supposition: both.into_states(),
            issues: external.issues.union(&internal.issues),
            ..external.into_parts()
        }
        .piped(&self.lexicon)
    }
}

impl View {
    /// *Suppose that*: takes something as given for the sake of argument. It joins what is
    /// supposed already, and then acts on the alternatives as a premise does.
    ///
    /// Definition 33, with weights A.76. If the views share no arbitrary objects,
    ///
    /// ```text
    /// Γ_f^Θ_RI[D]ˢ = Γ_f^Θ′_{R⋈R′, I∪I′}[D]ᵁ[D]ᴱ[D]ᴬ[D]ᴹ,   D = Δ^Ψ_SJ
    /// Θ′^{0}_R′I′ = Θ^{0}_RI ⊗ nov(Δ^Ψ_[S]ᴺJ deposed)
    /// ```
    ///
    /// A supposition about *everything* becomes one about *something* in `Θ′`: "if all are P, then
    /// Q" is the same as "there is one such that if it is P, then Q". If all objects of `Δ` are the
    /// external view's, `[R]_{A(Δ)} = S` and `Ψ = {0}`, the supposition is about these, and `Θ′ = Θ
    /// ⊗ Δ`.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e26: "Play B, or J (who then wins), or M." Suppose that J plays. Does J win?
    /// let view: View = "{Play(B()), Play(J())Win(J()), Play(M())}".parse()?;
    /// let supposed = view.suppose(&"{Play(J())}".parse()?)?;
    /// assert_eq!(supposed.to_string(), "{Play(J())Win(J())}^{Play(J())}");
    /// let answer = supposed.query(&"{Win(J())}^{Play(J())}".parse()?)?;
    /// assert_eq!(answer.to_string(), "{Win(J())}^{Play(J())}");
    ///
    /// let all: View = "Ax {P(x*)}".parse()?;
    /// assert_eq!(View::verum().suppose(&all)?.to_string(), "∃a ∀x {P(x*)}^{P(a*)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// The internal view must have no weights ([`Unchanged::InternalWeighted`]). If the views share
    /// objects, the internal one must suppose nothing ([`Unchanged::InternalSupposes`]) and agree
    /// with the external one on dependencies ([`Unchanged::DependenciesDisagree`]). Otherwise the
    /// external view is handed back.
    ///
    /// # Where the sources part
    ///
    /// To depose is to negate, so that PyETR 1.0.0 loses marks here as well
    /// ([`IssueNegation`](crate::IssueNegation)).
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn suppose(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::suppose)
    }
}

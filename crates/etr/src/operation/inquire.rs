//! Inquire (definition 32, A.74): consider that it might be so, and that it might not.

use super::novelty::Novelty;
use super::{Operation, Unchanged};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::relation::Relation;
use crate::stage::Stage;
use crate::states::States;
use crate::view::View;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]ᴵ`; see [`View::inquire`].
    pub fn inquire(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Inquire, external.clone(), internal, Engine::inquired)
    }

    pub(crate) fn inquired(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let ours = external.objects(&self.lexicon);
        let theirs = internal.objects(&self.lexicon);
        let apart = !ours.intersects(&theirs)
            && !internal
                .stage_objects(&self.lexicon)
                .intersects(&internal.supposition_objects(&self.lexicon));
        let (question, inherited) = if apart {
            (self.question_apart(&external, internal)?, Relation::default())
        } else if theirs.is_subset(&ours)
            && external.relation.restricted(&theirs) == internal.relation
        {
            (self.question_within(&external, internal)?, external.relation.clone())
        } else {
            return Ok(self.pass_through(external, Unchanged::DependenciesDisagree));
        };
        let asked = self.product_under(&inherited, &external, &question)?;
        self.factored_by_falsum(asked)
    }

    /// `Δ_g^Ψ ⊕ˢ ({0}^Ψ ⊗ nov([Δ]ᴺ))`: the denial of the internal view has new objects.
    fn question_apart(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let plain = Parts { supposition: States::verum(), ..internal.parts() };
        let mut denied = self.negated(&plain.piped(&self.lexicon)?)?;
        let objects = denied.relation.objects();
        let renaming = Novelty::beside(external, internal, &self.reserved)
            .renaming(&objects, &mut self.lexicon);
        denied = self.renamed(&denied, &renaming)?;
        let nothing = Parts { stage: Stage::verum(), ..internal.parts() };
        let nothing = nothing.piped(&self.lexicon)?;
        let denied = self.product_under(&Relation::default(), &nothing, &denied)?;
        self.sum_under(&internal.relation, internal, &denied)
    }

    /// `Δ_g^Ψ ⊕ᴿ [Δ]ᴺ^Ψ`: both speak of the same objects.
    fn question_within(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let denied = Parts {
            stage: Stage::unweighted(self.negated_states(internal.stage.states())?),
            supposition: internal.supposition.clone(),
            relation: internal.relation.clone(),
            issues: if self.reading().is_printed() {
                internal.issues.clone()
            } else {
                self.negated_issues(&internal.issues)
            },
        };
        let denied = denied.piped(&self.lexicon)?;
        self.sum_under(&external.relation, internal, &denied)
    }
}

impl View {
    /// Raises a question: each alternative is considered twice, as one where what is asked holds
    /// and as one where it does not.
    ///
    /// This is how reasoners get back what a hasty answer would drop. Asked often enough, the
    /// theory predicts, they do not commit fallacies any more.
    ///
    /// Definition 32, with weights A.74. If the views share no arbitrary objects, nor do `Δ` and
    /// `Ψ`,
    ///
    /// ```text
    /// Γ^Θ_RI[Δ_g^Ψ_SJ]ᴵ = (Γ^Θ_RI ⊗ (Δ_g^Ψ_SJ ⊕ˢ ({0}^Ψ_SJ ⊗ nov([Δ^{0}_SJ]ᴺ))))[⊥]ꟳ
    /// ```
    ///
    /// where `nov` gives all objects new names: "not something" speaks of everything. If all
    /// objects of the internal view are the external one's, and `S = [R]_{A(Δ∪Ψ)}`, both halves
    /// of the question are about these:
    ///
    /// ```text
    /// Γ^Θ_RI[Δ_g^Ψ_SJ]ᴵ = (Γ^Θ_RI ⊗ᴿ (Δ_g^Ψ_SJ ⊕ᴿ ([Δ]ᴺ)^Ψ_S[J]ᴺ))[⊥]ꟳ
    /// ```
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e23: asked about K first, people keep what an update would drop.
    /// let disjunction: View = "{K()L(), P()S()}".parse()?;
    /// let king: View = "{K()}".parse()?;
    /// let asked = disjunction.inquire(&king)?;
    /// assert_eq!(asked.to_string(), "{K()L(),K()P()S(),P()S()~K()}");
    /// assert_eq!(asked.update(&king)?.to_string(), "{K()L(),K()P()S()}");
    /// assert_eq!(disjunction.update(&king)?.to_string(), "{K()L()}");
    ///
    /// let view: View = "{A()}".parse()?;
    /// let something: View = "Ex {B(x*)}".parse()?;
    /// assert_eq!(view.inquire(&something)?.to_string(), "∃x ∀a {A()B(x*),A()~B(a*)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// One of the two conditions; otherwise the view is handed back
    /// ([`Unchanged::DependenciesDisagree`]).
    ///
    /// # Where the sources part
    ///
    /// In the second form the book prints `J` for `[J]ᴺ` (see [`Formulas`](crate::Formulas)), and
    /// `Γ ∪ Θ` for `Δ ∪ Ψ` in its condition. PyETR 1.0.0 loses the marks of negated atoms here too
    /// ([`IssueNegation`](crate::IssueNegation)).
    ///
    /// # Cost
    ///
    /// `|Γ|` times `|Δ|` plus the up to `∏|δ|` states of its negation: one atom asked doubles the
    /// alternatives that are silent on it.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn inquire(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::inquire)
    }
}

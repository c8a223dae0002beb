//! Update (definition 23): take a premise on board.

use super::Operation;
use super::novelty::Novelty;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::Substitution;
use crate::view::View;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]⟳`: universal product, existential sum, answer and merge, each with the internal
    /// view, whose objects are renamed where the external one has them too; see
    /// [`View::update`].
    pub fn update(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.updated(external.clone(), internal)
    }

    pub(crate) fn updated(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Update, external, internal, |engine, external, internal| match engine
            .with_new_names(
            &external, internal,
        )? {
            Some(renamed) => engine.four_steps(external, &renamed),
            None => engine.four_steps(external, internal),
        })
    }

    /// The internal view with the objects renamed that the external one has too; `None` if that
    /// changes nothing.
    fn with_new_names(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<Option<InternedView>, Error> {
        let apart = internal.relation.is_empty() || external.relation.is_empty();
        if apart && !self.replacement_always_matters() {
            return Ok(None);
        }
        let mut shared = internal.relation.objects();
        shared.intersect(&external.relation.objects());
        if shared.is_empty() && !self.replacement_always_matters() {
            return Ok(None);
        }
        let renaming = if shared.is_empty() {
            Substitution::default()
        } else {
            Novelty::beside(external, internal, &self.reserved).renaming(&shared, &mut self.lexicon)
        };
        self.renamed(internal, &renaming).map(Some)
    }

    /// Universal product, existential sum, answer, merge.
    pub(crate) fn four_steps(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let view =
            self.step(Operation::UniversalProduct, external, internal, Engine::times_universals)?;
        let mut idle = self.unchanged.is_some();
        let view =
            self.step(Operation::ExistentialSum, view, internal, Engine::plus_existentials)?;
        idle &= self.unchanged.is_some();
        let view = self.step(Operation::Answer, view, internal, Engine::answered)?;
        idle &= self.unchanged.is_some();
        let view = self.step(Operation::Merge, view, internal, Engine::merged)?;
        // The reason of an idle step counts only if all steps are idle.
        self.unchanged = self.unchanged.filter(|_| idle);
        Ok(view)
    }
}

impl View {
    /// Takes a premise on board the way people do by default: as an answer to the question that
    /// is open, and then as a fact about what is left.
    ///
    /// Definition 23:
    ///
    /// ```text
    /// Γ^Θ_RI[D]⟳ = Γ^Θ_RI[D]ᵁ[D]ᴱ[D]ᴬ[D]ᴹ,   D = Δ^Ψ_SJ with its arbitrary objects made novel
    /// ```
    ///
    /// The steps are [`View::universal_product`], [`View::existential_sum`], [`View::answer`] and
    /// [`View::merge`], each with the premise.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e23: "K and L, or P and S." "K." That K may hold beside P and S is forgotten; see
    /// // `View::inquire` for what helps.
    /// let disjunction: View = "{K()L(), P()S()}".parse()?;
    /// let king: View = "{K()}".parse()?;
    /// let mind = View::verum().update(&disjunction)?.update(&king)?;
    /// assert_eq!(mind.to_string(), "{K()L()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// None of its own: each of the four steps hands its view back if it does not apply.
    /// [`Engine::unchanged`] says why the last did not if none did, a [`Trace`](crate::Trace) all.
    ///
    /// # Where the sources part
    ///
    /// The book makes all objects of the premise novel; PyETR 1.0.0 and we only those that the
    /// external view has too, which comes to the same but for names.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn update(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::update)
    }
}

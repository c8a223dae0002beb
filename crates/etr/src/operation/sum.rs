//! Sum (definition 16): *or*.

use super::Operation;
use super::product::fuse_under;
use crate::dependency::DependencyRelation;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::relation::Relation;
use crate::stage::{Stage, StageBuilder};
use crate::view::View;

impl Engine {
    /// `Γ^Θ ⊕ Δ^Θ`; see [`View::sum`].
    pub fn sum(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Sum, external.clone(), internal, |engine, external, internal| {
            engine.sum_under(&Relation::default(), &external, internal)
        })
    }

    /// Sum under a dependency relation `T` that both views inherit.
    pub(crate) fn sum_under(
        &mut self,
        inherited: &Relation,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        if !external.supposition.same_set(&internal.supposition) {
            return Err(Error::Undefined {
                operation: "sum",
                reason: "both views must suppose the same",
            });
        }
        Parts {
            stage: self.stage_sum(&external.stage, &internal.stage)?,
            supposition: external.supposition.clone(),
            relation: fuse_under(inherited, &external.relation, &internal.relation)?,
            issues: external.issues.union(&internal.issues),
        }
        .piped(&self.lexicon)
    }

    /// `Γ_f + Δ_g`: all states of both; the weights of coinciding ones add.
    pub(crate) fn stage_sum(&mut self, left: &Stage, right: &Stage) -> Result<Stage, Error> {
        let width = left.states().width().max(right.states().width());
        let mut stage = StageBuilder::with_room(width, left.len() + right.len(), &self.limits);
        for (state, weight) in left.iter().chain(right.iter()) {
            stage.add(state, weight)?;
        }
        Ok(stage.finish())
    }
}

impl View {
    /// *Or*: the alternatives of both views, side by side.
    ///
    /// Definition 16:
    ///
    /// ```text
    /// Γ_f^Θ_RI ⊕ᵀ Δ_g^Θ_SJ = (Γ_f + Δ_g)^Θ   under (T ⋈ R) ⋈ (T ⋈ S) and I ∪ J
    /// ```
    ///
    /// `T` is as in [`View::product`]. The weights of states that both views hold add.
    ///
    /// ```
    /// use peirast_etr::{Error, View};
    ///
    /// let (ace, king): (View, View) = ("{a()}".parse()?, "{k()}".parse()?);
    /// assert_eq!(ace.sum(&king)?.to_string(), "{a(),k()}"); // case e7
    ///
    /// let dealt: View = "{k()}^{Deal()}".parse()?;
    /// assert!(matches!(ace.sum(&dealt), Err(Error::Undefined { operation: "sum", .. })));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] unless both views suppose the same: the theory gives *or* no meaning
    /// there. [`Error::Clash`] if an object is universal in one view and existential in the other;
    /// else as [any method](View#errors).
    pub fn sum(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::sum)
    }

    /// The sum under a dependency relation `T` that both views inherit: `Γ^Θ ⊕ᵀ Δ^Θ`.
    ///
    /// # Errors
    ///
    /// As [`View::sum`].
    pub fn sum_under(
        &self,
        internal: &View,
        inherited: &DependencyRelation,
    ) -> Result<View, Error> {
        View::with(&[self, internal], |engine, views| {
            let inherited = inherited.interned(&mut engine.lexicon);
            engine.sum_under(&inherited, &views[0], &views[1])
        })
    }
}

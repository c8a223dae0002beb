//! Division (definition 27): take away what is known.

use super::{Operation, Unchanged};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::row::{self, StateRow};
use crate::stage::StageBuilder;
use crate::states::States;
use crate::view::View;

impl Engine {
    /// `Γ^Θ ⊘ Δ^Ψ`; see [`View::division`].
    pub fn division(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Division, external.clone(), internal, Engine::divided)
    }

    fn divided(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let divisor = Divisor::new(internal);
        self.limits.check_steps(external.stage.len(), divisor.states.len())?;
        if !divisor.is_presupposed(external.stage.states()) {
            return Ok(self.pass_through(external, Unchanged::NotSupported));
        }
        let mut stage = StageBuilder::new(external.stage.states().width(), &self.limits);
        for (state, weight) in external.stage.iter() {
            let mut quotient = StateRow::from_slice(state);
            divisor.divide(state, &mut quotient);
            stage.add(&quotient, weight)?;
        }
        external.with_stage(stage.finish(), &self.lexicon)
    }
}

/// `Δ^Ψ` as what a stage is divided by.
pub(crate) struct Divisor<'a> {
    pub(crate) states: &'a States,
    pub(crate) conditions: &'a States,
}

impl Divisor<'_> {
    pub(crate) fn new(view: &InternedView) -> Divisor<'_> {
        Divisor { states: view.stage.states(), conditions: &view.supposition }
    }

    /// Is every `δ` part of some `γ` that also contains some `ψ`?
    pub(crate) fn is_presupposed(&self, stage: &States) -> bool {
        self.states.iter().all(|part| stage.iter().any(|state| self.applies(part, state)))
    }

    fn applies(&self, part: &[u64], state: &[u64]) -> bool {
        row::is_subset(part, state)
            && (self.conditions.is_verum() || self.conditions.any_within(state))
    }

    /// Takes from `rest` the one `δ` that applies to `state`, and says whether there is one:
    /// nothing is taken if several apply.
    pub(crate) fn divide(&self, state: &[u64], rest: &mut [u64]) -> bool {
        if !self.conditions.is_verum() && !self.conditions.any_within(state) {
            return false;
        }
        let mut applying = self.states.iter().filter(|part| row::is_subset(part, state));
        let (Some(only), None) = (applying.next(), applying.next()) else { return false };
        row::subtract(rest, only);
        !row::is_empty(only)
    }
}

impl View {
    /// Takes away what is known already: cuts the states of the divisor out of each alternative.
    ///
    /// Definition 27:
    ///
    /// ```text
    /// Γ^Θ ⊘ Δ^Ψ = {γ ⊘ Δ^Ψ : γ ∈ Γ}^Θ
    /// γ ⊘ Δ^Ψ = γ ∖ δ   for the only δ ∈ Δ with δ ⊆ γ, if some ψ ∈ Ψ has ψ ⊆ γ
    ///         = γ       if there is no such δ, or more than one
    /// ```
    ///
    /// Weights of states that come to coincide add.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let view: View = "{P()Q()S(), P()R(), P()R()S()}".parse()?;
    /// let divisor: View = "{P()}^{S()}".parse()?;
    /// assert_eq!(view.division(&divisor)?.to_string(), "{P()R(),Q()S(),R()S()}");
    ///
    /// // Which of two parts to take away is not settled, so nothing is.
    /// let view: View = "{A()B()C()}".parse()?;
    /// assert_eq!(view.division(&"{A(), A()B()}".parse()?)?, view);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// Each `δ ∈ Δ` is part of some `γ ∈ Γ` that also contains some `ψ ∈ Ψ`; otherwise the
    /// external view is handed back ([`Unchanged::NotSupported`]).
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn division(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::division)
    }
}

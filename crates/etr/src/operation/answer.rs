//! Answer (definition 18): keep the alternatives that what comes in answers best.

use super::{Operation, Unchanged};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::Number;
use crate::row;
use crate::stage::Stage;
use crate::view::View;
use smallvec::SmallVec;
use std::cmp::Ordering;

impl Engine {
    /// `Γ^Θ[Δ]ᴬ`: equilibrium answer, then atomic answer; see [`View::answer`].
    pub fn answer(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Answer, external.clone(), internal, Engine::answered)
    }

    /// The equilibrium part of [`Engine::answer`], by weights; see [`View::equilibrium_answer`].
    pub fn equilibrium_answer(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(
            Operation::EquilibriumAnswer,
            external.clone(),
            internal,
            |engine, external, internal| {
                engine.answered_by(external, internal, &[Engine::best_by_weight])
            },
        )
    }

    /// The atomic part of [`Engine::answer`], by shared atoms; see [`View::atomic_answer`].
    pub fn atomic_answer(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(
            Operation::AtomicAnswer,
            external.clone(),
            internal,
            |engine, external, internal| {
                engine.answered_by(external, internal, &[Engine::best_by_atoms])
            },
        )
    }

    pub(crate) fn answered(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.answered_by(external, internal, &[Engine::best_by_weight, Engine::best_by_atoms])
    }

    fn answered_by(
        &mut self,
        external: InternedView,
        internal: &InternedView,
        criteria: &[Criterion],
    ) -> Result<InternedView, Error> {
        if !internal.supposition.is_verum() {
            return Ok(self.pass_through(external, Unchanged::InternalSupposes));
        }
        let before = external.stage.len();
        let mut best: Option<Stage> = None;
        for criterion in criteria.iter().filter(|_| before > 1) {
            let stage = best.as_ref().unwrap_or(&external.stage);
            if let Some(fewer) = criterion(self, stage, &internal.stage)? {
                best = Some(fewer);
            }
        }
        let Some(stage) = best else {
            self.unchanged.get_or_insert(Unchanged::NoDifference);
            if external.stage.is_weighted() && self.lexicon.has_objects() {
                return external.into_parts().piped(&self.lexicon);
            }
            return Ok(external);
        };
        self.unchanged = None;
        external.with_stage(stage, &self.lexicon)
    }

    /// The states of the greatest equilibrium potential, each state asking for its atoms.
    fn best_by_weight(&mut self, stage: &Stage, answer: &Stage) -> Result<Option<Stage>, Error> {
        if !answer.is_weighted() {
            return Ok(None);
        }
        let values = self.values(answer)?;
        let mut valued: Vec<_> = answer.states().iter().zip(values).collect();
        if valued.len() > 2 {
            valued.sort_by(|a, b| arranged(a.1, b.1));
        }
        let mut potentials = Vec::with_capacity(stage.len());
        for state in stage.states().iter() {
            let mut sum = self.lexicon.zero();
            for (_, value) in valued.iter().filter(|(other, _)| row::intersects(state, other)) {
                let Some(value) = value else {
                    self.unchanged = Some(Unchanged::SymbolicPotential);
                    return Ok(None);
                };
                sum = sum.plus(*value);
            }
            potentials.push(sum);
        }
        let best = potentials.iter().copied().reduce(greater);
        Ok(stage.filtered(|at, _| {
            best.is_some_and(|best| potentials[at].compare(best) == Ordering::Equal)
        }))
    }

    /// The states that share the most atoms with the answer.
    fn best_by_atoms(&mut self, stage: &Stage, answer: &Stage) -> Result<Option<Stage>, Error> {
        let atoms = answer.states().all_atoms();
        let shared: SmallVec<[u32; 16]> =
            stage.states().iter().map(|state| row::shared(state, &atoms)).collect();
        let most = shared.iter().copied().max();
        Ok(stage.filtered(|at, _| Some(shared[at]) == most))
    }
}

/// The order in which values are added, independent of the order of the states that have them.
fn arranged(a: Option<Number>, b: Option<Number>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.arrange(b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// Thins out the first stage by what the second answers; `None` if all of it stays.
type Criterion = fn(&mut Engine, &Stage, &Stage) -> Result<Option<Stage>, Error>;

fn greater(a: Number, b: Number) -> Number {
    if b.compare(a) == Ordering::Greater { b } else { a }
}

impl View {
    /// Takes what comes in as the answer to the question that the alternatives pose: those that
    /// it speaks for most are kept, the others forgotten.
    ///
    /// This is where people jump to conclusions. An alternative is dropped because another one
    /// matches better, not because it has been ruled out.
    ///
    /// Definition 18: first [`View::equilibrium_answer`], then [`View::atomic_answer`] on what is
    /// left.
    ///
    /// ```text
    /// Γ^Θ[Δ_g^{0}]ᴬ: of the γ ∈ Γ with the greatest Δ_g[{{p} : p ∈ γ}]ᴱᴾ,
    ///                those with the greatest Δ[{{p} : p ∈ γ}]ᴬᴾ
    /// ```
    ///
    /// Without weights the first comparison is a draw, and what remains is the Answer of
    /// chapter 4.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let disjunction: View = "{Ace()King(), Queen()Jack()}".parse()?;
    /// let ace: View = "{Ace()}".parse()?;
    /// assert_eq!(disjunction.answer(&ace)?.to_string(), "{Ace()King()}");
    ///
    /// // After case e74, the conjunction fallacy: E speaks strongly for D and weakly for H, and
    /// // "D and H" is taken to be likelier than "H".
    /// let options: View = "{D()H(), H(), P()}".parse()?;
    /// let beliefs: View =
    ///     "{0.085=* E()D()H(), 0.765=* E()D()~H(), 0.015=* E()~D()H(), 0.135=* E()~D()~H()}"
    ///         .parse()?;
    /// assert_eq!(options.answer(&beliefs)?.to_string(), "{D()H()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// The internal view supposes nothing; otherwise the external one is handed back
    /// ([`Unchanged::InternalSupposes`]). So it is where all alternatives are answered equally
    /// well ([`Unchanged::NoDifference`]). A potential that is not a number (`w()`, say) cannot be
    /// compared: the weights are then left aside, and shared atoms alone decide; if these make no
    /// difference, the reason is [`Unchanged::SymbolicPotential`].
    ///
    /// # Where the sources part
    ///
    /// PyETR 1.0.0 compares floating-point sums that it adds up in an order that differs from run
    /// to run, so that a tie may break either way. By default numbers are exact decimals here, and
    /// ties are ties.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn answer(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::answer)
    }

    /// Keeps the alternatives that carry the most weight in what comes in.
    ///
    /// The first half of [`View::answer`] (A.64, 6.5): each `γ` asks for any of its atoms, and
    /// those with the greatest equilibrium answer potential `Δ_g[{{p} : p ∈ γ}]ᴱᴾ` remain
    /// ([`View::equilibrium_answer_potential`]). Presuppositions are the same.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let options: View = "{Buy(), Save()}".parse()?;
    /// let values: View = "{1=+ Buy()Fun(), 2=+ Save()Rich()}".parse()?;
    /// assert_eq!(options.equilibrium_answer(&values)?.to_string(), "{Save()}");
    ///
    /// // 0.1 + 0.2 + 0.3 is 0.6, in whatever order one adds.
    /// let options: View = "{A(), B()}".parse()?;
    /// let values: View = "{0.1=* A()C(), 0.2=* A()D(), 0.3=* A()F(), 0.6=* B()}".parse()?;
    /// assert_eq!(options.equilibrium_answer(&values)?, options);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn equilibrium_answer(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::equilibrium_answer)
    }

    /// Keeps the alternatives that have the most in common with what comes in.
    ///
    /// The second half of [`View::answer`] (definition 18): the `γ` that share the most atoms with
    /// `Δ`, the greatest `Δ[{{p} : p ∈ γ}]ᴬᴾ`, remain. Presuppositions are the same; weights play
    /// no part.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let view: View = "{A()B(), A()C(), D()}".parse()?;
    /// assert_eq!(view.atomic_answer(&"{A()}".parse()?)?.to_string(), "{A()B(),A()C()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn atomic_answer(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::atomic_answer)
    }
}

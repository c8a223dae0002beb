//! Wh-query (definition 31, A.85): of what does it hold?

use super::query::Question;
use super::{Operation, Unchanged};
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{ObjectId, Substitution, TermId};
use crate::row;
use crate::stage::StageBuilder;
use crate::view::View;
use crate::weight::NULL;

impl Engine {
    /// `Γ^Θ[Δ^Ψ]W`; see [`View::which`].
    pub fn which(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::WhQuery, external.clone(), internal, Engine::which_queried)
    }

    fn which_queried(
        &mut self,
        external: InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let Some((bindings, _)) = self.query_bindings(&external, internal) else {
            return Ok(self.pass_through(external, Unchanged::ForeignUniversals));
        };
        let support = self.support(&external, internal, &bindings)?;
        let width = external.width().max(internal.width());
        let mut stage = StageBuilder::new(width, &self.limits);
        if support.leaves_zero(self.reading().query_zero) {
            stage.add(&[0], &NULL)?;
        }
        let questions: Vec<(Question<'_>, usize)> = internal
            .stage
            .iter()
            .map(|(state, weight)| {
                let question = Question::new(state, weight, &bindings, &self.lexicon);
                let idle = idle_choices(&question, &bindings);
                (question, idle)
            })
            .collect();
        let mut steps = self.limits.budget();
        for state in external.stage.states().iter() {
            let reasons = internal
                .supposition
                .iter()
                .filter(|condition| row::is_subset(condition, state))
                .count();
            for (question, idle) in questions.iter().filter(|_| reasons > 0) {
                let (mut instances, most) = (Vec::new(), self.limits.most_states(width));
                question.for_each_binding(state, &self.lexicon, &mut steps, &mut |by| {
                    instances.push(by.clone());
                    instances.len() > most
                })?;
                self.limits.check_states(instances.len().saturating_sub(1), width)?;
                for by in instances {
                    let ways = reasons.saturating_mul(*idle);
                    let times = if self.reading().is_printed() { 1 } else { ways };
                    self.add_instance(question, &by, times, &mut stage)?;
                }
            }
        }
        external.with_stage(stage.finish(), &self.lexicon)
    }

    /// Adds `(g(δ)[m]).δ[m]`, once for each way of choosing bindings that make no difference.
    fn add_instance(
        &mut self,
        question: &Question<'_>,
        by: &Substitution,
        times: usize,
        stage: &mut StageBuilder,
    ) -> Result<(), Error> {
        let open = question.open.iter().filter_map(|atom| self.lexicon.find_atom(*atom, by));
        let mut state = question.fixed.clone();
        for atom in open {
            state.resize(state.len().max(atom.word() + 1), 0);
            state[atom.word()] |= atom.mask();
        }
        let weight =
            question.weight.try_map(|term| self.lexicon.substitute_term(term, by).map(Some))?;
        if weight.is_null() {
            return stage.add(&state, &NULL);
        }
        for _ in 0..times {
            stage.add(&state, &weight)?;
        }
        Ok(())
    }
}

/// The number of ways to bind the existentials that a state does not mention, or not to bind them.
fn idle_choices(question: &Question<'_>, bindings: &[(ObjectId, TermId)]) -> usize {
    let mut ways = 1usize;
    let mut seen: Vec<ObjectId> = question.choices.iter().map(|choice| choice.0).collect();
    for (object, _) in bindings {
        if !seen.contains(object) {
            seen.push(*object);
            let terms = bindings.iter().filter(|one| one.0 == *object).count();
            ways = ways.saturating_mul(terms + 1);
        }
    }
    ways
}

impl View {
    /// Asks *who* or *what*: the answer names the things for which the view supports an answer.
    ///
    /// Definition 31, with weights A.85. `M′` and `H` are those of [`View::query`].
    ///
    /// ```text
    /// Γ_f^Θ_RI[Δ_g^Ψ_SJ]W = (H + Σ g(δ)[m].δ[m])^Θ_RI
    ///     over the γ ∈ Γ, ψ ∈ Ψ, δ ∈ Δ and m ⊆ M′ with ψ ∪ δ[m] ⊆ γ
    /// ```
    ///
    /// Other than in a query, terms stay in the place of the existentials that they support, and
    /// the weights of the view are dropped.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e62: of whom does S hold? Of j, of m, or it is open.
    /// let view: View = "{L(n(),m())S(m()*), S(j()*)D(m())T(n()), D(b())~S(n()*)}".parse()?;
    /// let who: View = "Ea {S(a*)}".parse()?;
    /// assert_eq!(view.which(&who)?.to_string(), "{0,S(j()*),S(m()*)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// `U_S ⊆ U_R`, as for [`View::query`] ([`Unchanged::ForeignUniversals`]).
    ///
    /// # Where the sources part
    ///
    /// The book's set notation would count equal contributions once. PyETR 1.0.0 counts one for
    /// each choice of `m`, `ψ` and `δ`, bindings of existentials that `δ` does not mention
    /// included, so that the weights of the question come out repeated. So do we unless told to
    /// follow print ([`Formulas`](crate::Formulas)).
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn which(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::which)
    }
}

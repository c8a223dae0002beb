//! Product (definition 15): *and*.

use super::Operation;
use crate::dependency::DependencyRelation;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::limits::too_many_states;
use crate::relation::Relation;
use crate::stage::{Stage, StageBuilder};
use crate::states::States;
use crate::view::View;
use crate::weight::NULL;

impl Engine {
    /// `Γ^Θ ⊗ Δ^Ψ`; see [`View::product`].
    pub fn product(
        &mut self,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        self.step(Operation::Product, external.clone(), internal, |engine, external, internal| {
            engine.product_under(&Relation::default(), &external, internal)
        })
    }

    /// Product under a dependency relation `T` that both views inherit.
    pub(crate) fn product_under(
        &mut self,
        inherited: &Relation,
        external: &InternedView,
        internal: &InternedView,
    ) -> Result<InternedView, Error> {
        let stage = self.stage_product(&external.stage, &internal.supposition, &internal.stage)?;
        Parts {
            stage,
            supposition: external.supposition.clone(),
            relation: fuse_under(inherited, &external.relation, &internal.relation)?,
            issues: external.issues.union(&internal.issues),
        }
        .piped(&self.lexicon)
    }

    /// Every state that contains some `ψ` times every `δ`; the others as they are.
    pub(crate) fn stage_product(
        &mut self,
        left: &Stage,
        condition: &States,
        right: &Stage,
    ) -> Result<Stage, Error> {
        self.limits.check_steps(left.len(), right.len())?;
        if let Some(same) = neutral_product(left, condition, right) {
            return Ok(same);
        }
        if let Some(one) = single_product(left, condition, right) {
            return Ok(one);
        }
        let weighted = left.is_weighted() || right.is_weighted();
        if !weighted && !left.states().shares_atoms(right.states()) {
            return self.product_apart(left.states(), condition, right.states());
        }
        let width = left.states().width().max(right.states().width());
        let mut stage = StageBuilder::with_room(width, left.len() * right.len(), &self.limits);
        let always = condition.is_verum();
        for (state, weight) in left.iter() {
            if !always && !condition.any_within(state) {
                stage.add(state, weight)?;
            } else if weighted {
                for (more, other) in right.iter() {
                    let weight = weight.times(other, &mut self.lexicon)?;
                    stage.add_union(state, more, &weight)?;
                }
            } else {
                for more in right.states().iter() {
                    stage.add_union(state, more, &NULL)?;
                }
            }
        }
        Ok(stage.finish())
    }
}

impl Engine {
    /// The product of states that weigh nothing with others that have no atom in common with them. Each
    /// union is another state then, and none is looked for among those before it.
    fn product_apart(
        &self,
        left: &States,
        condition: &States,
        right: &States,
    ) -> Result<Stage, Error> {
        let width = left.width().max(right.width());
        let most = self.limits.most_states(width);
        let mut all = States::with_room(width, left.len() * right.len());
        let always = condition.is_verum();
        for state in left.iter() {
            let applies = always || condition.any_within(state);
            if all.len() + if applies { right.len() } else { 1 } > most {
                return Err(too_many_states(most, width));
            }
            if applies {
                right.iter().for_each(|more| all.push_union(state, more));
            } else {
                all.push(state);
            }
        }
        Ok(Stage::unweighted(all))
    }
}

/// The product with a stage that has no atoms and no weight.
fn neutral_product(left: &Stage, condition: &States, right: &Stage) -> Option<Stage> {
    let neutral = |stage: &Stage| stage.is_verum() && !stage.is_weighted();
    if neutral(right) {
        return Some(left.clone());
    }
    (neutral(left) && condition.is_verum()).then(|| right.clone())
}

/// The product of one narrow state with another, neither of which weighs anything: the most frequent
/// product by far.
fn single_product(left: &Stage, condition: &States, right: &Stage) -> Option<Stage> {
    let plain = condition.is_verum() && !left.is_weighted() && !right.is_weighted();
    match (plain, left.states().only_word(), right.states().only_word()) {
        (true, Some(one), Some(two)) => Some(Stage::unweighted(States::single(&[one | two]))),
        _ => None,
    }
}

/// `(T ⋈ R) ⋈ (T ⋈ S)`.
pub(crate) fn fuse_under(
    inherited: &Relation,
    external: &Relation,
    internal: &Relation,
) -> Result<Relation, Error> {
    if inherited.is_empty() {
        return external.fuse(internal);
    }
    inherited.fuse(external)?.fuse(&inherited.fuse(internal)?)
}

impl View {
    /// *And*: every alternative entertained so far is combined with every one that comes in.
    ///
    /// A conditional that comes in touches only the alternatives that meet its condition.
    ///
    /// Definition 15. `P` holds the states of `Γ` that contain no state of `Ψ`; they stay as they
    /// are.
    ///
    /// ```text
    /// Γ_f^Θ_RI ⊗ᵀ Δ_g^Ψ_SJ = (P ∪ (Γ∖P) ⊗ Δ)^Θ   under (T ⋈ R) ⋈ (T ⋈ S) and I ∪ J
    /// Γ ⊗ Δ = {γ ∪ δ : γ ∈ Γ, δ ∈ Δ}
    /// ```
    ///
    /// `T` is a dependency relation that both views inherit: empty here, the external view's in
    /// the second form of [`View::inquire`]. Weights multiply, and those of states that come to
    /// coincide add. As after every operation, dependencies, weights and issues are restricted to
    /// what stage and supposition still speak of (A.65).
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let (ace, king): (View, View) = ("{a()}".parse()?, "{k()}".parse()?);
    /// assert_eq!(ace.product(&king)?.to_string(), "{a()k()}"); // case e6
    ///
    /// let weather: View = "{Cloud()Rain(), Sun()}".parse()?;
    /// let wet: View = "{Wet()}^{Rain()}".parse()?;
    /// assert_eq!(weather.product(&wet)?.to_string(), "{Cloud()Rain()Wet(),Sun()}");
    /// // What the internal view supposes is a filter only, so the order matters.
    /// assert_eq!(wet.product(&weather)?.to_string(), "{Cloud()Rain()Wet(),Sun()Wet()}^{Rain()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Cost
    ///
    /// `|Γ|·|Δ|` unions: a chain of `n` premises with `m` alternatives each has `mⁿ`, unless
    /// [`View::answer`] thins them out on the way.
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if an object is universal in one view and existential in the other, for
    /// which PyETR 1.0.0 makes a view with an object of both kinds; else as
    /// [any method](View#errors).
    pub fn product(&self, internal: &View) -> Result<View, Error> {
        self.beside(internal, Engine::product)
    }

    /// The product under a dependency relation `T` that both views inherit: `Γ^Θ ⊗ᵀ Δ^Ψ`.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let (some, all): (View, View) = ("Ex {P(x)}".parse()?, "Ay {Q(y)}".parse()?);
    /// assert_eq!(some.product(&all)?.to_string(), "∃x ∀y {P(x)Q(y)}");
    /// let inherited = "Ay Ex".parse()?;
    /// assert_eq!(some.product_under(&all, &inherited)?.to_string(), "∀y ∃x {P(x)Q(y)}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`View::product`].
    pub fn product_under(
        &self,
        internal: &View,
        inherited: &DependencyRelation,
    ) -> Result<View, Error> {
        View::with(&[self, internal], |engine, views| {
            let inherited = inherited.interned(&mut engine.lexicon);
            engine.product_under(&inherited, &views[0], &views[1])
        })
    }
}

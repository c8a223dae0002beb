//! Answer potentials (definition 17, A.64 and 6.5): measures of how well states answer a question.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{FunctionId, Number, TermId};
use crate::row;
use crate::stage::Stage;
use crate::view::View;
use crate::weight::{self, Multiset, Weight};
use smallvec::SmallVec;

impl Engine {
    /// `Δ[Γ]ᴬᴾ`, the atomic answer potential: how many atoms the two stages share; see
    /// [`View::atomic_answer_potential`].
    pub fn atomic_answer_potential(&self, external: &InternedView, internal: &InternedView) -> u32 {
        row::shared(&external.stage.states().all_atoms(), &internal.stage.states().all_atoms())
    }

    /// `Δ_g[Γ]ᴱᴾ`, the equilibrium answer potential of a weighted view for a question, as text;
    /// see [`View::equilibrium_answer_potential`].
    pub fn equilibrium_answer_potential(
        &mut self,
        view: &InternedView,
        question: &InternedView,
    ) -> Result<String, Error> {
        let mut terms = Multiset::new();
        for (state, weight) in view.stage.iter() {
            if !question.stage.states().any_within(state) {
                continue;
            }
            match (weight.multiplicative.as_slice(), weight.additive.as_slice()) {
                // One side alone counts as it is.
                (alone, []) | ([], alone) => terms.extend_from_slice(alone),
                _ => terms.extend(self.weight_terms(weight)?),
            }
        }
        if let Some(sum) = self.sum_of(&terms) {
            return Ok(sum.to_string());
        }
        let sum = self.lexicon.apply_function(FunctionId::SUM, &terms)?;
        Ok(self.lexicon.show_term(sum))
    }

    /// `w× ⊠ w+`.
    fn weight_terms(&mut self, weight: &Weight) -> Result<Multiset, Error> {
        weight::product(&weight.multiplicative, &weight.additive, &mut self.lexicon)
    }

    fn sum_of(&self, terms: &[TermId]) -> Option<Number> {
        match terms {
            [] => return Some(self.lexicon.zero()),
            [only] => return Some(self.lexicon.sum(&mut [self.lexicon.as_number(*only)?])),
            _ => {}
        }
        let mut numbers = SmallVec::<[Number; 4]>::new();
        for term in terms {
            numbers.push(self.lexicon.as_number(*term)?);
        }
        Some(self.lexicon.sum(&mut numbers))
    }

    /// For each state of a stage its value `w× ⊠ w+` as a number; `None` if it is symbolic.
    pub(crate) fn values(&mut self, stage: &Stage) -> Result<Vec<Option<Number>>, Error> {
        let mut values = Vec::with_capacity(stage.len());
        for (_, weight) in stage.iter() {
            let terms = self.weight_terms(weight)?;
            values.push(self.sum_of(&terms));
        }
        Ok(values)
    }
}

impl View {
    /// The number of atoms that both stages hold: a measure of how much two views talk about the
    /// same.
    ///
    /// Definition 17:
    ///
    /// ```text
    /// Δ[Γ]ᴬᴾ = |atoms(Γ) ∩ atoms(Δ)|
    /// ```
    ///
    /// An atom and its negation are two atoms.
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// let hand: View = "{Ace()King()}".parse()?;
    /// assert_eq!(hand.atomic_answer_potential(&"{King(), Queen()}".parse()?)?, 1);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn atomic_answer_potential(&self, other: &View) -> Result<u32, Error> {
        View::ask(&[self, other], |engine, views| {
            Ok(engine.atomic_answer_potential(&views[0], &views[1]))
        })
    }

    /// The weight that the view gives to a question: the sum over its alternatives in which some
    /// possibility that the question names is realised.
    ///
    /// Definition 17 in the weighted form of A.64 and 6.5:
    ///
    /// ```text
    /// Δ_g[Γ]ᴱᴾ = σ(⊎ {g×(δ) ⊠ g+(δ) : δ ∈ Δ, some γ ∈ Γ has γ ⊆ δ})
    /// ```
    ///
    /// So an alternative counts the product of its multiplicative and its additive sum, the one
    /// there is if it has one only, and 0 if it has none. The result is a number as text (`2.4`),
    /// or a term if some weight is no number (`σ(2.0,w())`).
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Cases e66i and e66ii, base rates as frequencies: of 100 people one is ill and tests
    /// // positive, one is healthy and tests positive: half of those who test positive are ill.
    /// let people: View = "{1=* D()T(), 1=* T()~D(), 98=* ~D()}".parse()?;
    /// assert_eq!(people.equilibrium_answer_potential(&"{D()T()}".parse()?)?, "1.0");
    /// assert_eq!(people.equilibrium_answer_potential(&"{T()}".parse()?)?, "2.0");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Where the sources part
    ///
    /// 6.5 as printed multiplies two sums, each over all of `Δ`. The worked examples and PyETR
    /// 1.0.0 multiply within each state, as above, and so do we.
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn equilibrium_answer_potential(&self, question: &View) -> Result<String, Error> {
        View::ask(&[self, question], |engine, views| {
            engine.equilibrium_answer_potential(&views[0], &views[1])
        })
    }
}

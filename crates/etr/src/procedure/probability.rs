//! What is the probability?

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::lexicon::Number;
use crate::stage::StageBuilder;
use crate::states::States;
use crate::view::View;
use crate::weight::Weight;
use std::cmp::Ordering;

impl Engine {
    /// The premises queried with `of`, after the alternatives without a weight have shared out
    /// what is missing to a hundred; ⊥ if that gives no number from 0 to 100. See
    /// [`View::what_is_the_probability`].
    pub fn what_is_the_probability(
        &mut self,
        premises: &[InternedView],
        of: &InternedView,
    ) -> Result<InternedView, Error> {
        self.apart_from(premises.iter().chain([of]), |engine| engine.probability_of(premises, of))
    }

    fn probability_of(
        &mut self,
        premises: &[InternedView],
        of: &InternedView,
    ) -> Result<InternedView, Error> {
        let basic = self.basic_step(premises)?;
        let null: Vec<usize> =
            (0..basic.stage.len()).filter(|at| basic.stage.weight(*at).is_null()).collect();
        if self.reading().is_printed() {
            let answer = self.query(&basic, of)?;
            let potential = self.potential_of(of, &answer)?;
            let settled = potential.is_some_and(|number| self.is_percentage(number));
            if settled || null.is_empty() {
                return Ok(answer);
            }
        } else if null.is_empty() {
            return self.query(&basic, of);
        }
        let share = self.share_of_the_rest(&basic, null.len())?;
        let mut view = basic.clone();
        for at in null {
            let question = self.weighing(share, &basic, at)?;
            view =
                self.step(crate::operation::Operation::Inquire, view, &question, Engine::inquired)?;
        }
        let answer = self.query(&view, of)?;
        let potential = self.potential_of(of, &answer)?;
        if potential.is_some_and(|number| self.is_percentage(number)) {
            Ok(answer)
        } else {
            Ok(InternedView::falsum())
        }
    }

    /// The rest up to a hundred, shared out equally.
    fn share_of_the_rest(&mut self, view: &InternedView, among: usize) -> Result<Number, Error> {
        let mut numbers: Vec<Number> = view
            .stage
            .weights()
            .iter()
            .flat_map(|weight| weight.multiplicative.iter())
            .filter_map(|term| self.lexicon.as_number(*term))
            .collect();
        let spent = self.lexicon.sum(&mut numbers);
        Ok(self.lexicon.hundredth_part(spent, among))
    }

    /// `{x=* 0}^{γ}` for the state at this place.
    fn weighing(
        &mut self,
        share: Number,
        view: &InternedView,
        at: usize,
    ) -> Result<InternedView, Error> {
        let term = self.lexicon.number_term(share);
        let weight = Weight::new([term].into_iter().collect(), Default::default());
        let mut stage = StageBuilder::new(1, &self.limits);
        stage.add(&[0], &weight)?;
        Parts {
            stage: stage.finish(),
            supposition: States::single(view.stage.states().get(at)),
            relation: view.relation.clone(),
            issues: Default::default(),
        }
        .piped(&self.lexicon)
    }

    /// The equilibrium answer potential of `of` in a view, if it is a number.
    fn potential_of(
        &mut self,
        of: &InternedView,
        view: &InternedView,
    ) -> Result<Option<Number>, Error> {
        let values = self.values(&view.stage)?;
        let mut numbers = Vec::new();
        for (state, value) in view.stage.states().iter().zip(values) {
            if of.stage.states().any_within(state) {
                let Some(value) = value else { return Ok(None) };
                numbers.push(value);
            }
        }
        Ok(Some(self.lexicon.sum(&mut numbers)))
    }

    fn is_percentage(&self, number: Number) -> bool {
        let hundred = self.lexicon.float(100.0);
        number.compare(self.lexicon.zero()) != Ordering::Less
            && number.compare(hundred) != Ordering::Greater
    }
}

impl View {
    /// *How likely is it?* The answer to the question `of`, its alternatives weighted by what
    /// people are predicted to say, in per cent.
    ///
    /// Alternatives to which the premises give no probability share equally what is missing to a
    /// hundred (5.20):
    ///
    /// ```text
    /// G = basic_step(P₁ … Pₙ), with k states γ₁ … γₖ of null weight
    /// x = (100 − Σ of the numbers in the multiplicative weights of G) / k
    /// answer = G[{x=* 0}^{γ₁}]ᴵ … [{x=* 0}^{γₖ}]ᴵ[Δ]Q
    /// ```
    ///
    /// ```
    /// use peirast_etr::View;
    ///
    /// // Case e85: blue, green or red; green 60 %, blue 20 %. How likely is red?
    /// let premises: [View; 3] = [
    ///     "{Box(Blue()), Box(Green()), Box(Red())}".parse()?,
    ///     "{60=* Box(Green())}^{Box(Green())}".parse()?,
    ///     "{20=* Box(Blue())}^{Box(Blue())}".parse()?,
    /// ];
    /// let red: View = "{Box(Red())}".parse()?;
    /// let answer = View::what_is_the_probability(&premises, &red)?;
    /// assert_eq!(answer.to_string(), "{0,20.0=* Box(Red())}");
    /// assert_eq!(answer.equilibrium_answer_potential(&red)?, "20.0");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Presuppositions
    ///
    /// If there was something to share out, the potential of the question comes to a number from
    /// 0 to 100; otherwise the answer is ⊥, as for weights that are no numbers (case new_e13).
    ///
    /// # Where the sources part
    ///
    /// In 5.20 what decides on sharing is whether the potential lies from 0 to 100 already. PyETR
    /// 1.0.0 shares if and only if some state has a null weight, ⊤ included, and does not look at
    /// the range otherwise: 60 % and 60 % make 120. So do we unless told to follow print
    /// ([`Formulas`](crate::Formulas)).
    ///
    /// # Errors
    ///
    /// As [any method](View#errors).
    pub fn what_is_the_probability(premises: &[View], of: &View) -> Result<View, Error> {
        let views: Vec<&View> = premises.iter().chain([of]).collect();
        View::with(&views, |engine, views| {
            let (premises, of) = views.split_at(premises.len());
            engine.what_is_the_probability(premises, &of[0])
        })
    }
}

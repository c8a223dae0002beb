//! The erotetic theory's predictions for a form of syllogism.

use super::theory::{Acceptance, Cures, Prediction, accepted, cures, predicted};
use peirast_etr::{Allowance, Engine, Error, Following, InternedView};
use peirast_logic::categorical::Categorical;
use peirast_logic::syllogism::Form;
use peirast_task::syllogistic_view;

/// The names of the terms of a form in views, by their numbers.
const TERMS: [&str; 3] = ["S", "M", "P"];

/// A form in views, and what the theory makes of it.
pub(crate) struct Erotetic {
    /// The premises, the major one first.
    pub(crate) premises: [String; 2],
    /// The conclusion.
    pub(crate) conclusion: String,
    /// The predicted conclusion of people.
    pub(crate) predicted: Result<Prediction, String>,
    /// The predicted acceptance of the conclusion.
    pub(crate) accepted: Result<Acceptance, String>,
    /// The questions that keep people from their predicted conclusion.
    pub(crate) cures: Result<Cures, String>,
}

/// A proposition as a view. Both premises are about the middle term, so it is at issue everywhere.
fn view(one: Categorical) -> String {
    syllogistic_view(one, TERMS, Form::MIDDLE)
}

/// Premises and conclusion in an engine of their own.
fn read(form: Form) -> Result<(Engine, [InternedView; 2], InternedView), Error> {
    let mut engine = Engine::default();
    let major = engine.read(&view(form.major_premise()))?;
    let minor = engine.read(&view(form.minor_premise()))?;
    let conclusion = engine.read(&view(form.conclusion()))?;
    Ok((engine, [major, minor], conclusion))
}

impl Erotetic {
    /// The theory's predictions for a form.
    pub(crate) fn new(form: Form, allowance: &Allowance) -> Result<Self, String> {
        let (engine, views, target) = read(form).map_err(|error| error.to_string())?;
        let mut engine = engine.with_allowance(allowance.clone());
        Ok(Self {
            premises: views.each_ref().map(|view| engine.show(view)),
            conclusion: engine.show(&target),
            predicted: predicted(&mut engine, &views, None).map(|found| found.0),
            accepted: accepted(&mut engine, &views, &target, Following::RegardlessOfIssues),
            cures: cures(&mut engine, &views),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_propositions_say_what_the_forms_do() {
        use peirast_logic::categorical::Import;
        use peirast_logic::{Argument, Signature, Verdict, entails, formula_of_view};
        for form in Form::all() {
            let (engine, views, target) = read(form).unwrap();
            let mut signature = Signature::default();
            let mut formula = |view| formula_of_view(&engine, view, &mut signature).unwrap();
            let premises = views.iter().map(&mut formula).collect();
            let conclusion = formula(&target);
            let verdict = entails(&Argument { signature, premises, conclusion });
            assert_eq!(verdict == Verdict::Entailed, form.is_valid(Import::Modern), "{form}");
        }
    }

    /// The page tells the same story as the contest of theories.
    #[test]
    fn people_are_predicted_to_accept_what_the_theory_predicts_of_the_pair() {
        use peirast_task::{HumanResponses, PremisePair, Theory};
        let data = HumanResponses::get().unwrap();
        for form in Form::all() {
            let whole = Erotetic::new(form, &Allowance::new(1_000_000)).unwrap();
            let (pair, own) = PremisePair::from_form(form, true);
            let predicted = data.predicted(Theory::Erotetic, pair).contains(&own);
            assert_eq!(whole.accepted.unwrap().is_some(), predicted, "{form}");
            assert!(whole.predicted.is_ok() && whole.cures.is_ok(), "{form}");
        }
    }
}

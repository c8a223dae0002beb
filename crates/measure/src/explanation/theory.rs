//! The prediction of the theory, and the reasons of both engines about a conclusion.

use super::{ExplainedQuestion, ExplanationError};
use peirast_etr::{Engine, EquilibriumBounds, Following, InternedView};
use peirast_fallacy::{Cure, Judgement, Soundness, cure, missteps};
use std::fmt::Write as _;

impl ExplainedQuestion {
    /// The predicted reasoning step by step, and its conclusion.
    pub(super) fn theory(&self) -> Result<(Vec<String>, String), ExplanationError> {
        let (mut engine, views) = self.premises_read()?;
        let explained = engine.explain(&views)?;
        Ok((explained.sentences, explained.conclusion))
    }

    /// The premises as views, with the engine that read them.
    fn premises_read(&self) -> Result<(Engine, Vec<InternedView>), ExplanationError> {
        let mut engine = Engine::new(self.reading);
        let views = self.premises.iter().map(|text| engine.read(text));
        let views = views.collect::<Result<Vec<_>, _>>()?;
        Ok((engine, views))
    }

    /// Questions that would cure a fallacy.
    pub(super) fn cure(&self) -> Result<Option<Cure>, ExplanationError> {
        let bounds = EquilibriumBounds { questions: 2, sets: 2_000 };
        Ok(cure(&self.premises, self.reading, &bounds)?)
    }

    /// Writes the premises, with their words.
    pub(super) fn tell_premises(&self, text: &mut String) {
        // Writing to a string cannot fail.
        if let Some(problem) = &self.problem {
            let _ = writeln!(text, "problem  {}", problem.id);
        }
        for (at, premise) in self.premises.iter().enumerate() {
            let _ = writeln!(text, "premise {}  {}", at + 1, self.in_words(premise));
        }
        if let Some(order) = self.order_shown() {
            let _ = writeln!(
                text,
                "         They were shown in the order {order}. What people are predicted to conclude is about \
                 the\n         order above, which another is to keep from."
            );
        }
    }

    /// The numbers of the premises in the order shown, if it differs.
    fn order_shown(&self) -> Option<String> {
        let order = &self.problem.as_deref()?.worded.as_deref()?.order;
        let numbers: Vec<String> = order.iter().map(|place| (place + 1).to_string()).collect();
        (!order.is_sorted()).then(|| numbers.join(", "))
    }

    /// Writes the reasons of both engines about a conclusion.
    pub(super) fn tell_reasons(
        &self,
        text: &mut String,
        view: &str,
        judged: &Judgement,
    ) -> Result<(), ExplanationError> {
        let _ = writeln!(text, "logic    {}", soundness(&judged.soundness));
        if let Soundness::Refuted { countermodel } = &judged.soundness {
            countermodel.lines().for_each(|line| {
                let _ = writeln!(text, "           {line}");
            });
        }
        for (holds, what) in [
            (judged.contradictory, "it can never be true"),
            (judged.vacuous, "the premises contradict each other, so that everything follows"),
            (judged.denies_premises, "it cannot be true together with the premises"),
        ] {
            if holds == Some(true) {
                let _ = writeln!(text, "         {what}");
            }
        }
        let wrong: Vec<&str> =
            missteps(&self.premises, view)?.into_iter().map(|step| step.name()).collect();
        if !wrong.is_empty() {
            let _ = writeln!(text, "         on the surface: {}", wrong.join(", "));
        }
        let predicted = &judged.predicted;
        let yes = |holds: bool| if holds { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "theory   accepted when asked about: strictly {}, marks and names aside {}\n         the \
             predicted conclusion: exactly {}, up to equivalence {}",
            yes(predicted.strict),
            yes(predicted.regardless_of_issues),
            yes(predicted.exact),
            predicted.equivalent.map_or("not found out", yes)
        );
        for sentence in self.acceptance(view)? {
            let _ = writeln!(text, "         {sentence}");
        }
        Ok(())
    }

    /// The reasons why people are predicted to accept a view when asked about it; empty if they are
    /// not.
    pub(super) fn acceptance(&self, view: &str) -> Result<Vec<String>, ExplanationError> {
        let (mut engine, views) = self.premises_read()?;
        let target = engine.read(view)?;
        let found = engine.explain_acceptance(&views, &target, Following::RegardlessOfIssues)?;
        Ok(found.map(|found| found.sentences).unwrap_or_default())
    }

    /// Writes the prediction of the theory.
    pub(super) fn tell_theory(&self, text: &mut String) -> Result<(), ExplanationError> {
        let (steps, predicted) = self.theory()?;
        let _ = writeln!(text, "\nHow people are predicted to reason");
        for step in steps {
            let _ = writeln!(text, "  {step}");
        }
        let _ = writeln!(text, "  Concluded: {}", self.in_words(&predicted));
        match self.cure()? {
            None => {
                text.push_str(" No question that would cure a fallacy was looked for or found.\n")
            }
            Some(cure) => {
                let questions: Vec<String> =
                    cure.questions.iter().map(|question| self.in_words(question)).collect();
                let then = self.in_words(&cure.conclusion);
                let _ = writeln!(
                    text,
                    "  Cured by asking whether: {}\n  Concluded then: {then}",
                    questions.join("; ")
                );
            }
        }
        Ok(())
    }
}

fn soundness(soundness: &Soundness) -> String {
    let numbered = |places: &[usize]| {
        let numbers = places.iter().map(|place| (place + 1).to_string());
        numbers.collect::<Vec<_>>().join(", ")
    };
    match soundness {
        Soundness::Verum => "follows, as nothing is claimed".to_owned(),
        Soundness::Tautology => "follows from anything: it is true whatever is the case".to_owned(),
        Soundness::Restating { premise } => {
            format!("follows from premise {} alone", premise + 1)
        }
        Soundness::Joined { premises } => format!(
            "follows, but says no more than premises {} side by side, each for itself",
            numbered(premises)
        ),
        Soundness::Joint { premises } => {
            format!("follows, and takes premises {} together", numbered(premises))
        }
        Soundness::Refuted { .. } => {
            "does not follow: the premises are true and it is false if".to_owned()
        }
        Soundness::Unknown { why } => format!("could not be decided: {why}"),
    }
}

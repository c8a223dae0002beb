//! Explaining an inference in words: the premises, and the alternatives that each removed.

use super::Recorded;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::{InternedView, Parts};
use crate::operation::{Operation, Unchanged};
use crate::row;
use crate::stage::Stage;
use crate::states::States;

/// An inference told step by step.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Explanation {
    /// One sentence for each thing that happened.
    pub sentences: Vec<String>,
    /// The conclusion in the end.
    pub conclusion: String,
}

impl Engine {
    /// The default inference in words: the addition of each premise, the alternatives dropped with
    /// time and reason, the states that are impossible, and the assumptions.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let premises = [engine.read("{Ace()King(), Queen()Jack()}")?, engine.read("{Ace()}")?];
    /// let explanation = engine.explain(&premises)?;
    /// assert_eq!(
    ///     explanation.sentences,
    ///     [
    ///         "Premise {Ace()King(),Jack()Queen()} is taken in.",
    ///         "Premise {Ace()} is heard as an answer: Jack()Queen() shares less with it than \
    ///          Ace()King() and is dropped.",
    ///         "Ace() is known already and need not be said again: {King()} is left.",
    ///     ]
    /// );
    /// assert_eq!(explanation.conclusion, "{King()}");
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::default_inference`].
    pub fn explain(&mut self, premises: &[InternedView]) -> Result<Explanation, Error> {
        self.explain_in(premises, None)
    }

    /// [`Engine::explain`], with premises by their numbers and views in other words. Views for which
    /// `words` has none are shown as they are.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let premises = [engine.read("{Ace()King(), Queen()Jack()}")?, engine.read("{Ace()}")?];
    /// let explanation = engine.explain_in_words(&premises, &|engine, view| {
    ///     Some(engine.show(view).replace("()", " ").trim_matches(['{', '}', ' ']).to_owned())
    /// })?;
    /// assert_eq!(
    ///     explanation.sentences[1],
    ///     "Premise 2 (“Ace”) is heard as an answer: “Jack Queen” shares less with it than “Ace \
    ///      King” and is dropped."
    /// );
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::default_inference`].
    pub fn explain_in_words(
        &mut self,
        premises: &[InternedView],
        words: &Words<'_>,
    ) -> Result<Explanation, Error> {
        self.explain_in(premises, Some(words))
    }

    fn explain_in(
        &mut self,
        premises: &[InternedView],
        words: Option<&Words<'_>>,
    ) -> Result<Explanation, Error> {
        self.record();
        let conclusion = self.default_inference(premises);
        let steps = self.take_recorded();
        let conclusion = conclusion?;
        let narrator = Narrator { engine: self, premises, words };
        let mut sentences = Vec::new();
        let mut orders = 0;
        for (at, step) in steps.iter().enumerate() {
            if step.operation == Operation::Depose && step.depth == 0 && at + 1 < steps.len() {
                // The procedure begins by deposing a premise; a second beginning means that it
                // goes through the premises in reverse.
                let begins = steps[at + 1].operation == Operation::Update;
                orders += usize::from(begins);
                if begins && orders == 2 {
                    sentences.push(
                        "That leaves nothing; the premises are gone through in reverse.".to_owned(),
                    );
                }
            }
            sentences.extend(narrator.sentence(step, &steps[..at]));
        }
        let conclusion = self.show(&conclusion);
        Ok(Explanation { sentences, conclusion })
    }

    /// The sentence for a step, with views as they are shown.
    pub(super) fn sentence(&self, step: &Recorded, before: &[Recorded]) -> Option<String> {
        Narrator { engine: self, premises: &[], words: None }.sentence(step, before)
    }
}

/// The words for a view; none if there are no words for it.
pub type Words<'w> = dyn Fn(&Engine, &InternedView) -> Option<String> + 'w;

/// Tells steps, as views or in other words.
struct Narrator<'a> {
    engine: &'a Engine,
    /// The premises by their numbers; none if they are not numbered.
    premises: &'a [InternedView],
    words: Option<&'a Words<'a>>,
}

impl Narrator<'_> {
    /// A view as it is called.
    fn show(&self, view: &InternedView) -> String {
        let words = self.words.and_then(|words| words(self.engine, view));
        words.map_or_else(|| self.engine.show(view), |words| format!("“{words}”"))
    }

    /// A premise as it is called.
    fn premise(&self, view: &InternedView) -> String {
        let number = self.premises.iter().position(|premise| premise.same(view));
        match number.filter(|_| self.words.is_some()) {
            Some(at) => format!("Premise {} ({})", at + 1, self.show(view)),
            None => format!("Premise {}", self.show(view)),
        }
    }

    fn sentence(&self, step: &Recorded, before: &[Recorded]) -> Option<String> {
        let (external, output) = (step.inputs.first()?, step.output.as_ref()?);
        let internal = step.inputs.get(1);
        match step.operation {
            Operation::Answer => self.answer_sentence(external, internal?, output),
            Operation::UniversalProduct if step.unchanged.is_none() => Some(format!(
                "What holds of all is applied to what {} speaks of: now {}.",
                self.show(internal?),
                self.show(output)
            )),
            Operation::ExistentialSum if step.unchanged.is_none() => Some(format!(
                "What {} speaks of may be the one that was meant, or not: now {}.",
                self.show(internal?),
                self.show(output)
            )),
            Operation::Merge if !external.same(output) => {
                let answered = before.iter().rev().find(|s| s.operation == Operation::Answer)?;
                // A merge that adds nothing to the answer needs no sentence.
                let added = answered.output.as_ref().is_none_or(|view| !view.same(output));
                let premise = self.premise(internal?);
                let said = internal?.same(output);
                let now = if said { String::new() } else { format!(": now {}", self.show(output)) };
                added.then(|| format!("{premise} is taken in{now}."))
            }
            Operation::Merge if step.unchanged == Some(Unchanged::EmptyStage) => {
                Some("No alternative is left to take anything in.".to_owned())
            }
            Operation::Depose if !external.same(output) && step.depth == 0 => {
                // Factoring by the first premise deposes it again.
                let first = !before.iter().any(|s| s.operation == Operation::Factor);
                first.then(|| {
                    let (premise, output) = (self.premise(external), self.show(output));
                    format!("{premise} is heard as alternatives: {output}.")
                })
            }
            Operation::Factor if !external.same(output) => {
                Some(self.factor_sentence(external, internal?, output))
            }
            _ => None,
        }
    }

    fn answer_sentence(
        &self,
        external: &InternedView,
        internal: &InternedView,
        output: &InternedView,
    ) -> Option<String> {
        let dropped = self.states_without(external, output);
        if dropped.is_empty() {
            return None;
        }
        let kept = self.state_list(output.stage.states().iter());
        let why = if internal.stage.is_weighted() { "weighs" } else { "shares" };
        let [verb, be] = if dropped.len() == 1 {
            [why.to_owned(), "is".to_owned()]
        } else {
            [plural(why), "are".to_owned()]
        };
        Some(format!(
            "{} is heard as an answer: {} {verb} less with it than {kept} and {be} dropped.",
            self.premise(internal),
            join(&dropped)
        ))
    }

    fn factor_sentence(
        &self,
        external: &InternedView,
        internal: &InternedView,
        output: &InternedView,
    ) -> String {
        if internal.is_falsum() {
            let gone = self.states_without(external, output);
            let be = if gone.len() == 1 { "is" } else { "are" };
            return format!("{} cannot be and {be} struck out.", join(&gone));
        }
        let states: Vec<String> =
            internal.stage.states().iter().map(|state| self.show_state(state)).collect();
        let known = match (internal.supposition.is_verum(), states.as_slice()) {
            (true, [one]) => one.clone(),
            (true, _) => format!("That {}", either(&states)),
            _ => format!("That {}", self.show(internal)),
        };
        format!(
            "{known} is known already and need not be said again: {} is left.",
            self.show(output)
        )
    }

    /// The states of one stage that another lacks, as text.
    fn states_without(&self, view: &InternedView, other: &InternedView) -> Vec<String> {
        let gone = view.stage.states().iter();
        gone.filter(|state| other.stage.states().find(state).is_none())
            .map(|state| self.show_state(state))
            .collect()
    }

    fn state_list<'a>(&self, states: impl Iterator<Item = &'a [u64]>) -> String {
        join(&states.map(|state| self.show_state(state)).collect::<Vec<_>>())
    }

    /// One state as views show it, nothing marked.
    fn show_state(&self, state: &[u64]) -> String {
        if row::is_empty(state) {
            return "nothing in particular".to_owned();
        }
        let alone: InternedView = Parts::new(Stage::unweighted(States::single(state))).into();
        match self.words.and_then(|words| words(self.engine, &alone)) {
            Some(words) => format!("“{words}”"),
            None => self.engine.show(&alone).trim_matches(['{', '}']).to_owned(),
        }
    }
}

fn plural(verb: &str) -> String {
    verb.trim_end_matches('s').to_owned()
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The parts as alternatives.
fn either(parts: &[String]) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

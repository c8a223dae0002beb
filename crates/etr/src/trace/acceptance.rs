//! Explaining in words why a conclusion is accepted when somebody asks about it.

use super::Explanation;
use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::operation::Operation;
use crate::reading::Following;

impl Engine {
    /// *Does it follow?*, told in words: what the premises come to, what is supposed, and what they answer
    /// when they are asked for the conclusion. `None` if it is not accepted.
    ///
    /// ```
    /// use peirast_etr::{Engine, Following};
    ///
    /// let mut engine = Engine::default();
    /// let premises = [engine.read("{Ace()King(), Queen()Jack()}")?];
    /// let target = engine.read("{Ace(), Jack()}")?;
    /// let told = engine.explain_acceptance(&premises, &target, Following::Strict)?;
    /// assert_eq!(
    ///     told.expect("accepted").sentences,
    ///     [
    ///         "Premise {Ace()King(),Jack()Queen()} is taken in.",
    ///         "Asked whether {Ace(),Jack()}, this answers {Ace(),Jack()}: it is accepted.",
    ///     ]
    /// );
    /// let queen = engine.read("{Queen()}")?;
    /// assert_eq!(engine.explain_acceptance(&premises, &queen, Following::Strict)?, None);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Engine::does_it_follow_as`].
    pub fn explain_acceptance(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
        following: Following,
    ) -> Result<Option<Explanation>, Error> {
        if !self.does_it_follow_as(premises, target, following)? {
            return Ok(None);
        }
        if let Some(told) = self.told_in_order(premises, target, following)? {
            return Ok(Some(told));
        }
        let reversed: Vec<InternedView> = premises.iter().rev().cloned().collect();
        let told = self.told_in_order(&reversed, target, following)?.map(|mut told| {
            let in_reverse = "The premises are gone through in reverse.".to_owned();
            told.sentences.insert(0, in_reverse);
            told
        });
        Ok(told)
    }

    fn told_in_order(
        &mut self,
        premises: &[InternedView],
        target: &InternedView,
        following: Following,
    ) -> Result<Option<Explanation>, Error> {
        self.record();
        let accepted = self.accepts_in_order(premises, target, following);
        let steps = self.take_recorded();
        if !accepted? {
            return Ok(None);
        }
        let at_top = |operation| {
            move |(_, step): &(usize, &super::Recorded)| {
                step.depth == 0 && step.operation == operation
            }
        };
        let all = || steps.iter().enumerate();
        // The last of the ways tried is the one that succeeded.
        let supposed = all().rev().find(at_top(Operation::Suppose));
        let asked = all().rev().find(at_top(Operation::Query));
        let first = all().find(at_top(Operation::Suppose)).map_or(steps.len(), |(at, _)| at);
        let taken_in = steps[..first].iter().enumerate();
        let mut sentences: Vec<String> =
            taken_in.filter_map(|(at, step)| self.sentence(step, &steps[..at])).collect();
        if let Some([_, given]) = supposed.map(|(_, step)| step.inputs.as_slice())
            && !given.is_verum()
        {
            sentences.push(format!("{} is supposed.", self.show(given)));
        }
        let mut conclusion = self.show(target);
        if let Some(([_, asked], Some(answer))) =
            asked.map(|(_, step)| (step.inputs.as_slice(), step.output.as_ref()))
        {
            conclusion = self.show(answer);
            let asked = self.show(asked);
            sentences
                .push(format!("Asked whether {asked}, this answers {conclusion}: it is accepted."));
        }
        Ok(Some(Explanation { sentences, conclusion }))
    }
}

//! A purse: asked before a question is put whether it may be paid for.

use peirast_llm::Failure;
use peirast_record::{Prompt, Trial, Usage};
use peirast_store::PromptedTrial;
use std::sync::Arc;

/// What a purse says to a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may be put; what it may cost is set aside until it is settled or released.
    Go,
    /// Not now: what is set aside for others may come back. Asked again when one of them ends, so
    /// that a purse with nothing set aside must not say this.
    Wait,
    /// No: nothing more is put in this run. Why, in words.
    Stop(String),
}

/// How an attempt ended that brought no answer.
#[derive(Clone, Copy, Debug)]
pub enum UnansweredAttempt<'a> {
    /// It was not made after all.
    NotMade,
    /// It failed.
    Failed(&'a Failure),
    /// It was given up while it was under way.
    Abandoned,
}

/// Whoever pays for a run.
///
/// A purse is asked before every attempt, and told how each attempt ended that it admitted: once,
/// and of each trial at most one attempt is under way. It is called from several tasks, and must not
/// block.
///
/// ```
/// use peirast_record::{Prompt, Trial, Usage};
/// use peirast_run::{Admission, BudgetGuard, UnansweredAttempt};
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// /// Pays for so many answers.
/// struct Answers(AtomicU32);
///
/// impl BudgetGuard for Answers {
///     fn admit(&self, _: &Trial, _: &Prompt) -> Admission {
///         let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
///         left.map_or_else(|_| Admission::Stop("enough answers".to_owned()), |_| Admission::Go)
///     }
///     fn settle(&self, _: &Trial, _: Usage) {}
///     fn release(&self, _: &Trial, _: UnansweredAttempt<'_>) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
/// }
/// ```
pub trait BudgetGuard: Send + Sync {
    /// Whether an attempt at `trial` may be made, which puts `prompt`.
    fn admit(&self, trial: &Trial, prompt: &Prompt) -> Admission;

    /// Whether answers of this subject may cost money. Each of those holds its slot until it is stored, so that a
    /// crash costs no more of them than may be in flight.
    fn charges(&self, _subject: &str) -> bool {
        true
    }

    /// The attempt brought an answer that used so many tokens.
    fn settle(&self, trial: &Trial, usage: Usage);

    /// The attempt brought no answer. It may have been charged all the same, unless it was not made.
    fn release(&self, trial: &Trial, end: UnansweredAttempt<'_>);

    /// Why it said stop, as that stands when what was in flight has ended; none if it knows no more than it said.
    fn stopped_for(&self) -> Option<String> {
        None
    }
}

/// The purse of whoever does not count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoBudget;

impl BudgetGuard for NoBudget {
    fn admit(&self, _: &Trial, _: &Prompt) -> Admission {
        Admission::Go
    }

    fn charges(&self, _: &str) -> bool {
        false
    }

    fn settle(&self, _: &Trial, _: Usage) {}

    fn release(&self, _: &Trial, _: UnansweredAttempt<'_>) {}
}

/// What a purse set aside for an attempt. The purse hears of it when this is dropped without an answer.
pub(crate) struct Reservation<'a> {
    purse: &'a dyn BudgetGuard,
    posed: Arc<PromptedTrial>,
    stage: Stage,
}

/// How far the attempt of a reservation has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Admitted,
    UnderWay,
    Over,
}

impl<'a> Reservation<'a> {
    /// For an attempt that `purse` admitted.
    pub(crate) fn new(purse: &'a dyn BudgetGuard, posed: Arc<PromptedTrial>) -> Self {
        Self { purse, posed, stage: Stage::Admitted }
    }

    /// The attempt is made now.
    pub(crate) fn begin(&mut self) {
        self.stage = Stage::UnderWay;
    }

    /// The attempt brought an answer.
    pub(crate) fn settle(mut self, usage: Usage) {
        self.stage = Stage::Over;
        self.purse.settle(self.posed.trial(), usage);
    }

    /// The attempt failed.
    pub(crate) fn fail(mut self, failure: &Failure) {
        self.stage = Stage::Over;
        self.purse.release(self.posed.trial(), UnansweredAttempt::Failed(failure));
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        let end = match self.stage {
            Stage::Admitted => UnansweredAttempt::NotMade,
            Stage::UnderWay => UnansweredAttempt::Abandoned,
            Stage::Over => return,
        };
        self.purse.release(self.posed.trial(), end);
    }
}

//! The budget guard: decides before each attempt whether it may be paid for.

use peirast_llm::{BoxFuture, Failure};
use peirast_record::{Prompt, Trial, Usage};
use peirast_store::{FactChange, PromptedTrial};
use std::any::Any;
use std::sync::Arc;

/// The decision on an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The attempt may be made. Its highest cost is reserved until it is settled or released.
    Go,
    /// The attempt has to wait, because reservations of other attempts may be released. The guard
    /// is asked again when one of them ends, so it must not say this without any reservation.
    Wait,
    /// The attempt may be made shortly: the guard first stores that it may be charged. It is asked
    /// again within milliseconds.
    NotYet,
    /// Nothing more may be asked in this run, for this reason.
    Stop(String),
}

/// The end of an attempt without an answer.
#[derive(Clone, Copy, Debug)]
pub enum UnansweredAttempt<'a> {
    /// The attempt was not made.
    NotMade,
    /// The attempt failed.
    Failed(&'a Failure),
    /// The attempt was abandoned while it was in flight.
    Abandoned,
}

/// The records that a guard stores in the transaction of some answers.
#[derive(Default)]
pub struct GuardRecord {
    /// Facts to store or replace.
    pub facts: Vec<FactChange>,
    /// Held until the transaction has ended, so that the guard writes nothing else meanwhile.
    pub hold: Option<Box<dyn Any + Send>>,
}

impl std::fmt::Debug for GuardRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GuardRecord").field("facts", &self.facts).finish_non_exhaustive()
    }
}

/// Decides whether attempts may be paid for.
///
/// The runner asks it before every attempt, and reports the end of every attempt that it admitted,
/// once. At most one attempt at a trial is in flight. It is called from several tasks and must not
/// block.
///
/// ```
/// use peirast_record::{Prompt, Trial, Usage};
/// use peirast_run::{Admission, BudgetGuard, UnansweredAttempt};
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// /// Allows a number of answers.
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
    /// Decides on an attempt at `trial`, which sends `prompt`.
    fn admit(&self, trial: &Trial, prompt: &Prompt) -> Admission;

    /// Returns true if answers of this subject may cost money. Such an answer keeps its slot until
    /// it is stored, so that a crash loses no more of them than may be in flight.
    fn charges(&self, _subject: &str) -> bool {
        true
    }

    /// Records an answer with this usage.
    fn settle(&self, trial: &Trial, usage: Usage);

    /// Returns the records to store in the same transaction as the answers and failures of these
    /// trials, which is about to be written: a process that is killed then leaves either both or
    /// neither.
    fn record_with<'a>(
        &'a self,
        _answered: &'a [&'a Trial],
        _failed: &'a [&'a Trial],
    ) -> BoxFuture<'a, GuardRecord> {
        Box::pin(async { GuardRecord::default() })
    }

    /// Records that such an answer is on disk, with its usage.
    fn stored(&self, _trial: &Trial) {}

    /// Records that a failed attempt, which was released, is on disk.
    fn failure_stored(&self, _trial: &Trial) {}

    /// Records an attempt without an answer. The provider may charge for it, unless it was not
    /// made.
    fn release(&self, trial: &Trial, end: UnansweredAttempt<'_>);

    /// Returns the reason for [`Admission::Stop`] when nothing is in flight any more; `None` if the
    /// reason has not changed.
    fn stopped_for(&self) -> Option<String> {
        None
    }
}

/// A guard that allows everything.
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

/// The reservation for an attempt. If it is dropped without an answer, it is released.
pub(crate) struct Reservation<'a> {
    budget: &'a dyn BudgetGuard,
    question: Arc<PromptedTrial>,
    stage: Stage,
}

/// The state of a reservation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Admitted,
    UnderWay,
    Over,
}

impl<'a> Reservation<'a> {
    /// Creates the reservation for an attempt that `budget` admitted.
    pub(crate) fn new(budget: &'a dyn BudgetGuard, question: Arc<PromptedTrial>) -> Self {
        Self { budget, question, stage: Stage::Admitted }
    }

    /// Records that the request is sent.
    pub(crate) fn begin(&mut self) {
        self.stage = Stage::UnderWay;
    }

    /// Records an answer.
    pub(crate) fn settle(mut self, usage: Usage) {
        self.stage = Stage::Over;
        self.budget.settle(self.question.trial(), usage);
    }

    /// Records that the attempt failed.
    pub(crate) fn fail(mut self, failure: &Failure) {
        self.stage = Stage::Over;
        self.budget.release(self.question.trial(), UnansweredAttempt::Failed(failure));
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        let end = match self.stage {
            Stage::Admitted => UnansweredAttempt::NotMade,
            Stage::UnderWay => UnansweredAttempt::Abandoned,
            Stage::Over => return,
        };
        self.budget.release(self.question.trial(), end);
    }
}

//! A purse: asked before a question is put whether it may be paid for.

use peirast_record::{Prompt, Trial, Usage};

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

/// Whoever pays for a run.
///
/// A purse is asked before every attempt, and told how each attempt ended that it admitted: once,
/// and of each trial at most one attempt is under way. It is called from several tasks, and must not
/// block.
///
/// ```
/// use peirast_record::{Prompt, Trial, Usage};
/// use peirast_run::{Admission, Purse};
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// /// Pays for so many answers.
/// struct Answers(AtomicU32);
///
/// impl Purse for Answers {
///     fn admit(&self, _: &Trial, _: &Prompt) -> Admission {
///         let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
///         left.map_or_else(|_| Admission::Stop("enough answers".to_owned()), |_| Admission::Go)
///     }
///     fn settle(&self, _: &Trial, _: Usage) {}
///     fn release(&self, _: &Trial) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
/// }
/// ```
pub trait Purse: Send + Sync {
    /// Whether an attempt at `trial` may be made, which puts `prompt`.
    fn admit(&self, trial: &Trial, prompt: &Prompt) -> Admission;

    /// The attempt brought an answer that used so many tokens.
    fn settle(&self, trial: &Trial, usage: Usage);

    /// The attempt brought no answer, or was not made after all.
    fn release(&self, trial: &Trial);
}

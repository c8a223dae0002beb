//! An attempt: one trial, sent once.

use peirast_record::Trial;
use peirast_store::PromptedTrial;
use peirast_throttle::{AttemptCounts, RequestDemand};
use std::cmp::Ordering;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One attempt at one trial of the worker.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) question: Arc<PromptedTrial>,
    /// The index of the trial, in the order in which the worker got them.
    pub(super) place: usize,
    /// The counts of attempts at the trial, including this one.
    pub(super) counts: AttemptCounts,
    /// Its number among the attempts of the worker, in the order in which they began.
    pub(super) begun: u64,
}

impl Attempt {
    /// Creates the first attempt at the trial with index `place`.
    pub(super) fn first(question: Arc<PromptedTrial>, place: usize) -> Self {
        let counts = AttemptCounts { made: 1, ..AttemptCounts::default() };
        Self { question, place, counts, begun: 0 }
    }

    /// Returns the attempt after this one.
    pub(super) fn next(&self) -> Self {
        let mut next = self.clone();
        next.counts.made = next.counts.made.saturating_add(1);
        next
    }

    /// Returns the number of the attempt at its trial, from 1.
    pub(super) fn number(&self) -> u32 {
        self.counts.made
    }

    pub(super) fn trial(&self) -> &Trial {
        self.question.trial()
    }

    /// Returns the demand of the request on its account.
    pub(super) fn demand(&self) -> RequestDemand {
        let (trial, prompt) = (self.trial(), self.question.prompt());
        RequestDemand {
            prompt_bytes: prompt.messages.iter().map(|message| message.content.len()).sum(),
            max_output_tokens: trial.sampling.max_tokens,
            failed_before: self.counts.made > self.counts.excused.saturating_add(1),
        }
    }

    fn order(&self) -> (usize, u32) {
        (self.place, self.number())
    }
}

impl PartialEq for Attempt {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Attempt {}

impl PartialOrd for Attempt {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Attempt {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

pub(super) fn now_us() -> i64 {
    micros(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

pub(super) fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

//! An attempt: one trial, put once.

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
    /// Which trial of the worker, in the order in which they came.
    pub(super) place: usize,
    /// The counts of attempts at the trial, including this one.
    pub(super) counts: AttemptCounts,
    /// Its number among the attempts of the worker, in the order in which they began.
    pub(super) begun: u64,
}

impl Attempt {
    /// The first attempt at a trial, which is the `place`-th of its worker.
    pub(super) fn first(question: Arc<PromptedTrial>, place: usize) -> Self {
        let counts = AttemptCounts { made: 1, ..AttemptCounts::default() };
        Self { question, place, counts, begun: 0 }
    }

    /// The attempt after this one.
    pub(super) fn next(&self) -> Self {
        let mut next = self.clone();
        next.counts.made = next.counts.made.saturating_add(1);
        next
    }

    /// The number of the attempt at its trial, from 1.
    pub(super) fn number(&self) -> u32 {
        self.counts.made
    }

    pub(super) fn trial(&self) -> &Trial {
        self.question.trial()
    }

    /// What the request needs from its account.
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

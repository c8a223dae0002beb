//! An attempt: one trial, put once.

use crate::flow::Question;
use crate::source::Posed;
use peirast_record::Trial;
use std::cmp::Ordering;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One attempt at one trial of the lane.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) posed: Arc<Posed>,
    /// Which trial of the lane, in the order in which they came.
    pub(super) place: usize,
    /// From 1.
    pub(super) number: u32,
    /// Earlier ones that say nothing of the trial: refused by a limit, or while nobody was answered.
    pub(super) spared: u32,
    /// Of those, the ones made while nobody was answered.
    pub(super) in_vain: u32,
    /// Its number among the attempts of the lane, in the order in which they began.
    pub(super) begun: u64,
}

impl Attempt {
    pub(super) fn trial(&self) -> &Trial {
        self.posed.trial()
    }

    /// What the account is asked for.
    pub(super) fn question(&self) -> Question {
        let (trial, prompt) = (self.trial(), &self.posed.prompt);
        Question {
            bytes: prompt.messages.iter().map(|message| message.content.len()).sum(),
            most_tokens: trial.sampling.max_tokens,
            tainted: self.number > self.spared.saturating_add(1),
            who: 0,
            is_apart: false,
        }
    }

    fn order(&self) -> (usize, u32) {
        (self.place, self.number)
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

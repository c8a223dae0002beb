//! Chance: the share of requests that a server refuses whatever is asked of it.
//!
//! It shows in rounds of less than the server did take. Where refusals come sooner than answers, what is in flight will
//! not be refused any more, and the share is one of all that was sent; else it is one of what ended.

use super::cohort::{Cohort, Share};
use super::mean::Mean;

/// Requests in calm rounds that say as much of the share that is refused as was known before.
const MEMORY: f64 = 32.0;
/// The largest share that is chance. A server that refuses more has a limit that no window reaches.
const MOST: f64 = 0.6;
/// From this share on, refusals tell little of what a server takes.
const TELLING: f64 = 0.01;
/// So many times the mean may be refused by chance in a round; and so many times where refusals come sooner than answers.
const TIMES: f64 = 2.0;
const QUICK_TIMES: f64 = 1.5;
/// So many refusals in calm rounds show that a server refuses a share of all requests.
const SHOWN: usize = 6;

/// What was learnt of chance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chance {
    /// The share that is refused in calm rounds.
    share: f64,
    /// Refusals in calm rounds, and of how many requests, until they are enough to show it.
    refusals: usize,
    requests: usize,
    /// How many requests are sent between a request and its answer, and between one and its refusal.
    answered_after: Mean<8>,
    refused_after: Mean<8>,
    /// That share where it was found by asking one at a time, and more and more slowly.
    found: f64,
}

impl Chance {
    /// An answer came after so many other requests were sent.
    pub(super) fn answered(&mut self, after: u64) {
        self.answered_after.note(after as f64);
    }

    /// A refusal did.
    pub(super) fn refused(&mut self, after: u64) {
        self.refused_after.note(after as f64);
    }

    /// Whether refusals come sooner than answers.
    pub(super) fn is_sooner(&self) -> bool {
        let of = self.refused_after.get().zip(self.answered_after.get());
        of.is_none_or(|(refused, answered)| refused < answered / 2.0)
    }

    /// How many of these requests were refused.
    pub(super) fn share_of(&self, cohort: Cohort) -> Share {
        if self.is_sooner() { cohort.all() } else { cohort.ended() }
    }

    /// Takes note of how much is refused of requests that ask for less than what the server took; tells whether that
    /// has just shown a share that is.
    pub(super) fn listen(&mut self, share: Share) -> bool {
        if !share.calm || share.requests == 0 || share.value() > MOST {
            return false;
        }
        let requests = share.requests as f64;
        self.share += (share.value() - self.share) * requests / (requests + MEMORY);
        if self.refusals >= SHOWN {
            return false;
        }
        self.refusals += share.refused;
        self.requests += share.requests;
        if self.refusals >= SHOWN {
            // The mean began with none at all.
            self.share = self.share.max(self.refusals as f64 / self.requests as f64);
        }
        self.is_shown()
    }

    /// Whether a share is refused by chance, and not too little was to show it.
    pub(super) fn is_shown(&self) -> bool {
        self.is_telling() && self.refusals >= SHOWN
    }

    /// Whether some is refused in calm rounds, which is too little to show anything.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.is_telling() && self.refusals < SHOWN
    }

    /// Whether so much is refused in calm rounds that refusals tell little of what the server takes.
    pub(super) fn is_telling(&self) -> bool {
        self.share >= TELLING
    }

    /// How many may be refused by chance in a round, for each place that there is: some times the mean. Where refusals
    /// come sooner than answers, others are asked in their place, so that the mean is that for each answer.
    pub(super) fn allowed(&self) -> f64 {
        let share = self.share.max(self.found);
        if self.is_sooner() { QUICK_TIMES * share / (1.0 - share) } else { TIMES * share }
    }

    /// Whether anything is known to be refused by chance.
    pub(super) fn is_any(&self) -> bool {
        self.share.max(self.found) >= TELLING
    }

    /// The share that was found by asking one at a time.
    pub(super) fn found(&self) -> f64 {
        self.found
    }

    /// This share was.
    pub(super) fn find(&mut self, share: f64) {
        self.found = share;
    }

    /// Forgets what calm rounds showed.
    pub(super) fn forget(&mut self) {
        (self.share, self.refusals, self.requests) = (0.0, 0, 0);
    }
}

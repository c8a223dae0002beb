//! The private state of a worker.

use super::attempt::Attempt;
use super::doubt::Doubt;
use super::failure_streak::FailureStreak;
use crate::Summary;
use peirast_store::PromptedTrial;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Trials that may wait for a retry, per attempt in flight. So a failing subject gets retries
/// before all its trials have been asked once.
const WAITING_PER_SLOT: usize = 4;

/// The private state of a worker.
pub(super) struct WorkerState {
    pub(super) limit: usize,
    /// Number of trials at hand below which more are requested.
    ahead: usize,
    /// Trials that arrived and were not asked yet.
    pub(super) fresh: VecDeque<Arc<PromptedTrial>>,
    /// True if no more trials will come.
    pub(super) ended: bool,
    /// Number of trials that were asked.
    pub(super) put: usize,
    /// Attempts to make again, with their times.
    pub(super) waiting: BinaryHeap<Reverse<(Instant, Attempt)>>,
    /// Number of attempts that were begun, and number of those that have not ended.
    begun: u64,
    out: usize,
    /// Trials given up since the last answer.
    pub(super) exhausted: FailureStreak,
    /// Trials refused since the last answer.
    pub(super) refused: FailureStreak,
    /// Doubt about a refusal by a subject that has answered before.
    pub(super) doubt: Option<Doubt>,
    /// True if the budget is exhausted.
    pub(super) spent: bool,
    /// Time at which attempts in flight are abandoned.
    pub(super) deadline: Option<Instant>,
    pub(super) summary: Summary,
}

impl WorkerState {
    /// Creates the state of a worker without trials. It has at most `limit` attempts in flight,
    /// requests more trials when fewer than `ahead` are at hand, and ends after these numbers of
    /// consecutive given-up and refused trials.
    pub(super) fn new(limit: usize, ahead: usize, exhausted: u32, refused: u32) -> Self {
        Self {
            limit,
            ahead,
            fresh: VecDeque::new(),
            ended: false,
            put: 0,
            waiting: BinaryHeap::new(),
            begun: 0,
            out: 0,
            exhausted: FailureStreak::new(exhausted),
            refused: FailureStreak::new(refused),
            doubt: None,
            spent: false,
            deadline: None,
            summary: Summary::default(),
        }
    }

    /// Returns the attempt to start now, if there is one: a due retry before a new trial.
    pub(super) fn due(&self, now: Instant) -> Option<Attempt> {
        if self.doubt.is_some_and(|doubt| !doubt.allows(now)) {
            return None;
        }
        if let Some(Reverse((_, attempt))) =
            self.waiting.peek().filter(|Reverse((at, _))| *at <= now)
        {
            return Some(attempt.clone());
        }
        let question = Arc::clone(self.fresh.front().filter(|_| !self.holds_back())?);
        Some(Attempt::first(question, self.put))
    }

    /// Starts the due attempt.
    pub(super) fn start(&mut self, attempt: &mut Attempt) {
        attempt.begun = self.begun;
        self.begun += 1;
        self.out += 1;
        if let Some(doubt) = &mut self.doubt {
            doubt.begin(attempt.begun);
        }
        if attempt.number() == 1 {
            self.fresh.pop_front();
            self.put += 1;
        } else {
            self.waiting.pop();
            self.summary.retries += 1;
        }
    }

    /// Returns true if new trials have to wait for trials that wait for a retry.
    pub(super) fn holds_back(&self) -> bool {
        self.waiting.len() >= self.limit.saturating_mul(WAITING_PER_SLOT)
    }

    pub(super) fn is_drained(&self) -> bool {
        self.ended && self.fresh.is_empty() && self.waiting.is_empty()
    }

    /// Returns true if more trials should be requested.
    pub(super) fn wants_more(&self) -> bool {
        !self.ended && self.fresh.len() < self.ahead
    }

    /// Adds trials that arrived.
    pub(super) fn came(&mut self, trials: Vec<Arc<PromptedTrial>>) {
        self.ended = trials.is_empty();
        self.fresh.extend(trials);
    }

    /// Returns the time of the next due attempt, if nothing happens before.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let retry = self.waiting.peek().map(|Reverse((at, _))| *at);
        let Some(doubt) = &self.doubt else { return retry };
        let until = doubt.until()?;
        match self.fresh.is_empty() || self.holds_back() {
            true => retry.map(|at| at.max(until)),
            false => Some(until),
        }
    }

    /// Returns true if the deadline has passed; it does so only once.
    pub(super) fn passed_deadline(&mut self) -> bool {
        self.deadline.take_if(|deadline| *deadline <= Instant::now()).is_some()
    }

    /// Records that an attempt ended; returns true if it was made in doubt.
    pub(super) fn ended(&mut self, attempt: &Attempt) -> bool {
        self.out = self.out.saturating_sub(1);
        self.exhausted.ended(attempt.begun);
        self.refused.ended(attempt.begun);
        self.doubt.as_mut().is_some_and(|doubt| doubt.end(attempt.begun))
    }

    /// Records that an attempt was answered.
    pub(super) fn answered(&mut self, attempt: &Attempt) {
        if self.ended(attempt) {
            self.doubt = None;
        }
        self.exhausted.answered();
        self.refused.answered();
    }

    /// Records that a trial was given up; returns true if the streak now stops the subject.
    pub(super) fn gave_up(&mut self) -> bool {
        self.exhausted.lose(self.begun, self.out)
    }

    /// Records that a trial was refused; returns true if the streak now stops the subject.
    pub(super) fn was_refused(&mut self) -> bool {
        self.refused.lose(self.begun, self.out)
    }

    /// Records that the subject, which answered before, refused as for a wrong key; returns true if
    /// the refusal is believed. Otherwise nothing is asked for `wait`, or longer.
    pub(super) fn doubts(&mut self, in_doubt: bool, now: Instant, wait: Duration) -> bool {
        match &mut self.doubt {
            Some(doubt) => in_doubt && doubt.refuse(now),
            None => {
                self.doubt = Some(Doubt::new(now, wait));
                false
            }
        }
    }
}

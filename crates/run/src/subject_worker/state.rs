//! WorkerState: what only a worker itself sees of its trials.

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

/// Trials that may wait for a retry, per attempt in flight. A subject in trouble is not asked
/// everything once before anything is asked again.
const WAITING_PER_SLOT: usize = 4;

/// What only the worker itself sees.
pub(super) struct WorkerState {
    pub(super) limit: usize,
    /// So many trials are at hand when more are asked for.
    ahead: usize,
    /// Trials that came and were not put yet.
    pub(super) fresh: VecDeque<Arc<PromptedTrial>>,
    /// True if no more trials will come.
    pub(super) ended: bool,
    /// How many trials were put.
    pub(super) put: usize,
    /// Attempts to be made again, and when.
    pub(super) waiting: BinaryHeap<Reverse<(Instant, Attempt)>>,
    /// How many attempts were begun, and how many of them did not end yet.
    begun: u64,
    out: usize,
    /// Trials given up since the last answer.
    pub(super) exhausted: FailureStreak,
    /// Trials refused since the last answer.
    pub(super) refused: FailureStreak,
    /// Whether a subject that answered is still to be asked.
    pub(super) doubt: Option<Doubt>,
    /// True if the budget is exhausted.
    pub(super) spent: bool,
    /// When attempts in flight are abandoned.
    pub(super) deadline: Option<Instant>,
    pub(super) summary: Summary,
}

impl WorkerState {
    /// A worker of which nothing came yet, with at most `limit` attempts in flight, that asks for
    /// more trials when fewer than `ahead` are at hand, and is ended by rows of trials given up and
    /// of trials refused, of this many at least.
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

    /// The attempt to start now, if there is one: a retry that is due before a new trial.
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

    /// Starts the attempt that is due.
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

    /// Returns true if new trials have to wait for those that wait for a retry.
    pub(super) fn holds_back(&self) -> bool {
        self.waiting.len() >= self.limit.saturating_mul(WAITING_PER_SLOT)
    }

    pub(super) fn is_drained(&self) -> bool {
        self.ended && self.fresh.is_empty() && self.waiting.is_empty()
    }

    /// Whether to ask for more trials, before those that came are used up.
    pub(super) fn wants_more(&self) -> bool {
        !self.ended && self.fresh.len() < self.ahead
    }

    /// Takes in what came.
    pub(super) fn came(&mut self, trials: Vec<Arc<PromptedTrial>>) {
        self.ended = trials.is_empty();
        self.fresh.extend(trials);
    }

    /// When the next attempt is due, if nothing happens before.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let retry = self.waiting.peek().map(|Reverse((at, _))| *at);
        let Some(doubt) = &self.doubt else { return retry };
        let until = doubt.until()?;
        match self.fresh.is_empty() || self.holds_back() {
            true => retry.map(|at| at.max(until)),
            false => Some(until),
        }
    }

    /// Returns true if the deadline has passed; it passes once.
    pub(super) fn passed_deadline(&mut self) -> bool {
        self.deadline.take_if(|deadline| *deadline <= Instant::now()).is_some()
    }

    /// An attempt ended; tells whether it was made in doubt.
    pub(super) fn ended(&mut self, attempt: &Attempt) -> bool {
        self.out = self.out.saturating_sub(1);
        self.exhausted.ended(attempt.begun);
        self.refused.ended(attempt.begun);
        self.doubt.as_mut().is_some_and(|doubt| doubt.end(attempt.begun))
    }

    /// An attempt was answered.
    pub(super) fn answered(&mut self, attempt: &Attempt) {
        if self.ended(attempt) {
            self.doubt = None;
        }
        self.exhausted.answered();
        self.refused.answered();
    }

    /// A trial was given up; tells whether that makes the row whose end nobody needs to wait for.
    pub(super) fn gave_up(&mut self) -> bool {
        self.exhausted.lose(self.begun, self.out)
    }

    /// A trial was refused; tells the same.
    pub(super) fn was_refused(&mut self) -> bool {
        self.refused.lose(self.begun, self.out)
    }

    /// The subject, which answered before, was refused as a wrong key is, in an attempt made in
    /// doubt or not; tells whether that is to be believed. Otherwise nothing is asked for `wait`,
    /// or for longer.
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

//! State: what only a lane itself sees of its trials.

use super::attempt::Attempt;
use crate::Summary;
use crate::source::Posed;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use tokio::time::Instant;

/// Trials that may wait for a retry, per attempt in flight. A subject in trouble is not asked
/// everything once before anything is asked again.
const WAITING_PER_SLOT: usize = 4;

/// What only the lane itself sees.
pub(super) struct State {
    pub(super) limit: usize,
    /// Trials that came and were not put yet.
    pub(super) fresh: VecDeque<Arc<Posed>>,
    /// Whether no more trials will come.
    pub(super) ended: bool,
    /// How many trials were put.
    pub(super) put: usize,
    /// Attempts to be made again, and when.
    pub(super) waiting: BinaryHeap<Reverse<(Instant, Attempt)>>,
    /// Trials given up since the last answer.
    pub(super) exhausted: u32,
    /// Trials refused since the last answer.
    pub(super) refused: u32,
    /// Whether the purse said stop.
    pub(super) spent: bool,
    /// When attempts in flight are abandoned.
    pub(super) deadline: Option<Instant>,
    pub(super) summary: Summary,
}

impl State {
    /// A lane of which nothing came yet, with at most `limit` attempts in flight.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            fresh: VecDeque::new(),
            ended: false,
            put: 0,
            waiting: BinaryHeap::new(),
            exhausted: 0,
            refused: 0,
            spent: false,
            deadline: None,
            summary: Summary::default(),
        }
    }

    /// The attempt to start now, if there is one: a retry that is due before a new trial.
    pub(super) fn due(&self, now: Instant) -> Option<Attempt> {
        if let Some(Reverse((_, attempt))) =
            self.waiting.peek().filter(|Reverse((at, _))| *at <= now)
        {
            return Some(attempt.clone());
        }
        let posed = Arc::clone(self.fresh.front().filter(|_| !self.holds_back())?);
        Some(Attempt { posed, place: self.put, number: 1, spared: 0 })
    }

    /// Starts the attempt that is due.
    pub(super) fn start(&mut self, attempt: &Attempt) {
        if attempt.number == 1 {
            self.fresh.pop_front();
            self.put += 1;
        } else {
            self.waiting.pop();
            self.summary.retries += 1;
        }
    }

    /// Whether new trials have to wait for those that wait for a retry.
    pub(super) fn holds_back(&self) -> bool {
        self.waiting.len() >= self.limit.saturating_mul(WAITING_PER_SLOT)
    }

    pub(super) fn is_drained(&self) -> bool {
        self.ended && self.fresh.is_empty() && self.waiting.is_empty()
    }

    /// Whether to ask for more trials, before those that came are used up.
    pub(super) fn wants_more(&self) -> bool {
        !self.ended && self.fresh.len() < self.limit.div_ceil(2)
    }

    /// Takes in what came.
    pub(super) fn came(&mut self, trials: Vec<Arc<Posed>>) {
        self.ended = trials.is_empty();
        self.fresh.extend(trials);
    }

    /// When the next retry is due.
    pub(super) fn next_retry(&self) -> Option<Instant> {
        self.waiting.peek().map(|Reverse((at, _))| *at)
    }

    /// Whether the deadline has passed; it passes once.
    pub(super) fn passed_deadline(&mut self) -> bool {
        self.deadline.take_if(|deadline| *deadline <= Instant::now()).is_some()
    }

    pub(super) fn answered(&mut self) {
        self.exhausted = 0;
        self.refused = 0;
    }
}

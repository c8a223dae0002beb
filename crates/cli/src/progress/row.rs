//! A row: a subject, and how far it has come.

use super::pace::Pace;
use peirast_run::Subject;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A subject and how far it has come.
pub struct Row {
    pub(super) subject: String,
    pub(super) account: String,
    total: AtomicU64,
    already: AtomicU64,
    answered: AtomicU64,
    in_flight: AtomicI64,
    retries: AtomicU64,
    failed: AtomicU64,
    pace: Mutex<Pace>,
}

impl Row {
    /// A subject that is asked `trials` questions.
    pub fn new(subject: &dyn Subject, trials: u64) -> Self {
        Self {
            subject: subject.name().to_owned(),
            account: subject.account().to_owned(),
            total: AtomicU64::new(trials),
            already: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            in_flight: AtomicI64::new(0),
            retries: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            pace: Mutex::default(),
        }
    }

    /// Takes note of what was there before. A further pass over the same questions finds what the
    /// earlier ones answered.
    pub(super) fn planned(&self, trials: u64, already: u64) {
        self.total.store(trials, Ordering::Relaxed);
        let answered = self.answered.load(Ordering::Relaxed);
        self.already.store(already.saturating_sub(answered), Ordering::Relaxed);
    }

    /// So many more are asked.
    pub(super) fn grown(&self, trials: u64) {
        self.total.fetch_add(trials, Ordering::Relaxed);
    }

    /// Another worker answered first.
    pub(super) fn outrun(&self) {
        self.end(&self.already);
    }

    /// An attempt begins, of a question that was put before or of a new one.
    pub(super) fn started(&self, again: bool) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        self.retries.fetch_add(u64::from(again), Ordering::Relaxed);
    }

    pub(super) fn answered(&self) {
        self.end(&self.answered);
    }

    /// An attempt failed, and the question is still open.
    pub(super) fn broken_off(&self) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn failed(&self) {
        self.end(&self.failed);
    }

    fn end(&self, count: &AtomicU64) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// How it stands after so much time.
    pub(super) fn seen(&self, elapsed: Duration) -> Seen {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let answered = get(&self.answered);
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        Seen {
            total: get(&self.total),
            done: get(&self.already) + answered,
            // What was abandoned does not end.
            in_flight: u64::try_from(self.in_flight.load(Ordering::Relaxed)).unwrap_or(0),
            retries: get(&self.retries),
            failed: get(&self.failed),
            rate: pace.rate(elapsed, answered),
        }
    }
}

/// The counts of a row, or of several, at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Seen {
    /// Questions.
    pub(super) total: u64,
    /// Those with an answer, those of earlier runs included.
    pub(super) done: u64,
    pub(super) in_flight: u64,
    pub(super) retries: u64,
    /// Questions given up in this run.
    pub(super) failed: u64,
    /// Answers a second, of late.
    pub(super) rate: f64,
}

impl Seen {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            done: self.done + other.done,
            in_flight: self.in_flight + other.in_flight,
            retries: self.retries + other.retries,
            failed: self.failed + other.failed,
            rate: self.rate + other.rate,
        }
    }

    /// How long the rest takes at this rate, after a wait that is under way, if that can be said. What was
    /// given up is asked by another run.
    pub(super) fn left(&self, waits: Option<Duration>) -> Option<Duration> {
        let left = self.total.saturating_sub(self.done + self.failed);
        let rest = Duration::try_from_secs_f64(left as f64 / self.rate).ok()?;
        let waits = waits.filter(|_| left > 0).unwrap_or_default();
        Some(rest.saturating_add(waits))
    }

    /// Whether both count the same.
    pub(super) fn counts_as(&self, other: &Self) -> bool {
        Self { rate: 0.0, ..*self } == Self { rate: 0.0, ..*other }
    }
}

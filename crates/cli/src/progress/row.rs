//! A row: a subject, and how far it has come.

use super::pace::Pace;
use peirast_study::RoundSubject;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// What a command counted of a subject before a round of questions.
#[derive(Clone, Copy, Debug, Default)]
struct Earlier {
    /// Questions.
    total: u64,
    /// Those with an answer.
    done: u64,
    /// Answers since the command began.
    answered: u64,
}

/// A subject and how far it has come in a round of questions, after earlier ones.
pub struct Row {
    pub(super) subject: String,
    pub(super) account: String,
    earlier: Earlier,
    /// Questions of this round.
    total: AtomicU64,
    /// Whether more of them are being planned.
    grows: AtomicBool,
    /// Whether nothing more is asked of it, whatever is open.
    stops: AtomicBool,
    /// Answers that were there when it was first looked at.
    before: OnceLock<u64>,
    /// Answers of other workers since.
    others: AtomicU64,
    answered: AtomicU64,
    in_flight: AtomicI64,
    retries: AtomicU64,
    failed: AtomicU64,
    pace: Mutex<Pace>,
}

impl Row {
    /// A subject in the first round of a command.
    pub fn new(subject: &RoundSubject) -> Self {
        let before = subject.answered_before;
        Self {
            subject: subject.name.clone(),
            account: subject.account.clone(),
            earlier: Earlier { total: before, done: before, answered: 0 },
            total: AtomicU64::new(subject.trials),
            grows: AtomicBool::new(false),
            stops: AtomicBool::new(false),
            before: OnceLock::new(),
            others: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            in_flight: AtomicI64::new(0),
            retries: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            pace: Mutex::default(),
        }
    }

    /// The same subject in the next round, in which it is asked `trials` other questions.
    pub(super) fn next(&self, trials: u64) -> Self {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let seen = self.counted();
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            subject: self.subject.clone(),
            account: self.account.clone(),
            earlier: seen,
            total: AtomicU64::new(trials),
            grows: AtomicBool::new(false),
            stops: AtomicBool::new(false),
            before: OnceLock::new(),
            others: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            in_flight: AtomicI64::new(0),
            retries: AtomicU64::new(get(&self.retries)),
            failed: AtomicU64::new(get(&self.failed)),
            pace: Mutex::new(std::mem::take(&mut *pace)),
        }
    }

    /// The questions of all rounds so far and those with an answer, where those of this round are known.
    pub(super) fn in_all(&self, trials: u64, already: u64) -> (u64, u64) {
        (self.earlier.total + trials, self.earlier.done + already)
    }

    /// Takes note of what is there, before anything is asked and now and then. A further pass over the same
    /// questions finds what the earlier ones answered, and others did.
    pub(super) fn planned(&self, trials: u64, already: u64) {
        self.total.store(trials, Ordering::Relaxed);
        self.grows.store(false, Ordering::Relaxed);
        let answered = self.answered.load(Ordering::Relaxed);
        let not_own = already.saturating_sub(answered);
        let before = *self.before.get_or_init(|| not_own);
        // Own answers may have come since these were counted.
        self.others.fetch_max(not_own.saturating_sub(before), Ordering::Relaxed);
    }

    /// So many more are asked, and others may follow until all are planned.
    pub(super) fn grown(&self, trials: u64) {
        self.total.fetch_add(trials, Ordering::Relaxed);
        self.grows.store(true, Ordering::Relaxed);
    }

    /// Nothing more is asked of it.
    pub(super) fn stopped(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    /// Another worker answered first.
    pub(super) fn outrun(&self) {
        self.end(&self.others);
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

    /// What was counted of all rounds so far.
    fn counted(&self) -> Earlier {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let answered = get(&self.answered) + get(&self.others);
        let before = self.before.get().copied().unwrap_or(0);
        Earlier {
            total: self.earlier.total + get(&self.total),
            done: self.earlier.done + before + answered,
            answered: self.earlier.answered + answered,
        }
    }

    /// How it stands after so much time since the command began.
    pub(super) fn seen(&self, elapsed: Duration) -> Seen {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Earlier { total, done, answered } = self.counted();
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        Seen {
            total,
            grows: self.grows.load(Ordering::Relaxed),
            stops: self.stops.load(Ordering::Relaxed),
            done,
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
    /// Whether these are only those that are planned so far.
    pub(super) grows: bool,
    /// Whether nothing more is asked.
    pub(super) stops: bool,
    /// Those with an answer, those of earlier runs included.
    pub(super) done: u64,
    pub(super) in_flight: u64,
    pub(super) retries: u64,
    /// Questions given up in this run.
    pub(super) failed: u64,
    /// Answers a second, of late, those of other workers included.
    pub(super) rate: f64,
}

impl Seen {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            grows: self.grows || other.grows,
            stops: self.stops && other.stops,
            done: self.done + other.done,
            in_flight: self.in_flight + other.in_flight,
            retries: self.retries + other.retries,
            failed: self.failed + other.failed,
            rate: self.rate + other.rate,
        }
    }

    /// How long the rest takes at this rate, after a wait that is under way, if that can be said. What was
    /// given up is asked by another run. It cannot be said of a plan that grows as fast as it is asked, nor
    /// where nothing more is asked.
    pub(super) fn left(&self, waits: Option<Duration>) -> Option<Duration> {
        if self.grows || self.stops {
            return None;
        }
        let left = self.open();
        let rest = Duration::try_from_secs_f64(left as f64 / self.rate).ok()?;
        let waits = waits.filter(|_| left > 0).unwrap_or_default();
        Some(rest.saturating_add(waits))
    }

    /// Whether none of its open questions was answered of late.
    pub(super) fn is_stuck(&self) -> bool {
        !self.stops && self.open() > 0 && self.rate <= 0.0
    }

    /// Whether nothing more comes of it.
    pub(super) fn is_over(&self) -> bool {
        let is_asked = !self.stops && (self.grows || self.open() > 0);
        !is_asked && self.in_flight == 0
    }

    /// Questions that are neither answered nor given up.
    pub(super) fn open(&self) -> u64 {
        self.total.saturating_sub(self.done + self.failed)
    }

    /// Whether both count the same.
    pub(super) fn counts_as(&self, other: &Self) -> bool {
        Self { rate: 0.0, ..*self } == Self { rate: 0.0, ..*other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(trials: u64, answered_before: u64) -> Row {
        let name = "m".to_owned();
        Row::new(&RoundSubject { account: name.clone(), name, trials, answered_before })
    }

    #[test]
    fn what_is_left_is_not_said_before_all_is_planned() {
        let row = row(10, 0);
        let second = Duration::from_secs(1);
        row.answered();
        row.grown(90);
        let seen = row.seen(second);
        assert_eq!((seen.total, seen.grows, seen.left(None)), (100, true, None));
        row.planned(500, 0);
        let seen = row.seen(second);
        assert_eq!((seen.total, seen.grows), (500, false));
        assert!(seen.left(None).is_some());
        row.stopped();
        assert_eq!(row.seen(second).left(None), None);
    }

    #[test]
    fn answers_of_other_workers_count_and_shorten_what_is_left() {
        let row = row(0, 0);
        row.planned(940, 40);
        for _ in 0..100 {
            row.started(false);
            row.answered();
        }
        let seen = row.seen(Duration::from_secs(10));
        assert_eq!((seen.done, seen.total, seen.rate), (140, 940, 10.0));
        // Two others have answered as many each.
        row.planned(940, 340);
        let seen = row.seen(Duration::from_secs(10));
        assert_eq!((seen.done, seen.rate), (340, 30.0));
        assert_eq!(seen.left(None), Some(Duration::from_secs(20)));
        // A count that is older than an answer of our own takes nothing back.
        row.started(false);
        row.answered();
        row.planned(940, 340);
        assert_eq!(row.seen(Duration::from_secs(10)).done, 341);
    }

    #[test]
    fn counts_go_on_over_rounds() {
        // 64 votes of an earlier run stand beside what the first round asks about.
        let row = row(88, 64);
        assert_eq!(row.in_all(88, 8), (152, 72));
        row.planned(88, 8);
        for _ in 0..80 {
            row.started(false);
            row.answered();
        }
        let seen = row.seen(Duration::from_secs(10));
        assert_eq!((seen.total, seen.done, seen.rate), (152, 152, 8.0));
        let next = row.next(16);
        assert_eq!(next.in_all(16, 0), (168, 152));
        next.planned(16, 0);
        next.started(true);
        next.failed();
        let seen = next.seen(Duration::from_secs(20));
        assert_eq!((seen.total, seen.done, seen.failed, seen.retries), (168, 152, 1, 1));
        assert_eq!(seen.rate, 4.0, "since the command began");
    }
}

//! A row: a subject, and how far it has come.

use super::pace::Pace;
use peirast_study::RoundSubject;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A subject and how far it has come in a round of questions, after earlier ones.
pub struct Row {
    pub(super) subject: String,
    pub(super) account: String,
    counts: Mutex<Counts>,
}

/// The counts of a subject.
#[derive(Default)]
struct Counts {
    earlier: Earlier,
    /// Questions of this round.
    total: u64,
    /// Whether more of them are being planned.
    grows: bool,
    /// Whether nothing more is asked of it, whatever is open.
    stops: bool,
    /// Answers that were there when it was first looked at.
    before: Option<u64>,
    /// Answers of other workers since.
    others: u64,
    answered: u64,
    /// Abandoned attempts do not end, so this may be below 0.
    in_flight: i64,
    retries: u64,
    failed: u64,
    pace: Pace,
}

/// The counts of a subject before a round of questions.
#[derive(Clone, Copy, Debug, Default)]
struct Earlier {
    /// Questions.
    total: u64,
    /// Questions with an answer.
    done: u64,
    /// Answers since the command began.
    answered: u64,
}

impl Counts {
    /// The counts of all rounds so far.
    fn in_all(&self) -> Earlier {
        let answered = self.answered + self.others;
        Earlier {
            total: self.earlier.total + self.total,
            done: self.earlier.done + self.before.unwrap_or(0) + answered,
            answered: self.earlier.answered + answered,
        }
    }
}

impl Row {
    /// A subject in the first round of a command.
    pub fn new(subject: &RoundSubject) -> Self {
        let before = subject.answered_before;
        let earlier = Earlier { total: before, done: before, answered: 0 };
        let counts = Counts { earlier, total: subject.trials, ..Counts::default() };
        let (subject, account) = (subject.name.clone(), subject.account.clone());
        Self { subject, account, counts: Mutex::new(counts) }
    }

    /// The same subject in the next round, in which it is asked `trials` other questions.
    pub(super) fn next(&self, trials: u64) -> Self {
        let mut last = self.counts();
        let counts = Counts {
            earlier: last.in_all(),
            total: trials,
            retries: last.retries,
            failed: last.failed,
            pace: std::mem::take(&mut last.pace),
            ..Counts::default()
        };
        let (subject, account) = (self.subject.clone(), self.account.clone());
        Self { subject, account, counts: Mutex::new(counts) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The questions of all rounds so far and those with an answer, where those of this round are known.
    pub(super) fn in_all(&self, trials: u64, already: u64) -> (u64, u64) {
        let earlier = self.counts().earlier;
        (earlier.total + trials, earlier.done + already)
    }

    /// Takes note of what is there, before anything is asked and now and then. A further pass over the same
    /// questions finds what the earlier ones answered, and others did.
    pub(super) fn planned(&self, trials: u64, already: u64) {
        let mut counts = self.counts();
        (counts.total, counts.grows) = (trials, false);
        let not_ours = already.saturating_sub(counts.answered);
        let before = *counts.before.get_or_insert(not_ours);
        // Answers of ours may have come since these were counted.
        counts.others = counts.others.max(not_ours.saturating_sub(before));
    }

    /// So many more are asked, and others may follow until all are planned.
    pub(super) fn grown(&self, trials: u64) {
        let mut counts = self.counts();
        counts.total += trials;
        counts.grows = true;
    }

    /// Nothing more is asked of it.
    pub(super) fn stopped(&self) {
        self.counts().stops = true;
    }

    /// Another worker answered first.
    pub(super) fn outrun(&self) {
        self.end(|counts| &mut counts.others);
    }

    /// An attempt begins, of a question that was put before or of a new one.
    pub(super) fn started(&self, again: bool) {
        let mut counts = self.counts();
        counts.in_flight += 1;
        counts.retries += u64::from(again);
    }

    pub(super) fn answered(&self) {
        self.end(|counts| &mut counts.answered);
    }

    /// An attempt failed, and the question is still open.
    pub(super) fn broken_off(&self) {
        self.counts().in_flight -= 1;
    }

    pub(super) fn failed(&self) {
        self.end(|counts| &mut counts.failed);
    }

    fn end(&self, count: fn(&mut Counts) -> &mut u64) {
        let mut counts = self.counts();
        counts.in_flight -= 1;
        *count(&mut counts) += 1;
    }

    /// How it stands after so much time since the command began.
    pub(super) fn seen(&self, elapsed: Duration) -> Snapshot {
        let mut counts = self.counts();
        let Earlier { total, done, answered } = counts.in_all();
        Snapshot {
            total,
            grows: counts.grows,
            stops: counts.stops,
            done,
            in_flight: u64::try_from(counts.in_flight).unwrap_or(0),
            retries: counts.retries,
            failed: counts.failed,
            rate: counts.pace.rate(elapsed, answered),
        }
    }
}

/// The counts of a row, or of several, at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Snapshot {
    /// Questions.
    pub(super) total: u64,
    /// Whether these are only those that are planned so far.
    pub(super) grows: bool,
    /// Whether nothing more is asked.
    pub(super) stops: bool,
    /// Questions with an answer, earlier runs included.
    pub(super) done: u64,
    pub(super) in_flight: u64,
    pub(super) retries: u64,
    /// Questions given up in this run.
    pub(super) failed: u64,
    /// Answers a second, of late, those of other workers included.
    pub(super) rate: f64,
}

impl Snapshot {
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

//! A row: a subject and its progress.

use super::pace::Pace;
use peirast_study::RoundSubject;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A subject and its progress in a round of questions, after earlier rounds.
pub struct Row {
    pub(super) subject: String,
    pub(super) account: String,
    counts: Mutex<Counts>,
}

/// The counts of a subject.
#[derive(Default)]
struct Counts {
    earlier: Earlier,
    /// Questions in this round.
    total: u64,
    /// True if more questions are being planned.
    grows: bool,
    /// True if no further questions of the subject are asked, even if some are open.
    stops: bool,
    /// Answers that existed at the first look.
    before: Option<u64>,
    /// Answers by other workers since then.
    others: u64,
    answered: u64,
    /// Abandoned attempts do not end, so this may be negative.
    in_flight: i64,
    /// Responses that are not on disk yet.
    storing: i64,
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
    /// Creates the row of a subject in the first round of a command.
    pub fn new(subject: &RoundSubject) -> Self {
        let before = subject.answered_before;
        let earlier = Earlier { total: before, done: before, answered: 0 };
        let counts = Counts { earlier, total: subject.trials, ..Counts::default() };
        let (subject, account) = (subject.name.clone(), subject.account.clone());
        Self { subject, account, counts: Mutex::new(counts) }
    }

    /// Creates the row of the same subject in the next round, with `trials` other questions.
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

    /// The questions of all rounds so far and the answered ones, given the numbers of this round.
    pub(super) fn in_all(&self, trials: u64, already: u64) -> (u64, u64) {
        let earlier = self.counts().earlier;
        (earlier.total + trials, earlier.done + already)
    }

    /// Records the existing answers, before anything is asked and occasionally later. A further
    /// pass over the same questions finds the answers of earlier passes and of others.
    pub(super) fn planned(&self, trials: u64, already: u64) {
        let mut counts = self.counts();
        (counts.total, counts.grows) = (trials, false);
        let not_ours = already.saturating_sub(counts.answered);
        let before = *counts.before.get_or_insert(not_ours);
        // Answers of this process may have arrived since the count.
        counts.others = counts.others.max(not_ours.saturating_sub(before));
    }

    /// Adds questions; more may follow until all are planned.
    pub(super) fn grown(&self, trials: u64) {
        let mut counts = self.counts();
        counts.total += trials;
        counts.grows = true;
    }

    /// Records that the run asks the subject no further questions.
    pub(super) fn stopped(&self) {
        self.counts().stops = true;
    }

    /// Records that another worker answered first.
    pub(super) fn outrun(&self) {
        self.stored(|counts| &mut counts.others);
    }

    /// Records the start of an attempt, at an old question or a new one.
    pub(super) fn started(&self, again: bool) {
        let mut counts = self.counts();
        counts.in_flight += 1;
        counts.retries += u64::from(again);
    }

    /// Records that a response arrived.
    pub(super) fn received(&self) {
        let mut counts = self.counts();
        counts.in_flight -= 1;
        counts.storing += 1;
    }

    /// Records that a response is on disk.
    pub(super) fn answered(&self) {
        self.stored(|counts| &mut counts.answered);
    }

    /// Records a failed attempt; the question is still open.
    pub(super) fn broken_off(&self) {
        self.counts().in_flight -= 1;
    }

    pub(super) fn failed(&self) {
        let mut counts = self.counts();
        counts.in_flight -= 1;
        counts.failed += 1;
    }

    fn stored(&self, count: fn(&mut Counts) -> &mut u64) {
        let mut counts = self.counts();
        counts.storing -= 1;
        *count(&mut counts) += 1;
    }

    /// The counts at this time since the start of the command.
    pub(super) fn seen(&self, elapsed: Duration) -> Snapshot {
        let mut counts = self.counts();
        let Earlier { total, done, answered } = counts.in_all();
        Snapshot {
            total,
            grows: counts.grows,
            stops: counts.stops,
            done,
            in_flight: u64::try_from(counts.in_flight).unwrap_or(0),
            storing: u64::try_from(counts.storing).unwrap_or(0),
            retries: counts.retries,
            failed: counts.failed,
            rate: counts.pace.rate(elapsed, answered),
        }
    }
}

/// The counts of one or more rows at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Snapshot {
    /// Questions.
    pub(super) total: u64,
    /// True if more questions are being planned.
    pub(super) grows: bool,
    /// True if nothing more is asked.
    pub(super) stops: bool,
    /// Questions with an answer, earlier runs included.
    pub(super) done: u64,
    pub(super) in_flight: u64,
    /// Responses that are not on disk yet.
    pub(super) storing: u64,
    pub(super) retries: u64,
    /// Questions given up in this run.
    pub(super) failed: u64,
    /// Recent answers per second, other workers included.
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
            storing: self.storing + other.storing,
            retries: self.retries + other.retries,
            failed: self.failed + other.failed,
            rate: self.rate + other.rate,
        }
    }

    /// Estimates the remaining time at this rate, after a current wait. Given-up questions are left
    /// to another run. None for a plan that grows as fast as it is answered, and if nothing more is
    /// asked.
    pub(super) fn left(&self, waits: Option<Duration>) -> Option<Duration> {
        if self.grows || self.stops {
            return None;
        }
        let left = self.open();
        let rest = Duration::try_from_secs_f64(left as f64 / self.rate).ok()?;
        let waits = waits.filter(|_| left > 0).unwrap_or_default();
        Some(rest.saturating_add(waits))
    }

    /// True if no open question was answered recently.
    pub(super) fn is_stuck(&self) -> bool {
        !self.stops && self.open() > 0 && self.rate <= 0.0
    }

    /// True if no further answer will come.
    pub(super) fn is_over(&self) -> bool {
        let is_asked = !self.stops && (self.grows || self.open() > 0);
        !is_asked && self.in_flight + self.storing == 0
    }

    /// Questions that are neither answered nor given up.
    pub(super) fn open(&self) -> u64 {
        self.total.saturating_sub(self.done + self.failed)
    }

    /// True if both have the same counts.
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
        row.received();
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
            row.received();
            row.answered();
        }
        let seen = row.seen(Duration::from_secs(10));
        assert_eq!((seen.done, seen.total, seen.rate), (140, 940, 10.0));
        // Two other workers have answered a hundred questions each.
        row.planned(940, 340);
        let seen = row.seen(Duration::from_secs(10));
        assert_eq!((seen.done, seen.rate), (340, 30.0));
        assert_eq!(seen.left(None), Some(Duration::from_secs(20)));
        // A count older than an answer of this process takes nothing back.
        row.started(false);
        row.received();
        row.answered();
        row.planned(940, 340);
        assert_eq!(row.seen(Duration::from_secs(10)).done, 341);
    }

    #[test]
    fn answers_on_their_way_to_the_disk_are_not_in_flight() {
        let row = row(10, 0);
        (0..3).for_each(|_| row.started(false));
        row.received();
        row.received();
        let seen = row.seen(Duration::from_secs(1));
        assert_eq!((seen.in_flight, seen.storing, seen.done), (1, 2, 0));
        row.answered();
        row.outrun();
        row.failed();
        let seen = row.seen(Duration::from_secs(1));
        assert_eq!((seen.in_flight, seen.storing, seen.done, seen.failed), (0, 0, 2, 1));
    }

    #[test]
    fn counts_go_on_over_rounds() {
        // 64 votes of an earlier run exist in addition to the questions of the first round.
        let row = row(88, 64);
        assert_eq!(row.in_all(88, 8), (152, 72));
        row.planned(88, 8);
        for _ in 0..80 {
            row.started(false);
            row.received();
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

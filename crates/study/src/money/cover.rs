//! Cover: the attempts of each account that the store records as possibly charged, before they are
//! sent.
//!
//! An attempt is sent only when the store has recorded it as possibly in flight. The recorded
//! number grows with the attempts, falls soon after them, and never exceeds the number of questions
//! without an answer: the transaction that stores an answer also lowers the number. So the record
//! of a killed run is hardly larger than what it had sent.

use super::exposure_model::ExposureModel;
use peirast_cost::Exposure;
use std::collections::BTreeMap;

/// The share of attempts that is stored in advance, one in eight: each write costs a transaction.
const AHEAD: u64 = 8;
/// Number of checks after which the store holds no attempt in advance, if no more are sent
/// meanwhile.
const CALM: u32 = 4;

/// The attempts of all accounts.
#[derive(Debug, Default)]
pub(super) struct Cover {
    accounts: Vec<AccountCover>,
    /// The account of each subject that may be charged.
    places: BTreeMap<String, usize>,
}

/// The attempts of one account.
#[derive(Clone, Copy, Debug, Default)]
struct AccountCover {
    /// The most attempts that can be in flight.
    most: u64,
    /// Questions whose answers no transaction has stored.
    open: u64,
    /// Attempts that the store records.
    covered: u64,
    /// Attempts that the store is to record, if more.
    wanted: u64,
    /// The most attempts that the store may record while a write is under way.
    held: u64,
    /// Attempts in flight, and answered attempts whose answers are not on disk yet.
    in_flight: u64,
    /// Those of them whose answers are already part of a transaction.
    recorded: u64,
    /// Failed attempts that may have been charged and whose records are on their way to the store.
    failed: u64,
    /// The most attempts in flight since the last check.
    peak: u64,
    /// Consecutive checks that found fewer attempts in use than the store records.
    calm: u32,
}

impl AccountCover {
    fn occupied(&self) -> u64 {
        self.in_flight + self.failed
    }

    /// Returns the most attempts that the store has to record once the recorded answers are in it.
    /// The number of open questions may be wrong if other processes also ask.
    fn bound(&self) -> u64 {
        self.open.max(self.occupied().saturating_sub(self.recorded))
    }
}

impl Cover {
    /// Creates the cover of a run that has sent nothing.
    pub(super) fn new(model: &ExposureModel) -> Self {
        let mut cover = Self::default();
        for (place, account) in model.accounts().iter().enumerate() {
            let (most, open) = (account.attempts, account.open);
            cover.accounts.push(AccountCover { most, open, ..AccountCover::default() });
            cover.places.extend(account.subjects.iter().map(|subject| (subject.clone(), place)));
        }
        cover
    }

    /// Counts an attempt that is about to be sent; returns `false` if the store does not record it
    /// yet, and asks for it.
    pub(super) fn begin(&mut self, subject: &str) -> bool {
        let Some(account) = self.account(subject) else { return true };
        let needed = account.occupied() + 1;
        // A failed attempt gives its place to another attempt before its own record is on disk.
        let most = account.most + account.failed;
        if needed > account.covered && account.covered < most {
            // If more attempts are counted than questions are open, the difference is not in
            // flight: answers in the store are not known to be on disk.
            if account.recorded > 0 && needed > account.open + account.failed {
                return false;
            }
            let ahead = (needed + needed / AHEAD).min(account.open).max(needed);
            account.wanted = account.wanted.max(ahead.min(most));
            return false;
        }
        account.in_flight += 1;
        account.peak = account.peak.max(needed);
        true
    }

    /// Counts an attempt that was never sent.
    pub(super) fn end(&mut self, subject: &str) {
        if let Some(account) = self.account(subject) {
            account.in_flight = account.in_flight.saturating_sub(1);
        }
    }

    /// Counts an answer that is about to be stored. Returns true if the store then records, or is
    /// about to record, more attempts than can be in flight.
    pub(super) fn record(&mut self, subject: &str) -> bool {
        let Some(account) = self.account(subject) else { return false };
        account.open = account.open.saturating_sub(1);
        account.recorded += 1;
        account.covered.max(account.wanted) > account.bound()
    }

    /// Counts a recorded answer that is now on disk.
    pub(super) fn store(&mut self, subject: &str) {
        if let Some(account) = self.account(subject) {
            account.in_flight = account.in_flight.saturating_sub(1);
            account.recorded = account.recorded.saturating_sub(1);
        }
    }

    /// Counts a failed attempt whose record is on its way to the store.
    pub(super) fn fail(&mut self, subject: &str) {
        if let Some(account) = self.account(subject) {
            account.in_flight = account.in_flight.saturating_sub(1);
            account.failed += 1;
        }
    }

    /// Counts a failed attempt whose record is now on disk.
    pub(super) fn store_failure(&mut self, subject: &str) {
        if let Some(account) = self.account(subject) {
            account.failed = account.failed.saturating_sub(1);
        }
    }

    /// Returns the attempts that the store has to record from now on, by account; `None` if it
    /// records them already.
    pub(super) fn wanted(&mut self) -> Option<Vec<u64>> {
        let is_wanting = |one: &AccountCover| one.wanted > one.covered;
        if !self.accounts.iter().any(is_wanting) {
            return None;
        }
        let attempts = |one: &mut AccountCover| {
            let attempts = one.wanted.max(one.covered);
            one.held = one.held.max(attempts);
            attempts
        };
        Some(self.accounts.iter_mut().map(attempts).collect())
    }

    /// Notes that the store records these numbers of attempts, by account.
    pub(super) fn cover(&mut self, attempts: &[u64]) {
        for (account, attempts) in self.accounts.iter_mut().zip(attempts) {
            account.covered = account.covered.max(*attempts);
        }
        self.written(attempts);
    }

    /// Notes that the store records at most these numbers of attempts, by account: they are
    /// written.
    pub(super) fn written(&mut self, attempts: &[u64]) {
        for (account, attempts) in self.accounts.iter_mut().zip(attempts) {
            account.held = *attempts;
        }
    }

    /// Returns the most attempts, of all accounts, that the store may record at this moment.
    pub(super) fn held(&self) -> u64 {
        self.accounts.iter().fold(0, |sum, account| sum.saturating_add(account.held))
    }

    /// Returns the attempts that the store records, by account.
    pub(super) fn covered(&self) -> Vec<u64> {
        self.accounts.iter().map(|account| account.covered).collect()
    }

    /// Gives up attempts that cannot be in flight once the recorded answers are stored, in the
    /// transaction that stores them.
    pub(super) fn lower_to_open(&mut self) {
        for account in &mut self.accounts {
            account.covered = account.covered.min(account.bound());
            account.wanted = 0;
        }
    }

    /// Gives up attempts that were not used since the last check, before the store does. Returns
    /// true if that is worth a write.
    pub(super) fn lower(&mut self) -> bool {
        let mut is_lower = false;
        for account in &mut self.accounts {
            let used = account.peak.max(account.occupied());
            account.peak = account.occupied();
            account.calm = if account.covered > used { account.calm + 1 } else { 0 };
            if account.covered > used + used / AHEAD || account.calm >= CALM {
                (account.covered, account.wanted, account.calm) = (used, 0, 0);
                is_lower = true;
            }
        }
        is_lower
    }

    fn account(&mut self, subject: &str) -> Option<&mut AccountCover> {
        let place = *self.places.get(subject)?;
        self.accounts.get_mut(place)
    }
}

/// Returns exposures with these numbers of attempts, by account.
pub(super) fn limited(exposures: &[Exposure], attempts: &[u64]) -> Vec<Exposure> {
    let limited = exposures
        .iter()
        .zip(attempts)
        .map(|(exposure, attempts)| Exposure { attempts: *attempts, each: exposure.each.clone() });
    limited.filter(|exposure| exposure.attempts > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cover(most: u64, open: u64) -> Cover {
        let account = AccountCover { most, open, ..AccountCover::default() };
        Cover { accounts: vec![account], places: [("a".to_owned(), 0)].into() }
    }

    /// A run as its server and its store see it.
    #[derive(Debug)]
    struct World {
        cover: Cover,
        /// Attempts that the store records.
        held: u64,
        /// Attempts that a write under way makes the store record.
        raising: Option<u64>,
        /// Attempts that were sent, and neither answered nor failed.
        sent: u64,
        /// Answers in memory; answers in the store that are not known to be on disk.
        answers: [u64; 2],
        /// Failed attempts whose record is in memory.
        failing: u64,
        /// Questions whose answers the store does not hold.
        open: u64,
    }

    impl World {
        /// Returns the number of attempts that may have been charged and that the store does not
        /// record.
        fn unknown(&self) -> u64 {
            self.sent + self.answers[0] + self.failing
        }

        /// Completes the write that was begun.
        fn finish_raise(&mut self) {
            if let Some(raise) = self.raising.take() {
                self.held = raise;
                self.cover.cover(&[raise]);
            }
        }

        fn step(&mut self, step: u8, most: u64) {
            match step {
                0..=6
                    if self.sent + self.answers[0] + self.answers[1] < most
                        && self.unknown() - self.failing < self.open =>
                {
                    if self.cover.begin("a") {
                        self.sent += 1;
                    } else if self.raising.is_none() {
                        self.raising = self.cover.wanted().map(|wanted| wanted[0]);
                    }
                }
                7 | 8 if self.sent > 0 => {
                    self.sent -= 1;
                    self.answers[0] += 1;
                }
                9 if self.answers[0] > 0 => {
                    let many = self.answers[0].div_ceil(2);
                    let lowers = (0..many).filter(|_| self.cover.record("a")).count();
                    if lowers > 0 {
                        self.finish_raise();
                        self.cover.lower_to_open();
                        self.held = self.cover.covered()[0];
                    }
                    self.answers = [self.answers[0] - many, self.answers[1] + many];
                    self.open -= many;
                }
                10 => {
                    (0..self.answers[1]).for_each(|_| self.cover.store("a"));
                    self.answers[1] = 0;
                }
                11 if self.sent > 0 => {
                    self.sent -= 1;
                    self.failing += 1;
                    self.cover.fail("a");
                }
                12 if self.failing > 0 => {
                    self.failing -= 1;
                    self.cover.store_failure("a");
                }
                13 if self.sent > 0 => {
                    self.sent -= 1;
                    self.cover.end("a");
                }
                14 => {
                    self.finish_raise();
                    if self.cover.lower() {
                        self.held = self.cover.covered()[0];
                    }
                }
                15 => self.finish_raise(),
                _ => {}
            }
        }
    }

    #[test]
    fn one_that_nobody_charges_needs_no_cover() {
        assert!(cover(8, 9).begin("sim:logic"));
        assert_eq!(Cover::default().wanted(), None);
    }

    proptest! {
        /// The run sends only attempts that the store records. The store never records more than
        /// the questions without an answer and the failures without a record. No attempt waits for
        /// ever.
        #[test]
        fn the_store_holds_what_is_sent_and_no_more_than_is_open(
            most in 1_u64..60, open in 1_u64..120, steps in proptest::collection::vec(0_u8..16, 1..600),
        ) {
            let most = most.min(open);
            let cover = cover(most, open);
            let mut world = World { cover, held: 0, raising: None, sent: 0, answers: [0, 0], failing: 0, open };
            let mut failures = 0;
            for step in steps {
                world.step(step, most);
                prop_assert!(world.unknown() <= world.held, "{world:?}");
                // A failed attempt stays recorded until a check after its record is on disk.
                failures = failures.max(world.failing);
                prop_assert!(world.held <= world.open + failures, "{world:?}");
                prop_assert!(world.held <= most + failures, "{world:?}");
            }
            // No attempt waits for ever.
            world.step(10, most);
            world.finish_raise();
            while !world.cover.begin("a") {
                let wanted = world.cover.wanted().expect("more is held soon");
                world.cover.cover(&wanted);
            }
            world.cover.end("a");
            // When nothing is in flight, the store records nothing two checks later.
            (0..world.sent + world.answers[0]).for_each(|_| world.cover.end("a"));
            (0..world.answers[1]).for_each(|_| world.cover.store("a"));
            (0..world.failing).for_each(|_| world.cover.store_failure("a"));
            (0..2).for_each(|_| { world.cover.lower(); });
            prop_assert_eq!(world.cover.covered(), [0]);
        }

        #[test]
        fn what_is_held_is_what_is_in_flight_after_a_few_looks(many in 1_u64..500) {
            let mut cover = cover(1000, 2000);
            for _ in 0..many {
                while !cover.begin("a") {
                    let wanted = cover.wanted().expect("it is wanted");
                    cover.cover(&wanted);
                }
            }
            let held = cover.covered()[0];
            prop_assert!((many..=many + many / AHEAD).contains(&held), "{held} for {many}");
            (0..=CALM).for_each(|_| { cover.lower(); });
            prop_assert_eq!(cover.covered(), [many]);
        }
    }
}

//! Cover: how many attempts of each account the store holds as possibly charged, before they are sent.
//!
//! An attempt is sent only when the store says that so many may be in flight. The number grows with the
//! attempts, so that a run that is killed leaves hardly more than it had sent.

use super::exposure_model::ExposureModel;
use peirast_cost::Exposure;
use std::collections::BTreeMap;

/// One attempt in so many is stored in advance: each write costs the time of a transaction.
const AHEAD: u64 = 8;

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
    /// The most that there can be.
    most: u64,
    /// Those that the store holds.
    covered: u64,
    /// Those that it is to hold, if more.
    wanted: u64,
    /// Attempts in flight, and those whose answers are not stored yet.
    in_flight: u64,
    /// Failed attempts that may have been charged and whose records are on their way to the store: of
    /// this interval and the one before.
    failed: [u64; 2],
    /// The most at a time since the last look.
    peak: u64,
}

impl AccountCover {
    fn occupied(&self) -> u64 {
        self.in_flight + self.failed[0] + self.failed[1]
    }
}

impl Cover {
    /// The cover of a run that has sent nothing.
    pub(super) fn new(model: &ExposureModel) -> Self {
        let mut cover = Self::default();
        for (place, (most, subjects)) in model.accounts().enumerate() {
            cover.accounts.push(AccountCover { most, ..AccountCover::default() });
            cover.places.extend(subjects.iter().map(|subject| (subject.clone(), place)));
        }
        cover
    }

    /// Counts an attempt that is about to be sent; `false` if the store does not hold it yet, and is to.
    pub(super) fn begin(&mut self, subject: &str) -> bool {
        let Some(account) = self.account(subject) else { return true };
        let needed = account.occupied() + 1;
        if needed > account.covered && account.covered < account.most {
            let ahead = needed + needed / AHEAD;
            account.wanted = account.wanted.max(ahead.min(account.most));
            return false;
        }
        account.in_flight += 1;
        account.peak = account.peak.max(needed);
        true
    }

    /// An attempt was never sent, or its answer is stored.
    pub(super) fn end(&mut self, subject: &str) {
        if let Some(account) = self.account(subject) {
            account.in_flight = account.in_flight.saturating_sub(1);
        }
    }

    /// An attempt failed, and its record is on its way to the store.
    pub(super) fn fail(&mut self, subject: &str) {
        if let Some(account) = self.account(subject) {
            account.in_flight = account.in_flight.saturating_sub(1);
            account.failed[0] += 1;
        }
    }

    /// The attempts that the store is to hold, by account; `None` if it does.
    pub(super) fn wanted(&self) -> Option<Vec<u64>> {
        let is_wanting = |one: &AccountCover| one.wanted > one.covered;
        let attempts = |one: &AccountCover| one.wanted.max(one.covered);
        self.accounts.iter().any(is_wanting).then(|| self.accounts.iter().map(attempts).collect())
    }

    /// The store holds so many attempts of each account.
    pub(super) fn cover(&mut self, attempts: &[u64]) {
        for (account, attempts) in self.accounts.iter_mut().zip(attempts) {
            account.covered = account.covered.max(*attempts);
        }
    }

    /// The attempts that the store holds, by account.
    pub(super) fn covered(&self) -> Vec<u64> {
        self.accounts.iter().map(|account| account.covered).collect()
    }

    /// Gives up what was not used since the last look, before the store does. Returns whether that is
    /// worth a write.
    pub(super) fn lower(&mut self) -> bool {
        let mut is_lower = false;
        for account in &mut self.accounts {
            account.failed = [0, account.failed[0]];
            let used = account.peak.max(account.occupied());
            account.peak = account.occupied();
            if account.covered > used + used / AHEAD {
                (account.covered, account.wanted) = (used, 0);
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

/// Exposures with no more attempts of each account than these.
pub(super) fn limited(exposures: &[Exposure], attempts: &[u64]) -> Vec<Exposure> {
    let limited = exposures.iter().zip(attempts).map(|(exposure, attempts)| Exposure {
        attempts: exposure.attempts.min(*attempts),
        each: exposure.each.clone(),
    });
    limited.filter(|exposure| exposure.attempts > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cover(most: u64) -> Cover {
        let account = AccountCover { most, ..AccountCover::default() };
        Cover { accounts: vec![account], places: [("a".to_owned(), 0)].into() }
    }

    #[test]
    fn one_that_nobody_charges_needs_no_cover() {
        assert!(cover(8).begin("sim:logic"));
        assert_eq!(Cover::default().wanted(), None);
    }

    proptest! {
        /// Nothing is sent that the store does not hold, whatever happens; it holds little more than was
        /// sent; and nobody waits for ever.
        #[test]
        fn the_store_holds_what_is_sent_and_little_more(
            most in 1_u64..200, steps in proptest::collection::vec(0_u8..12, 1..400),
        ) {
            let (mut cover, mut stored, mut sent, mut at_once) = (cover(most), 0, 0_u64, 0_u64);
            for step in steps {
                match step {
                    0..=7 if sent < most => {
                        if !cover.begin("a") {
                            stored = cover.wanted().expect("it is wanted")[0];
                            cover.cover(&[stored]);
                            prop_assert!(cover.begin("a"), "it is held now");
                        }
                        sent += 1;
                        at_once = at_once.max(sent);
                    }
                    8 if sent > 0 => {
                        cover.end("a");
                        sent -= 1;
                    }
                    9 if sent > 0 => {
                        cover.fail("a");
                        sent -= 1;
                    }
                    10 if cover.lower() => stored = cover.covered()[0],
                    _ => {}
                }
                prop_assert!(sent <= stored, "{sent} sent, {stored} held");
                prop_assert!(stored <= most);
            }
            // Once nothing is in flight, three looks later nothing is held.
            (0..sent).for_each(|_| cover.end("a"));
            (0..3).for_each(|_| { cover.lower(); });
            prop_assert_eq!(cover.covered(), [0]);
        }

        #[test]
        fn what_is_held_is_about_what_is_in_flight(many in 1_u64..500) {
            let mut cover = cover(1000);
            for _ in 0..many {
                while !cover.begin("a") {
                    let wanted = cover.wanted().expect("it is wanted");
                    cover.cover(&wanted);
                }
            }
            let held = cover.covered()[0];
            prop_assert!((many..=many + many / AHEAD).contains(&held), "{held} for {many}");
        }
    }
}

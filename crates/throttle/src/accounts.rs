//! The accounts of a program, by name.

use crate::account::Account;
use crate::account_handle::AccountHandle;
use crate::{AccountStatistics, AccountStatus, Limits};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// The accounts of a program, and what was learned about their servers.
///
/// Clones share the accounts. Successive rounds of a run should share them as well, so that a round
/// starts at the capacity that the round before found.
///
/// ```
/// use peirast_throttle::{Accounts, Limits};
/// let slow = Limits { requests_per_minute: Some(20), ..Limits::default() };
/// let accounts = Accounts::new(Limits::default()).with("https://free.example/v1", slow);
/// assert!(accounts.statuses().is_empty(), "nothing was asked yet");
/// ```
#[derive(Clone, Debug)]
pub struct Accounts(Arc<Registry>);

#[derive(Debug)]
struct Registry {
    default_limits: Limits,
    limits: BTreeMap<String, Limits>,
    expected: Mutex<BTreeMap<String, usize>>,
    /// Accounts that start with fewer requests in flight than others.
    low_starts: Mutex<BTreeMap<String, usize>>,
    accounts: Mutex<BTreeMap<String, Arc<Account>>>,
}

impl Accounts {
    /// Creates accounts with these limits each.
    pub fn new(limits: Limits) -> Self {
        Self::from_limits(limits, BTreeMap::new())
    }

    /// Sets other limits for one of the accounts. It must be called before any request.
    #[must_use]
    pub fn with(self, account: impl Into<String>, limits: Limits) -> Self {
        let mut all = self.0.limits.clone();
        all.insert(account.into(), limits);
        Self::from_limits(self.0.default_limits, all)
    }

    fn from_limits(default_limits: Limits, limits: BTreeMap<String, Limits>) -> Self {
        let (expected, low_starts, accounts) = Default::default();
        Self(Arc::new(Registry { default_limits, limits, expected, low_starts, accounts }))
    }

    /// Announces further requests to an account, before its first request. Before a very large
    /// number of requests, concurrency grows in fewer steps: the last one may cause rejections of
    /// at most a fortieth of them.
    ///
    /// ```
    /// use peirast_throttle::{Accounts, Limits};
    /// let accounts = Accounts::new(Limits { concurrency: 1000, ..Limits::default() });
    /// accounts.expect_requests("http://localhost:8000/v1", 20_000);
    /// ```
    pub fn expect_requests(&self, account: &str, requests: usize) {
        let mut expected = self.0.expected.lock().unwrap_or_else(PoisonError::into_inner);
        *expected.entry(account.to_owned()).or_default() += requests;
    }

    /// Sets a smaller initial number of requests in flight for an account, before its first
    /// request. From there concurrency grows as for other accounts.
    ///
    /// ```
    /// use peirast_throttle::{Accounts, Limits};
    /// let accounts = Accounts::new(Limits::default());
    /// accounts.start_low("http://localhost:11434", 4);
    /// let _handle = accounts.handle("http://localhost:11434", "ollama/llama3", true);
    /// assert_eq!(accounts.statuses()[0].limit, 4);
    /// ```
    pub fn start_low(&self, account: &str, first: usize) {
        let mut low = self.0.low_starts.lock().unwrap_or_else(PoisonError::into_inner);
        low.insert(account.to_owned(), first);
    }

    fn low_start(&self, account: &str) -> Option<usize> {
        let low = self.0.low_starts.lock().unwrap_or_else(PoisonError::into_inner);
        low.get(account).copied()
    }

    fn expected(&self, account: &str) -> usize {
        let expected = self.0.expected.lock().unwrap_or_else(PoisonError::into_inner);
        expected.get(account).copied().unwrap_or_default()
    }

    /// Returns the limits of an account.
    pub fn limits(&self, account: &str) -> Limits {
        self.0.limits.get(account).copied().unwrap_or(self.0.default_limits)
    }

    /// Returns the status of each account, sorted by name.
    pub fn statuses(&self) -> Vec<AccountStatus> {
        let now = Instant::now();
        let status = |account: &Arc<Account>| {
            let (in_flight, limit, waits) = account.lock().controller.status(now);
            AccountStatus { account: account.name.clone(), in_flight, limit, waits }
        };
        self.all().values().map(status).collect()
    }

    /// Returns the statistics of each account that adapts to its server, and of each isolated
    /// subject under its [name](isolated_subject_name).
    pub fn statistics(&self) -> BTreeMap<String, AccountStatistics> {
        let (all, now) = (self.all(), Instant::now());
        let mut statistics = BTreeMap::new();
        for account in all.values().filter(|account| account.adapts) {
            let state = account.lock();
            statistics.insert(account.name.clone(), state.controller.statistics(now));
            for (subject, controller) in &state.isolated {
                let one = controller.statistics(now);
                // A subject that was only closed has no statistics.
                if one.sent > 0 {
                    statistics.insert(isolated_subject_name(&account.name, subject), one);
                }
            }
        }
        statistics
    }

    /// Returns a handle to an account, for a new worker of this subject. `adapts` is true if the
    /// limits adapt to the results of its requests; a simulated subject does not need this.
    pub fn handle(&self, account: &str, subject: &str, adapts: bool) -> AccountHandle {
        let limits = self.limits(account);
        let new = || {
            let new = Account::new(account, limits, adapts);
            new.lock().controller.expect_requests(self.expected(account));
            if let Some(first) = self.low_start(account) {
                new.lock().controller.start_low(first);
            }
            Arc::new(new)
        };
        let account = Arc::clone(self.all().entry(account.to_owned()).or_insert_with(new));
        AccountHandle::new(account, subject, adapts, limits.on_limit)
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Account>>> {
        self.0.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the name of an isolated subject in statistics and events.
pub fn isolated_subject_name(account: &str, subject: &str) -> String {
    format!("{account} {subject}")
}

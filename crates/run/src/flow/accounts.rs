//! Accounts: those that a program asks, by name.

use super::account::Account;
use super::door::Door;
use super::{Achieved, Limits, Standing};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// The accounts that a program asks, and what was learnt of them. Clones share them; give one to
/// each [`Runner`](crate::Runner) that should go on from where the last one stopped, rather than
/// find out again what a server bears.
///
/// ```
/// use peirast_run::{Accounts, Limits};
/// let slow = Limits { requests_per_minute: Some(20), ..Limits::default() };
/// let accounts = Accounts::new(Limits::default()).with("https://free.example/v1", slow);
/// assert!(accounts.standings().is_empty(), "nothing was asked yet");
/// ```
#[derive(Clone, Debug)]
pub struct Accounts(Arc<Registry>);

#[derive(Debug)]
struct Registry {
    limits: Limits,
    own: BTreeMap<String, Limits>,
    expected: Mutex<BTreeMap<String, usize>>,
    accounts: Mutex<BTreeMap<String, Arc<Account>>>,
}

impl Accounts {
    /// Accounts with these limits each.
    pub fn new(limits: Limits) -> Self {
        Self::of(limits, BTreeMap::new())
    }

    /// The same accounts, one of them with limits of its own. Nothing may have been asked yet.
    #[must_use]
    pub fn with(self, account: impl Into<String>, limits: Limits) -> Self {
        let mut own = self.0.own.clone();
        own.insert(account.into(), limits);
        Self::of(self.0.limits, own)
    }

    fn of(limits: Limits, own: BTreeMap<String, Limits>) -> Self {
        let (expected, accounts) = Default::default();
        Self(Arc::new(Registry { limits, own, expected, accounts }))
    }

    /// So many questions more are to be asked of an account of which none was yet. Where they are very many, what it
    /// bears is found out in fewer steps: at most a fortieth of them is refused by the last of these.
    ///
    /// ```
    /// use peirast_run::{Accounts, Limits};
    /// let accounts = Accounts::new(Limits { concurrency: 1000, ..Limits::default() });
    /// accounts.anticipate("http://localhost:8000/v1", 20_000);
    /// ```
    pub fn anticipate(&self, account: &str, questions: usize) {
        let mut expected = self.0.expected.lock().unwrap_or_else(PoisonError::into_inner);
        *expected.entry(account.to_owned()).or_default() += questions;
    }

    fn expected(&self, account: &str) -> usize {
        let expected = self.0.expected.lock().unwrap_or_else(PoisonError::into_inner);
        expected.get(account).copied().unwrap_or_default()
    }

    /// The limits of an account.
    pub fn limits(&self, account: &str) -> Limits {
        self.0.own.get(account).copied().unwrap_or(self.0.limits)
    }

    /// How each account stands, by name.
    pub fn standings(&self) -> Vec<Standing> {
        let now = Instant::now();
        let standing = |account: &Arc<Account>| {
            let (in_flight, limit, waits) = account.lock().control.standing(now);
            Standing { account: account.name.clone(), in_flight, limit, waits }
        };
        self.all().values().map(standing).collect()
    }

    /// What each account that can be overloaded achieved so far, and what each subject did besides that is asked
    /// apart from the others at its account.
    pub(crate) fn achieved(&self) -> BTreeMap<String, Achieved> {
        let (all, now) = (self.all(), Instant::now());
        let mut achieved = BTreeMap::new();
        for account in all.values().filter(|account| account.needs_relief) {
            let state = account.lock();
            achieved.insert(account.name.clone(), state.control.achieved(now));
            let apart = state.apart.iter().map(|(subject, own)| (subject, own.achieved(now)));
            // Of one that was only stopped there is nothing to tell.
            for (subject, own) in apart.filter(|(_, own)| own.sent > 0) {
                achieved.insert(apart_name(&account.name, subject), own);
            }
        }
        achieved
    }

    /// A door to an account, for the lane of this subject.
    pub(crate) fn door(&self, name: &str, subject: &str, needs_relief: bool) -> Door {
        let mut all = self.all();
        let new = || {
            let account = Account::new(name, self.limits(name), needs_relief);
            account.lock().control.anticipate(self.expected(name));
            Arc::new(account)
        };
        let account = Arc::clone(all.entry(name.to_owned()).or_insert_with(new));
        Door::to(account, subject, needs_relief, self.limits(name).on_limit)
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Account>>> {
        self.0.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a subject is called that is asked apart from the others at its account.
pub(crate) fn apart_name(account: &str, subject: &str) -> String {
    format!("{account} {subject}")
}

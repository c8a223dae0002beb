//! A lease: the claim of one worker to trials of a store that several workers ask from.

use crate::Cancel;
use crate::source::Source;
use peirast_llm::BoxFuture;
use peirast_record::{Key, Prompt, Trial};
use peirast_store::{ClaimStatus, PromptedTrial, Store, StoreError, TransientRetry, WorkerToken};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

/// Number of renewals within the duration of a lease: two may fail before it expires.
const RENEWALS: u32 = 3;
/// Time that a worker without work waits before it looks again.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// The most trials that are claimed at once: if a worker dies, the others cannot ask these until
/// its lease expires.
const MOST_CLAIMED: usize = 1024;

/// The registration of one worker, renewed by a task of its own until it ends.
pub(crate) struct Lease {
    store: Store,
    token: WorkerToken,
    time: Duration,
    given_up: Mutex<Vec<Key>>,
    lost: AtomicBool,
}

/// A task, such as the one that renews a lease, that ends when this is dropped.
pub(crate) struct BackgroundTask(pub(crate) JoinHandle<()>);

impl Drop for BackgroundTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Lease {
    /// Registers a worker. If its leases expire although they should have been renewed, `stop` is
    /// cancelled: other workers may then ask its remaining trials.
    pub(crate) async fn begin(
        store: &Store,
        name: &str,
        time: Duration,
        stop: Cancel,
    ) -> Result<(Arc<Self>, BackgroundTask), StoreError> {
        let token = store.enrol(name, time).await?;
        let lease = Arc::new(Self {
            store: store.clone(),
            token,
            time,
            given_up: Mutex::default(),
            lost: AtomicBool::new(false),
        });
        let keeper = BackgroundTask(tokio::spawn(Arc::clone(&lease).keep(stop)));
        Ok((lease, keeper))
    }

    async fn keep(self: Arc<Self>, stop: Cancel) {
        let mut good_until = Instant::now() + self.time;
        loop {
            sleep(self.time / RENEWALS).await;
            let asked = Instant::now();
            // A statement that hangs must not outlive the lease that it renews.
            let renewal = self.store.renew(self.token, self.time);
            let renewed = tokio::time::timeout_at(good_until, renewal).await;
            match renewed {
                Ok(Ok(true)) => good_until = asked + self.time,
                Ok(Err(_)) if Instant::now() < good_until => {}
                _ => break,
            }
            let _ = self.flush().await; // Tried again in the next round.
        }
        self.lost.store(true, Ordering::Relaxed);
        stop.cancel();
    }

    /// Reports given-up trials to the store.
    async fn flush(&self) -> Result<(), StoreError> {
        let given_up = std::mem::take(&mut *held(&self.given_up));
        if given_up.is_empty() {
            return Ok(());
        }
        let result = self.store.give_up(self.token, &given_up).await;
        if result.is_err() {
            held(&self.given_up).extend(given_up);
        }
        result
    }

    /// Waits briefly if the lease has expired and its task is about to notice this, which ends all
    /// workers.
    async fn wait_for_its_end(&self) {
        sleep(LOOK_AGAIN.min(self.time)).await;
    }

    /// Ends the registration and frees the trials that are still claimed. Returns true if the lease
    /// had expired before.
    pub(crate) async fn end(&self, keeper: BackgroundTask) -> bool {
        drop(keeper);
        // A database that cannot be reached sees it when the lease expires.
        let _ = self.flush().await;
        let _ = self.store.leave(self.token).await;
        self.lost.load(Ordering::Relaxed)
    }
}

/// The trials that a worker is to ask.
enum Selection {
    /// These trials, in this order, and the trials that others had claimed when they were checked.
    Listed { prompts: Arc<BTreeMap<Key, Arc<Prompt>>>, left: Mutex<OpenList> },
    /// All planned trials; with `forever` also those that are planned later.
    Planned { forever: bool },
}

#[derive(Default)]
struct OpenList {
    trials: VecDeque<Trial>,
    held: Vec<Trial>,
}

/// Trials of one subject that are leased before they are asked.
pub(crate) struct LeasedTrials {
    lease: Arc<Lease>,
    subject: String,
    endpoint: String,
    wanted: Selection,
    elsewhere: AtomicU64,
}

impl LeasedTrials {
    /// Creates a source of these trials, except those that another worker has.
    pub(crate) fn listed(
        lease: Arc<Lease>,
        place: (&str, &str),
        trials: Vec<Trial>,
        prompts: Arc<BTreeMap<Key, Arc<Prompt>>>,
    ) -> Self {
        let left = OpenList { trials: trials.into(), held: Vec::new() };
        Self::new(lease, place, Selection::Listed { prompts, left: Mutex::new(left) })
    }

    /// Creates a source of all trials planned for a subject.
    pub(crate) fn planned(lease: Arc<Lease>, place: (&str, &str), forever: bool) -> Self {
        Self::new(lease, place, Selection::Planned { forever })
    }

    fn new(lease: Arc<Lease>, (subject, endpoint): (&str, &str), wanted: Selection) -> Self {
        Self {
            lease,
            subject: subject.to_owned(),
            endpoint: endpoint.to_owned(),
            wanted,
            elsewhere: AtomicU64::new(0),
        }
    }

    fn place(&self) -> (&str, &str) {
        (&self.subject, &self.endpoint)
    }

    async fn look(&self, most: usize) -> Result<Vec<Arc<PromptedTrial>>, StoreError> {
        match &self.wanted {
            Selection::Listed { prompts, left } => self.look_at_list(most, prompts, left).await,
            Selection::Planned { forever } => self.look_at_plan(most, *forever).await,
        }
    }

    async fn look_at_plan(
        &self,
        most: usize,
        forever: bool,
    ) -> Result<Vec<Arc<PromptedTrial>>, StoreError> {
        let (store, token) = (&self.lease.store, self.lease.token);
        loop {
            let Some(claimed) = store.claim(token, self.place(), most).await? else {
                self.lease.wait_for_its_end().await;
                continue;
            };
            if !claimed.is_empty() {
                return Ok(claimed);
            }
            if store.free_expired().await? > 0 {
                continue;
            }
            if !forever && store.left_to(token, self.place()).await? == 0 {
                return Ok(Vec::new());
            }
            sleep(LOOK_AGAIN.min(self.lease.time)).await;
        }
    }

    async fn look_at_list(
        &self,
        most: usize,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        left: &Mutex<OpenList>,
    ) -> Result<Vec<Arc<PromptedTrial>>, StoreError> {
        let store = &self.lease.store;
        loop {
            let some: Vec<Trial> = {
                let mut left = held(left);
                let count = most.min(left.trials.len());
                left.trials.drain(..count).collect()
            };
            if some.is_empty() {
                if held(left).held.is_empty() {
                    return Ok(Vec::new());
                }
                sleep(LOOK_AGAIN.min(self.lease.time)).await;
                store.free_expired().await?;
                let left = &mut *held(left);
                left.trials.extend(left.held.drain(..));
                continue;
            }
            let Some(claimed) = store.claim_listed(self.lease.token, &some).await? else {
                held(left).trials.extend(some);
                self.lease.wait_for_its_end().await;
                continue;
            };
            let claimed: BTreeSet<Key> = claimed.into_iter().collect();
            let (ours, others): (Vec<Trial>, Vec<Trial>) =
                some.into_iter().partition(|trial| claimed.contains(&trial.key));
            self.put_aside(others, left).await?;
            if !ours.is_empty() {
                let question = |trial: Trial| {
                    let prompt = Arc::clone(prompts.get(&trial.prompt)?);
                    Some(PromptedTrial::new(trial, prompt))
                };
                return Ok(ours.into_iter().filter_map(question).collect());
            }
        }
    }

    /// Checks the trials that could not be claimed: trials of other workers may become free.
    async fn put_aside(
        &self,
        others: Vec<Trial>,
        left: &Mutex<OpenList>,
    ) -> Result<(), StoreError> {
        if others.is_empty() {
            return Ok(());
        }
        let standing = self.lease.store.claim_status(&others).await?;
        for trial in others {
            match standing.get(&trial.key) {
                Some(ClaimStatus::Leased | ClaimStatus::Free) => held(left).held.push(trial),
                Some(ClaimStatus::Answered) => {
                    self.elsewhere.fetch_add(1, Ordering::Relaxed);
                }
                Some(ClaimStatus::NotQueued) | None => {}
            }
        }
        Ok(())
    }
}

impl Source for LeasedTrials {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, StoreError>> {
        Box::pin(async move {
            let mut retry = TransientRetry::begin();
            loop {
                match self.look(most.min(MOST_CLAIMED)).await {
                    Ok(questions) => return Ok(questions),
                    Err(error) if retry.waits_after(&error).await => {}
                    Err(error) => return Err(error),
                }
            }
        })
    }

    fn gave_up(&self, trial: &Key) {
        held(&self.lease.given_up).push(trial.clone());
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            // Trials that cannot be reported now are reported at the end of the lease.
            let _ = self.lease.flush().await;
            let _ = self.lease.store.release(self.lease.token, self.place()).await;
        })
    }

    fn elsewhere(&self) -> u64 {
        self.elsewhere.load(Ordering::Relaxed)
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

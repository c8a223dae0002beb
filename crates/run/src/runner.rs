//! The runner: asks every trial that has no stored response.

mod growing;
mod plan;
mod shared_progress;

use crate::budget_guard::NoBudget;
use crate::lease::{BackgroundTask, Lease};
use crate::plan_chunk::PlanChunks;
use crate::source::Source;
use crate::subject_worker::{SubjectWorker, WorkerError};
use crate::writer::WriterHandle;
use crate::{BudgetGuard, Cancel, Event, PlanChunk, PlanStreamError, Summary, Writer};
use futures::stream::{Stream, StreamExt as _};
use peirast_llm::Subject;
use peirast_record::{Catalogue, Key, Prompt, Trial};
use peirast_store::{Prompts, Store, StoreError};
use peirast_throttle::{Accounts, Limits, RetryPolicy};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;
use tokio::task::JoinSet;

/// Default time that a cancelled run waits for attempts in flight.
const GRACE: Duration = Duration::from_secs(30);
/// Default number of consecutive given-up trials that stop a subject.
const GIVE_UP_AFTER: u32 = 5;
/// Default duration of a worker's leases without renewal.
const LEASE: Duration = Duration::from_secs(60);

/// Subjects with their trials.
type Subjects = Vec<(Arc<dyn Subject>, Arc<Vec<Trial>>)>;
/// Subjects with the sources of their trials.
type Sources = Vec<(Arc<dyn Subject>, Arc<dyn Source>)>;
/// Receiver of events.
type Listener = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// Puts trials to subjects and stores every response.
///
/// You would not write this loop yourself, because it
///
/// * asks only trials without a stored response, so that an interrupted run is continued by
///   running it again, and counts an answer only once it is on disk;
/// * adapts the number of attempts in flight to the server, and sends no more of anything than
///   [`Limits`] and the server's headers allow;
/// * retries transient failures after the wait that the server asks for, without holding a slot
///   meanwhile, and logs every failed attempt;
/// * if a subject refuses a question, loses only this question: the next run asks it last;
/// * sends nothing to a server that does not answer, except a probe from time to time;
/// * asks a [`BudgetGuard`] before each attempt that may be charged;
/// * stops a subject whose key or model is refused (after a few attempts, if it has answered), that
///   refuses ten questions in a row, or that does not recover, and goes on with the others;
/// * when cancelled, starts nothing new and stores what was in flight.
///
/// See the front page of this crate for an example.
#[must_use = "nothing is asked before `run`"]
pub struct Runner {
    store: Store,
    prompts: Arc<Prompts>,
    problems: Catalogue,
    /// Facts that are stored when the plan is, in this order.
    seal: Vec<(String, String)>,
    subjects: Subjects,
    /// Trials that are added during the run, until they are taken.
    additions: Mutex<Option<PlanChunks>>,
    /// Subjects that are asked all trials that the store has planned for them.
    planned: Vec<Arc<dyn Subject>>,
    name: String,
    lease: Duration,
    forever: bool,
    cancel: Cancel,
    settings: Settings,
}

/// Settings of asking.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) accounts: Accounts,
    pub(crate) budget: Arc<dyn BudgetGuard>,
    pub(crate) retry: RetryPolicy,
    pub(crate) grace: Duration,
    pub(crate) give_up_after: u32,
    pub(crate) on_event: Listener,
}

/// An error that ends a run early.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store cannot be read or written. Every counted answer is stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A trial whose prompt the caller did not give.
    #[error("trial {trial} has prompt {prompt}, which is not among the prompts of this run")]
    NoPrompt {
        /// The trial.
        trial: Key,
        /// Its prompt.
        prompt: Key,
    },
    /// The added trials could not be made.
    #[error("the rest of the questions cannot be made; the answers stored before are kept")]
    Growth(#[source] PlanStreamError),
    /// A subject panicked.
    #[error("subject `{0}` crashed; the answers stored before are kept, run again")]
    Crashed(String),
}

/// The state that all workers of a run share.
pub(crate) struct RunState {
    pub(crate) settings: Settings,
    /// Set by the caller: finish what is in flight.
    pub(crate) cancel: Cancel,
    /// Set when nothing can be stored any more: drop everything.
    pub(crate) halt: Cancel,
    /// Set when the budget is exhausted.
    pub(crate) spent: Cancel,
    /// The reason.
    pub(crate) spent_for: Mutex<Option<String>>,
    pub(crate) writer: WriterHandle,
}

impl RunState {
    /// Records that the budget is exhausted.
    pub(crate) fn spend(&self, reason: String) {
        let mut spent_for = self.spent_for.lock().unwrap_or_else(PoisonError::into_inner);
        if spent_for.is_none() {
            (self.settings.on_event)(Event::BudgetExhausted { reason: &reason });
            *spent_for = Some(reason);
            self.spent.cancel();
        }
    }
}

impl Runner {
    /// Creates a run into `store`, with the prompts of its trials.
    pub fn new(store: Store, prompts: impl Into<Arc<BTreeMap<Key, Arc<Prompt>>>>) -> Self {
        Self {
            store,
            prompts: prompts.into(),
            problems: Catalogue::default(),
            seal: Vec::new(),
            subjects: Vec::new(),
            additions: Mutex::default(),
            planned: Vec::new(),
            name: format!("process {}", std::process::id()),
            lease: LEASE,
            forever: false,
            cancel: Cancel::new(),
            settings: Settings {
                accounts: Accounts::new(Limits::default()),
                budget: Arc::new(NoBudget),
                retry: RetryPolicy::default(),
                grace: GRACE,
                give_up_after: GIVE_UP_AFTER,
                on_event: Arc::new(|_| {}),
            },
        }
    }

    /// Adds a subject and its trials, which are asked in this order, except that trials that failed
    /// in earlier runs come last.
    pub fn subject(
        mut self,
        subject: Arc<dyn Subject>,
        trials: impl Into<Arc<Vec<Trial>>>,
    ) -> Self {
        self.subjects.push((subject, trials.into()));
        self
    }

    /// Sets the problems of the trials, if they may not be stored: they are stored with the trials;
    /// problems without trials are stored before the seal.
    pub fn problems(mut self, problems: Catalogue) -> Self {
        self.problems = problems;
        self
    }

    /// Sets a fact about the run that is stored when all its trials are; see [`Store::set_meta`].
    pub fn sealed_by(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.seal.push((name.into(), value.into()));
        self
    }

    /// Sets further trials of these subjects, which are made while the first are asked. A chunk is
    /// taken when a subject has few trials left; if all subjects are slow, five chunks a second are
    /// taken. At most a few thousand trials of each subject wait in memory: further ones wait in
    /// the store, and are asked in the order of their chunks.
    pub fn growing(
        mut self,
        additions: impl Stream<Item = Result<PlanChunk, PlanStreamError>> + Send + 'static,
    ) -> Self {
        self.additions = Mutex::new(Some(additions.boxed()));
        self
    }

    /// Adds a subject that is asked all trials without a response that the store has planned for it
    /// at its endpoint, as a worker does.
    pub fn planned(mut self, subject: Arc<dyn Subject>) -> Self {
        self.planned.push(subject);
        self
    }

    /// Sets the name of this process among the processes that ask from one store.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the time without renewal after which other processes take over the trials of this one.
    /// The default is one minute.
    pub fn lease(mut self, time: Duration) -> Self {
        self.lease = time.max(Duration::from_millis(100));
        self
    }

    /// With `true`, waits for trials that are planned later, until cancelled. Only for a store that
    /// several processes write to.
    pub fn forever(mut self, wait: bool) -> Self {
        self.forever = wait;
        self
    }

    /// Sets the accounts, with their limits and their known state.
    pub fn accounts(mut self, accounts: Accounts) -> Self {
        self.settings.accounts = accounts;
        self
    }

    /// Sets the most attempts in flight at each account, in place of all other limits. The default
    /// is 128.
    pub fn concurrency(self, attempts: usize) -> Self {
        let concurrency = attempts.max(1);
        self.accounts(Accounts::new(Limits { concurrency, ..Limits::default() }))
    }

    /// Sets the budget guard. By default nothing is counted.
    pub fn budget(mut self, budget: Arc<dyn BudgetGuard>) -> Self {
        self.settings.budget = budget;
        self
    }

    /// Sets the policy of retries.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.settings.retry = policy;
        self
    }

    /// Sets the time that a cancelled run waits for attempts in flight. The default is 30 seconds.
    pub fn grace(mut self, wait: Duration) -> Self {
        self.settings.grace = wait;
        self
    }

    /// Sets the number of consecutive given-up trials that stops a subject. The default is 5.
    pub fn give_up_after(mut self, trials: u32) -> Self {
        self.settings.give_up_after = trials.max(1);
        self
    }

    /// Sets the switch that cancels this run.
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Sets the receiver of events. The call must be quick: the run waits for it.
    pub fn on_event(mut self, listener: impl Fn(Event<'_>) + Send + Sync + 'static) -> Self {
        self.settings.on_event = Arc::new(listener);
        self
    }

    /// Asks every trial without a response. Trials that the store does not have yet are added to
    /// it, each with its prompt before it is asked, so that no response is stored without its
    /// question. All of them are added, even if the run ends early.
    ///
    /// If several processes write to the store, every trial is leased before it is asked, and the
    /// run waits for trials that others have leased.
    ///
    /// # Errors
    /// A store that cannot be read or written, a missing prompt, a subject that panics. Failures of
    /// a subject are not errors: they are in the summary.
    pub async fn run(mut self) -> Result<Summary, RunError> {
        let additions = std::mem::take(&mut self.additions).into_inner();
        let additions = additions.unwrap_or_else(PoisonError::into_inner);
        if !self.store.is_shared() {
            let subjects = std::mem::take(&mut self.subjects);
            return self.pass(subjects, additions, self.cancel.clone(), None).await;
        }
        self.take_up(additions).await?;
        let mut all: Option<Summary> = None;
        loop {
            let (summary, lost) = self.leased_pass().await?;
            let all = match &mut all {
                None => all.insert(summary),
                Some(all) => {
                    all.go_on(summary);
                    all
                }
            };
            if !lost || self.cancel.is_cancelled() {
                all.cancelled = self.cancel.is_cancelled();
                return Ok(std::mem::take(all));
            }
        }
    }

    /// Runs one pass under one registration; returns its summary, and true if its leases expired,
    /// so that another pass is needed.
    async fn leased_pass(&self) -> Result<(Summary, bool), RunError> {
        let stop = Cancel::new();
        let (given, passed_on) = (self.cancel.clone(), stop.clone());
        let _watch = BackgroundTask(tokio::spawn(async move {
            given.cancelled().await;
            passed_on.cancel();
        }));
        let begun = Lease::begin(&self.store, &self.name, self.lease, stop.clone()).await;
        let (lease, keeper) = begun?;
        let summary = self.pass(self.subjects.clone(), None, stop, Some(&lease)).await;
        let lost = lease.end(keeper).await;
        Ok((summary?, lost))
    }

    async fn pass(
        &self,
        subjects: Subjects,
        additions: Option<PlanChunks>,
        stop: Cancel,
        lease: Option<&Arc<Lease>>,
    ) -> Result<Summary, RunError> {
        let mut summary = Summary::default();
        let grows = additions.is_some();
        let (assignments, registration) = self.plan(subjects, grows, &mut summary, lease).await?;
        let budget = Arc::clone(&self.settings.budget);
        let writer = Writer::guarded(self.store.clone(), budget);
        let shared = Arc::new(RunState {
            settings: self.settings.clone(),
            cancel: stop,
            halt: Cancel::new(),
            spent: Cancel::new(),
            spent_for: Mutex::new(None),
            writer: writer.handle(),
        });
        let counting = lease.filter(|_| !self.planned.is_empty()).map(|_| self.count_along());
        let driven = async {
            let driven = drive(assignments, Arc::clone(&shared), &mut summary).await;
            if driven.is_ok() && !shared.halt.is_cancelled() {
                (self.settings.on_event)(Event::Drained);
            }
            driven
        };
        let registering = async {
            let registered = self.register(registration, additions).await;
            if matches!(registered, Err(RunError::Store(_))) {
                // If questions cannot be stored, answers cannot be stored either.
                shared.cancel.cancel();
            }
            registered
        };
        let (run, registered) = tokio::join!(driven, registering);
        summary.accounts = shared.settings.accounts.statistics();
        let reason = shared.spent_for.lock().unwrap_or_else(PoisonError::into_inner).take();
        summary.spent = reason.map(|reason| self.settings.budget.stopped_for().unwrap_or(reason));
        drop(shared);
        writer.finish().await?;
        summary.trials += registered?;
        run?;
        if let Some(counting) = counting {
            drop(counting);
            self.count_planned(&mut summary).await?;
        }
        Ok(summary)
    }
}

/// Runs all workers to their end. If one cannot store, the others stop too.
async fn drive(
    assignments: Sources,
    shared: Arc<RunState>,
    summary: &mut Summary,
) -> Result<(), RunError> {
    let mut running = JoinSet::new();
    let mut names = BTreeMap::new();
    for (subject, source) in assignments {
        let name = subject.name().to_owned();
        let worker =
            SubjectWorker { subject, source: Arc::clone(&source), shared: Arc::clone(&shared) };
        let run = async move {
            let ended = worker.run().await;
            source.close().await;
            ended
        };
        names.insert(running.spawn(run).id(), name);
    }
    let (mut unread, mut crashed) = (None, None);
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(Ok(part)) => summary.add(part),
            // The writer knows the error, and returns it when it is awaited.
            Ok(Err(WorkerError::Writer(_))) => shared.halt.cancel(),
            Ok(Err(WorkerError::Source(error))) => {
                shared.halt.cancel();
                unread = unread.or(Some(error));
            }
            Err(crash) => crashed = names.remove(&crash.id()),
        }
    }
    summary.stopped.sort_by(|a, b| a.subject.cmp(&b.subject));
    match (unread, crashed) {
        (Some(error), _) => Err(error.into()),
        (None, Some(subject)) => Err(RunError::Crashed(subject)),
        (None, None) => Ok(()),
    }
}

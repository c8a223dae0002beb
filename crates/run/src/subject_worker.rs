//! The worker of a subject, from the first attempt to the last answer on disk.

mod attempt;
mod doubt;
mod failed_attempt;
mod failure_streak;
mod state;

use crate::budget_guard::Reservation;
use crate::runner::RunState;
use crate::source::Source;
use crate::writer::{StoredResponse, WriterStopped};
use crate::{Admission, Event, SubjectStop, Summary};
use attempt::{Attempt, micros, now_us};
use failed_attempt::AttemptFailure;
use futures::stream::{FuturesUnordered, StreamExt as _};
use peirast_llm::{BodyRoom, BoxFuture, Subject, host_of};
use peirast_record::{ErrorKind, Response};
use peirast_store::{PromptedTrial, StoreError};
use peirast_throttle::{AccountHandle, Closure, Permit, PermitDecision, isolated_subject_name};
use state::WorkerState;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use thiserror::Error;
use tokio::time::{Instant, sleep_until};

/// Most responses that may wait for the disk. While the disk is slower than the subject, a commit
/// takes them together; beyond this number the subject has to wait.
const STORING: usize = 4096;
/// Consecutive refused questions that stop a subject: the cause is then probably common to all
/// requests.
const REFUSALS: u32 = 10;
/// Time after which to ask a budget guard again that answered that the attempt has to wait.
const BUDGET_RETRY: Duration = Duration::from_millis(100);
/// Time after which to ask a guard again that has to write first: about the duration of a
/// transaction.
const BUDGET_WRITE: Duration = Duration::from_millis(2);

/// The worker that asks the trials of one subject.
pub(crate) struct SubjectWorker {
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) source: Arc<dyn Source>,
    pub(crate) shared: Arc<RunState>,
}

/// A pending read of the next trials.
type NextTrials<'a> = BoxFuture<'a, Result<Vec<Arc<PromptedTrial>>, StoreError>>;

/// The reason why a worker ends early.
#[derive(Debug, Error)]
pub(crate) enum WorkerError {
    /// Nothing can be stored any more.
    #[error(transparent)]
    Writer(#[from] WriterStopped),
    /// The trials cannot be read.
    #[error(transparent)]
    Source(#[from] StoreError),
}

enum Outcome<'a> {
    /// A response, with the resources that it holds.
    Answered(Attempt, Response, Held<'a>),
    Failed(AttemptFailure),
    /// The worker stopped before the attempt began.
    Withdrawn,
}

/// The resources that an answer holds until it is stored: the slot of its attempt, unless it is
/// already free, and its memory.
type Held<'a> = (Option<Permit<'a>>, BodyRoom);

/// The next step of a worker.
enum Next<'a> {
    Attempt(Attempt, Permit<'a>, Reservation<'a>),
    /// There is something to do, but only at this time or after another event.
    Blocked(Option<Instant>),
    Nothing,
}

/// The admission of new attempts, shared with the attempts in flight.
struct Intake {
    /// The account that permits them.
    account: AccountHandle,
    open: AtomicBool,
    asked: AtomicU64,
    /// True if answers may cost money.
    charges: bool,
}

impl SubjectWorker {
    /// Asks every trial, and returns the summary.
    ///
    /// Attempts, and responses on their way to the disk, are two sets of futures in this one
    /// task; trials that wait for a retry are entries in a heap and hold nothing.
    pub(crate) async fn run(self) -> Result<Summary, WorkerError> {
        let intake = self.intake();
        let mut state = self.state();
        let mut asking = FuturesUnordered::new();
        let mut storing = FuturesUnordered::new();
        let mut cancelled = pin!(self.shared.cancel.cancelled());
        let mut halted = pin!(self.shared.halt.cancelled());
        let mut spent = pin!(self.shared.spent.cancelled());
        let mut coming: Option<NextTrials<'_>> = None;
        loop {
            let mut wake = None;
            while intake.is_open() && asking.len() < state.limit && storing.len() < STORING {
                match self.next(&intake, &mut state) {
                    Next::Attempt(attempt, permit, paid) => {
                        asking.push(self.attempt(attempt, permit, paid, &intake));
                        continue;
                    }
                    Next::Blocked(until) => wake = until,
                    Next::Nothing => wake = state.next_due(),
                }
                break;
            }
            if !intake.is_open() || asking.len() >= state.limit || storing.len() >= STORING {
                // Work that is due has to wait for an attempt of this worker to end.
                intake.account.withdraw();
                wake = state.deadline;
            }
            // The state now: an attempt that was just begun is no longer new, and nothing else may
            // happen for a long time.
            if coming.is_none() && state.wants_more() && intake.is_open() {
                coming = Some(self.source.next(state.limit));
            }
            self.report(&intake.account);
            let finished = state.is_drained() || !intake.is_open();
            if finished && asking.is_empty() && storing.is_empty() {
                break;
            }
            tokio::select! {
                biased; // A switch thrown before the run must be seen before the first attempt.
                () = &mut halted => return Err(WriterStopped.into()),
                () = &mut cancelled, if !state.summary.cancelled => {
                    self.cancelling(asking.len(), &intake, &mut state);
                }
                () = &mut spent, if !state.spent => {
                    state.spent = true;
                    intake.close();
                }
                trials = arrival(&mut coming), if intake.is_open() => {
                    coming = None;
                    state.came(trials?);
                }
                Some(stored) = storing.next() => self.stored(stored?, &mut state),
                Some(outcome) = asking.next() => match outcome {
                    Outcome::Answered(attempt, response, held) => {
                        state.answered(&attempt);
                        storing.push(self.keep(attempt, response, held));
                    }
                    Outcome::Failed(failed) => {
                        let question = Arc::clone(&failed.attempt.question);
                        let log = self.failed(failed, &intake, &mut state);
                        self.shared.writer.log(log, Some(question)).await?;
                    }
                    // The worker has stopped, and nothing counts any more.
                    Outcome::Withdrawn => {}
                },
                () = intake.account.capacity_changed() => {}
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    if state.passed_deadline() {
                        self.drop_all(asking.len(), &intake, &mut state);
                        asking.clear();
                    }
                }
            }
        }
        state.summary.asked = intake.asked.load(Ordering::Relaxed);
        state.summary.elsewhere = self.source.elsewhere();
        Ok(state.summary)
    }

    fn intake(&self) -> Intake {
        let (name, backs_off) = (self.subject.name(), self.subject.backs_off());
        let (accounts, account) = (&self.shared.settings.accounts, self.subject.account());
        if let Some(first) = self.subject.first_in_flight() {
            accounts.start_low(account, first);
        }
        Intake {
            account: accounts.handle(account, name, backs_off),
            open: AtomicBool::new(true),
            asked: AtomicU64::new(0),
            charges: self.shared.settings.budget.charges(name),
        }
    }

    fn state(&self) -> WorkerState {
        let limit = self.shared.settings.accounts.limits(self.subject.account()).concurrency;
        let limit = self.subject.max_in_flight().unwrap_or(usize::MAX).min(limit).max(1);
        let ahead = self.source.ahead(limit.div_ceil(2)).max(1);
        WorkerState::new(limit, ahead, self.shared.settings.give_up_after, REFUSALS)
    }

    /// Begins the due attempt, if account and budget permit it.
    fn next<'a>(&'a self, intake: &'a Intake, state: &mut WorkerState) -> Next<'a> {
        let now = Instant::now();
        let Some(mut attempt) = state.due(now) else {
            intake.account.withdraw();
            // A trial that waits for a retry need not discover this by itself.
            if let Some(closure) = intake.account.closure() {
                self.close_for(&closure, intake, state);
            }
            return Next::Nothing;
        };
        let permit = match intake.account.request(attempt.demand(), now) {
            PermitDecision::Granted(permit) => permit,
            PermitDecision::NotBefore(at) => return Next::Blocked(Some(at)),
            PermitDecision::Full => return Next::Blocked(None),
            PermitDecision::Closed(closure) => {
                self.close_for(&closure, intake, state);
                return Next::Nothing;
            }
        };
        match self.shared.settings.budget.admit(attempt.trial(), attempt.question.prompt()) {
            Admission::Go => {
                state.start(&mut attempt);
                let paid =
                    Reservation::new(&*self.shared.settings.budget, Arc::clone(&attempt.question));
                Next::Attempt(attempt, permit, paid)
            }
            Admission::Wait => {
                permit.cancel();
                Next::Blocked(Some(now + BUDGET_RETRY))
            }
            Admission::NotYet => {
                permit.cancel();
                Next::Blocked(Some(now + BUDGET_WRITE))
            }
            Admission::Stop(reason) => {
                permit.cancel();
                state.spent = true;
                intake.close();
                self.shared.spend(reason);
                Next::Nothing
            }
        }
    }

    fn cancelling(&self, in_flight: usize, intake: &Intake, state: &mut WorkerState) {
        intake.close();
        state.summary.cancelled = true;
        let grace = self.shared.settings.grace;
        // A grace period beyond the range of the clock has no deadline.
        state.deadline = Instant::now().checked_add(grace);
        self.tell(Event::Cancelling { subject: self.subject.name(), in_flight, grace });
    }

    /// Ends the grace period: attempts in flight are dropped.
    fn drop_all(&self, in_flight: usize, intake: &Intake, state: &mut WorkerState) {
        if in_flight > 0 {
            state.summary.dropped += in_flight as u64;
            let (subject, grace) = (self.subject.name(), self.shared.settings.grace);
            let may_cost = intake.charges;
            self.tell(Event::Dropped { subject, in_flight, grace, may_cost });
        }
    }

    /// Makes one attempt.
    ///
    /// A live answer holds its slot until it is stored, so that a crash loses no more answers than
    /// there are slots. If answers are free and slots are many, not all do. A simulated answer
    /// costs nothing to repeat, and frees its slot immediately.
    async fn attempt<'a>(
        &'a self,
        attempt: Attempt,
        mut permit: Permit<'a>,
        mut paid: Reservation<'a>,
        intake: &Intake,
    ) -> Outcome<'a> {
        let question = Arc::clone(&attempt.question);
        let trial = question.trial();
        if !intake.is_open() {
            permit.cancel();
            return Outcome::Withdrawn;
        }
        if attempt.number() == 1 {
            intake.asked.fetch_add(1, Ordering::Relaxed);
        }
        self.tell(Event::Started { trial, attempt: attempt.number() });
        let (sent_us, begun) = (now_us(), Instant::now());
        paid.begin();
        match self.subject.ask(trial, question.prompt()).await {
            Ok(mut reply) => {
                let elapsed_us = micros(begun.elapsed());
                paid.settle(reply.usage);
                self.tell(Event::Received { trial });
                permit.record_answer(reply.usage, reply.quota);
                if !intake.charges {
                    permit.release_slot();
                }
                let held = ((!reply.simulated).then_some(permit), std::mem::take(&mut reply.room));
                let key = trial.key.clone();
                let response = reply.into_response(key, attempt.number(), sent_us, elapsed_us);
                Outcome::Answered(attempt, response, held)
            }
            Err(failure) => {
                paid.fail(&failure);
                let kept_wait =
                    failure.retry_after.map(|asked| self.shared.settings.retry.kept_wait(asked));
                let disposition = permit.record_failure(&failure.report(), kept_wait);
                Outcome::Failed(AttemptFailure { attempt, failure, disposition, at_us: sent_us })
            }
        }
    }

    /// Stores a response; the answer counts when this returns.
    async fn keep(
        &self,
        attempt: Attempt,
        response: Response,
        held: Held<'_>,
    ) -> Result<(Attempt, StoredResponse), WriterStopped> {
        let question = Some(Arc::clone(&attempt.question));
        let kept = self.shared.writer.keep(response, question).await?;
        drop(held);
        Ok((attempt, kept))
    }

    fn stored(&self, (attempt, kept): (Attempt, StoredResponse), state: &mut WorkerState) {
        let trial = attempt.trial();
        if !kept.first {
            state.summary.wasted += 1;
            self.tell(Event::DuplicateAnswer { trial });
            return;
        }
        state.summary.answered += 1;
        self.tell(Event::Answered { trial, response: &kept.response });
    }

    /// Stops asking this subject. A second reason can come from an attempt that was in flight with
    /// the first.
    fn stop(
        &self,
        kind: ErrorKind,
        reason: String,
        limited: bool,
        intake: &Intake,
        state: &mut WorkerState,
    ) {
        if intake.close() && !state.summary.cancelled {
            state.summary.limited |= limited;
            let subject = self.subject.name();
            self.tell(Event::Stopped { subject, kind, reason: &reason });
            state.summary.stopped.push(SubjectStop { subject: subject.to_owned(), kind, reason });
        }
    }

    /// Stops because the account is closed.
    fn close_for(&self, closure: &Closure, intake: &Intake, state: &mut WorkerState) {
        let isolated = intake.account.is_isolated().then(|| self.subject.name());
        let reason = format!("{} {}", place(self.subject.as_ref(), isolated), closure.reason);
        self.stop(closure.kind, reason, closure.by_limit, intake, state);
    }

    /// Reports the events of the account.
    fn report(&self, handle: &AccountHandle) {
        if !handle.has_events() {
            return;
        }
        let account = self.subject.account();
        for (isolated, event) in handle.take_events() {
            let host = &place(self.subject.as_ref(), isolated.as_deref());
            let account = &match isolated {
                Some(subject) => isolated_subject_name(account, &subject),
                None => account.to_owned(),
            };
            self.tell(Event::Account { account, host, event: &event });
        }
    }

    fn tell(&self, event: Event<'_>) {
        (self.shared.settings.on_event)(event);
    }
}

impl Intake {
    fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Closes admission; returns true if it was open.
    fn close(&self) -> bool {
        self.open.swap(false, Ordering::Relaxed)
    }
}

/// Returns the name of the server, or of one subject at it that is isolated or has an account of
/// its own.
fn place(subject: &dyn Subject, isolated: Option<&str>) -> String {
    let host = host_of(subject.account());
    let is_alone = !subject.endpoint().starts_with(subject.account());
    match isolated.or(is_alone.then(|| subject.name())) {
        Some(name) => format!("{name} at {host}"),
        None => host,
    }
}

/// Returns the next trials; waits for ever if none are pending.
async fn arrival(
    coming: &mut Option<NextTrials<'_>>,
) -> Result<Vec<Arc<PromptedTrial>>, StoreError> {
    match coming {
        Some(trials) => trials.await,
        None => pending().await,
    }
}

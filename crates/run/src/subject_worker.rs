//! The worker of a subject: asks its trials, from the first attempt to the last answer on disk.

mod attempt;
mod doubt;
mod failure_streak;
mod state;

use crate::budget_guard::Reservation;
use crate::runner::Shared;
use crate::source::Source;
use crate::writer::{StoredResponse, WriterStopped};
use crate::{Admission, Event, SubjectStop, Summary};
use attempt::{Attempt, micros, now_us};
use doubt::TRIES;
use futures::stream::{FuturesUnordered, StreamExt as _};
use peirast_llm::{BoxFuture, Failure, Subject};
use peirast_llm::{Http, host_of};
use peirast_record::{ErrorKind, Response};
use peirast_store::{FailedAttempt, PromptedTrial};
use peirast_throttle::{
    AccountEvent, AccountHandle, Closure, FailureDisposition, Permit, PermitDecision,
    isolated_subject_name,
};
use state::WorkerState;
use std::cmp::Reverse;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Responses that may wait for the disk. While the disk is slower than the subject, a commit
/// takes them together; beyond this the subject has to wait.
const STORING: usize = 4096;
/// Questions refused in a row that stop a subject: it is no longer this or that question, but what
/// all requests have in common.
const REFUSALS: u32 = 10;
/// The time after which to ask a budget guard again that said to wait.
const BUDGET_RETRY: Duration = Duration::from_millis(100);

/// The worker that asks the trials of one subject.
pub(crate) struct SubjectWorker {
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) source: Arc<dyn Source>,
    pub(crate) shared: Arc<Shared>,
}

/// Trials that are on their way.
type NextTrials<'a> = BoxFuture<'a, Result<Vec<Arc<PromptedTrial>>, WriterStopped>>;

enum Outcome<'a> {
    /// A response, with the slot of its attempt unless that is free already.
    Answered(Attempt, Response, Option<Permit<'a>>),
    Failed(Attempt, Failure, FailureDisposition, i64),
    /// The worker stopped before the attempt began.
    Withdrawn,
}

/// Whether a failure may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finality {
    /// Another attempt may be answered.
    Passing,
    /// None will be.
    Final,
    /// None will be, as attempts have shown.
    Believed,
}

/// What a worker can do now.
enum Next<'a> {
    Attempt(Attempt, Permit<'a>, Reservation<'a>),
    /// There is something to do, but not before this moment, or before something else happens.
    Blocked(Option<Instant>),
    Nothing,
}

/// Whether a worker takes in new attempts, shared with the attempts in flight.
struct IntakeState {
    open: AtomicBool,
    asked: AtomicU64,
    /// Whether answers may cost money.
    charges: bool,
}

impl SubjectWorker {
    /// Asks every trial, and tells what came of it.
    ///
    /// Attempts, and responses on their way to the disk, are two sets of futures in this one
    /// task; trials that wait for a retry are entries in a heap and hold nothing.
    pub(crate) async fn run(self) -> Result<Summary, WriterStopped> {
        let charges = self.shared.budget.charges(self.subject.name());
        let gate = IntakeState { open: AtomicBool::new(true), asked: AtomicU64::new(0), charges };
        let (account, backs_off) = (self.subject.account(), self.subject.backs_off());
        let handle = self.shared.accounts.handle(account, self.subject.name(), backs_off);
        let mut state = self.state();
        let mut asking = FuturesUnordered::new();
        let mut storing = FuturesUnordered::new();
        let mut cancelled = pin!(self.shared.cancel.cancelled());
        let mut halted = pin!(self.shared.halt.cancelled());
        let mut spent = pin!(self.shared.spent.cancelled());
        let mut coming: Option<NextTrials<'_>> = None;
        loop {
            let mut wake = None;
            while gate.is_open() && asking.len() < state.limit && storing.len() < STORING {
                match self.next(&handle, &gate, &mut state) {
                    Next::Attempt(attempt, permit, paid) => {
                        asking.push(self.attempt(attempt, permit, paid, &gate));
                        continue;
                    }
                    Next::Blocked(until) => wake = until,
                    Next::Nothing => wake = state.next_due(),
                }
                break;
            }
            if !gate.is_open() || asking.len() >= state.limit || storing.len() >= STORING {
                // What is due has to wait for something of our own to end.
                handle.withdraw();
                wake = state.deadline;
            }
            // Seen from here: what was begun just now is fresh no more, and nothing else may happen
            // for long.
            if coming.is_none() && state.wants_more() && gate.is_open() {
                coming = Some(self.source.next(state.limit));
            }
            self.report(&handle);
            let finished = state.is_drained() || !gate.is_open();
            if finished && asking.is_empty() && storing.is_empty() {
                break;
            }
            tokio::select! {
                biased; // A switch thrown before the run must be seen before the first attempt.
                () = &mut halted => return Err(WriterStopped),
                () = &mut cancelled, if !state.summary.cancelled => {
                    self.cancelling(asking.len(), &gate, &mut state);
                }
                () = &mut spent, if !state.spent => {
                    state.spent = true;
                    gate.close();
                }
                trials = arrival(&mut coming), if gate.is_open() => {
                    coming = None;
                    state.came(trials?);
                }
                Some(stored) = storing.next() => self.stored(stored?, &mut state),
                Some(outcome) = asking.next() => match outcome {
                    Outcome::Answered(attempt, response, permit) => {
                        state.answered(&attempt);
                        storing.push(self.keep(attempt, response, permit));
                    }
                    Outcome::Failed(attempt, failure, disposition, at_us) => {
                        let log = self.failed(attempt, failure, disposition, at_us, &handle, &gate, &mut state);
                        self.shared.writer.log(log).await?;
                    }
                    // The worker has stopped, and nothing counts any more.
                    Outcome::Withdrawn => {}
                },
                () = handle.capacity_changed() => {}
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                    if state.passed_deadline() {
                        asking.clear();
                    }
                }
            }
        }
        state.summary.asked = gate.asked.load(Ordering::Relaxed);
        Ok(state.summary)
    }

    fn state(&self) -> WorkerState {
        let limit = self.shared.accounts.limits(self.subject.account()).concurrency;
        let limit = self.subject.max_in_flight().unwrap_or(usize::MAX).min(limit).max(1);
        let ahead = self.source.ahead(limit.div_ceil(2)).max(1);
        WorkerState::new(limit, ahead, self.shared.give_up_after, REFUSALS)
    }

    /// Begins the attempt that is due, if account and budget permit it.
    fn next<'a>(
        &'a self,
        handle: &'a AccountHandle,
        gate: &IntakeState,
        state: &mut WorkerState,
    ) -> Next<'a> {
        let now = Instant::now();
        let Some(mut attempt) = state.due(now) else {
            handle.withdraw();
            // What waits for a retry need not find out by itself.
            if let Some(closure) = handle.closure() {
                self.close_for(&closure, handle, gate, state);
            }
            return Next::Nothing;
        };
        let permit = match handle.request(attempt.demand(), now) {
            PermitDecision::Granted(permit) => permit,
            PermitDecision::NotBefore(at) => return Next::Blocked(Some(at)),
            PermitDecision::Full => return Next::Blocked(None),
            PermitDecision::Closed(closure) => {
                self.close_for(&closure, handle, gate, state);
                return Next::Nothing;
            }
        };
        match self.shared.budget.admit(attempt.trial(), attempt.posed.prompt()) {
            Admission::Go => {
                state.start(&mut attempt);
                let paid = Reservation::new(&*self.shared.budget, Arc::clone(&attempt.posed));
                Next::Attempt(attempt, permit, paid)
            }
            Admission::Wait => {
                permit.cancel();
                Next::Blocked(Some(now + BUDGET_RETRY))
            }
            Admission::Stop(reason) => {
                permit.cancel();
                state.spent = true;
                gate.close();
                self.shared.spend(reason);
                Next::Nothing
            }
        }
    }

    fn cancelling(&self, in_flight: usize, gate: &IntakeState, state: &mut WorkerState) {
        gate.close();
        state.summary.cancelled = true;
        // A grace beyond all clocks is no deadline.
        state.deadline = Instant::now().checked_add(self.shared.grace);
        self.tell(Event::Cancelling { subject: self.subject.name(), in_flight });
    }

    /// Makes one attempt.
    ///
    /// A live answer holds its slot until it is stored, so that a crash loses no more answers than
    /// there are slots; but where it costs nothing and slots are many, not all do. A simulated one
    /// costs nothing to make again and frees it at once.
    async fn attempt<'a>(
        &'a self,
        attempt: Attempt,
        mut permit: Permit<'a>,
        mut paid: Reservation<'a>,
        gate: &IntakeState,
    ) -> Outcome<'a> {
        let posed = Arc::clone(&attempt.posed);
        let trial = posed.trial();
        if !gate.is_open() {
            permit.cancel();
            return Outcome::Withdrawn;
        }
        if attempt.number() == 1 {
            gate.asked.fetch_add(1, Ordering::Relaxed);
        }
        self.tell(Event::Started { trial, attempt: attempt.number() });
        let (sent_us, begun) = (now_us(), Instant::now());
        paid.begin();
        match self.subject.ask(trial, posed.prompt()).await {
            Ok(reply) => {
                let elapsed_us = micros(begun.elapsed());
                paid.settle(reply.usage);
                permit.record_answer(reply.usage, reply.quota);
                if !gate.charges {
                    permit.release_slot();
                }
                let permit = (!reply.simulated).then_some(permit);
                let key = trial.key.clone();
                let response = reply.into_response(key, attempt.number(), sent_us, elapsed_us);
                Outcome::Answered(attempt, response, permit)
            }
            Err(failure) => {
                paid.fail(&failure);
                let kept_wait = failure.retry_after.map(|asked| self.shared.retry.kept_wait(asked));
                let disposition = permit.record_failure(&failure.report(), kept_wait);
                Outcome::Failed(attempt, failure, disposition, sent_us)
            }
        }
    }

    /// Stores a response; the answer counts when this returns.
    async fn keep(
        &self,
        attempt: Attempt,
        response: Response,
        permit: Option<Permit<'_>>,
    ) -> Result<(Attempt, StoredResponse), WriterStopped> {
        let kept = self.shared.writer.keep(response).await?;
        drop(permit);
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

    #[allow(clippy::too_many_arguments, reason = "an attempt's end, and all that it touches")]
    fn failed(
        &self,
        mut attempt: Attempt,
        failure: Failure,
        disposition: FailureDisposition,
        at_us: i64,
        handle: &AccountHandle,
        gate: &IntakeState,
        state: &mut WorkerState,
    ) -> FailedAttempt {
        attempt.counts.record(disposition);
        let finality = self.finality(&attempt, &failure, handle, state);
        let goes_on = self.shared.retry.allows_retry(attempt.counts);
        if goes_on && finality == Finality::Passing {
            *state.summary.retried.entry(failure.kind).or_default() += 1;
            match gate.is_open() {
                true => self.again(&attempt, &failure, disposition, state),
                false => self.left(&attempt, &failure),
            }
        } else {
            self.give_up(&attempt, &failure, finality, handle, gate, state);
        }
        FailedAttempt {
            trial: attempt.trial().key.clone(),
            attempt: attempt.number(),
            was_sent: failure.was_sent(),
            kind: failure.kind,
            status: failure.status,
            message: failure.message,
            at_us,
            body: failure.body,
        }
    }

    /// Whether a failure may pass. A refused key or an unknown model is for good, unless the
    /// subject has answered: then a proxy or a balancer on the way may have said it, and a few
    /// attempts show.
    fn finality(
        &self,
        attempt: &Attempt,
        failure: &Failure,
        handle: &AccountHandle,
        state: &mut WorkerState,
    ) -> Finality {
        let in_doubt = state.ended(attempt);
        match failure.kind {
            kind if kind.is_transient() => Finality::Passing,
            ErrorKind::BadRequest => Finality::Final,
            kind => {
                // Where a provider's own words say it, no proxy did.
                let by_status = failure.status.and_then(Http::kind_of) == Some(kind);
                if !by_status || !handle.has_answered() {
                    return Finality::Final;
                }
                let wait = match self.subject.backs_off() {
                    true => self.shared.retry.base,
                    false => Duration::ZERO,
                };
                match state.doubts(in_doubt, Instant::now(), wait) {
                    true => Finality::Believed,
                    false => Finality::Passing,
                }
            }
        }
    }

    fn again(
        &self,
        attempt: &Attempt,
        failure: &Failure,
        disposition: FailureDisposition,
        state: &mut WorkerState,
    ) {
        let trial = attempt.trial();
        let asked = failure.retry_after;
        let now = Instant::now();
        let wait = match (self.subject.backs_off(), state.doubt) {
            (true, Some(doubt)) if !failure.kind.is_transient() => doubt.left(now),
            (true, _) => self.shared.retry.wait_from(
                disposition.max_first_wait,
                &trial.key,
                attempt.number(),
                asked,
            ),
            (false, _) => Duration::ZERO,
        };
        let next = attempt.next();
        state.waiting.push(Reverse((now + wait, next)));
        let (kind, message) = (failure.kind, failure.message.as_str());
        self.tell(Event::Retrying { trial, attempt: attempt.number(), kind, message, wait });
    }

    /// An attempt would be made again, were anything more asked.
    fn left(&self, attempt: &Attempt, failure: &Failure) {
        let (kind, message) = (failure.kind, failure.message.as_str());
        let trial = attempt.trial();
        self.tell(Event::RetryAbandoned { trial, attempt: attempt.number(), kind, message });
    }

    fn give_up(
        &self,
        attempt: &Attempt,
        failure: &Failure,
        finality: Finality,
        handle: &AccountHandle,
        gate: &IntakeState,
        state: &mut WorkerState,
    ) {
        let (trial, kind) = (attempt.trial(), failure.kind);
        self.source.gave_up(&trial.key);
        let (attempts, message) = (attempt.number(), failure.message.as_str());
        *state.summary.failed.entry(kind).or_default() += 1;
        self.tell(Event::Failed { trial, attempts, kind, message });
        let Some(reason) = reason_to_stop(failure, finality, attempts, state) else { return };
        // No credit left is a limit too, which no wait mends.
        let no_credit = kind == ErrorKind::Auth && matches!(failure.status, Some(402 | 429));
        self.stop(kind, reason, no_credit && handle.stops_at_limits(), gate, state);
    }

    /// Puts nothing more to this subject. A second reason can come from an attempt that was in
    /// flight with the first.
    fn stop(
        &self,
        kind: ErrorKind,
        reason: String,
        limited: bool,
        gate: &IntakeState,
        state: &mut WorkerState,
    ) {
        if gate.close() && !state.summary.cancelled {
            state.summary.limited |= limited;
            let subject = self.subject.name();
            self.tell(Event::Stopped { subject, kind, reason: &reason });
            state.summary.stopped.push(SubjectStop { subject: subject.to_owned(), kind, reason });
        }
    }

    /// Nothing more is to be asked of the account.
    fn close_for(
        &self,
        closure: &Closure,
        handle: &AccountHandle,
        gate: &IntakeState,
        state: &mut WorkerState,
    ) {
        let own = handle.is_isolated().then(|| self.subject.name());
        let reason = format!("{} {}", place(self.subject.as_ref(), own), closure.reason);
        self.stop(closure.kind, reason, closure.by_limit, gate, state);
    }

    /// Tells what happened at the account.
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
            self.tell(match &event {
                &AccountEvent::LimitChanged { from, to } => {
                    Event::LimitChanged { account, from, to }
                }
                &AccountEvent::Paused { status, asked, wait } => {
                    Event::Paused { account, host, status, asked, wait }
                }
                AccountEvent::Outage { attempts, message } => {
                    Event::Outage { account, host, attempts: *attempts, message }
                }
                &AccountEvent::Recovered { after } => Event::Recovered { account, host, after },
                AccountEvent::SubjectIsolated { subject, rejected } => {
                    Event::SubjectIsolated { account, host, subject, refused: *rejected }
                }
            });
        }
    }

    fn tell(&self, event: Event<'_>) {
        (self.shared.on_event)(event);
    }
}

impl IntakeState {
    fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Closes it; tells whether it was open.
    fn close(&self) -> bool {
        self.open.swap(false, Ordering::Relaxed)
    }
}

/// What answers, in words: a server, or one subject at it that has limits of its `own` or an
/// account to itself.
fn place(subject: &dyn Subject, own: Option<&str>) -> String {
    let host = host_of(subject.account());
    let is_alone = !subject.endpoint().starts_with(subject.account());
    match own.or(is_alone.then(|| subject.name())) {
        Some(name) => format!("{name} at {host}"),
        None => host,
    }
}

/// Why a trial given up means that the subject should not be asked any further, if it does.
fn reason_to_stop(
    failure: &Failure,
    finality: Finality,
    attempts: u32,
    state: &mut WorkerState,
) -> Option<String> {
    let message = &failure.message;
    match (failure.kind, finality) {
        (ErrorKind::BadRequest, _) => {
            let is_over = state.was_refused();
            let row = state.refused.length();
            let words = || format!("{row} questions in a row were refused; the last: {message}");
            is_over.then(words)
        }
        (ErrorKind::Auth | ErrorKind::NotFound, Finality::Passing) => None,
        (ErrorKind::Auth | ErrorKind::NotFound, Finality::Final) => Some(message.clone()),
        (ErrorKind::Auth | ErrorKind::NotFound, Finality::Believed) => {
            Some(format!("{message}; {TRIES} attempts since then ended alike"))
        }
        _ => {
            let is_over = state.gave_up();
            let (row, times) = (state.exhausted.length(), times(attempts));
            let words =
                || format!("{row} questions in a row failed {times} each; the last: {message}");
            is_over.then(words)
        }
    }
}

/// So many times, in words.
fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// What comes; never, if nothing is on its way.
async fn arrival(
    coming: &mut Option<NextTrials<'_>>,
) -> Result<Vec<Arc<PromptedTrial>>, WriterStopped> {
    match coming {
        Some(trials) => trials.await,
        None => pending().await,
    }
}

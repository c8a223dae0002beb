//! A lane: the trials of one subject, from the first attempt to the last answer on disk.

use crate::http::host_of;
use crate::pause::Pause;
use crate::runner::Shared;
use crate::source::{Question, Source};
use crate::writer::WriterStopped;
use crate::{BoxFuture, Event, FailedAttempt, Failure, Reply, Stopped, Subject, Summary};
use futures::stream::{FuturesUnordered, StreamExt as _};
use peirast_record::{ErrorKind, Response, Trial, Usage};
use std::cmp::{Ordering as Order, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::SemaphorePermit;
use tokio::time::{Instant, sleep_until};

/// Responses that may wait for the disk. While the disk is slower than the subject, a commit
/// takes them together; beyond this the subject has to wait.
const STORING: usize = 4096;
/// Trials that may wait for a retry, per attempt in flight. A subject in trouble is not asked
/// everything once before anything is asked again.
const WAITING_PER_SLOT: usize = 4;
/// Questions refused in a row that stop a subject: it is no longer this or that question, but what
/// all requests have in common.
const REFUSALS: u32 = 10;

/// The trials of one subject.
pub(crate) struct Lane {
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) source: Arc<dyn Source>,
    pub(crate) shared: Arc<Shared>,
}

/// Trials that are on their way.
type Coming<'a> = BoxFuture<'a, Result<Vec<Arc<Question>>, WriterStopped>>;

/// One attempt at one trial of the lane.
#[derive(Clone)]
struct Attempt {
    question: Arc<Question>,
    /// Which trial of the lane, in the order in which they came.
    place: usize,
    /// From 1.
    number: u32,
}

impl Attempt {
    fn trial(&self) -> &Trial {
        &self.question.trial
    }

    fn order(&self) -> (usize, u32) {
        (self.place, self.number)
    }
}

impl PartialEq for Attempt {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Attempt {}

impl PartialOrd for Attempt {
    fn partial_cmp(&self, other: &Self) -> Option<Order> {
        Some(self.cmp(other))
    }
}

impl Ord for Attempt {
    fn cmp(&self, other: &Self) -> Order {
        self.order().cmp(&other.order())
    }
}

enum Outcome<'a> {
    /// A response, with the slot of its attempt unless that is free already.
    Answered(Attempt, Response, Option<SemaphorePermit<'a>>),
    Failed(Attempt, Failure, i64),
    /// The lane closed before the attempt began.
    Withdrawn,
}

/// A response that reached the disk.
struct Kept {
    attempt: Attempt,
    /// Whether it is the trial's answer: another worker may have stored one before.
    first: bool,
    usage: Usage,
    elapsed: Duration,
}

/// What the attempts in flight can see of their lane.
struct Gate {
    open: AtomicBool,
    asked: AtomicU64,
}

/// What only the lane itself sees.
struct State {
    limit: usize,
    /// Trials that came and were not put yet.
    fresh: VecDeque<Arc<Question>>,
    /// Whether no more trials will come.
    ended: bool,
    /// How many trials were put.
    put: usize,
    /// Attempts to be made again, and when.
    waiting: BinaryHeap<Reverse<(Instant, Attempt)>>,
    /// Failed attempts since the last answer.
    streak: usize,
    /// Trials given up since the last answer.
    exhausted: u32,
    /// Trials refused since the last answer.
    refused: u32,
    /// The wait that the server asks for, as it was told.
    pause: Pause,
    /// Until when the server wants to be left alone; nothing new is asked before.
    quiet_until: Option<Instant>,
    /// When attempts in flight are abandoned.
    deadline: Option<Instant>,
    summary: Summary,
}

impl State {
    /// The attempt to start now, if there is one: a retry that is due before a new trial.
    fn due(&mut self, now: Instant) -> Option<Attempt> {
        if self.waiting.peek().is_some_and(|Reverse((at, _))| *at <= now) {
            self.summary.retries += 1;
            return self.waiting.pop().map(|Reverse((_, attempt))| attempt);
        }
        if self.holds_back() || self.is_quiet(now) {
            return None;
        }
        let question = self.fresh.pop_front()?;
        self.put += 1;
        Some(Attempt { question, place: self.put, number: 1 })
    }

    /// Whether to ask for more trials, before those that came are used up.
    fn wants_more(&self) -> bool {
        !self.ended && self.fresh.len() < self.limit
    }

    /// Takes in what came.
    fn came(&mut self, questions: Vec<Arc<Question>>) {
        self.ended = questions.is_empty();
        self.fresh.extend(questions);
    }

    /// Whether new trials have to wait for those that wait for a retry.
    fn holds_back(&self) -> bool {
        let nothing_works = self.streak > self.limit.max(WAITING_PER_SLOT);
        let full = self.waiting.len() >= self.limit.saturating_mul(WAITING_PER_SLOT);
        full || (nothing_works && !self.waiting.is_empty())
    }

    fn is_quiet(&self, now: Instant) -> bool {
        self.quiet_until.is_some_and(|until| now < until)
    }

    fn is_drained(&self) -> bool {
        self.ended && self.fresh.is_empty() && self.waiting.is_empty()
    }

    /// When the lane must look again although nothing came in. Without room for another attempt
    /// there is no such time: a retry that is due waits for something to end.
    fn wake(&self, open: bool, room: bool) -> Option<Instant> {
        match (open, room) {
            (true, true) => {
                let retry = self.waiting.peek().map(|Reverse((at, _))| *at);
                let fresh = self.quiet_until.filter(|until| self.is_new(*until));
                retry.into_iter().chain(fresh).min()
            }
            (true, false) => None,
            (false, _) => self.deadline,
        }
    }

    /// Whether new trials wait for a moment that has not come.
    fn is_new(&self, until: Instant) -> bool {
        !self.fresh.is_empty() && !self.holds_back() && Instant::now() < until
    }

    /// Whether the deadline has passed; it passes once.
    fn passed_deadline(&mut self) -> bool {
        self.deadline.take_if(|deadline| *deadline <= Instant::now()).is_some()
    }
}

impl Lane {
    /// Asks every trial, and tells what came of it.
    ///
    /// Attempts, and responses on their way to the disk, are two sets of futures in this one
    /// task; trials that wait for a retry are entries in a heap and hold nothing.
    pub(crate) async fn run(self) -> Result<Summary, WriterStopped> {
        let gate = Gate { open: AtomicBool::new(true), asked: AtomicU64::new(0) };
        let mut state = self.state();
        let mut asking = FuturesUnordered::new();
        let mut storing = FuturesUnordered::new();
        let mut cancelled = pin!(self.shared.cancel.cancelled());
        let mut halted = pin!(self.shared.halt.cancelled());
        let mut coming: Option<Coming<'_>> = None;
        loop {
            if coming.is_none() && state.wants_more() && gate.is_open() {
                coming = Some(self.source.next(state.limit.saturating_mul(2)));
            }
            while gate.is_open() && asking.len() < state.limit && storing.len() < STORING {
                let Some(attempt) = state.due(Instant::now()) else { break };
                asking.push(self.attempt(attempt, &gate));
            }
            let finished = state.is_drained() || !gate.is_open();
            if finished && asking.is_empty() && storing.is_empty() {
                break;
            }
            let room = asking.len() < state.limit && storing.len() < STORING;
            let wake = state.wake(gate.is_open(), room);
            tokio::select! {
                biased; // A switch thrown before the run must be seen before the first attempt.
                () = &mut halted => return Err(WriterStopped),
                () = &mut cancelled, if !state.summary.cancelled => {
                    self.cancelling(asking.len(), &gate, &mut state);
                }
                questions = arrival(&mut coming), if gate.is_open() => {
                    coming = None;
                    state.came(questions?);
                }
                Some(kept) = storing.next() => self.kept(kept?, &mut state),
                Some(outcome) = asking.next() => match outcome {
                    Outcome::Answered(attempt, response, slot) => {
                        state.streak = 0;
                        state.exhausted = 0;
                        state.refused = 0;
                        storing.push(self.keep(attempt, response, slot));
                    }
                    Outcome::Failed(attempt, failure, at_us) => {
                        self.failed(attempt, failure, at_us, &gate, &mut state).await?;
                    }
                    Outcome::Withdrawn => {}
                },
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

    fn state(&self) -> State {
        let own = self.subject.max_in_flight().unwrap_or(usize::MAX);
        State {
            limit: own.min(self.shared.concurrency).max(1),
            fresh: VecDeque::new(),
            ended: false,
            put: 0,
            waiting: BinaryHeap::new(),
            streak: 0,
            exhausted: 0,
            refused: 0,
            pause: Pause::default(),
            quiet_until: None,
            deadline: None,
            summary: Summary::default(),
        }
    }

    fn cancelling(&self, in_flight: usize, gate: &Gate, state: &mut State) {
        gate.close();
        state.summary.cancelled = true;
        // A grace beyond all clocks is no deadline.
        state.deadline = Instant::now().checked_add(self.shared.grace);
        self.tell(Event::Cancelling { subject: self.subject.name(), in_flight });
    }

    /// Makes one attempt once a slot is free.
    ///
    /// A live answer holds its slot until it is stored, so that a crash loses no more answers than
    /// there are slots. A simulated one costs nothing to make again and frees it at once.
    async fn attempt(&self, attempt: Attempt, gate: &Gate) -> Outcome<'_> {
        let question = Arc::clone(&attempt.question);
        let trial = &question.trial;
        let slot = self.shared.slots.acquire().await.ok();
        if slot.is_none() || !gate.is_open() {
            return Outcome::Withdrawn;
        }
        if attempt.number == 1 {
            gate.asked.fetch_add(1, Ordering::Relaxed);
            self.tell(Event::Started { trial });
        }
        let (sent_us, begun) = (now_us(), Instant::now());
        match self.subject.ask(trial, &question.prompt).await {
            Ok(reply) => {
                let elapsed_us = micros(begun.elapsed());
                let slot = slot.filter(|_| !reply.simulated);
                let response = response(trial, attempt.number, reply, sent_us, elapsed_us);
                Outcome::Answered(attempt, response, slot)
            }
            Err(failure) => Outcome::Failed(attempt, failure, sent_us),
        }
    }

    /// Stores a response; the answer counts when this returns.
    async fn keep(
        &self,
        attempt: Attempt,
        response: Response,
        slot: Option<SemaphorePermit<'_>>,
    ) -> Result<Kept, WriterStopped> {
        let usage = response.usage;
        let elapsed = Duration::from_micros(response.elapsed_us.unsigned_abs());
        let first = self.shared.writer.keep(response).await?;
        drop(slot);
        Ok(Kept { attempt, first, usage, elapsed })
    }

    fn kept(&self, kept: Kept, state: &mut State) {
        if !kept.first {
            state.summary.wasted += 1;
            return;
        }
        state.summary.answered += 1;
        self.tell(Event::Answered {
            trial: kept.attempt.trial(),
            attempts: kept.attempt.number,
            usage: kept.usage,
            elapsed: kept.elapsed,
        });
    }

    async fn failed(
        &self,
        attempt: Attempt,
        failure: Failure,
        at_us: i64,
        gate: &Gate,
        state: &mut State,
    ) -> Result<(), WriterStopped> {
        state.streak += 1;
        if self.shared.retry.retries(failure.kind, attempt.number) {
            if gate.is_open() {
                self.again(&attempt, &failure, state);
            }
        } else {
            self.give_up(&attempt, &failure, gate, state);
        }
        let log = FailedAttempt {
            trial: attempt.trial().key.clone(),
            attempt: attempt.number,
            kind: failure.kind,
            status: failure.status,
            message: failure.message,
            at_us,
            body: failure.body,
        };
        self.shared.writer.log(log).await
    }

    fn again(&self, attempt: &Attempt, failure: &Failure, state: &mut State) {
        let trial = attempt.trial();
        let (now, asked) = (Instant::now(), failure.retry_after);
        let wait = match self.subject.backs_off() {
            true => self.shared.retry.wait(&trial.key, attempt.number, asked),
            false => Duration::ZERO,
        };
        let next = Attempt { number: attempt.number + 1, ..attempt.clone() };
        state.waiting.push(Reverse((now + wait, next)));
        let (kind, message) = (failure.kind, failure.message.as_str());
        self.tell(Event::Retrying { trial, attempt: attempt.number, kind, message, wait });
        if let Some(asked) = asked {
            let wait = wait.min(asked);
            state.quiet_until = state.quiet_until.max(now.checked_add(wait));
            if state.pause.is_news(now, wait) {
                self.pausing(failure.status, asked, wait);
            }
        }
    }

    fn pausing(&self, status: Option<u16>, asked: Duration, wait: Duration) {
        let (subject, host) = (self.subject.name(), host_of(self.subject.endpoint()));
        self.tell(Event::Pausing { subject, host: &host, status, asked, wait });
    }

    fn give_up(&self, attempt: &Attempt, failure: &Failure, gate: &Gate, state: &mut State) {
        let (trial, kind) = (attempt.trial(), failure.kind);
        self.source.gave_up(&trial.key);
        let (attempts, message) = (attempt.number, failure.message.as_str());
        *state.summary.failed.entry(kind).or_default() += 1;
        self.tell(Event::Failed { trial, attempts, kind, message });
        let Some(reason) = self.reason_to_stop(failure, attempts, state) else { return };
        // A second reason can come from an attempt that was in flight with the first.
        if gate.close() && !state.summary.cancelled {
            let subject = self.subject.name();
            self.tell(Event::Stopped { subject, kind, reason: &reason });
            state.summary.stopped.push(Stopped { subject: subject.to_owned(), kind, reason });
        }
    }

    /// Why a trial given up means that the subject should not be asked any further, if it does.
    fn reason_to_stop(
        &self,
        failure: &Failure,
        attempts: u32,
        state: &mut State,
    ) -> Option<String> {
        let message = &failure.message;
        match failure.kind {
            ErrorKind::Auth | ErrorKind::NotFound => Some(message.clone()),
            ErrorKind::BadRequest => {
                state.refused += 1;
                let row = state.refused;
                let words =
                    || format!("{row} questions in a row were refused; the last: {message}");
                (row >= REFUSALS).then(words)
            }
            _ => {
                state.exhausted += 1;
                let row = state.exhausted;
                let words = || {
                    format!(
                        "{row} trials in a row failed {attempts} times each; the last: {message}"
                    )
                };
                (row >= self.shared.give_up_after).then(words)
            }
        }
    }

    fn tell(&self, event: Event<'_>) {
        (self.shared.on_event)(event);
    }
}

impl Gate {
    fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Closes it; tells whether it was open.
    fn close(&self) -> bool {
        self.open.swap(false, Ordering::Relaxed)
    }
}

/// What comes; never, if nothing is on its way.
async fn arrival(coming: &mut Option<Coming<'_>>) -> Result<Vec<Arc<Question>>, WriterStopped> {
    match coming {
        Some(questions) => questions.await,
        None => pending().await,
    }
}

fn response(trial: &Trial, attempts: u32, reply: Reply, sent_us: i64, elapsed_us: i64) -> Response {
    // A simulated run must give the same rows whenever it is run.
    let (sent_us, elapsed_us) = if reply.simulated { (0, 0) } else { (sent_us, elapsed_us) };
    Response {
        trial: trial.key.clone(),
        attempts,
        request: reply.request,
        body: reply.body,
        text: reply.text,
        finish: reply.finish,
        usage: reply.usage,
        model: reply.model,
        sent_us,
        elapsed_us,
    }
}

fn now_us() -> i64 {
    micros(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

//! The control of one account's flow: everything that decides whether an attempt may go out.

use super::breaker::{Breaker, Circuit};
use super::bucket::Bucket;
use super::ceiling::Ceiling;
use super::estimate::Estimate;
use super::learnt::{Learnt, Outage, Spell};
use super::mean::Mean;
use super::pace::Pace;
use super::pause::Pause;
use super::signal::{Over, Signal};
use super::ticket::{Entry, Question, Ticket};
use super::window::Window;
use super::{Achieved, Limits, OnLimit, Tally};
use peirast_record::ErrorKind;
use std::time::Duration;
use tokio::time::Instant;

mod ending;

/// With [`OnLimit::Stop`], a limit that asks for more than this ends the account's run.
const SHORT: Duration = Duration::from_secs(60);

/// The state of one account. No clock and no network: every moment is given.
#[derive(Debug)]
pub(crate) struct Control {
    limits: Limits,
    window: Window,
    /// Slots taken: attempts in flight, and answers on their way to the disk.
    held: usize,
    /// Answers on their way to the disk that take none.
    unstored: usize,
    breaker: Breaker,
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
    left_requests: Ceiling,
    left_tokens: Ceiling,
    estimate: Estimate,
    /// Until when the server wants to be left alone.
    quiet: Option<Instant>,
    pause: Pause,
    pace: Pace,
    outage: Option<Outage>,
    learnt: Option<Learnt>,
    spell: Spell,
    /// Requests since the latest answer that were too late, although it may have been for their question's sake.
    doubts: u32,
    /// Mean seconds of an answer.
    latency: Mean<8>,
    told_limit: usize,
    tally: Tally,
    achieved: Achieved,
    /// Until when the window is not opened further than the server took: a refusal with a wait would
    /// cost more than it could bring.
    content_until: Option<Instant>,
    /// The share that is refused however little is asked, as the window knows it.
    by_chance: Option<f64>,
    /// How long the last attempt took that was too late, if the server did not show since that it is there.
    late_after: Option<Duration>,
    over: Option<Over>,
    signals: Vec<Signal>,
}

impl Control {
    /// The control of an account that nothing was asked of. One that needs no relief keeps to its
    /// bounds and to nothing else.
    pub(crate) fn new(limits: Limits, needs_relief: bool, now: Instant) -> Self {
        let most = limits.concurrency.max(1);
        let window = if needs_relief { Window::new(most) } else { Window::fixed(most) };
        let bucket = |count: u64| Bucket::per_minute(count, now);
        Self {
            limits,
            told_limit: window.limit(),
            window,
            held: 0,
            unstored: 0,
            breaker: Breaker::new(),
            requests: limits.requests_per_minute.map(bucket),
            tokens: limits.tokens_per_minute.map(bucket),
            left_requests: Ceiling::default(),
            left_tokens: Ceiling::default(),
            estimate: Estimate::default(),
            quiet: None,
            pause: Pause::default(),
            pace: Pace::default(),
            outage: None,
            learnt: None,
            spell: Spell::first(now),
            doubts: 0,
            latency: Mean::default(),
            tally: Tally::default(),
            achieved: Achieved::default(),
            content_until: None,
            by_chance: None,
            late_after: None,
            over: None,
            signals: Vec::new(),
        }
    }

    /// So many questions are to be asked, of which none was yet.
    pub(crate) fn anticipate(&mut self, questions: usize) {
        self.window.anticipate(questions);
        self.told_limit = self.window.limit();
    }

    /// A control of its own, with this breaker, for a subject that alone is `refused`, or else too late: it begins with one attempt. What
    /// its refusals seemed to say of the account is forgotten.
    pub(crate) fn part(
        &mut self,
        subject: &str,
        refused: bool,
        breaker: Breaker,
        now: Instant,
    ) -> Self {
        let limits = Limits { requests_per_minute: None, tokens_per_minute: None, ..self.limits };
        let mut own = Self::new(limits, true, now);
        own.window.narrow_to(1);
        own.breaker = breaker;
        own.told_limit = 1;
        self.window.begin_anew();
        (self.quiet, self.content_until, self.pace) = (None, None, Pace::default());
        self.pause.end(now);
        self.signals.push(Signal::Apart { subject: subject.to_owned(), refused });
        own
    }

    /// A control for a subject that alone is asked no more.
    pub(crate) fn ended_for(&self, over: Over, now: Instant) -> Self {
        let mut own = Self::new(self.limits, true, now);
        own.end(over);
        own
    }

    /// The number of the next attempt.
    pub(crate) fn next(&self) -> u64 {
        self.window.next()
    }

    /// Lets an attempt out if it may go.
    pub(crate) fn enter(&mut self, question: Question, now: Instant) -> Entry {
        self.enter_beside(question, 0, now)
    }

    /// The same where so many of the slots that are taken do not count.
    pub(crate) fn enter_beside(
        &mut self,
        question: Question,
        hanging: usize,
        now: Instant,
    ) -> Entry {
        // Between rounds of questions nobody asks.
        if self.window.out() == 0 {
            self.spell.asked(now);
        }
        let entry = self.admit(question, hanging, now);
        let until = match entry {
            Entry::Later(at) | Entry::Aside(at) => at,
            _ => now,
        };
        self.spell.wanted(until);
        entry
    }

    fn admit(&mut self, question: Question, hanging: usize, now: Instant) -> Entry {
        if self.over.is_some() {
            return Entry::Over;
        }
        match self.breaker.circuit(now) {
            Circuit::Open(until) | Circuit::Probing(until) => return Entry::Later(until),
            Circuit::Closed | Circuit::Probe => {}
        }
        if let Some(until) = self.quiet.filter(|until| now < *until) {
            return Entry::Later(until);
        }
        if self.held.saturating_sub(hanging) >= self.window.limit() {
            return Entry::Full;
        }
        if let Some(until) = self.pace.closed_until(now) {
            return Entry::Later(until);
        }
        let tokens = self.estimate.of(question.bytes, question.most_tokens);
        if let Some(until) = self.closed_until(question.who, tokens, now) {
            return self.wait_for_quota(until, now);
        }
        let ready = |bucket: &mut Option<Bucket>, count| {
            bucket.as_mut().map_or(now, |bucket| bucket.ready(count, now))
        };
        let at = ready(&mut self.requests, 1).max(ready(&mut self.tokens, tokens));
        if at > now {
            return Entry::Later(at);
        }
        Entry::Go(self.send(question, tokens, now))
    }

    /// The same for a subject that alone is asked by this control, so that what is to end that ends the control.
    pub(crate) fn enter_alone(&mut self, question: Question, now: Instant) -> Entry {
        let entry = self.enter(question, now);
        if let Entry::Spent(over) = &entry {
            self.end(over.clone());
        }
        entry
    }

    fn send(&mut self, question: Question, tokens: u64, now: Instant) -> Ticket {
        let Question { bytes, tainted, who, is_apart, .. } = question;
        self.held += 1;
        self.pause.end(now);
        self.pace.sent(now);
        let number = self.window.sent(self.held);
        self.breaker.sent(number, now);
        self.requests.iter_mut().for_each(|bucket| bucket.take(1));
        self.tokens.iter_mut().for_each(|bucket| bucket.take(tokens));
        self.achieved.sent += u64::from(!is_apart);
        self.tally.note(self.window.out(), now);
        let (request_mark, token_mark) =
            (self.left_requests.send(1), self.left_tokens.send(tokens));
        let sent = now;
        Ticket { number, bytes, tokens, request_mark, token_mark, tainted, who, is_apart, sent }
    }

    fn closed_until(&mut self, who: usize, tokens: u64, now: Instant) -> Option<Instant> {
        let requests = self.left_requests.closed_until(who, 1, now);
        requests.max(self.left_tokens.closed_until(who, tokens, now))
    }

    fn wait_for_quota(&mut self, until: Instant, now: Instant) -> Entry {
        let wait = until.saturating_duration_since(now);
        if self.limits.on_limit == OnLimit::Stop && wait > SHORT {
            let what = format!("says that nothing is left of its limits for {}", seconds(wait));
            return Entry::Spent(Over { kind: ErrorKind::RateLimit, what, limited: true });
        }
        self.pausing(None, wait, wait, now);
        Entry::Aside(until)
    }

    /// How many slots there are.
    pub(crate) fn limit(&self) -> usize {
        self.window.limit()
    }

    /// Whether one is free.
    pub(crate) fn has_room(&self) -> bool {
        self.held < self.window.limit()
    }

    /// A slot is free again.
    pub(crate) fn release(&mut self) {
        self.held = self.held.saturating_sub(1);
    }

    /// Frees the slot of an answer that is not on disk yet, unless many of those have none already; tells whether
    /// it is free.
    pub(crate) fn release_early(&mut self) -> bool {
        let may = self.unstored < self.limits.unstored();
        if may {
            self.unstored += 1;
            self.release();
        }
        may
    }

    /// An answer is on disk that took no slot any more.
    pub(crate) fn stored(&mut self) {
        self.unstored = self.unstored.saturating_sub(1);
    }

    /// Why nothing more is asked, once nothing is.
    pub(crate) fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    /// Whether anything happened that was not asked for.
    pub(crate) fn has_signals(&self) -> bool {
        !self.signals.is_empty()
    }

    /// What happened since this was last asked.
    pub(crate) fn signals(&mut self) -> Vec<Signal> {
        std::mem::take(&mut self.signals)
    }

    /// What was achieved so far.
    pub(crate) fn achieved(&self, now: Instant) -> Achieved {
        Achieved {
            paused: self.pause.so_far(now),
            most_in_flight: self.tally.most,
            mean_in_flight: self.tally.mean(),
            limit: self.window.limit(),
            ..self.achieved.clone()
        }
    }

    /// Attempts in flight, how many may be, and until when nothing goes out.
    pub(crate) fn standing(&self, now: Instant) -> (usize, usize, Option<Duration>) {
        let open = match self.breaker.circuit(now) {
            Circuit::Open(until) => Some(until),
            _ => None,
        };
        let until = open.max(self.quiet).max(self.pause.until());
        let waits = until.map(|until| until.saturating_duration_since(now));
        (self.window.out(), self.window.limit(), waits.filter(|wait| !wait.is_zero()))
    }

    fn pausing(&mut self, status: Option<u16>, asked: Duration, wait: Duration, now: Instant) {
        self.pause.begin(now, wait);
        if self.pause.is_news(now, wait) {
            self.signals.push(Signal::Paused { status, asked, wait });
        }
    }

    /// Nothing more is asked.
    pub(crate) fn end(&mut self, over: Over) {
        self.over.get_or_insert(over);
    }
}

fn seconds(wait: Duration) -> String {
    format!("{:.0} s", wait.as_secs_f64().ceil())
}

fn i64_of(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

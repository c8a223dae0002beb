//! The control of one account's flow: everything that decides whether an attempt may go out.

use super::breaker::{Breaker, Circuit, Fault, Flight, Trip};
use super::bucket::Bucket;
use super::ceiling::Ceiling;
use super::estimate::Estimate;
use super::learnt::{Learnt, Outage, Spell};
use super::mean::Mean;
use super::pace::Pace;
use super::pause::Pause;
use super::sign::{Sign, is_refusal};
use super::signal::{Over, Signal};
use super::ticket::{Entry, Question, Struck, Ticket};
use super::window::Window;
use super::{Achieved, Limits, OnLimit, Quota, Tally};
use crate::Failure;
use peirast_record::{ErrorKind, Usage};
use std::time::Duration;
use tokio::time::Instant;

/// With [`OnLimit::Stop`], a limit that asks for more than this ends the account's run.
const SHORT: Duration = Duration::from_secs(60);
/// The largest share that is taken to be refused by chance.
const MOST_BY_CHANCE: f64 = 0.3;
/// After a refusal with a wait, no more is tried for so many times as long: what trying costs stays a
/// twentieth of the time.
const CONTENT: u32 = 20;
/// The shortest time of an answer that retries go by.
const QUICKEST: Duration = Duration::from_millis(10);
/// The longest wait that this goes by: one for what was asked at a time is no longer.
const LONGEST_FOR_TRYING: Duration = Duration::from_secs(60);
/// Whoever answered nobody for longer than this was away. A limit by the minute passes sooner, even if it is
/// found out late.
const AWAY: Duration = Duration::from_secs(120);
/// Whoever refused everything for longer than this, probes too, does not do so by chance.
const NO_CHANCE: Duration = Duration::from_secs(8);
/// So many refusals without an answer between them, when one request at a time was too much in the end or nothing else is
/// in flight any more, show that nobody was answered for a while.
const ROW: u32 = 16;
/// So many requests in a row that were too late, of questions that had been before, are no affair of the questions.
const DOUBTS: u32 = 10;
/// Answers that take this share of the time in which they are too late come from a server that has much to do.
const SLOW: f64 = 0.25;

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
    /// Until when somebody is known to have wanted to ask.
    wanted_until: Instant,
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
            spell: Spell { since: now, idle: Duration::ZERO, answers: 0, is_first: true },
            wanted_until: now,
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
            self.spell.idle += now.saturating_duration_since(self.wanted_until);
        }
        let entry = self.admit(question, hanging, now);
        let until = match entry {
            Entry::Later(at) | Entry::Aside(at) => at,
            _ => now,
        };
        self.wanted_until = self.wanted_until.max(until);
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

    /// An attempt was answered.
    pub(crate) fn answered(&mut self, ticket: &Ticket, usage: Usage, quota: Quota, now: Instant) {
        self.window.be_content(self.content_until.is_some_and(|until| now < until));
        // What waits for its time does not want for room.
        self.window.be_still(self.pace.is_kept());
        self.window.ended(ticket.number, Sign::Answered);
        if let (Some(bucket), Some(input)) = (&mut self.tokens, usage.input_tokens) {
            let used = input.saturating_add(usage.output_tokens.unwrap_or(0));
            // Whatever a server reports, it stands still for no longer than a minute.
            let used = used.min(ticket.tokens.saturating_add(bucket.a_minutes_worth()));
            bucket.give_back(i64_of(ticket.tokens).saturating_sub(i64_of(used)));
        }
        self.estimate.learn(ticket.bytes, usage);
        let took = now.saturating_duration_since(ticket.sent).as_secs_f64();
        self.latency.note(took);
        self.pace.answered(self.latency.get(), self.window.limit(), now);
        self.spell.answers += 1;
        self.doubts = 0;
        self.allow_for_chance();
        self.alive(ticket, now);
        self.learnt.take_if(|learnt| ticket.number >= learnt.next);
        self.learnt.iter_mut().for_each(|learnt| learnt.row = 0);
        self.ended(ticket, quota, now);
    }

    /// An attempt failed. `heeded` is how long the server is left alone if it asks for that.
    pub(crate) fn failed(
        &mut self,
        ticket: &Ticket,
        failure: &Failure,
        heeded: Option<Duration>,
        now: Instant,
    ) -> Struck {
        let sign = Sign::of(failure);
        let refused = sign == Sign::Refused;
        if sign == Sign::Late {
            self.late_after = Some(now.saturating_duration_since(ticket.sent));
        }
        self.learn(ticket, refused && !failure.crowded);
        // What fails in a row while older ones are in flight says more of the server than of the questions.
        let counts =
            self.breaker.circuit(now) == Circuit::Closed && !self.breaker.is_row(ticket.number);
        let limit = self.window.limit();
        if self.window.ended(ticket.number, sign) && self.window.limit() < limit {
            self.achieved.cuts += 1;
            self.signals.push(Signal::Limit { from: limit, to: self.window.limit() });
            self.told_limit = self.window.limit();
        }
        if refused && !failure.crowded && (limit == 1 || self.pace.is_kept()) {
            self.pace.refused(ticket.number, self.window.next());
            self.allow_for_chance();
        }
        self.achieved.refused += u64::from(refused && !failure.crowded);
        let probe = self.breaker.is_probe(ticket.number);
        let is_doubtful = ticket.tainted
            && failure.was_sent()
            && !refused
            && !probe
            && self.may_be_the_question(sign);
        if failure.kind.is_transient() && is_doubtful {
            // It may be the question, and says nothing of the server.
            self.breaker.abandoned(ticket.number, now);
        } else if failure.kind.is_transient() {
            self.trouble(ticket, failure, refused, heeded, now);
        } else {
            // Whoever refuses a question is there.
            self.alive(ticket, now);
        }
        self.ended(ticket, failure.quota, now);
        let base = self.latency.get().filter(|_| refused && failure.retry_after.is_none());
        let base = base.and_then(|mean| Duration::try_from_secs_f64(mean).ok());
        Struck { counts, refused, base: base.map(|mean| mean.max(QUICKEST)) }
    }

    /// Whether a failure may be for the question's sake: others are answered.
    fn may_be_the_question(&mut self, sign: Sign) -> bool {
        if sign == Sign::Late {
            self.doubts = self.doubts.saturating_add(1);
        }
        self.spell.answers > 0 && self.doubts <= DOUBTS
    }

    fn trouble(
        &mut self,
        ticket: &Ticket,
        failure: &Failure,
        refused: bool,
        heeded: Option<Duration>,
        now: Instant,
    ) {
        let asked = failure.retry_after.unwrap_or_default();
        if let Some(over) = self.stop_for(failure) {
            return self.end(over);
        }
        if let Some(wait) = heeded.filter(|_| self.window.is_episode(ticket.number)) {
            self.window.waits();
            self.quiet = self.quiet.max(now.checked_add(wait));
            self.content_until = now.checked_add(wait.min(LONGEST_FOR_TRYING) * CONTENT);
            self.pausing(failure.status, asked, wait, now);
        }
        let (number, next, out) = (ticket.number, self.window.next(), self.window.out());
        let fault = match (refused, failure.kind) {
            (true, ErrorKind::Server) => Fault::Busy,
            (true, _) => Fault::Limit,
            // Whoever takes a question may be loading the model that is to answer it.
            (false, ErrorKind::Timeout) if failure.was_sent() => Fault::Late,
            (false, _) if failure.was_sent() => Fault::Broken,
            (false, _) => Fault::Absent,
        };
        match self.breaker.failed(Flight { number, next, out }, fault, heeded, now) {
            Trip::None => {}
            Trip::Opened(_) => self.opened(failure, now),
            Trip::Hopeless { attempts, over } => {
                let over = seconds(over);
                let last = &failure.message;
                let what =
                    format!("answered none of {attempts} attempts in {over}; the last: {last}");
                self.end(Over { kind: failure.kind, what, limited: false });
            }
        }
    }

    /// Why a failure is to end the run of whom it happened to, if it is a limit that does.
    pub(crate) fn stop_for(&self, failure: &Failure) -> Option<Over> {
        let asked = failure.retry_after.filter(|asked| *asked > SHORT)?;
        let is_to = self.limits.on_limit == OnLimit::Stop && is_refusal(failure);
        let what = || format!("asks to wait {}: {}", seconds(asked), failure.message);
        is_to.then(|| Over { kind: failure.kind, what: what(), limited: true })
    }

    /// Opens again where a share was found to be refused however little is asked.
    fn allow_for_chance(&mut self) {
        let share = self.pace.by_chance();
        if let Some(share) = share.filter(|_| share != self.by_chance) {
            self.window.allow(share.min(MOST_BY_CHANCE));
            self.by_chance = Some(share);
        }
    }

    /// The circuit opened, or a probe failed.
    fn opened(&mut self, failure: &Failure, now: Instant) {
        let attempts = self.breaker.failures();
        let begun = self.outage.is_none();
        let outage = self.outage.get_or_insert(Outage { since: now, told: false });
        let over = now.saturating_duration_since(outage.since);
        // What passes with the first probe is not worth a word.
        if !begun && !outage.told {
            outage.told = true;
            self.achieved.outages += 1;
            self.signals.push(Signal::Outage { attempts, message: failure.message.clone() });
        }
        // Too many open files here are no limit of the server.
        let refused = self.breaker.refusals().filter(|_| over > SHORT && !failure.crowded);
        if let (OnLimit::Stop, Some(refused)) = (self.limits.on_limit, refused) {
            let of = if refused == attempts { "all".to_owned() } else { refused.to_string() };
            let (over, last) = (seconds(over), &failure.message);
            let what = format!("refused {of} of {attempts} attempts in {over}; the last: {last}");
            self.end(Over { kind: failure.kind, what, limited: true });
        }
    }

    /// Takes note of what is known of the server when this attempt fails, and of what is refused since.
    fn learn(&mut self, ticket: &Ticket, refused: bool) {
        let (next, window, pace) = (self.window.next(), self.window.known(), self.pace);
        let new = Learnt { next, refused: 0, row: 0, refused_all: false, window, pace };
        let is_last = self.window.out() == 1;
        let learnt = self.learnt.get_or_insert(new);
        let counts = refused && ticket.number >= learnt.next;
        learnt.refused += u32::from(counts);
        learnt.row += u32::from(counts);
        learnt.refused_all |= counts && is_last && learnt.row >= ROW;
    }

    /// Whether what was sent since the first failure is answered now, and so much of it was refused before that no
    /// window was narrow enough.
    fn was_refused_all(&self, ticket: &Ticket) -> bool {
        let learnt = self.learnt.filter(|learnt| ticket.number >= learnt.next);
        let is_narrower = |learnt: Learnt| self.window.known().is_narrower(learnt.window);
        let is_row = |learnt: Learnt| {
            learnt.refused_all || (self.window.limit() == 1 && learnt.refused >= ROW)
        };
        learnt.is_some_and(|learnt| is_row(learnt) && is_narrower(learnt))
    }

    /// Goes back to what was known before the server answered nobody for so long, since even one request at a time was
    /// refused meanwhile: that says nothing of how many it bears. If it was away it says nothing at all; else there is a
    /// limit by time, which is met by asking more slowly.
    fn go_back(&mut self, over: Duration, now: Instant) {
        let Some(learnt) = self.learnt else { return };
        self.window.go_back_to(learnt.window);
        self.content_until = None;
        let Spell { since, idle, answers, is_first } = self.spell;
        let asked = now.saturating_duration_since(since).saturating_sub(idle);
        let mean = asked.as_secs_f64() / f64::from(answers.max(1));
        self.pace = match answers {
            _ if over > AWAY || (is_first && answers < 2) => learnt.pace.anew(),
            2.. if self.pace.by_chance().is_none() => self.pace.spread(mean, self.window.next()),
            _ => self.pace.anew(),
        };
        self.by_chance = self.pace.by_chance();
    }

    /// The server is there.
    fn alive(&mut self, ticket: &Ticket, now: Instant) {
        let (since, refusals) = (self.breaker.failing_since(), self.breaker.refusals());
        let refused_all = self.was_refused_all(ticket);
        let was_open = self.breaker.answered();
        let over = since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        // Who says how long to wait need not be found out.
        let is_told = since.is_some() && self.quiet >= since;
        let late = self.late_after.take();
        let is_slow = was_open && late.is_some_and(|late| self.is_slow(late));
        let by_time = over > AWAY || (refusals.is_some() && over > NO_CHANCE && !is_told);
        if refused_all || (was_open && by_time && !is_slow) {
            self.go_back(over, now);
        }
        if was_open || refused_all {
            self.spell = Spell { since: now, idle: Duration::ZERO, answers: 0, is_first: false };
        }
        if was_open {
            self.window.restart();
            if let Some(outage) = self.outage.take().filter(|outage| outage.told) {
                let after = now.saturating_duration_since(outage.since);
                self.signals.push(Signal::Recovered { after });
            }
        }
    }

    /// Whether answers took so long before others were too late after this time that the server had too much to do, and
    /// was not away: then it is not asked as before.
    fn is_slow(&self, late: Duration) -> bool {
        self.latency.get().is_some_and(|latency| latency >= SLOW * late.as_secs_f64())
    }

    fn ended(&mut self, ticket: &Ticket, quota: Quota, now: Instant) {
        self.tally.note(self.window.out(), now);
        self.wanted_until = self.wanted_until.max(now);
        if let Some(left) = quota.requests {
            self.left_requests.note(ticket.who, ticket.request_mark, left, now);
        }
        if let Some(left) = quota.tokens {
            self.left_tokens.note(ticket.who, ticket.token_mark, left, now);
        }
        let (from, to) = (self.told_limit, self.window.limit());
        if to > from + from / 4 || (to > from && to == self.limits.concurrency) {
            self.told_limit = to;
            self.signals.push(Signal::Limit { from, to });
        }
    }

    /// An attempt was refused that says nothing of the account.
    pub(crate) fn refused_alone(&mut self, ticket: &Ticket, failure: &Failure, now: Instant) {
        self.achieved.refused += u64::from(is_refusal(failure) && !failure.crowded);
        self.abandoned(ticket, now);
    }

    /// An attempt was dropped without an end.
    pub(crate) fn abandoned(&mut self, ticket: &Ticket, now: Instant) {
        self.window.ended(ticket.number, Sign::None);
        self.breaker.abandoned(ticket.number, now);
        self.tally.note(self.window.out(), now);
    }

    /// An attempt did not go out after all.
    pub(crate) fn undo(&mut self, ticket: &Ticket, now: Instant) {
        self.abandoned(ticket, now);
        let sent = u64::from(!ticket.is_apart);
        self.achieved.sent = self.achieved.sent.saturating_sub(sent);
        self.pace.unsent();
        self.requests.iter_mut().for_each(|bucket| bucket.give_back(1));
        self.tokens.iter_mut().for_each(|bucket| bucket.give_back(i64_of(ticket.tokens)));
        self.left_requests.unsend(1);
        self.left_tokens.unsend(ticket.tokens);
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

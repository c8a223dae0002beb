//! How attempts end, and what that says of the server.

use super::{Control, SHORT, i64_of, seconds};
use crate::Failure;
use crate::flow::breaker::{Circuit, Fault, Flight, Trip};
use crate::flow::learnt::{Learnt, Outage};
use crate::flow::sign::{Sign, is_refusal};
use crate::flow::signal::{Over, Signal};
use crate::flow::ticket::{Struck, Ticket};
use crate::flow::{OnLimit, Quota};
use peirast_record::{ErrorKind, Usage};
use std::time::Duration;
use tokio::time::Instant;

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
/// So many requests in a row that were too late, of questions that had been before, are no affair of the questions.
const DOUBTS: u32 = 10;
/// Answers that take this share of the time in which they are too late come from a server that has much to do.
const SLOW: f64 = 0.25;

impl Control {
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
        self.spell.answered();
        self.doubts = 0;
        self.allow_for_chance();
        self.alive(ticket, now);
        self.learnt.take_if(|learnt| learnt.is_before(ticket.number));
        self.learnt.iter_mut().for_each(Learnt::answered);
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
        self.learn(ticket, refused && !failure.is_local());
        // What fails in a row while older ones are in flight says more of the server than of the questions.
        let counts =
            self.breaker.circuit(now) == Circuit::Closed && !self.breaker.is_row(ticket.number);
        let limit = self.window.limit();
        if self.window.ended(ticket.number, sign) && self.window.limit() < limit {
            self.achieved.cuts += 1;
            self.signals.push(Signal::Limit { from: limit, to: self.window.limit() });
            self.told_limit = self.window.limit();
        }
        if refused && !failure.is_local() && (limit == 1 || self.pace.is_kept()) {
            self.pace.refused(ticket.number, self.window.next());
            self.allow_for_chance();
        }
        self.achieved.refused += u64::from(refused && !failure.is_local());
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
        let base = self.latency.get().filter(|_| refused);
        let base = base.and_then(|mean| Duration::try_from_secs_f64(mean).ok());
        Struck { counts, refused, base: base.map(|mean| mean.max(QUICKEST)) }
    }

    /// Whether a failure may be for the question's sake: others are answered.
    fn may_be_the_question(&mut self, sign: Sign) -> bool {
        if sign == Sign::Late {
            self.doubts = self.doubts.saturating_add(1);
        }
        self.spell.answers() > 0 && self.doubts <= DOUBTS
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
        let refused = self.breaker.refusals().filter(|_| over > SHORT && !failure.is_local());
        if let (OnLimit::Stop, Some(refused)) = (self.limits.on_limit, refused) {
            let of = if refused == attempts { "all".to_owned() } else { refused.to_string() };
            let (over, last) = (seconds(over), &failure.message);
            let what = format!("refused {of} of {attempts} attempts in {over}; the last: {last}");
            self.end(Over { kind: failure.kind, what, limited: true });
        }
    }

    /// Takes note of what is known of the server when this attempt fails, and of what is refused since.
    fn learn(&mut self, ticket: &Ticket, refused: bool) {
        let is_last = self.window.out() == 1;
        let new = || Learnt::new(self.window.next(), self.window.known(), self.pace);
        let learnt = self.learnt.get_or_insert_with(new);
        if refused && learnt.is_before(ticket.number) {
            learnt.refused(is_last);
        }
    }

    /// Whether what was sent since the first failure is answered now, and so much of it was refused before that no
    /// window was narrow enough.
    fn was_refused_all(&self, ticket: &Ticket) -> bool {
        let learnt = self.learnt.filter(|learnt| learnt.is_before(ticket.number));
        learnt.is_some_and(|learnt| learnt.was_refused_all(self.window.known()))
    }

    /// Goes back to what was known before the server answered nobody for so long, since even one request at a time was
    /// refused meanwhile: that says nothing of how many it bears. If it was away it says nothing at all; else there is a
    /// limit by time, which is met by asking more slowly.
    fn go_back(&mut self, over: Duration, now: Instant) {
        let Some(learnt) = self.learnt else { return };
        self.window.go_back_to(learnt.window());
        self.content_until = None;
        let spell = self.spell;
        self.pace = match spell.answers() {
            _ if over > AWAY || spell.says_nothing() => learnt.pace().anew(),
            2.. if self.pace.by_chance().is_none() => {
                self.pace.spread(spell.between(now), self.window.next())
            }
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
            self.spell = self.spell.next(now);
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
        self.spell.wanted(now);
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
        self.achieved.refused += u64::from(is_refusal(failure) && !failure.is_local());
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
}

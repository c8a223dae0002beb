//! The ends of requests as evidence about the server.

use super::{MAX_WAIT_BEFORE_STOP, RateController, render_seconds, saturating_i64};
use crate::account_event::{AccountEvent, Closure};
use crate::capacity_snapshot::CapacitySnapshot;
use crate::circuit_breaker::{Circuit, FailureCause, RequestPosition, Trip};
use crate::feedback::{FailureReport, ServerFeedback};
use crate::request::{FailureDisposition, RequestToken};
use crate::uptime_interval::Outage;
use crate::{OnLimit, Quota};
use peirast_record::{ErrorKind, Usage};
use std::time::Duration;
use tokio::time::Instant;

/// After a rejection with a wait, the limit stays at capacity for this many times the wait. Probing
/// for more then costs at most a twentieth of the time.
const HOLD_FACTOR: u32 = 20;
/// The shortest first wait before a retry, if it depends on the time of an answer.
const MIN_FIRST_WAIT: Duration = Duration::from_millis(10);
/// The longest wait that `HOLD_FACTOR` applies to. A longer one is not a limit on concurrency.
const MAX_HELD_WAIT: Duration = Duration::from_secs(60);
/// A server that did not answer for a longer time was down. A limit per minute passes sooner.
const AWAY: Duration = Duration::from_secs(120);
/// A server that rejected everything for a longer time, probes included, does not do so at random.
const NOT_RANDOM: Duration = Duration::from_secs(8);
/// Consecutive timeouts of questions that failed before, after which the questions are no longer
/// the explanation.
const MAX_EXCUSED_TIMEOUTS: u32 = 10;
/// If answers take this share of the timeout, the server was overloaded and not down.
const SLOW_SHARE: f64 = 0.25;

impl RateController {
    /// Records an answer.
    pub(crate) fn record_answer(
        &mut self,
        token: &RequestToken,
        usage: Usage,
        quota: Quota,
        now: Instant,
    ) {
        self.concurrency.hold_at_capacity(self.hold_until.is_some_and(|until| now < until));
        // Requests that wait for their time do not need a slot.
        self.concurrency.freeze(self.spacing.is_active());
        self.concurrency.record_end(token.number, ServerFeedback::Answered);
        if let (Some(bucket), Some(input)) = (&mut self.token_bucket, usage.input_tokens) {
            let used = input.saturating_add(usage.output_tokens.unwrap_or(0));
            // With any report of the server, the bucket is empty for at most a minute.
            let used = used.min(token.tokens.saturating_add(bucket.units_per_minute()));
            bucket.give_back(saturating_i64(token.tokens).saturating_sub(saturating_i64(used)));
        }
        self.estimate.learn(token.demand.prompt_bytes, usage);
        self.latency.add(now.saturating_duration_since(token.sent_at).as_secs_f64());
        self.spacing.record_answer(self.latency.get(), self.concurrency.limit(), now);
        self.uptime.record_answer();
        self.excused_timeouts = 0;
        self.record_sign_of_life(token, now);
        self.snapshot.take_if(|snapshot| snapshot.precedes(token.number));
        self.finish(token, quota, now);
    }

    /// Records a failure. `kept_wait` is the accepted part of the wait that the server asks for.
    pub(crate) fn record_failure(
        &mut self,
        token: &RequestToken,
        failure: &FailureReport<'_>,
        kept_wait: Option<Duration>,
        now: Instant,
    ) -> FailureDisposition {
        let feedback = ServerFeedback::from_failure(failure);
        let rejected = feedback == ServerFeedback::Rejected;
        if feedback == ServerFeedback::TimedOut {
            self.timed_out_after = Some(now.saturating_duration_since(token.sent_at));
        }
        self.remember_capacity(token, failure.is_server_rejection());
        // Consecutive failures while older requests are in flight are caused by the server.
        let counts = self.breaker.circuit(now) == Circuit::Closed
            && !self.breaker.would_be_open(token.number);
        self.adapt_to_failure(token, failure, feedback);
        self.statistics.refused += u64::from(failure.is_server_rejection());
        if !failure.kind.is_transient() {
            // A server that rejects a question is running.
            self.record_sign_of_life(token, now);
        } else if self.may_be_question(token, failure, feedback) {
            self.breaker.record_neutral(token.number, now);
        } else {
            self.record_server_failure(token, failure, kept_wait, now);
        }
        self.finish(token, failure.quota, now);
        let latency = self.latency.get().filter(|_| rejected);
        let latency = latency.and_then(|mean| Duration::try_from_secs_f64(mean).ok());
        let max_first_wait = latency.map(|mean| mean.max(MIN_FIRST_WAIT));
        FailureDisposition { counts, rejected, max_first_wait }
    }

    /// Adapts concurrency and spacing to a failure.
    fn adapt_to_failure(
        &mut self,
        token: &RequestToken,
        failure: &FailureReport<'_>,
        feedback: ServerFeedback,
    ) {
        let from = self.concurrency.limit();
        let is_congestion = self.concurrency.record_end(token.number, feedback);
        let to = self.concurrency.limit();
        if is_congestion && to < from {
            self.statistics.cuts += 1;
            self.events.push(AccountEvent::LimitChanged { from, to });
            self.reported_limit = to;
        }
        if failure.is_server_rejection() && (from == 1 || self.spacing.is_active()) {
            self.spacing.record_rejection();
        }
    }

    /// Returns true if the question may have caused the failure: it failed before while others were
    /// answered. The failure is then no evidence about the server.
    fn may_be_question(
        &mut self,
        token: &RequestToken,
        failure: &FailureReport<'_>,
        feedback: ServerFeedback,
    ) -> bool {
        let is_candidate = token.demand.failed_before
            && failure.sent
            && feedback != ServerFeedback::Rejected
            && !self.breaker.is_probe(token.number);
        if is_candidate && feedback == ServerFeedback::TimedOut {
            self.excused_timeouts = self.excused_timeouts.saturating_add(1);
        }
        is_candidate && self.uptime.answers() > 0 && self.excused_timeouts <= MAX_EXCUSED_TIMEOUTS
    }

    /// Records a failure caused by the server.
    fn record_server_failure(
        &mut self,
        token: &RequestToken,
        failure: &FailureReport<'_>,
        kept_wait: Option<Duration>,
        now: Instant,
    ) {
        if let Some(closure) = self.closure_for(failure) {
            return self.close(closure);
        }
        if let Some(wait) = kept_wait.filter(|_| self.concurrency.is_in_congestion(token.number)) {
            self.concurrency.note_requested_wait();
            self.wait_until = self.wait_until.max(now.checked_add(wait));
            self.hold_until = now.checked_add(wait.min(MAX_HELD_WAIT) * HOLD_FACTOR);
            let asked = failure.retry_after.unwrap_or_default();
            self.begin_pause(failure.status, asked, wait, now);
        }
        let position = RequestPosition {
            number: token.number,
            next: self.concurrency.next_number(),
            in_flight: self.concurrency.in_flight(),
        };
        let cause = failure_cause(failure);
        match self.breaker.record_failure(position, cause, kept_wait, now) {
            Trip::None => {}
            Trip::Opened(_) => self.record_outage(failure, now),
            Trip::GivenUp { attempts, over } => {
                let (over, last) = (render_seconds(over), failure.message);
                let reason =
                    format!("answered none of {attempts} attempts in {over}; the last: {last}");
                self.close(Closure { kind: failure.kind, reason, by_limit: false });
            }
        }
    }

    /// Returns the reason to close, if this failure is a limit at which to stop.
    pub(crate) fn closure_for(&self, failure: &FailureReport<'_>) -> Option<Closure> {
        let asked = failure.retry_after.filter(|asked| *asked > MAX_WAIT_BEFORE_STOP)?;
        let stops = self.limits.on_limit == OnLimit::Stop && failure.is_rejection();
        let reason = || format!("asks to wait {}: {}", render_seconds(asked), failure.message);
        stops.then(|| Closure { kind: failure.kind, reason: reason(), by_limit: true })
    }

    /// Records that the circuit opened, or that a probe failed.
    fn record_outage(&mut self, failure: &FailureReport<'_>, now: Instant) {
        let attempts = self.breaker.failures();
        let is_new = self.outage.is_none();
        let outage = self.outage.get_or_insert(Outage { since: now, is_reported: false });
        let over = now.saturating_duration_since(outage.since);
        // An outage that ends with the first probe is not reported.
        if !is_new && !outage.is_reported {
            outage.is_reported = true;
            self.statistics.outages += 1;
            let message = failure.message.to_owned();
            self.events.push(AccountEvent::Outage { attempts, message });
        }
        let is_long = over > MAX_WAIT_BEFORE_STOP && !failure.local_shortage;
        let rejected = self.breaker.rejections().filter(|_| is_long);
        if let (OnLimit::Stop, Some(rejected)) = (self.limits.on_limit, rejected) {
            let count = if rejected == attempts { "all".to_owned() } else { rejected.to_string() };
            let (over, last) = (render_seconds(over), failure.message);
            let reason =
                format!("refused {count} of {attempts} attempts in {over}; the last: {last}");
            self.close(Closure { kind: failure.kind, reason, by_limit: true });
        }
    }

    /// Takes a snapshot of the capacity at the first failure, and counts rejections since.
    fn remember_capacity(&mut self, token: &RequestToken, rejected: bool) {
        let is_last = self.concurrency.in_flight() == 1;
        let (next, limit) = (self.concurrency.next_number(), self.concurrency.snapshot());
        let new = || CapacitySnapshot::new(next, limit, self.spacing);
        let snapshot = self.snapshot.get_or_insert_with(new);
        if rejected && snapshot.precedes(token.number) {
            snapshot.record_rejection(is_last);
        }
    }

    /// Returns true if this is the first answer after the snapshot, and the rejections before it
    /// show that no concurrency limit was low enough.
    fn was_everything_rejected(&self, token: &RequestToken) -> bool {
        let snapshot = self.snapshot.filter(|snapshot| snapshot.precedes(token.number));
        snapshot.is_some_and(|it| it.was_everything_rejected(self.concurrency.limit()))
    }

    /// Returns to the capacity known before a time without answers.
    ///
    /// Even single requests were rejected during this time, so it is no evidence about concurrency.
    /// If the server was down, it is no evidence at all. Otherwise there is a limit by time, which
    /// spacing obeys.
    fn restore_capacity(&mut self, over: Duration, now: Instant) {
        let Some(snapshot) = self.snapshot else { return };
        self.concurrency.restore(snapshot.limit);
        self.hold_until = None;
        let can_measure = self.uptime.answers() >= 2 && self.spacing.background_rate().is_none();
        self.spacing = match (over > AWAY, can_measure) {
            (true, _) => snapshot.spacing.restart(),
            (false, true) => self.spacing.spread_evenly(self.uptime.mean_answer_gap(now)),
            (false, false) => self.spacing.restart(),
        };
    }

    /// Records that the server responds.
    fn record_sign_of_life(&mut self, token: &RequestToken, now: Instant) {
        let (since, rejections) = (self.breaker.failing_since(), self.breaker.rejections());
        let rejected_all = self.was_everything_rejected(token);
        let was_open = self.breaker.record_answer();
        let over = since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let timed_out_after = self.timed_out_after.take();
        let was_overloaded = timed_out_after.is_some_and(|timeout| self.is_slow(timeout));
        let is_systematic = rejections.is_some() && over > NOT_RANDOM;
        let says_nothing = (over > AWAY || is_systematic) && !was_overloaded;
        if rejected_all || (was_open && says_nothing) {
            self.restore_capacity(over, now);
        }
        if was_open || rejected_all {
            self.uptime = self.uptime.next(now);
        }
        if was_open {
            self.concurrency.restart();
            if let Some(outage) = self.outage.take().filter(|outage| outage.is_reported) {
                let after = now.saturating_duration_since(outage.since);
                self.events.push(AccountEvent::Recovered { after });
            }
        }
    }

    /// Returns true if answers took so long, compared with this timeout, that the server was
    /// overloaded and not down. Its old capacity is then no longer valid.
    fn is_slow(&self, timeout: Duration) -> bool {
        self.latency.get().is_some_and(|latency| latency >= SLOW_SHARE * timeout.as_secs_f64())
    }

    fn finish(&mut self, token: &RequestToken, quota: Quota, now: Instant) {
        self.in_flight.record(self.concurrency.in_flight(), now);
        self.uptime.extend_demand(now);
        let subject = token.source.subject;
        if let Some(left) = quota.requests {
            self.request_quota.record(subject, token.request_mark, left, now);
        }
        if let Some(left) = quota.tokens {
            self.token_quota.record(subject, token.token_mark, left, now);
        }
        let (from, to) = (self.reported_limit, self.concurrency.limit());
        if to > from + from / 4 || (to > from && to == self.limits.concurrency) {
            self.reported_limit = to;
            self.events.push(AccountEvent::LimitChanged { from, to });
        }
    }

    /// Records a failure that is no evidence about the account.
    pub(crate) fn record_isolated_failure(
        &mut self,
        token: &RequestToken,
        failure: &FailureReport<'_>,
        now: Instant,
    ) {
        self.statistics.refused += u64::from(failure.is_server_rejection());
        self.record_neutral(token, now);
    }

    /// Records a request that ended without an outcome.
    pub(crate) fn record_neutral(&mut self, token: &RequestToken, now: Instant) {
        self.concurrency.record_end(token.number, ServerFeedback::Neutral);
        self.breaker.record_neutral(token.number, now);
        self.in_flight.record(self.concurrency.in_flight(), now);
    }

    /// Takes back a request that was not sent.
    pub(crate) fn cancel(&mut self, token: &RequestToken, now: Instant) {
        self.record_neutral(token, now);
        let sent = u64::from(!token.source.is_isolated);
        self.statistics.sent = self.statistics.sent.saturating_sub(sent);
        self.spacing.cancel_sent();
        self.request_bucket.iter_mut().for_each(|bucket| bucket.give_back(1));
        let tokens = saturating_i64(token.tokens);
        self.token_bucket.iter_mut().for_each(|bucket| bucket.give_back(tokens));
        self.request_quota.refund(1);
        self.token_quota.refund(token.tokens);
    }
}

/// Returns the cause of a failure, for the circuit breaker.
fn failure_cause(failure: &FailureReport<'_>) -> FailureCause {
    match (failure.is_rejection(), failure.kind) {
        (true, ErrorKind::Server) => FailureCause::Overload,
        (true, _) => FailureCause::RateLimit,
        // A server that accepts a request may still be loading the model.
        (false, ErrorKind::Timeout) if failure.sent => FailureCause::Timeout,
        (false, _) => FailureCause::Other,
    }
}

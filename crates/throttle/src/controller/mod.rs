//! The rate controller of one account: it decides whether a request may be sent.

use crate::account_event::{AccountEvent, Closure};
use crate::advertised_quota::AdvertisedQuota;
use crate::capacity_snapshot::CapacitySnapshot;
use crate::circuit_breaker::{Circuit, CircuitBreaker};
use crate::concurrency_limit::ConcurrencyLimit;
use crate::moving_average::MovingAverage;
use crate::pause::PauseLog;
use crate::request::{Decision, RequestDemand, RequestSource, RequestToken};
use crate::request_spacing::RequestSpacing;
use crate::statistics::InFlightAverage;
use crate::token_bucket::TokenBucket;
use crate::token_estimate::TokenEstimate;
use crate::uptime_interval::{Outage, UptimeInterval};
use crate::{AccountStatistics, Limits, OnLimit};
use peirast_record::ErrorKind;
use std::time::Duration;
use tokio::time::Instant;

mod outcome;

/// With [`OnLimit::Stop`], a limit that requires a longer wait than this closes the account.
const MAX_WAIT_BEFORE_STOP: Duration = Duration::from_secs(60);

/// The rate controller of one account. It has no clock and does no I/O: callers pass the time.
#[derive(Debug)]
pub(crate) struct RateController {
    limits: Limits,
    concurrency: ConcurrencyLimit,
    /// Occupied slots: requests in flight, and answers that keep their slot until they are stored.
    slots: usize,
    /// Answers on their way to the disk that have given up their slot.
    unstored: usize,
    breaker: CircuitBreaker,
    request_bucket: Option<TokenBucket>,
    token_bucket: Option<TokenBucket>,
    request_quota: AdvertisedQuota,
    token_quota: AdvertisedQuota,
    estimate: TokenEstimate,
    /// The end of the wait that the server asked for.
    wait_until: Option<Instant>,
    pause: PauseLog,
    spacing: RequestSpacing,
    outage: Option<Outage>,
    snapshot: Option<CapacitySnapshot>,
    uptime: UptimeInterval,
    /// Timeouts since the latest answer that their questions may have caused.
    excused_timeouts: u32,
    /// Mean seconds of an answer.
    latency: MovingAverage<8>,
    reported_limit: usize,
    in_flight: InFlightAverage,
    statistics: AccountStatistics,
    /// Until this time the limit stays at capacity: a further rejection would cost a wait, which is
    /// more than a higher limit could gain.
    hold_until: Option<Instant>,
    /// The time of the latest request that timed out, until the server responds.
    timed_out_after: Option<Duration>,
    closure: Option<Closure>,
    events: Vec<AccountEvent>,
}

impl RateController {
    /// Creates a controller that has sent nothing yet. If `adapts` is false, it applies only the
    /// user's limits.
    pub(crate) fn new(limits: Limits, adapts: bool, now: Instant) -> Self {
        let highest = limits.concurrency.max(1);
        let concurrency = match adapts {
            true => ConcurrencyLimit::new(highest),
            false => ConcurrencyLimit::fixed(highest),
        };
        let bucket = |count: u64| TokenBucket::per_minute(count, now);
        Self {
            limits,
            reported_limit: concurrency.limit(),
            concurrency,
            slots: 0,
            unstored: 0,
            breaker: CircuitBreaker::new(),
            request_bucket: limits.requests_per_minute.map(bucket),
            token_bucket: limits.tokens_per_minute.map(bucket),
            request_quota: AdvertisedQuota::default(),
            token_quota: AdvertisedQuota::default(),
            estimate: TokenEstimate::default(),
            wait_until: None,
            pause: PauseLog::default(),
            spacing: RequestSpacing::default(),
            outage: None,
            snapshot: None,
            uptime: UptimeInterval::first(now),
            excused_timeouts: 0,
            latency: MovingAverage::default(),
            in_flight: InFlightAverage::default(),
            statistics: AccountStatistics::default(),
            hold_until: None,
            timed_out_after: None,
            closure: None,
            events: Vec::new(),
        }
    }

    /// Prepares for this many requests, before the first one.
    pub(crate) fn expect_requests(&mut self, requests: usize) {
        self.concurrency.expect_requests(requests);
        self.reported_limit = self.concurrency.limit();
    }

    /// Sets the initial number of requests in flight, before the first one.
    pub(crate) fn start_low(&mut self, first: usize) {
        self.concurrency.start_low(first);
        self.reported_limit = self.concurrency.limit();
    }

    /// Creates a controller for a subject that alone is `rejected`, or whose requests time out. It
    /// starts with one request at a time. This controller discards its conclusions from those
    /// rejections.
    pub(crate) fn isolate(
        &mut self,
        subject: &str,
        rejected: bool,
        breaker: CircuitBreaker,
        now: Instant,
    ) -> Self {
        let limits = Limits { requests_per_minute: None, tokens_per_minute: None, ..self.limits };
        let mut controller = Self::new(limits, true, now);
        controller.concurrency.lower_to(1);
        controller.breaker = breaker;
        controller.reported_limit = 1;
        self.concurrency.reset();
        (self.wait_until, self.hold_until) = (None, None);
        self.spacing = RequestSpacing::default();
        self.pause.end(now);
        let subject = subject.to_owned();
        self.events.push(AccountEvent::SubjectIsolated { subject, rejected });
        controller
    }

    /// Returns a closed controller, for a single subject that gets no more requests.
    pub(crate) fn closed_copy(&self, closure: Closure, now: Instant) -> Self {
        let mut controller = Self::new(self.limits, true, now);
        controller.close(closure);
        controller
    }

    /// Returns the number of the next request.
    pub(crate) fn next_number(&self) -> u64 {
        self.concurrency.next_number()
    }

    /// Decides on a request, and counts it as sent if it is admitted. This many of the occupied
    /// slots are `ignored`.
    pub(crate) fn decide(
        &mut self,
        demand: RequestDemand,
        source: RequestSource,
        ignored: usize,
        now: Instant,
    ) -> Decision {
        if self.concurrency.in_flight() == 0 {
            self.uptime.end_idle_time(now);
        }
        let decision = self.check(demand, source, ignored, now);
        let until = match decision {
            Decision::NotBefore(at) | Decision::Yield(at) => at,
            _ => now,
        };
        self.uptime.extend_demand(until);
        decision
    }

    fn check(
        &mut self,
        demand: RequestDemand,
        source: RequestSource,
        ignored: usize,
        now: Instant,
    ) -> Decision {
        if self.closure.is_some() {
            return Decision::Closed;
        }
        match self.breaker.circuit(now) {
            Circuit::Open(until) | Circuit::Probing(until) => return Decision::NotBefore(until),
            Circuit::Closed | Circuit::HalfOpen => {}
        }
        if let Some(until) = self.wait_until.filter(|until| now < *until) {
            return Decision::NotBefore(until);
        }
        if self.slots.saturating_sub(ignored) >= self.concurrency.limit() {
            return Decision::Full;
        }
        if let Some(until) = self.spacing.blocked_until(now) {
            return Decision::NotBefore(until);
        }
        let tokens = self.estimate.tokens(demand.prompt_bytes, demand.max_output_tokens);
        if let Some(until) = self.quota_reset(source.subject, tokens, now) {
            return self.wait_for_quota(until, now);
        }
        let ready_at = |bucket: &mut Option<TokenBucket>, count| {
            bucket.as_mut().map_or(now, |bucket| bucket.ready_at(count, now))
        };
        let requests_at = ready_at(&mut self.request_bucket, 1);
        let at = requests_at.max(ready_at(&mut self.token_bucket, tokens));
        if at > now {
            return Decision::NotBefore(at);
        }
        Decision::Admit(self.send(demand, source, tokens, now))
    }

    /// Does the same for the only subject of this controller: an exhausted quota closes it.
    pub(crate) fn decide_isolated(
        &mut self,
        demand: RequestDemand,
        source: RequestSource,
        now: Instant,
    ) -> Decision {
        let decision = self.decide(demand, source, 0, now);
        if let Decision::QuotaExhausted(closure) = &decision {
            self.close(closure.clone());
        }
        decision
    }

    fn send(
        &mut self,
        demand: RequestDemand,
        source: RequestSource,
        tokens: u64,
        now: Instant,
    ) -> RequestToken {
        self.slots += 1;
        self.pause.end(now);
        self.spacing.record_sent(now);
        let number = self.concurrency.record_sent(self.slots);
        self.breaker.record_sent(number, now);
        self.request_bucket.iter_mut().for_each(|bucket| bucket.take(1));
        self.token_bucket.iter_mut().for_each(|bucket| bucket.take(tokens));
        self.statistics.sent += u64::from(!source.is_isolated);
        self.in_flight.record(self.concurrency.in_flight(), now);
        let request_mark = self.request_quota.charge(1);
        let token_mark = self.token_quota.charge(tokens);
        RequestToken { number, demand, source, tokens, request_mark, token_mark, sent_at: now }
    }

    fn quota_reset(&mut self, subject: usize, tokens: u64, now: Instant) -> Option<Instant> {
        let requests = self.request_quota.blocked_until(subject, 1, now);
        requests.max(self.token_quota.blocked_until(subject, tokens, now))
    }

    fn wait_for_quota(&mut self, until: Instant, now: Instant) -> Decision {
        let wait = until.saturating_duration_since(now);
        if self.limits.on_limit == OnLimit::Stop && wait > MAX_WAIT_BEFORE_STOP {
            let wait = render_seconds(wait);
            let reason = format!("reports that its limits are used up for {wait}");
            let kind = ErrorKind::RateLimit;
            return Decision::QuotaExhausted(Closure { kind, reason, by_limit: true });
        }
        self.begin_pause(None, wait, wait, now);
        Decision::Yield(until)
    }

    /// Returns the concurrency limit.
    pub(crate) fn limit(&self) -> usize {
        self.concurrency.limit()
    }

    /// Returns true if a slot is free.
    pub(crate) fn has_free_slot(&self) -> bool {
        self.slots < self.concurrency.limit()
    }

    /// Frees a slot.
    pub(crate) fn release_slot(&mut self) {
        self.slots = self.slots.saturating_sub(1);
    }

    /// Frees the slot of an answer that is not stored yet, unless too many such answers have none.
    /// Returns true if the slot is free.
    pub(crate) fn release_slot_early(&mut self) -> bool {
        let may = self.unstored < self.limits.max_unstored_answers();
        if may {
            self.unstored += 1;
            self.release_slot();
        }
        may
    }

    /// Notes that an answer without a slot is stored.
    pub(crate) fn answer_stored(&mut self) {
        self.unstored = self.unstored.saturating_sub(1);
    }

    /// Returns the reason why nothing more is sent, if the controller is closed.
    pub(crate) fn closure(&self) -> Option<&Closure> {
        self.closure.as_ref()
    }

    /// Returns true if there are events to take.
    pub(crate) fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    /// Takes the events since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<AccountEvent> {
        std::mem::take(&mut self.events)
    }

    /// Returns the statistics so far.
    pub(crate) fn statistics(&self, now: Instant) -> AccountStatistics {
        AccountStatistics {
            paused: self.pause.total(now),
            most_in_flight: self.in_flight.highest,
            mean_in_flight: self.in_flight.mean(),
            limit: self.concurrency.limit(),
            ..self.statistics.clone()
        }
    }

    /// Returns the number of requests in flight, the concurrency limit, and the time until the next
    /// request if there is a pause.
    pub(crate) fn status(&self, now: Instant) -> (usize, usize, Option<Duration>) {
        let open = match self.breaker.circuit(now) {
            Circuit::Open(until) => Some(until),
            _ => None,
        };
        let until = open.max(self.wait_until).max(self.pause.until());
        let wait = until.map(|until| until.saturating_duration_since(now));
        let wait = wait.filter(|wait| !wait.is_zero());
        (self.concurrency.in_flight(), self.concurrency.limit(), wait)
    }

    fn begin_pause(&mut self, status: Option<u16>, asked: Duration, wait: Duration, now: Instant) {
        self.pause.begin(now, wait);
        if self.pause.should_report(now, wait) {
            self.events.push(AccountEvent::Paused { status, asked, wait });
        }
    }

    /// Closes the controller: nothing more is sent. The first reason counts.
    pub(crate) fn close(&mut self, closure: Closure) {
        self.closure.get_or_insert(closure);
    }
}

/// Renders a duration in whole seconds, rounded up.
fn render_seconds(wait: Duration) -> String {
    format!("{:.0} s", wait.as_secs_f64().ceil())
}

fn saturating_i64(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

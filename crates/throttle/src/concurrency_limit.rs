//! The adaptive limit on requests in flight.
//!
//! The limit starts low and doubles within the time of an answer, as in TCP slow start, until the
//! server rejects requests. Before a very large number of requests it starts higher and triples,
//! because the requests that will be rejected are a small part of them. After that it grows a
//! little in each round in which it is reached. A round ends with the first answer to a request
//! that was sent after the round began.
//!
//! If the server rejects more than a twentieth of a round, that is a congestion event: the limit
//! decreases once, to a little less than the capacity seen. Further rejections of requests that
//! were in flight at that moment belong to the same event. Then the limit returns to that capacity,
//! stays there for some rounds, and probes for more.
//!
//! A few rejections among many answers do not lower the limit. Some servers reject a share of all
//! requests at any load. That share shows in rounds below the capacity seen, and is tolerated. When
//! it is established, it may have been the only cause of all rejections. Slow start then begins
//! again, and the limit grows in larger steps until two congestion events see about the same
//! capacity.

#[cfg(test)]
mod tests;

use crate::background_rejection::BackgroundRejection;
use crate::congestion_event::CongestionEvent;
use crate::feedback::ServerFeedback;
use crate::outcome_counts::{OutcomeCounts, RejectionRate};
use crate::round::Round;

/// The first limit: an ordinary key of every provider allows it, and a few doublings lead to a
/// thousand.
pub(crate) const START: usize = 64;
/// The number of expected requests for each request of the first limit. If all of those are
/// rejected, they are a small part.
const REQUESTS_PER_START: usize = 80;
/// The first limit is at most the highest limit divided by this.
const START_DIVISOR: usize = 4;
/// The growth of the limit in the time of an answer during fast start.
const FAST_GROWTH: usize = 3;
/// The share of a round that may be rejected without congestion.
const TOLERATED_SHARE: f64 = 0.05;
/// Further rejections to tolerate in a round, if there is background rejection or may be.
const TOLERATED_COUNT: f64 = 2.0;
/// After slow start, a round adds one to the limit, and one more for this many.
const STEP_DIVISOR: usize = 50;
/// The same if the cause of congestion may have been background rejection.
const LARGE_STEP_DIVISOR: usize = 8;
/// The factor up to which two capacities are about the same.
const SAME_CAPACITY: f64 = 1.25;
/// The number of rounds to wait for evidence of background rejection.
const EVIDENCE_ROUNDS: u32 = 4;
/// The number of rounds at capacity before the limit probes for more.
const ROUNDS_AT_CAPACITY: u32 = 8;
/// Up to this share of the capacity seen, concurrency is not the cause of rejections.
const BELOW_CAPACITY: f64 = 0.95;

/// The adaptive limit on requests in flight.
#[derive(Clone, Debug)]
pub(crate) struct ConcurrencyLimit {
    limit: usize,
    /// The first limit, which only rejections can lower.
    first: usize,
    highest: usize,
    /// The limit grows quickly below this, slowly above.
    slow_start_threshold: usize,
    /// The limit triples below this.
    fast_start_threshold: usize,
    /// The number of the next request.
    next: u64,
    in_flight: usize,
    round: Round,
    /// The latest congestion event, even if it is over: more of its requests may end later.
    congestion: Option<CongestionEvent>,
    /// The capacity at the latest congestion, and the number of rounds to stay there.
    at_capacity: Option<(usize, u32)>,
    /// True to stay at capacity for longer.
    holds_at_capacity: bool,
    /// True if the limit may not grow.
    is_frozen: bool,
    /// Rounds spent waiting for evidence of background rejection.
    evidence_rounds: u32,
    /// Answers since the latest congestion event began.
    answers: usize,
    background: BackgroundRejection,
}

/// A concurrency limit at one time, for a later return to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitSnapshot {
    limit: usize,
    slow_start_threshold: usize,
}

impl ConcurrencyLimit {
    /// Creates a limit that grows up to `highest`.
    pub(crate) fn new(highest: usize) -> Self {
        let highest = highest.max(1);
        Self {
            limit: START.min(highest),
            first: START.min(highest),
            highest,
            slow_start_threshold: highest,
            fast_start_threshold: 0,
            next: 0,
            in_flight: 0,
            round: Round::default(),
            congestion: None,
            at_capacity: None,
            holds_at_capacity: false,
            is_frozen: false,
            evidence_rounds: 0,
            answers: 0,
            background: BackgroundRejection::default(),
        }
    }

    /// Creates a limit that starts at `highest`, and stays there if no failures are recorded.
    pub(crate) fn fixed(highest: usize) -> Self {
        Self { limit: highest.max(1), ..Self::new(highest) }
    }

    /// Sets this first limit, for a server with a low capacity, such as one on the user's own
    /// machine. To be called before the first request.
    pub(crate) fn start_low(&mut self, first: usize) {
        self.first = first.clamp(1, self.highest);
        self.limit = self.limit.min(self.first);
        self.fast_start_threshold = 0;
    }

    /// Prepares for this many requests, before the first one.
    pub(crate) fn expect_requests(&mut self, requests: usize) {
        let first = requests / REQUESTS_PER_START;
        self.fast_start_threshold = FAST_GROWTH * first;
        self.limit = self.limit.max(first.min(self.highest / START_DIVISOR));
    }

    /// Returns the current limit.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the number of requests in flight.
    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight
    }

    /// Returns the number of the next request.
    pub(crate) fn next_number(&self) -> u64 {
        self.next
    }

    /// Returns true if the failure of this request belongs to a congestion event that is not over.
    pub(crate) fn is_in_congestion(&self, number: u64) -> bool {
        self.congestion.is_some_and(|event| !event.is_over && event.includes(number))
    }

    /// Notes that the server asked for a wait at the current congestion event.
    pub(crate) fn note_requested_wait(&mut self) {
        self.congestion.iter_mut().for_each(|event| event.wait_requested = true);
    }

    /// Records that a request is sent, with which `slots` are occupied. Returns its number.
    pub(crate) fn record_sent(&mut self, slots: usize) -> u64 {
        self.in_flight += 1;
        self.next += 1;
        self.round.record_sent(slots, self.in_flight, self.limit);
        self.next - 1
    }

    /// Records the end of a request. Returns whether congestion lowered the limit.
    pub(crate) fn record_end(&mut self, number: u64, feedback: ServerFeedback) -> bool {
        let in_flight = self.in_flight;
        self.in_flight = in_flight.saturating_sub(1);
        let sent_since = self.next.saturating_sub(number);
        match feedback {
            ServerFeedback::Answered => {
                self.background.record_answer(sent_since);
                self.record_answer(number);
                false
            }
            ServerFeedback::Rejected => {
                self.background.record_rejection(sent_since);
                self.record_loss(number, feedback, in_flight)
            }
            ServerFeedback::TimedOut => self.record_loss(number, feedback, in_flight),
            // If other requests are answered, the server may be overloaded. If not, it does not
            // respond.
            ServerFeedback::Disconnected
                if self.round.answered > 0 || self.is_in_congestion(number) =>
            {
                self.record_loss(number, feedback, in_flight)
            }
            ServerFeedback::Disconnected | ServerFeedback::Neutral => false,
        }
    }

    /// Sets whether to stay at the capacity seen, without probing for more.
    pub(crate) fn hold_at_capacity(&mut self, hold: bool) {
        self.holds_at_capacity = hold;
    }

    /// Sets whether the limit may grow.
    pub(crate) fn freeze(&mut self, freeze: bool) {
        self.is_frozen = freeze;
    }

    /// Lowers the limit to `limit`; slow start continues from there.
    pub(crate) fn lower_to(&mut self, limit: usize) {
        self.limit = self.limit.min(limit.max(1));
    }

    /// Forgets all congestion, as at the beginning.
    pub(crate) fn reset(&mut self) {
        self.limit = self.limit.max(self.first);
        self.resume_slow_start();
    }

    /// Forgets all congestion, because rejections had another cause. Slow start goes up to the
    /// highest limit.
    fn resume_slow_start(&mut self) {
        self.slow_start_threshold = self.highest;
        (self.congestion, self.at_capacity) = (None, None);
        self.background.forget();
        self.begin_round(false);
    }

    /// Returns the current knowledge about the server.
    pub(crate) fn snapshot(&self) -> LimitSnapshot {
        let (limit, slow_start_threshold) = (self.limit, self.slow_start_threshold);
        LimitSnapshot { limit, slow_start_threshold }
    }

    /// Returns to an earlier state, because later rejections are no evidence about concurrency.
    pub(crate) fn restore(&mut self, snapshot: LimitSnapshot) {
        self.resume_slow_start();
        self.limit = snapshot.limit;
        self.slow_start_threshold = snapshot.slow_start_threshold;
        self.is_frozen = false;
    }

    /// Begins slow start again after an outage, up to the limit from before it.
    pub(crate) fn restart(&mut self) {
        self.slow_start_threshold = self.slow_start_threshold.max(self.limit);
        self.limit = self.limit.min(self.first);
        self.congestion.iter_mut().for_each(CongestionEvent::finish);
        self.begin_round(false);
    }

    fn record_answer(&mut self, number: u64) {
        self.answers += 1;
        // True if the limit was reached with this request.
        let was_full = self.in_flight + 1 >= self.limit;
        match &mut self.congestion {
            Some(event) if event.includes(number) => return event.record_answer(),
            // The first answer to a request that was sent after the event.
            Some(event) if !event.is_over => {
                event.is_over = true;
                let event = *event;
                return self.end_congestion(event, was_full);
            }
            _ => {}
        }
        self.round.answered += 1;
        let grows_quickly = self.limit < self.slow_start_threshold;
        let may_grow = self.round.limit_reached && !self.is_frozen;
        if grows_quickly && may_grow {
            let is_fast = self.limit < self.fast_start_threshold;
            let step = if is_fast { FAST_GROWTH - 1 } else { 1 };
            self.limit = (self.limit + step).min(self.highest);
        }
        if number >= self.round.end {
            self.observe_rate(self.round_outcomes().rate_of_ended());
            if !grows_quickly && may_grow {
                self.grow_slowly();
            }
            self.begin_round(was_full);
        }
    }

    /// Adds a little to the limit after a round.
    fn grow_slowly(&mut self) {
        // A few more rounds below capacity show whether there is background rejection.
        let needs_evidence = self.is_below_capacity() && self.background.is_suspected();
        if needs_evidence && self.evidence_rounds < EVIDENCE_ROUNDS {
            self.evidence_rounds += 1;
            return;
        }
        let large = self.background.is_established() && !self.is_capacity_confirmed();
        let divisor = if large { LARGE_STEP_DIVISOR } else { STEP_DIVISOR };
        let larger = (self.limit + 1 + self.limit / divisor).min(self.highest);
        self.limit = match self.at_capacity {
            Some((capacity, rounds)) if !self.background.is_considerable() && larger > capacity => {
                let rounds = if self.holds_at_capacity { rounds } else { rounds - 1 };
                self.at_capacity = (rounds > 0).then_some((capacity, rounds));
                capacity.max(self.limit)
            }
            _ => larger,
        };
    }

    /// Ends a congestion event.
    fn end_congestion(&mut self, event: CongestionEvent, was_full: bool) {
        let outcomes = match self.background.rejections_arrive_sooner() {
            true => self.round_outcomes(),
            false => event.outcomes,
        };
        self.observe_rate(self.background.rate_of(outcomes));
        if event.is_limit_by_time() {
            self.limit = self.limit.max(event.limit_before);
        }
        if event.is_outage() {
            self.slow_start_threshold = self.slow_start_threshold.max(event.limit_before);
        }
        self.at_capacity = Some((event.capacity.max(self.limit), ROUNDS_AT_CAPACITY));
        self.begin_round(was_full);
    }

    /// Observes a rejection rate. Once background rejection is established, it may have been the
    /// only cause of all rejections.
    fn observe_rate(&mut self, rate: RejectionRate) {
        if self.background.observe(rate) {
            (self.slow_start_threshold, self.at_capacity) = (self.highest, None);
        }
    }

    /// Returns the outcomes of this round so far.
    fn round_outcomes(&self) -> OutcomeCounts {
        self.round.outcomes(self.next, self.is_below_capacity())
    }

    /// Returns true if the limit is below the capacity seen at the latest congestion.
    fn is_below_capacity(&self) -> bool {
        let capacity = self.congestion.map(|event| event.capacity as f64);
        capacity.is_some_and(|capacity| self.limit as f64 <= BELOW_CAPACITY * capacity)
    }

    /// Returns true if two congestion events saw about the same capacity, and the limit is near it.
    fn is_capacity_confirmed(&self) -> bool {
        self.congestion.is_some_and(|event| {
            event.confirms_capacity(SAME_CAPACITY)
                && self.limit as f64 <= SAME_CAPACITY * event.capacity as f64
        })
    }

    /// Returns the number of rejections to tolerate in a round of this many requests.
    fn tolerated_rejections(&self, requests: f64) -> f64 {
        // With background rejection, one or two rejections in a small round are no evidence.
        let may_be_background = self.background.is_considerable() || self.is_below_capacity();
        let extra = if may_be_background { TOLERATED_COUNT } else { 0.0 };
        requests * (TOLERATED_SHARE + self.background.tolerated()) + extra
    }

    fn record_loss(&mut self, number: u64, feedback: ServerFeedback, in_flight: usize) -> bool {
        if let Some(event) = self.congestion.as_mut().filter(|event| event.includes(number)) {
            event.record_loss(feedback != ServerFeedback::TimedOut);
            let event = *event;
            // The threshold learned at the end of the event is still valid: slow start may
            // continue.
            let is_slow_start = event.is_over && self.limit < self.slow_start_threshold;
            let threshold = is_slow_start.then_some(self.slow_start_threshold);
            self.decrease(event);
            self.slow_start_threshold = threshold.unwrap_or(self.slow_start_threshold);
            return false;
        }
        self.round.record_loss(feedback);
        let requests = self.limit.min(self.round.max_slots).max(1) as f64;
        if self.round.weighted_rejections() <= self.tolerated_rejections(requests) {
            return false;
        }
        self.begin_congestion(in_flight);
        true
    }

    fn begin_congestion(&mut self, in_flight: usize) {
        let mut outcomes = self.round_outcomes();
        if self.background.rejections_arrive_sooner() {
            self.observe_rate(self.background.rate_of(outcomes));
        } else if let Some(before) = self.congestion.filter(|before| !before.is_over) {
            outcomes = outcomes.plus(before.outcomes);
        }
        let in_flight = in_flight.saturating_sub(1);
        let event = CongestionEvent {
            end: self.next,
            capacity: self.round.capacity(in_flight).min(self.limit),
            in_flight,
            previous_capacity: self.congestion.and_then(CongestionEvent::observed_capacity),
            floor: self.congestion_floor(),
            limit_before: self.limit,
            answers_before: std::mem::take(&mut self.answers),
            outcomes,
            only_disconnects: self.round.has_only_disconnects(),
            wait_requested: false,
            is_over: false,
        };
        self.congestion = Some(event);
        self.decrease(event);
        self.begin_round(false);
        self.round.begin = self.next;
    }

    /// Returns the lowest limit after one congestion event: half of the requests in flight, or half
    /// of the limit if it was not reached yet, because few requests in flight are weak evidence.
    fn congestion_floor(&self) -> usize {
        let used = match self.round.limit_reached {
            true => self.limit.min(self.round.max_in_flight),
            false => self.limit,
        };
        // During fast start, an earlier limit may have been a third of this one.
        let is_fast_start = self.fast_start_threshold > 0 && self.limit > START;
        if is_fast_start { used / (2 * FAST_GROWTH) } else { used / 2 }
    }

    fn decrease(&mut self, event: CongestionEvent) {
        self.limit = self.limit.min(event.limit_after());
        self.slow_start_threshold = self.limit;
        (self.fast_start_threshold, self.evidence_rounds) = (0, 0);
    }

    fn begin_round(&mut self, limit_reached: bool) {
        self.round = Round::new(self.next, self.in_flight, limit_reached);
    }
}

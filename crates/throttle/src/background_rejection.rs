//! The share of requests that a server rejects at any load.
//!
//! The share is measured in rounds below the capacity seen at the last congestion. If rejections
//! arrive sooner than answers, no request that is still in flight will be rejected, so the share
//! refers to all requests sent. Otherwise it refers to the requests that ended.

use crate::moving_average::MovingAverage;
use crate::outcome_counts::{OutcomeCounts, RejectionRate};

/// Number of requests below capacity with the same weight as all earlier evidence.
const MEMORY: f64 = 32.0;
/// The largest rate taken as background. A server with a higher rate limits requests by time.
const MAX_RATE: f64 = 0.6;
/// Lowest rate at which single rejections are weak evidence about capacity.
const MIN_RATE: f64 = 0.01;
/// Rejections tolerated in a round, as a multiple of the background rate.
const TOLERANCE: f64 = 2.0;
/// The same if rejections arrive sooner than answers.
const TOLERANCE_IF_SOONER: f64 = 1.5;
/// The number of rejections below capacity that establish a background rate.
const MIN_REJECTIONS: usize = 6;

/// The estimated share of requests that a server rejects at any load.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BackgroundRejection {
    /// The share rejected below capacity.
    rate: f64,
    /// Rejections below capacity, counted until they establish the rate.
    rejections: usize,
    /// The requests among which those rejections were counted.
    requests: usize,
    /// Requests sent between a request and its answer.
    answer_delay: MovingAverage<8>,
    /// Requests sent between a request and its rejection.
    rejection_delay: MovingAverage<8>,
}

impl BackgroundRejection {
    /// Records an answer; `sent_since` requests were sent after its request.
    pub(crate) fn record_answer(&mut self, sent_since: u64) {
        self.answer_delay.add(sent_since as f64);
    }

    /// Records a rejection; `sent_since` requests were sent after its request.
    pub(crate) fn record_rejection(&mut self, sent_since: u64) {
        self.rejection_delay.add(sent_since as f64);
    }

    /// Returns true if rejections arrive sooner than answers.
    pub(crate) fn rejections_arrive_sooner(&self) -> bool {
        let delays = self.rejection_delay.get().zip(self.answer_delay.get());
        delays.is_none_or(|(rejection, answer)| rejection < answer / 2.0)
    }

    /// The rejection rate of these requests.
    pub(crate) fn rate_of(&self, outcomes: OutcomeCounts) -> RejectionRate {
        match self.rejections_arrive_sooner() {
            true => outcomes.rate_of_sent(),
            false => outcomes.rate_of_ended(),
        }
    }

    /// Adds the rejection rate of some requests, if they were sent below capacity. Returns whether
    /// that has just established a background rate.
    pub(crate) fn observe(&mut self, observed: RejectionRate) -> bool {
        if !observed.below_capacity || observed.requests == 0 || observed.value() > MAX_RATE {
            return false;
        }
        let requests = observed.requests as f64;
        self.rate += (observed.value() - self.rate) * requests / (requests + MEMORY);
        if self.rejections >= MIN_REJECTIONS {
            return false;
        }
        self.rejections += observed.rejected;
        self.requests += observed.requests;
        if self.rejections >= MIN_REJECTIONS {
            // The average started at zero, which is too low.
            self.rate = self.rate.max(self.rejections as f64 / self.requests as f64);
        }
        self.is_established()
    }

    /// Returns true if enough rejections show that the rate matters.
    pub(crate) fn is_established(&self) -> bool {
        self.is_considerable() && self.rejections >= MIN_REJECTIONS
    }

    /// Returns true if some requests are rejected below capacity, but too few to be sure.
    pub(crate) fn is_suspected(&self) -> bool {
        self.is_considerable() && self.rejections < MIN_REJECTIONS
    }

    /// Returns true if the rate is so high that single rejections are weak evidence about capacity.
    pub(crate) fn is_considerable(&self) -> bool {
        self.rate >= MIN_RATE
    }

    /// Returns the number of rejections to tolerate in a round, per slot. If rejections arrive
    /// sooner than answers, other requests take their place, so the rate is one per answer.
    pub(crate) fn tolerated(&self) -> f64 {
        let rate = self.rate;
        match self.rejections_arrive_sooner() {
            true => TOLERANCE_IF_SOONER * rate / (1.0 - rate),
            false => TOLERANCE * rate,
        }
    }

    /// Forgets the rate measured below capacity.
    pub(crate) fn forget(&mut self) {
        (self.rate, self.rejections, self.requests) = (0.0, 0, 0);
    }
}

//! A congestion event: the server rejected more than it served, and the concurrency limit
//! decreased.

use crate::outcome_counts::OutcomeCounts;

/// The new concurrency limit after congestion, as a share of the capacity seen.
const DECREASE: f64 = 0.95;
/// A server has a limit by time, and none on concurrency, if it asks for a wait, served none of the
/// requests in flight, and before that answered this multiple of the concurrency limit.
const ANSWERS_PER_LIMIT: usize = 4;

/// The state at a congestion event and the outcomes of the requests in flight at the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CongestionEvent {
    /// The number of the first request after the event.
    pub(crate) end: u64,
    /// The capacity seen: requests that the server seems to have handled at once.
    pub(crate) capacity: usize,
    /// The part of the capacity that was in flight.
    pub(crate) in_flight: usize,
    /// The capacity seen at the event before.
    pub(crate) previous_capacity: Option<usize>,
    /// The event does not lower the concurrency limit further than this.
    pub(crate) floor: usize,
    /// The concurrency limit when the event began.
    pub(crate) limit_before: usize,
    /// Answers between the event before and this one.
    pub(crate) answers_before: usize,
    /// Outcomes of the round in which the event began.
    pub(crate) outcomes: OutcomeCounts,
    /// True if only broken connections caused the event.
    pub(crate) only_disconnects: bool,
    /// True if the server asked for a wait.
    pub(crate) wait_requested: bool,
    /// True if a request that was sent later was answered.
    pub(crate) is_over: bool,
}

impl CongestionEvent {
    /// Returns true if the request with this number was in flight when the event began.
    pub(crate) fn includes(&self, number: u64) -> bool {
        number < self.end
    }

    /// Records one more request of the event that was not served; `is_rejection` says whether it
    /// counts towards the rejection rate.
    pub(crate) fn record_loss(&mut self, is_rejection: bool) {
        self.capacity = self.capacity.saturating_sub(1);
        self.in_flight = self.in_flight.saturating_sub(1);
        self.outcomes.rejected += usize::from(is_rejection);
    }

    /// Records one more request of the event that was answered.
    pub(crate) fn record_answer(&mut self) {
        self.outcomes.answered += usize::from(!self.is_over);
    }

    /// Ends the event early: the outcomes of its requests no longer count, the capacity does.
    pub(crate) fn finish(&mut self) {
        (self.end, self.is_over) = (0, true);
    }

    /// Returns the capacity to pass on to the next event. An event that begins before this one is
    /// over is not a second observation.
    pub(crate) fn observed_capacity(self) -> Option<usize> {
        if self.is_over { Some(self.capacity) } else { self.previous_capacity }
    }

    /// Returns true if this event and the one before saw the same capacity, up to this factor.
    pub(crate) fn confirms_capacity(&self, factor: f64) -> bool {
        let capacity = self.capacity as f64;
        let previous = self.previous_capacity.unwrap_or(0) as f64;
        capacity <= previous * factor && previous <= capacity * factor
    }

    /// Returns the concurrency limit after the event.
    pub(crate) fn limit_after(&self) -> usize {
        let limit = (self.capacity as f64 * DECREASE) as usize;
        limit.max(self.floor).max(1)
    }

    /// Returns true if the server limits requests by time, so that the event is no evidence about
    /// concurrency.
    pub(crate) fn is_limit_by_time(&self) -> bool {
        let many = self.answers_before >= ANSWERS_PER_LIMIT * self.limit_before;
        self.wait_requested && self.in_flight == 0 && many
    }

    /// Returns true if the server did not respond, so that the event is no evidence about
    /// concurrency.
    pub(crate) fn is_outage(&self) -> bool {
        self.only_disconnects && self.in_flight == 0
    }
}

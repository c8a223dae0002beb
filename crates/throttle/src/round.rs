//! A round of requests, the unit of time of the concurrency limit.

use crate::feedback::ServerFeedback;
use crate::outcome_counts::OutcomeCounts;

/// The weight of a timeout or a broken connection, in rejections. Either can happen without load.
const UNCLEAR_WEIGHT: f64 = 0.2;

/// A round: it ends with the first answer to a request that was sent after the round began.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Round {
    /// The number of its first request.
    pub(crate) begin: u64,
    /// The number of the first request after the round began; its answer ends the round.
    pub(crate) end: u64,
    /// True if the concurrency limit was reached.
    pub(crate) limit_reached: bool,
    /// The highest number of occupied slots.
    pub(crate) max_slots: usize,
    /// The highest number of requests in flight.
    pub(crate) max_in_flight: usize,
    pub(crate) answered: usize,
    rejected: usize,
    timed_out: usize,
    disconnected: usize,
}

impl Round {
    /// Creates a round that begins while `in_flight` requests are in flight and the next has number
    /// `next`.
    pub(crate) fn new(next: u64, in_flight: usize, limit_reached: bool) -> Self {
        let begin = next.saturating_sub(in_flight as u64);
        let (max_slots, max_in_flight) = (in_flight, in_flight);
        Self { begin, end: next, limit_reached, max_slots, max_in_flight, ..Self::default() }
    }

    /// Records a request, counted in `slots` and `in_flight`.
    pub(crate) fn record_sent(&mut self, slots: usize, in_flight: usize, limit: usize) {
        self.limit_reached |= slots >= limit;
        self.max_slots = self.max_slots.max(slots);
        self.max_in_flight = self.max_in_flight.max(in_flight);
    }

    /// Records a request that the server did not serve.
    pub(crate) fn record_loss(&mut self, feedback: ServerFeedback) {
        match feedback {
            ServerFeedback::TimedOut => self.timed_out += 1,
            ServerFeedback::Disconnected => self.disconnected += 1,
            _ => self.rejected += 1,
        }
    }

    /// Returns the load that the failures show, in rejections.
    pub(crate) fn weighted_rejections(&self) -> f64 {
        self.rejected as f64 + (self.timed_out + self.disconnected) as f64 * UNCLEAR_WEIGHT
    }

    /// Returns true if all failures were broken connections.
    pub(crate) fn has_only_disconnects(&self) -> bool {
        self.rejected + self.timed_out == 0
    }

    /// Returns the number of requests that the server handled at once, with `in_flight` still in
    /// flight. A request that was just answered counts, although no other has replaced it yet.
    pub(crate) fn capacity(&self, in_flight: usize) -> usize {
        let lost = self.rejected + self.timed_out + self.disconnected;
        self.max_in_flight.saturating_sub(lost).max(in_flight)
    }

    /// Returns the outcomes so far.
    pub(crate) fn outcomes(&self, next: u64, below_capacity: bool) -> OutcomeCounts {
        let (answered, rejected) = (self.answered, self.rejected + self.disconnected);
        OutcomeCounts { answered, rejected, sent: next.saturating_sub(self.begin), below_capacity }
    }
}

//! The capacity of a server as it was known before failures began.

use crate::concurrency_limit::LimitSnapshot;
use crate::request_spacing::RequestSpacing;

/// Number of rejections that show that a server does not answer, if even one request at a time was
/// too many or nothing else is in flight.
const MIN_REJECTIONS: u32 = 16;

/// The capacity of a server as it was known at the first failure after the latest answer.
///
/// Only requests sent after that failure count. Answers to earlier requests can arrive long after
/// the server began to reject everything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapacitySnapshot {
    /// The number of the next request at that time.
    next: u64,
    /// Rejections of requests sent since.
    rejected: u32,
    /// True if many rejections ended with nothing else in flight: no answer can follow.
    rejected_all: bool,
    /// The concurrency limit known at that time.
    pub(crate) limit: LimitSnapshot,
    /// The request spacing in use at that moment.
    pub(crate) spacing: RequestSpacing,
}

impl CapacitySnapshot {
    /// Takes a snapshot; the next request has number `next`.
    pub(crate) fn new(next: u64, limit: LimitSnapshot, spacing: RequestSpacing) -> Self {
        Self { next, rejected: 0, rejected_all: false, limit, spacing }
    }

    /// Returns true if it was taken before the request with this number was sent.
    pub(crate) fn precedes(&self, number: u64) -> bool {
        number >= self.next
    }

    /// Records the rejection of a later request; `is_last` if nothing else was in flight.
    pub(crate) fn record_rejection(&mut self, is_last: bool) {
        self.rejected += 1;
        self.rejected_all |= is_last && self.rejected >= MIN_REJECTIONS;
    }

    /// Returns true if the rejections show that no concurrency limit was low enough; `limit` is the
    /// current one.
    pub(crate) fn was_everything_rejected(&self, limit: usize) -> bool {
        self.rejected_all || (limit == 1 && self.rejected >= MIN_REJECTIONS)
    }
}

//! The failures since the last answer, and whether they open the circuit.

use tokio::time::Instant;

/// The minimum number of consecutive failures that open the circuit.
pub(super) const MIN_FAILURES: u32 = 5;
/// Highest number of other requests in flight that failures have to outnumber.
const MAX_OUTNUMBERED: usize = 32;

/// The cause of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureCause {
    /// A rate limit.
    RateLimit,
    /// An overload that the server reports.
    Overload,
    /// The server accepted the request and did not answer in time.
    Timeout,
    /// Anything else.
    Other,
}

impl FailureCause {
    /// Returns true if the server rejected the request, so that it is running and could answer.
    pub(super) fn is_rejection(self) -> bool {
        matches!(self, Self::RateLimit | Self::Overload)
    }

    /// Returns true if it shows that the server is running.
    pub(super) fn shows_server(self) -> bool {
        self.is_rejection() || self == Self::Timeout
    }
}

/// The position of a request among the others when it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestPosition {
    /// Its number.
    pub(crate) number: u64,
    /// The number of the next request.
    pub(crate) next: u64,
    /// Requests still in flight.
    pub(crate) in_flight: usize,
}

/// The failures since the last answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct FailureStreak {
    pub(super) since: Instant,
    /// The number of the next request at the first failure.
    pub(super) next: u64,
    /// Requests sent before then that are still in flight.
    pub(super) older_in_flight: usize,
    /// Failures of requests sent later.
    later_failures: u32,
    pub(super) rate_limits: u32,
    /// Failures that are rejections, rate limits included.
    pub(super) rejections: u32,
    /// Failures that are not rejections.
    pub(super) other: u32,
    /// Time since which there are no rejections.
    pub(super) without_rejection_since: Option<Instant>,
}

impl FailureStreak {
    /// Creates a streak that begins with this request, which is not counted yet.
    pub(super) fn new(position: RequestPosition, now: Instant) -> Self {
        Self {
            since: now,
            next: position.next,
            older_in_flight: position.in_flight + 1,
            later_failures: 0,
            rate_limits: 0,
            rejections: 0,
            other: 0,
            without_rejection_since: None,
        }
    }

    pub(super) fn record(&mut self, number: u64, cause: FailureCause, now: Instant) {
        let add = |count: &mut u32, one: bool| *count = count.saturating_add(u32::from(one));
        add(&mut self.later_failures, number >= self.next);
        add(&mut self.rate_limits, cause == FailureCause::RateLimit);
        add(&mut self.rejections, cause.is_rejection());
        add(&mut self.other, !cause.is_rejection());
        let since = self.without_rejection_since.or(Some(now));
        self.without_rejection_since = since.filter(|_| !cause.is_rejection());
    }

    pub(super) fn failures(&self) -> u32 {
        self.rejections.saturating_add(self.other)
    }

    /// Returns true if the streak is more than simultaneous failures, or chance failures among
    /// others.
    pub(super) fn opens_circuit(&self, in_flight: usize) -> bool {
        let nothing_older = self.older_in_flight == 0 && self.failures() >= MIN_FAILURES;
        let all_rejected = nothing_older && self.later_failures as usize >= in_flight;
        let outnumbered = self.older_in_flight.min(MAX_OUTNUMBERED);
        let most_fail = self.other >= MIN_FAILURES && self.other as usize > outnumbered;
        self.later_failures > 0 && (all_rejected || most_fail)
    }
}

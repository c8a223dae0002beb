//! An outage, and the time between two outages.

use std::time::Duration;
use tokio::time::Instant;

/// A time in which the server does not answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    pub(crate) since: Instant,
    pub(crate) is_reported: bool,
}

/// The time since the last outage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UptimeInterval {
    since: Instant,
    /// The part of it in which no worker wanted to send anything.
    idle: Duration,
    /// The latest time at which a worker is known to have wanted to send.
    wanted_until: Instant,
    answers: u32,
}

impl UptimeInterval {
    /// Returns the first interval, which begins with the run.
    pub(crate) fn first(now: Instant) -> Self {
        Self { since: now, idle: Duration::ZERO, wanted_until: now, answers: 0 }
    }

    /// Returns the interval after this one.
    pub(crate) fn next(self, now: Instant) -> Self {
        Self { wanted_until: self.wanted_until, ..Self::first(now) }
    }

    /// Records a wish to send while nothing is in flight.
    pub(crate) fn end_idle_time(&mut self, now: Instant) {
        self.idle += now.saturating_duration_since(self.wanted_until);
    }

    /// Records that a worker wants to send until this time.
    pub(crate) fn extend_demand(&mut self, until: Instant) {
        self.wanted_until = self.wanted_until.max(until);
    }

    /// Records an answer.
    pub(crate) fn record_answer(&mut self) {
        self.answers += 1;
    }

    /// Returns the number of answers.
    pub(crate) fn answers(&self) -> u32 {
        self.answers
    }

    /// Returns the mean seconds between answers, without idle time.
    pub(crate) fn mean_answer_gap(&self, now: Instant) -> f64 {
        let busy = now.saturating_duration_since(self.since).saturating_sub(self.idle);
        busy.as_secs_f64() / f64::from(self.answers.max(1))
    }
}

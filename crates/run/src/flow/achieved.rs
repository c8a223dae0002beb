//! What an account achieved: how much was in flight, and what came in the way.

use std::time::Duration;
use tokio::time::Instant;

/// What was asked of an account, and what came in the way, since the run began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Achieved {
    /// Attempts sent.
    pub sent: u64,
    /// Attempts refused by a rate limit, or because the server had too much to do.
    pub refused: u64,
    /// The most attempts that were in flight.
    pub most_in_flight: usize,
    /// Attempts in flight on average, from the first to the end of the last: waits count.
    pub mean_in_flight: f64,
    /// How many may be in flight by what was found so far.
    pub limit: usize,
    /// How often that was lowered.
    pub cuts: u64,
    /// How long nothing was sent because the server asked for it.
    pub paused: Duration,
    /// How often the server was left alone because it answered nothing.
    pub outages: u64,
}

/// How an account stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The account.
    pub account: String,
    /// Attempts in flight.
    pub in_flight: usize,
    /// How many may be.
    pub limit: usize,
    /// How long nothing will be sent, because the server asks for it or does not answer.
    pub waits: Option<Duration>,
}

/// Counts what was in flight over time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// When the first attempt went out.
    begun: Option<Instant>,
    at: Option<Instant>,
    /// Attempts in flight since `at`.
    out: usize,
    /// Attempts times seconds.
    area: f64,
    pub(crate) most: usize,
}

impl Tally {
    /// Notes that `out` attempts are in flight from now on.
    pub(crate) fn note(&mut self, out: usize, now: Instant) {
        if let Some(at) = self.at {
            self.area += now.saturating_duration_since(at).as_secs_f64() * self.out as f64;
        }
        self.begun = self.begun.or(Some(now));
        self.at = Some(now);
        self.out = out;
        self.most = self.most.max(out);
    }

    /// The mean so far.
    pub(crate) fn mean(&self) -> f64 {
        let Some((begun, at)) = self.begun.zip(self.at) else { return 0.0 };
        let seconds = at.saturating_duration_since(begun).as_secs_f64();
        if seconds > 0.0 { self.area / seconds } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_over_all_the_time_between_the_first_and_the_last() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut tally = Tally::default();
        assert_eq!(tally.mean(), 0.0);
        tally.note(2, at(0));
        tally.note(4, at(1));
        tally.note(0, at(3));
        tally.note(1, at(100));
        tally.note(0, at(101));
        assert_eq!((tally.most, tally.mean()), (4, (2.0 + 8.0 + 1.0) / 101.0));
    }
}

//! Statistics of an account, and its current status.

use std::time::Duration;
use tokio::time::Instant;

/// Statistics of an account since the run began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccountStatistics {
    /// Requests sent.
    pub sent: u64,
    /// Requests rejected because of a rate limit or overload.
    pub refused: u64,
    /// The highest number of requests in flight.
    pub most_in_flight: usize,
    /// The mean number of requests in flight, from the first request to the end of the last, waits
    /// included.
    pub mean_in_flight: f64,
    /// The concurrency limit reached so far.
    pub limit: usize,
    /// The number of times the concurrency limit decreased.
    pub cuts: u64,
    /// The time in which nothing was sent because the server asked for a pause.
    pub paused: Duration,
    /// The number of outages: times in which the server did not answer.
    pub outages: u64,
}

/// The status of an account at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountStatus {
    /// The account.
    pub account: String,
    /// Requests in flight.
    pub in_flight: usize,
    /// The concurrency limit.
    pub limit: usize,
    /// The time until the next request, if the server asked for a pause or does not answer.
    pub waits: Option<Duration>,
}

/// The number of requests in flight over time.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlightAverage {
    /// The time of the first request.
    begun: Option<Instant>,
    updated_at: Option<Instant>,
    /// Requests in flight since `updated_at`.
    in_flight: usize,
    /// Requests in flight integrated over time, in request seconds.
    area: f64,
    pub(crate) highest: usize,
}

impl InFlightAverage {
    /// Records that `in_flight` requests are in flight from now on.
    pub(crate) fn record(&mut self, in_flight: usize, now: Instant) {
        if let Some(at) = self.updated_at {
            let seconds = now.saturating_duration_since(at).as_secs_f64();
            self.area += seconds * self.in_flight as f64;
        }
        self.begun = self.begun.or(Some(now));
        self.updated_at = Some(now);
        self.in_flight = in_flight;
        self.highest = self.highest.max(in_flight);
    }

    /// Returns the mean so far.
    pub(crate) fn mean(&self) -> f64 {
        let Some((begun, at)) = self.begun.zip(self.updated_at) else { return 0.0 };
        let seconds = at.saturating_duration_since(begun).as_secs_f64();
        if seconds > 0.0 { self.area / seconds } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_covers_the_time_from_the_first_to_the_last_request() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut average = InFlightAverage::default();
        assert_eq!(average.mean(), 0.0);
        average.record(2, at(0));
        average.record(4, at(1));
        average.record(0, at(3));
        average.record(1, at(100));
        average.record(0, at(101));
        assert_eq!((average.highest, average.mean()), (4, (2.0 + 8.0 + 1.0) / 101.0));
    }
}

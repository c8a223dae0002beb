//! Limits on the number of requests in progress, and in a second.

use crate::Config;
use std::time::{Duration, Instant};

/// The state of the limits.
#[derive(Debug)]
pub(crate) struct Limits {
    in_flight: u64,
    /// Number of requests that may come now.
    reserve: f64,
    /// The time when the reserve was computed.
    at: Instant,
}

/// A limit that a request has reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LimitReached {
    /// The server has as many requests in progress as it can.
    Full,
    /// Too many requests in this second. One more is accepted after this wait.
    Fast(Duration),
}

impl Limits {
    pub(crate) fn new(now: Instant) -> Self {
        Self { in_flight: 0, reserve: f64::INFINITY, at: now }
    }

    /// Accepts a request, or returns the reached limit.
    pub(crate) fn enter(&mut self, config: &Config, now: Instant) -> Result<(), LimitReached> {
        if config.max_inflight > 0 && self.in_flight >= config.max_inflight {
            return Err(LimitReached::Full);
        }
        if config.rps > 0.0 {
            let gained = now.saturating_duration_since(self.at).as_secs_f64() * config.rps;
            // A reserve below one request would accept none.
            self.reserve = (self.reserve + gained).min(config.rps.max(1.0));
            self.at = now;
            if self.reserve < 1.0 {
                return Err(LimitReached::Fast(Duration::from_secs_f64(
                    (1.0 - self.reserve) / config.rps,
                )));
            }
            self.reserve -= 1.0;
        }
        self.in_flight += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub(crate) fn in_flight(&self) -> u64 {
        self.in_flight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_server_refuses_until_one_leaves() {
        let (config, now) = (Config { max_inflight: 2, ..Config::default() }, Instant::now());
        let mut limits = Limits::new(now);
        assert_eq!(limits.enter(&config, now), Ok(()));
        assert_eq!(limits.enter(&config, now), Ok(()));
        assert_eq!(limits.enter(&config, now), Err(LimitReached::Full));
        limits.leave();
        assert_eq!(limits.enter(&config, now), Ok(()));
        assert_eq!(limits.in_flight(), 2);
    }

    #[test]
    fn a_rate_is_kept_over_time() {
        let (config, begun) = (Config { rps: 10.0, ..Config::default() }, Instant::now());
        let mut limits = Limits::new(begun);
        let mut let_in = 0;
        for ms in 0..5_000 {
            let now = begun + Duration::from_millis(ms);
            match limits.enter(&config, now) {
                Ok(()) => let_in += 1,
                Err(LimitReached::Fast(wait)) => assert!(wait <= Duration::from_millis(100)),
                Err(LimitReached::Full) => panic!("there is no such limit"),
            }
        }
        assert!((59..=60).contains(&let_in), "a second's reserve and five seconds: {let_in}");
    }
}

//! A circuit breaker: it stops sending to a server that does not answer, and probes it from time to
//! time.

mod failure_streak;

pub(crate) use failure_streak::{FailureCause, RequestPosition};
use failure_streak::{FailureStreak, MIN_FAILURES};
use std::time::Duration;
use tokio::time::Instant;

/// The wait before the first probe. It doubles with each probe that fails.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// The longest wait before a probe, unless the server asks for more.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The minimum time for a probe to be answered before another probe is sent as well.
const PROBE_TIMEOUT: Duration = Duration::from_secs(10);
/// Time after which to give up a server that never answered. The user who started it should know
/// soon.
const GIVE_UP_IF_NEVER_THERE: Duration = Duration::from_secs(30);
/// Time after which to give up a server that answered before. It may be restarting.
const GIVE_UP: Duration = Duration::from_secs(15 * 60);
/// The time after which to give up waiting for a rate limit: a daily limit is over after a day.
const GIVE_UP_AT_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The state of the circuit as a sender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Circuit {
    /// Requests may be sent.
    Closed,
    /// No request may be sent before this time.
    Open(Instant),
    /// One request, the probe, may be sent.
    HalfOpen,
    /// The probe is in flight. Others wait for it, but not beyond this time.
    Probing(Instant),
}

/// The effect of a failure on the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trip {
    /// No effect.
    None,
    /// The circuit opened or stays open for this long.
    Opened(Duration),
    /// The server is given up.
    GivenUp {
        /// Consecutive failures.
        attempts: u32,
        /// The time since the first of them.
        over: Duration,
    },
}

/// A circuit breaker for one account.
///
/// The circuit opens after at least five consecutive failures. One of them must be of a request
/// sent after the first failure, so that requests that fail together do not open it. Failures must
/// outnumber the older requests in flight, up to 32, since those may still be answered. Rejections
/// open it only when no older request is in flight, and as many later requests were rejected as are
/// in flight.
///
/// A server that rejects is running, so it is given up later than one that does not respond.
#[derive(Clone, Debug)]
pub(crate) struct CircuitBreaker {
    state: CircuitState,
    streak: Option<FailureStreak>,
    /// True if it ever answered.
    has_answered: bool,
    /// True if the server ever answered, rejected or accepted a request.
    was_there: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CircuitState {
    Closed,
    Open {
        until: Instant,
        wait: Duration,
    },
    /// The probe is in flight. If it hangs, the next one may be sent at `until`.
    Probing {
        number: u64,
        until: Option<Instant>,
        wait: Duration,
    },
}

impl CircuitBreaker {
    /// Creates a closed circuit.
    pub(crate) fn new() -> Self {
        Self { state: CircuitState::Closed, streak: None, has_answered: false, was_there: false }
    }

    /// Creates a closed circuit to a server that has answered before, or at least rejected.
    pub(crate) fn to_known_server(has_answered: bool, has_rejected: bool) -> Self {
        Self { has_answered, was_there: has_answered || has_rejected, ..Self::new() }
    }

    /// Returns the state of the circuit.
    pub(crate) fn circuit(&self, now: Instant) -> Circuit {
        match self.state {
            CircuitState::Closed => Circuit::Closed,
            CircuitState::Open { until, .. } if now < until => Circuit::Open(until),
            CircuitState::Open { .. } => Circuit::HalfOpen,
            CircuitState::Probing { until: Some(until), .. } if now < until => {
                Circuit::Probing(until)
            }
            CircuitState::Probing { .. } => Circuit::HalfOpen,
        }
    }

    /// Records that a request is sent. Unless the circuit is closed, it is the probe.
    pub(crate) fn record_sent(&mut self, number: u64, now: Instant) {
        let wait = match self.state {
            CircuitState::Closed => return,
            CircuitState::Open { wait, .. } => wait,
            CircuitState::Probing { wait, .. } => (wait * 2).min(MAX_WAIT),
        };
        let until = now.checked_add(wait.max(PROBE_TIMEOUT));
        self.state = CircuitState::Probing { number, until, wait };
    }

    /// Returns true if this request is the probe.
    pub(crate) fn is_probe(&self, number: u64) -> bool {
        matches!(self.state, CircuitState::Probing { number: probe, .. } if probe == number)
    }

    /// Records a request that ended without an outcome. If it was the probe, another may be sent.
    pub(crate) fn record_neutral(&mut self, number: u64, now: Instant) {
        self.forget_older(number);
        if let CircuitState::Probing { number: probe, wait, .. } = self.state
            && probe == number
        {
            self.state = CircuitState::Open { until: now, wait };
        }
    }

    /// Records an answer. Returns whether that closed the circuit.
    pub(crate) fn record_answer(&mut self) -> bool {
        (self.has_answered, self.was_there) = (true, true);
        self.streak = None;
        let was_open = self.state != CircuitState::Closed;
        self.state = CircuitState::Closed;
        was_open
    }

    /// Records a failure; `asked` is the wait that the server asks for.
    pub(crate) fn record_failure(
        &mut self,
        position: RequestPosition,
        cause: FailureCause,
        asked: Option<Duration>,
        now: Instant,
    ) -> Trip {
        let RequestPosition { number, in_flight, .. } = position;
        let new = || FailureStreak::new(position, now);
        self.streak.get_or_insert_with(new).record(number, cause, now);
        self.was_there |= cause.shows_server();
        self.forget_older(number);
        let Some(streak) = self.streak else { return Trip::None };
        let wait = match self.state {
            CircuitState::Closed if streak.opens_circuit(in_flight) => FIRST_WAIT,
            CircuitState::Probing { number: probe, wait, .. } if probe == number => {
                (wait * 2).min(MAX_WAIT)
            }
            // A request that was in flight when the circuit opened gives no new information.
            _ => return Trip::None,
        };
        if self.gives_up(streak, now) {
            let over = now.saturating_duration_since(streak.since);
            return Trip::GivenUp { attempts: streak.failures(), over };
        }
        let pause = wait.max(asked.unwrap_or_default());
        self.state = CircuitState::Open { until: now + pause, wait };
        Trip::Opened(pause)
    }

    /// Notes that a request is no longer in flight.
    fn forget_older(&mut self, number: u64) {
        if let Some(streak) = self.streak.as_mut().filter(|streak| number < streak.next) {
            streak.older_in_flight = streak.older_in_flight.saturating_sub(1);
        }
    }

    /// The number of failures since the last answer.
    pub(crate) fn failures(&self) -> u32 {
        self.streak.map_or(0, |streak| streak.failures())
    }

    /// Returns true if enough requests failed before this later one to open the circuit, with no
    /// older ones in flight.
    pub(crate) fn would_be_open(&self, number: u64) -> bool {
        let is_later = |streak: &FailureStreak| number >= streak.next && streak.older_in_flight > 0;
        self.streak.filter(is_later).is_some_and(|streak| streak.failures() >= MIN_FAILURES)
    }

    /// Returns the time of the first failure since the last answer.
    pub(crate) fn failing_since(&self) -> Option<Instant> {
        self.streak.map(|streak| streak.since)
    }

    /// Returns the number of rejections, if the latest failure was one and most of them were.
    pub(crate) fn rejections(&self) -> Option<u32> {
        let streak = self.streak.filter(|streak| streak.without_rejection_since.is_none())?;
        (streak.rejections > streak.other).then_some(streak.rejections)
    }

    fn gives_up(&self, streak: FailureStreak, now: Instant) -> bool {
        let over = |since: Instant| now.saturating_duration_since(since);
        // A server that only reports overload from the start may be starting.
        let may_be_starting = !self.has_answered && streak.rate_limits == 0;
        let patience = if may_be_starting { GIVE_UP } else { GIVE_UP_AT_LIMIT };
        let without_rejection = if self.was_there { GIVE_UP } else { GIVE_UP_IF_NEVER_THERE };
        over(streak.since) >= patience
            || streak.without_rejection_since.is_some_and(|since| over(since) >= without_rejection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server whose requests fail one after another.
    struct FailingServer {
        breaker: CircuitBreaker,
        number: u64,
        now: Instant,
        cause: FailureCause,
    }

    impl FailingServer {
        fn new(limit: bool) -> Self {
            let cause = if limit { FailureCause::RateLimit } else { FailureCause::Other };
            Self { breaker: CircuitBreaker::new(), number: 0, now: Instant::now(), cause }
        }

        fn send(&mut self) -> u64 {
            self.breaker.record_sent(self.number, self.now);
            self.number += 1;
            self.number - 1
        }

        fn fail(&mut self) -> Trip {
            let number = self.send();
            let position = RequestPosition { number, next: self.number, in_flight: 0 };
            self.breaker.record_failure(position, self.cause, None, self.now)
        }

        /// Waits until a probe may be sent, and makes it fail.
        fn probe(&mut self) -> Trip {
            if let Circuit::Open(until) = self.breaker.circuit(self.now) {
                self.now = until;
            }
            assert_eq!(self.breaker.circuit(self.now), Circuit::HalfOpen);
            self.fail()
        }

        fn waits(&mut self) -> (Vec<u64>, Duration) {
            let begun = self.now;
            let mut waits = Vec::new();
            loop {
                let trip = if waits.is_empty() { self.fail() } else { self.probe() };
                match trip {
                    Trip::None => {}
                    Trip::Opened(wait) => waits.push(wait.as_secs()),
                    Trip::GivenUp { over, .. } => {
                        assert_eq!(over, self.now - begun);
                        return (waits, over);
                    }
                }
            }
        }
    }

    #[test]
    fn a_server_that_never_answered_is_given_up_after_half_a_minute() {
        assert_eq!(
            FailingServer::new(false).waits(),
            (vec![1, 2, 4, 8, 16], Duration::from_secs(31))
        );
    }

    #[test]
    fn a_server_that_answered_is_given_up_after_a_quarter_of_an_hour() {
        let mut server = FailingServer::new(false);
        server.send();
        assert!(!server.breaker.record_answer());
        let (waits, over) = server.waits();
        assert_eq!(waits[..8], [1, 2, 4, 8, 16, 32, 60, 60]);
        assert!(over >= GIVE_UP && over < GIVE_UP + MAX_WAIT, "{over:?}");
    }

    #[test]
    fn a_limit_is_waited_out_for_a_day() {
        let (waits, over) = FailingServer::new(true).waits();
        assert!(waits.len() > 1000 && over >= GIVE_UP_AT_LIMIT, "{over:?}");
    }

    fn position(number: u64, next: u64, in_flight: usize) -> RequestPosition {
        RequestPosition { number, next, in_flight }
    }

    /// Failures of a new server, all at one time.
    fn failures(cause: FailureCause) -> impl FnMut(RequestPosition) -> Trip {
        let (mut breaker, now) = (CircuitBreaker::new(), Instant::now());
        move |position| breaker.record_failure(position, cause, None, now)
    }

    #[test]
    fn requests_that_fail_together_do_not_open_the_circuit() {
        let mut fail = failures(FailureCause::Other);
        for number in 0..99 {
            assert_eq!(fail(position(number, 100, 99 - number as usize)), Trip::None);
        }
        assert_eq!(
            fail(position(100, 101, 1)),
            Trip::Opened(FIRST_WAIT),
            "what is asked then fails as well"
        );
    }

    #[test]
    fn rejections_do_not_open_the_circuit_while_older_requests_are_in_flight() {
        let mut reject = failures(FailureCause::RateLimit);
        for number in 100..150 {
            // A hundred older requests are in flight all the time.
            assert_eq!(reject(position(number, number + 1, 100)), Trip::None);
        }
        for number in 0..99 {
            assert_eq!(reject(position(number, 150, 0)), Trip::None);
        }
        assert_eq!(reject(position(99, 150, 0)), Trip::Opened(FIRST_WAIT));
    }

    #[test]
    fn the_end_of_a_wave_of_answers_does_not_open_the_circuit() {
        let mut reject = failures(FailureCause::RateLimit);
        // The last six of 64 simultaneous requests are rejected, and then the first of the next.
        let wave = (58..64).map(|number| position(number, 64, 63 - number as usize));
        for position in wave.chain([position(64, 128, 63)]) {
            assert_eq!(reject(position), Trip::None);
        }
    }

    #[test]
    fn failures_have_to_outnumber_older_requests() {
        // Forty older requests are in flight all the time.
        let mut failed = failures(FailureCause::Other);
        let mut fail = |number| failed(position(number, number + 1, 40));
        assert!((100..132).all(|number| fail(number) == Trip::None));
        assert_eq!(fail(132), Trip::Opened(FIRST_WAIT));
    }

    #[test]
    fn one_probe_at_a_time_is_sent_and_an_answer_closes_the_circuit() {
        let mut server = FailingServer::new(false);
        while server.fail() == Trip::None {}
        assert!(matches!(server.breaker.circuit(server.now), Circuit::Open(_)));
        server.now += FIRST_WAIT;
        assert_eq!(server.breaker.circuit(server.now), Circuit::HalfOpen);
        let probe = server.send();
        assert!(matches!(server.breaker.circuit(server.now), Circuit::Probing(_)));
        let old =
            server.breaker.record_failure(position(0, 9, 1), FailureCause::Other, None, server.now);
        assert_eq!(old, Trip::None, "an old one");
        assert!(matches!(server.breaker.circuit(server.now), Circuit::Probing(_)));
        server.breaker.record_neutral(probe, server.now);
        assert_eq!(server.breaker.circuit(server.now), Circuit::HalfOpen);
        server.send();
        assert!(server.breaker.record_answer());
        assert_eq!(server.breaker.circuit(server.now), Circuit::Closed);
    }

    #[test]
    fn further_probes_follow_a_hanging_one_ever_less_often() {
        let mut server = FailingServer::new(false);
        while server.fail() == Trip::None {}
        server.now += FIRST_WAIT;
        server.send();
        let mut waits = Vec::new();
        for _ in 0..8 {
            let Circuit::Probing(until) = server.breaker.circuit(server.now) else {
                panic!("no probe")
            };
            waits.push((until - server.now).as_secs());
            server.now = until;
            assert_eq!(server.breaker.circuit(server.now), Circuit::HalfOpen);
            server.send();
        }
        assert_eq!(waits, [10, 10, 10, 10, 16, 32, 60, 60]);
        assert!(server.breaker.record_answer());
    }

    #[test]
    fn a_probe_waits_as_long_as_the_server_asks() {
        let mut server = FailingServer::new(true);
        while server.fail() == Trip::None {}
        server.now += FIRST_WAIT;
        let probe = server.send();
        let asked = Some(Duration::from_secs(200));
        let trip = server.breaker.record_failure(
            position(probe, server.number, 0),
            FailureCause::RateLimit,
            asked,
            server.now,
        );
        assert_eq!(trip, Trip::Opened(Duration::from_secs(200)));
    }
}

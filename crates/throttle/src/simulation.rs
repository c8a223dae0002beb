//! Simulated servers, and the controller's adaptation to them in simulated time.

mod by_time;
mod outage;
mod unclear;

use crate::account_event::AccountEvent;
use crate::circuit_breaker::CircuitBreaker;
use crate::controller::RateController;
use crate::request::{Decision, RequestDemand, RequestSource, RequestToken};
use crate::{
    AccountStatistics, AttemptCounts, FailureReport, Limits, OnLimit, Quota, Remaining, RetryPolicy,
};
use peirast_record::{ErrorKind, Key, Usage};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;
use tokio::time::Instant;

/// The end of a request, after this latency.
type Ending = (Duration, Result<Quota, Failure>);

/// Makes the failure that a server reports.
type Says = fn() -> Failure;

/// A simulated server. Its state is the time since the beginning and the requests in flight.
trait Server {
    fn take(&mut self, at: Duration, in_flight: usize) -> Ending;
}

impl<F: FnMut(Duration, usize) -> Ending> Server for F {
    fn take(&mut self, at: Duration, in_flight: usize) -> Ending {
        self(at, in_flight)
    }
}

/// The result of a simulated run.
#[derive(Debug)]
struct Run {
    answered: usize,
    sent: usize,
    /// Items that were given up.
    lost: usize,
    took: Duration,
    ended: Instant,
    controller: RateController,
    /// The time at which each request was sent.
    moments: Vec<Duration>,
    /// The time of each answer.
    answers: Vec<Duration>,
}

impl Run {
    fn wasted(&self) -> f64 {
        (self.sent - self.answered) as f64 / self.sent as f64
    }

    fn statistics(&self) -> AccountStatistics {
        self.controller.statistics(self.ended)
    }

    /// Returns the answers per second in an interval.
    fn rate_within(&self, from: Duration, to: Duration) -> f64 {
        let until = |moment: Duration| self.answers.partition_point(|at| *at < moment);
        (until(to) - until(from)) as f64 / (to - from).as_secs_f64()
    }

    /// Returns the answers per second.
    fn rate(&self) -> f64 {
        self.answered as f64 / self.took.as_secs_f64()
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Ends(usize),
    Looks,
}

const MS: Duration = Duration::from_millis(1);
const MINUTE: Duration = Duration::from_secs(60);
/// The latency of a refusal.
const QUICK: Duration = Duration::from_micros(500);

/// An attempt at an item, with the counts of all attempts at it including this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Try {
    item: usize,
    attempts: AttemptCounts,
}

/// A failure as a transport reports it.
#[derive(Clone, Debug)]
struct Failure {
    kind: ErrorKind,
    status: Option<u16>,
    message: &'static str,
    retry_after: Option<Duration>,
    sent: bool,
}

impl Failure {
    fn new(kind: ErrorKind, message: &'static str) -> Self {
        Self { kind, status: None, message, retry_after: None, sent: true }
    }

    fn with_status(self, status: u16) -> Self {
        Self { status: Some(status), ..self }
    }

    fn with_retry_after(self, retry_after: Option<Duration>) -> Self {
        Self { retry_after, ..self }
    }

    /// Returns the same failure, for a request that did not reach the server.
    fn unsent(self) -> Self {
        Self { sent: false, ..self }
    }

    fn report(&self) -> FailureReport<'_> {
        let Self { kind, status, message, retry_after, sent } = *self;
        let (quota, local_shortage) = (Quota::default(), false);
        FailureReport { kind, status, message, retry_after, quota, sent, local_shortage }
    }
}

/// A request in flight: the attempt, its token, and its outcome.
type InFlight = (Try, RequestToken, Result<Quota, Failure>);

/// Asks a server for `items` until all are answered or given up, or the account is closed.
fn run(items: usize, limits: Limits, server: impl Server) -> Run {
    run_in_rounds([(Duration::ZERO, items)], limits, server)
}

/// Does the same with items that become available at several times.
fn run_in_rounds<const N: usize>(
    rounds: [(Duration, usize); N],
    limits: Limits,
    mut server: impl Server,
) -> Run {
    let items: usize = rounds.iter().map(|(_, items)| items).sum();
    let begun = Instant::now();
    let retry = RetryPolicy::default();
    let mut controller = RateController::new(limits, true, begun);
    controller.expect_requests(items);
    let mut in_flight_requests: BTreeMap<usize, InFlight> = BTreeMap::new();
    let mut waiting: BinaryHeap<Reverse<(Instant, Try)>> = BinaryHeap::new();
    let mut events: BinaryHeap<Reverse<(Instant, Event)>> = BinaryHeap::new();
    let (mut fresh, mut sent, mut answered, mut lost) = (0, 0, 0, 0);
    let (mut moments, mut answers) = (Vec::new(), Vec::new());
    // The ends of the requests that the server works on.
    let mut busy: BinaryHeap<Reverse<Instant>> = BinaryHeap::new();
    let mut now = begun;
    for (from, _) in rounds {
        events.push(Reverse((begun + from, Event::Looks)));
    }
    loop {
        let there = rounds.iter().filter(|(from, _)| begun + *from <= now);
        let there: usize = there.map(|(_, items)| items).sum();
        // Requests are sent after all that end at this time: a client reads every available answer
        // before it sends more.
        let is_more = events.peek().is_some_and(|Reverse((at, _))| *at <= now);
        loop {
            if is_more {
                break;
            }
            let due = waiting.peek().filter(|Reverse((at, ..))| *at <= now).map(|Reverse(w)| *w);
            let attempt = match due {
                Some((_, attempt)) => attempt,
                None if fresh < there => {
                    let attempts = AttemptCounts { made: 1, ..AttemptCounts::default() };
                    Try { item: fresh, attempts }
                }
                None => break,
            };
            let AttemptCounts { made, excused, .. } = attempt.attempts;
            let demand = RequestDemand {
                prompt_bytes: 400,
                max_output_tokens: Some(100),
                failed_before: made > excused + 1,
            };
            match controller.decide(demand, RequestSource::default(), 0, now) {
                Decision::Admit(token) => {
                    if due.is_some() {
                        waiting.pop();
                    } else {
                        fresh += 1;
                    }
                    while busy.peek().is_some_and(|Reverse(until)| *until <= now) {
                        busy.pop();
                    }
                    let (takes, ends) = server.take(now - begun, busy.len());
                    if ends.is_ok() {
                        busy.push(Reverse(now + takes));
                    }
                    events.push(Reverse((now + takes, Event::Ends(sent))));
                    in_flight_requests.insert(sent, (attempt, token, ends));
                    moments.push(now - begun);
                    sent += 1;
                }
                Decision::NotBefore(at) | Decision::Yield(at) => {
                    assert!(at > now, "a wait that is none");
                    events.push(Reverse((at, Event::Looks)));
                    break;
                }
                Decision::Full => {
                    assert!(!in_flight_requests.is_empty(), "full of nothing");
                    break;
                }
                Decision::QuotaExhausted(over) => controller.close(over),
                Decision::Closed => {
                    fresh = items;
                    waiting.clear();
                    break;
                }
            }
        }
        let next = waiting.peek().filter(|Reverse((at, ..))| !is_more && *at > now);
        if let Some(Reverse((at, ..))) = next {
            events.push(Reverse((*at, Event::Looks)));
        }
        if in_flight_requests.is_empty() && waiting.is_empty() && fresh == items {
            let took = now - begun;
            return Run { answered, sent, lost, took, ended: now, controller, moments, answers };
        }
        let Reverse((at, event)) = events.pop().expect("something will happen");
        now = at.max(now);
        let Event::Ends(id) = event else { continue };
        let (attempt, token, ends) = in_flight_requests.remove(&id).expect("a request in flight");
        match ends {
            Ok(quota) => {
                answered += 1;
                answers.push(now - begun);
                let usage =
                    Usage { input_tokens: Some(100), output_tokens: Some(20), ..Usage::default() };
                controller.record_answer(&token, usage, quota, now);
            }
            Err(failure) => {
                let kept_wait = failure.retry_after.map(|asked| retry.kept_wait(asked));
                let report = failure.report();
                let disposition = controller.record_failure(&token, &report, kept_wait, now);
                let Try { item, mut attempts } = attempt;
                attempts.record(disposition);
                if controller.closure().is_some() {
                    controller.release_slot();
                    continue;
                }
                if !retry.allows_retry(attempts) {
                    lost += 1;
                } else {
                    let key = Key::from_json("item", item.into());
                    let first = disposition.max_first_wait;
                    let wait = retry.wait(first, &key, attempts.made, kept_wait);
                    attempts.made += 1;
                    waiting.push(Reverse((now + wait, Try { item, attempts })));
                }
            }
        }
        controller.release_slot();
    }
}

fn limits(concurrency: usize) -> Limits {
    Limits { concurrency, ..Limits::default() }
}

fn refusal(asked: Option<u64>) -> Failure {
    let asked = asked.map(Duration::from_secs);
    Failure::new(ErrorKind::RateLimit, "slow down").with_status(429).with_retry_after(asked)
}

/// Returns a server that handles `most` requests at a time and rejects others.
fn capacity(most: usize, takes: Duration) -> impl Server {
    move |_, in_flight| match in_flight < most {
        true => (takes, Ok(Quota::default())),
        false => (QUICK, Err(refusal(None))),
    }
}

/// Returns a pseudorandom number from 0 to 1.
fn draw(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns the same, with the latency of answers varied by up to this share.
fn jittery(most: usize, takes: Duration, share: f64) -> impl Server {
    let (mut steady, mut state) = (capacity(most, takes), 7);
    move |at: Duration, in_flight: usize| {
        let (takes, ends) = steady.take(at, in_flight);
        (takes.mul_f64(1.0 + share * (2.0 * draw(&mut state) - 1.0)), ends)
    }
}

/// Returns a server that rejects this share of all requests, at any load.
fn moody(share: f64, takes: Duration) -> impl Server {
    let mut state = 7;
    move |_, _| match draw(&mut state) < share {
        true => (QUICK, Err(refusal(None))),
        false => (takes.mul_f64(0.8 + 0.4 * draw(&mut state)), Ok(Quota::default())),
    }
}

#[test]
fn the_capacity_of_a_server_is_found() {
    for (most, items, takes, jitter) in [
        (100, 3000, 50, 0.0),
        (100, 3000, 50, 0.2),
        (100, 3000, 2000, 0.5),
        (100, 20_000, 50, 0.1),
        (30, 2000, 50, 0.1),
        (600, 30_000, 50, 0.1),
        (251, 20_000, 50, 0.1),
        (20, 20_000, 50, 0.1),
        (900, 20_000, 50, 0.1),
    ] {
        let run = run(items, limits(1000), jittery(most, takes * MS, jitter));
        assert_eq!((run.answered, run.lost), (items, 0));
        let possible = most as f64 / (f64::from(takes) / 1000.0);
        let found = format!("{most} in {takes} ms: {:?} {}", run.statistics(), run.rate());
        assert!(run.wasted() <= 0.05, "wasted {}: {found}", run.wasted());
        assert!(run.rate() >= 0.92 * possible, "{found}");
        assert_eq!(run.statistics().outages, 0, "{found}");
    }
}

#[test]
fn without_limits_the_highest_limit_is_reached_at_once() {
    let run = run(20_000, limits(256), capacity(usize::MAX, 50 * MS));
    assert_eq!((run.answered, run.sent), (20_000, 20_000));
    let ideal = 20_000.0 / 256.0 * 0.05;
    assert!(run.took.as_secs_f64() <= 1.05 * ideal, "{:?} for {ideal} s", run.took);
}

#[test]
fn background_rejection_does_not_lower_the_limit() {
    for share in [0.01, 0.025, 0.05] {
        let run = run(20_000, limits(256), moody(share, 50 * MS));
        assert_eq!(run.lost, 0);
        let ideal = 256.0 / 0.05;
        let found = run.statistics();
        assert!(run.rate() >= 0.4 * ideal, "{share}: {} {found:?}", run.rate());
        assert!(found.limit >= 200, "{share}: {found:?}");
    }
}

#[test]
fn requested_waits_make_probing_rare() {
    let mut full = capacity(100, 50 * MS);
    let server = move |at: Duration, in_flight: usize| {
        let (takes, ends) = full.take(at, in_flight);
        (takes, ends.map_err(|_| refusal(Some(1))))
    };
    let run = run(40_000, limits(1000), server);
    assert_eq!((run.answered, run.lost), (40_000, 0));
    let found = format!("{} {:?}", run.rate(), run.statistics());
    assert!(run.rate() >= 0.9 * 2000.0 && run.wasted() <= 0.01, "{found}");
}

#[test]
fn isolating_a_subject_restores_the_limit_of_the_others() {
    let now = Instant::now();
    let mut controller = RateController::new(limits(1000), true, now);
    let demand = RequestDemand { prompt_bytes: 400, max_output_tokens: None, failed_before: false };
    let sent: Vec<RequestToken> =
        std::iter::from_fn(|| match controller.decide(demand, RequestSource::default(), 0, now) {
            Decision::Admit(token) => Some(token),
            _ => None,
        })
        .collect();
    for token in &sent[..40] {
        controller.record_failure(token, &refusal(None).report(), None, now);
        controller.release_slot();
    }
    assert!(controller.limit() < sent.len(), "{}", controller.limit());
    controller.isolate("gate:refused", true, CircuitBreaker::new(), now);
    assert_eq!(controller.limit(), sent.len());
}

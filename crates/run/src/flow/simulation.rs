//! Simulated servers: what the control makes of them, in simulated time.

mod unclear;

use super::breaker::Breaker;
use super::control::Control;
use super::signal::Signal;
use super::ticket::{Entry, Question, Ticket};
use super::{Achieved, Left, Limits, OnLimit, Quota};
use crate::{Failure, RetryPolicy};
use peirast_record::{ErrorKind, Key, Usage};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;
use tokio::time::Instant;

/// How a server ends a request, and after how long.
type Ending = (Duration, Result<Quota, Failure>);

/// A simulated server: told of the time since the beginning and of requests in flight.
trait Server {
    fn take(&mut self, at: Duration, in_flight: usize) -> Ending;
}

impl<F: FnMut(Duration, usize) -> Ending> Server for F {
    fn take(&mut self, at: Duration, in_flight: usize) -> Ending {
        self(at, in_flight)
    }
}

/// What a simulated run came to.
#[derive(Debug)]
struct Run {
    answered: usize,
    sent: usize,
    /// Items given up.
    lost: usize,
    took: Duration,
    ended: Instant,
    control: Control,
    /// When each request was sent.
    moments: Vec<Duration>,
    /// When each answer came.
    answers: Vec<Duration>,
}

impl Run {
    fn wasted(&self) -> f64 {
        (self.sent - self.answered) as f64 / self.sent as f64
    }

    fn achieved(&self) -> Achieved {
        self.control.achieved(self.ended)
    }

    /// Answers in a second, from one moment to another.
    fn rate_within(&self, from: Duration, to: Duration) -> f64 {
        let until = |moment: Duration| self.answers.partition_point(|at| *at < moment);
        (until(to) - until(from)) as f64 / (to - from).as_secs_f64()
    }

    /// Answers in a second.
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
/// How long a refusal takes.
const QUICK: Duration = Duration::from_micros(500);

/// An attempt at an item: its number, how many before it were spared, and how many of those were in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Try {
    item: usize,
    number: u32,
    spared: u32,
    in_vain: u32,
}

/// A request under way: the attempt, its ticket, and what will come of it.
type Flying = (Try, Ticket, Result<Quota, Failure>);

/// Asks `items` of a server until all are answered, given up, or nothing more may be asked.
fn run(items: usize, limits: Limits, server: impl Server) -> Run {
    run_in_rounds([(Duration::ZERO, items)], limits, server)
}

/// The same with items that are there from several moments on.
fn run_in_rounds<const N: usize>(
    rounds: [(Duration, usize); N],
    limits: Limits,
    mut server: impl Server,
) -> Run {
    let items: usize = rounds.iter().map(|(_, items)| items).sum();
    let begun = Instant::now();
    let retry = RetryPolicy::default();
    let mut control = Control::new(limits, true, begun);
    control.anticipate(items);
    let mut flying: BTreeMap<usize, Flying> = BTreeMap::new();
    let mut waiting: BinaryHeap<Reverse<(Instant, Try)>> = BinaryHeap::new();
    let mut events: BinaryHeap<Reverse<(Instant, Event)>> = BinaryHeap::new();
    let (mut fresh, mut sent, mut answered, mut lost) = (0, 0, 0, 0);
    let (mut moments, mut answers) = (Vec::new(), Vec::new());
    // When the requests end that the server is at work on.
    let mut busy: BinaryHeap<Reverse<Instant>> = BinaryHeap::new();
    let mut now = begun;
    for (from, _) in rounds {
        events.push(Reverse((begun + from, Event::Looks)));
    }
    loop {
        let there = rounds.iter().filter(|(from, _)| begun + *from <= now);
        let there: usize = there.map(|(_, items)| items).sum();
        // What may go, goes, once all that ends at this moment did: a client reads every answer that is there before it
        // asks for more.
        let is_more = events.peek().is_some_and(|Reverse((at, _))| *at <= now);
        loop {
            if is_more {
                break;
            }
            let due = waiting.peek().filter(|Reverse((at, ..))| *at <= now).map(|Reverse(w)| *w);
            let attempt = match due {
                Some((_, attempt)) => attempt,
                None if fresh < there => Try { item: fresh, number: 1, spared: 0, in_vain: 0 },
                None => break,
            };
            let tainted = attempt.number > attempt.spared + 1;
            let question =
                Question { bytes: 400, most_tokens: Some(100), tainted, who: 0, is_apart: false };
            match control.enter(question, now) {
                Entry::Go(ticket) => {
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
                    flying.insert(sent, (attempt, ticket, ends));
                    moments.push(now - begun);
                    sent += 1;
                }
                Entry::Later(at) | Entry::Aside(at) => {
                    assert!(at > now, "a wait that is none");
                    events.push(Reverse((at, Event::Looks)));
                    break;
                }
                Entry::Full => {
                    assert!(!flying.is_empty(), "full of nothing");
                    break;
                }
                Entry::Spent(over) => control.end(over),
                Entry::Over => {
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
        if flying.is_empty() && waiting.is_empty() && fresh == items {
            let took = now - begun;
            return Run { answered, sent, lost, took, ended: now, control, moments, answers };
        }
        let Reverse((at, event)) = events.pop().expect("something will happen");
        now = at.max(now);
        let Event::Ends(id) = event else { continue };
        let (attempt, ticket, ends) = flying.remove(&id).expect("it flies");
        match ends {
            Ok(quota) => {
                answered += 1;
                answers.push(now - begun);
                let usage =
                    Usage { input_tokens: Some(100), output_tokens: Some(20), ..Usage::default() };
                control.answered(&ticket, usage, quota, now);
            }
            Err(failure) => {
                let heeded = failure.retry_after.map(|asked| asked.min(retry.longest_asked));
                let struck = control.failed(&ticket, &failure, heeded, now);
                let Try { item, number, mut spared, mut in_vain } = attempt;
                spared += u32::from(struck.refused || !struck.counts);
                in_vain += u32::from(!struck.counts);
                if control.over().is_some() {
                    control.release();
                    continue;
                }
                if !retry.goes_on(number, spared, in_vain) {
                    lost += 1;
                } else {
                    let base = struck.base.unwrap_or(retry.base).min(retry.base);
                    let policy = RetryPolicy { base, ..retry };
                    let wait = policy.wait(&Key::of("item", &item), number, heeded);
                    let next = Try { item, number: number + 1, spared, in_vain };
                    waiting.push(Reverse((now + wait, next)));
                }
            }
        }
        control.release();
    }
}

fn limits(concurrency: usize) -> Limits {
    Limits { concurrency, ..Limits::default() }
}

fn refusal(asked: Option<u64>) -> Failure {
    let asked = asked.map(Duration::from_secs);
    Failure::new(ErrorKind::RateLimit, "slow down").with_status(429).with_retry_after(asked)
}

/// A server that can do so many at a time and refuses the others.
fn capacity(most: usize, takes: Duration) -> impl Server {
    move |_, in_flight| match in_flight < most {
        true => (takes, Ok(Quota::default())),
        false => (QUICK, Err(refusal(None))),
    }
}

/// A fraction that looks random.
fn draw(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// The same, with answers that take up to so much longer or shorter, as a share.
fn jittery(most: usize, takes: Duration, share: f64) -> impl Server {
    let (mut steady, mut state) = (capacity(most, takes), 7);
    move |at: Duration, in_flight: usize| {
        let (takes, ends) = steady.take(at, in_flight);
        (takes.mul_f64(1.0 + share * (2.0 * draw(&mut state) - 1.0)), ends)
    }
}

/// A server that refuses this share of all requests, whatever is asked of it.
fn moody(share: f64, takes: Duration) -> impl Server {
    let mut state = 7;
    move |_, _| match draw(&mut state) < share {
        true => (QUICK, Err(refusal(None))),
        false => (takes.mul_f64(0.8 + 0.4 * draw(&mut state)), Ok(Quota::default())),
    }
}

#[test]
fn what_a_server_can_do_is_found() {
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
        let found = format!("{most} in {takes} ms: {:?} {}", run.achieved(), run.rate());
        assert!(run.wasted() <= 0.05, "wasted {}: {found}", run.wasted());
        assert!(run.rate() >= 0.92 * possible, "{found}");
        assert_eq!(run.achieved().outages, 0, "{found}");
    }
}

#[test]
fn without_limits_the_bound_is_reached_at_once() {
    let run = run(20_000, limits(256), capacity(usize::MAX, 50 * MS));
    assert_eq!((run.answered, run.sent), (20_000, 20_000));
    let ideal = 20_000.0 / 256.0 * 0.05;
    assert!(run.took.as_secs_f64() <= 1.05 * ideal, "{:?} for {ideal} s", run.took);
}

#[test]
fn refusals_that_no_limit_causes_do_not_close_the_window() {
    for share in [0.01, 0.025, 0.05] {
        let run = run(20_000, limits(256), moody(share, 50 * MS));
        assert_eq!(run.lost, 0);
        let ideal = 256.0 / 0.05;
        let found = run.achieved();
        assert!(run.rate() >= 0.4 * ideal, "{share}: {} {found:?}", run.rate());
        assert!(found.limit >= 200, "{share}: {found:?}");
    }
}

#[test]
fn a_limit_by_the_minute_is_kept() {
    // As OpenAI does it: a bucket, what is left of it in the headers, and how long to wait.
    let of = |minute: f64| {
        let (mut level, mut last) = (minute, Duration::ZERO);
        move |at: Duration, _: usize| {
            level = (level + (at - last).as_secs_f64() * minute / 60.0).min(minute);
            last = at;
            let reset = Duration::from_secs_f64((minute - level.max(0.0)) * 60.0 / minute);
            if level < 1.0 {
                return (QUICK, Err(refusal(Some(1))));
            }
            level -= 1.0;
            let left = Left { count: level as u64, reset };
            (500 * MS, Ok(Quota { requests: Some(left), tokens: None }))
        }
    };
    let run = run(3000, limits(256), of(600.0));
    assert_eq!((run.answered, run.lost), (3000, 0));
    let found = format!("{:?} {:?}", run.took, run.achieved());
    assert!(run.wasted() <= 0.01, "the headers say when to wait: {found}");
    // The first minute's worth is there at once.
    assert!(run.took <= Duration::from_secs(300), "{found}");
}

#[test]
fn a_server_that_asks_to_wait_is_left_alone() {
    // Forty requests a minute, no headers but the wait until the next minute.
    let mut taken = BTreeMap::new();
    let server = move |at: Duration, _: usize| {
        let count: &mut u32 = taken.entry(at.as_secs() / 60).or_default();
        *count += 1;
        match *count <= 40 {
            true => (500 * MS, Ok(Quota::default())),
            false => (QUICK, Err(refusal(Some(60 - at.as_secs() % 60)))),
        }
    };
    let run = run(200, limits(16), server);
    assert_eq!((run.answered, run.lost), (200, 0));
    assert!(run.took < Duration::from_secs(260), "{:?}", run.took);
    assert!(run.sent < 280, "{} requests: {:?}", run.sent, run.achieved());
    // Of the four minutes that it took, all but the time of the answers.
    let paused = run.achieved().paused;
    assert!(paused < run.took && paused > run.took.mul_f64(0.9), "{paused:?} of {:?}", run.took);
}

#[test]
fn a_limit_by_the_second_is_found_where_one_at_a_time_is_too_much() {
    // A bucket of so many a second, of which nothing is said; with and without a wait.
    let of = |second: f64, asked: Option<u64>| {
        let (mut level, mut last) = (second.max(1.0), Duration::ZERO);
        move |at: Duration, _: usize| {
            level = (level + (at - last).as_secs_f64() * second).min(second.max(1.0));
            last = at;
            if level < 1.0 {
                return (QUICK, Err(refusal(asked)));
            }
            level -= 1.0;
            (50 * MS, Ok(Quota::default()))
        }
    };
    for (second, asked) in
        [(5.0, None), (5.0, Some(1)), (0.5, None), (0.5, Some(2)), (2.0, Some(1))]
    {
        let run = run(2000, limits(128), of(second, asked));
        assert_eq!((run.answered, run.lost), (2000, 0), "{second} {asked:?}");
        let found = format!(
            "{second} {asked:?}: wasted {}, {} a second, {:?}",
            run.wasted(),
            run.rate(),
            run.achieved()
        );
        // Some 120 requests are what it costs to find it out, then one in fifteen.
        assert!(run.sent - run.answered <= 120 + run.answered / 15, "{found}");
        assert!(run.rate() >= 0.85 * second, "{found}");
        assert!(run.achieved().cuts < 20, "{found}");
    }
}

#[test]
fn the_users_own_limits_are_kept() {
    let own = Limits { requests_per_minute: Some(300), ..limits(256) };
    let run = run(1000, own, capacity(usize::MAX, 200 * MS));
    let minute = Duration::from_secs(60);
    let most = (0..run.moments.len())
        .map(|at| run.moments[at..].partition_point(|t| *t < run.moments[at] + minute))
        .max();
    assert_eq!(most, Some(300));
    assert!(run.took < Duration::from_secs(205), "{:?}", run.took);

    // A question of 400 bytes and its answer are 120 tokens, which the first answers teach.
    let own = Limits { tokens_per_minute: Some(12_000), ..limits(256) };
    let run = self::run(500, own, capacity(usize::MAX, 200 * MS));
    assert!((290..310).contains(&run.took.as_secs()), "{:?}", run.took);
}

#[test]
fn an_outage_costs_few_attempts_and_no_item() {
    let dead = |at: Duration| (30..330).contains(&at.as_secs());
    let server = move |at: Duration, _: usize| match dead(at) {
        true => (QUICK, Err(Failure::new(ErrorKind::Network, "cannot connect"))),
        false => (100 * MS, Ok(Quota::default())),
    };
    let run = run(50_000, limits(128), server);
    assert_eq!((run.answered, run.lost), (50_000, 0));
    assert!(run.sent - run.answered < 400, "{} failed", run.sent - run.answered);
    assert!(run.took < Duration::from_secs(440), "{:?}", run.took);
    assert_eq!(run.achieved().outages, 1);
}

#[test]
fn questions_that_always_fail_are_no_outage() {
    // What is left in the end fails whenever it is asked.
    let server = |at: Duration, _: usize| match at.as_millis() {
        0 => (100 * MS, Ok(Quota::default())),
        _ => (100 * MS, Err(Failure::new(ErrorKind::Server, "broken").with_status(500))),
    };
    let first = |at: Duration, in_flight: usize| match at.is_zero() && in_flight >= 40 {
        true => (90 * MS, Err(Failure::new(ErrorKind::Server, "broken").with_status(500))),
        false => server(at, in_flight),
    };
    let run = run(64, limits(64), first);
    assert_eq!((run.answered, run.lost), (40, 24));
    assert!(run.took < Duration::from_secs(60), "{:?}", run.took);
    assert_eq!(run.achieved().outages, 0);
}

#[test]
fn a_wait_for_trying_too_much_is_paid_for_seldom() {
    let mut full = capacity(100, 50 * MS);
    let server = move |at: Duration, in_flight: usize| {
        let (takes, ends) = full.take(at, in_flight);
        (takes, ends.map_err(|_| refusal(Some(1))))
    };
    let run = run(40_000, limits(1000), server);
    assert_eq!((run.answered, run.lost), (40_000, 0));
    let found = format!("{} {:?}", run.rate(), run.achieved());
    assert!(run.rate() >= 0.9 * 2000.0 && run.wasted() <= 0.01, "{found}");
}

#[test]
fn a_server_that_is_not_there_is_given_up() {
    let server = |_, _| (QUICK, Err(Failure::new(ErrorKind::Network, "cannot connect")));
    let mut run = run(5000, limits(128), server);
    assert_eq!(run.answered, 0);
    assert!(run.sent < 200 && run.took < Duration::from_secs(60), "{} {:?}", run.sent, run.took);
    let over = run.control.over().expect("it is over");
    assert!(over.what.starts_with("answered none of ") && !over.limited, "{}", over.what);
    assert!(over.what.ends_with("; the last: cannot connect"), "{}", over.what);
    let told = run.control.signals();
    let outages = told.iter().filter(|signal| matches!(signal, Signal::Outage { .. })).count();
    assert_eq!(outages, 1, "{told:?}");
}

#[test]
fn a_server_that_is_busy_from_the_start_is_waited_for_a_quarter_of_an_hour() {
    let minutes = |count: u64| Duration::from_secs(60 * count);
    let busy = move |until: Duration| {
        move |at: Duration, _: usize| match at < until {
            true => {
                let busy = Failure::new(ErrorKind::Server, "loading the model");
                (QUICK, Err(Failure { status: Some(503), ..busy }))
            }
            false => (100 * MS, Ok(Quota::default())),
        }
    };
    let run_until = |until| run(100, limits(16), busy(until));
    assert_eq!((run_until(minutes(10)).answered, run_until(minutes(10)).lost), (100, 0));
    let never = run_until(minutes(600));
    assert_eq!(never.answered, 0);
    assert!((minutes(15)..minutes(20)).contains(&never.took), "{:?}", never.took);
    let over = never.control.over().expect("it is over");
    assert!(over.what.ends_with("; the last: loading the model") && !over.limited, "{over:?}");
}

#[test]
fn a_limit_of_the_day_is_waited_out_or_ends_the_run() {
    let server = |at: Duration, _: usize| match at < Duration::from_secs(5 * 3600) {
        true => (QUICK, Err(refusal(None))),
        false => (100 * MS, Ok(Quota::default())),
    };
    let waiting = run(100, limits(16), server);
    assert_eq!((waiting.answered, waiting.lost), (100, 0));
    assert!(waiting.sent < 700, "{}", waiting.sent);

    let stop = Limits { on_limit: OnLimit::Stop, ..limits(16) };
    let stopped = run(100, stop, server);
    assert!(stopped.took < Duration::from_secs(200), "{:?}", stopped.took);
    assert!(stopped.control.over().is_some_and(|over| over.limited));

    let server = |_, _| (QUICK, Err(refusal(Some(61))));
    let stopped = run(100, stop, server);
    assert!(stopped.took < Duration::from_secs(1) && stopped.sent <= 16);
    let over = stopped.control.over().expect("it is over");
    assert_eq!(over.what, "asks to wait 61 s: slow down");
}

/// A server that refuses all between two moments, with this status and wish.
fn away(
    (from, to): (Duration, Duration),
    failure: impl Fn() -> Failure,
    mut inner: impl Server,
) -> impl Server {
    move |at: Duration, in_flight: usize| match (from..to).contains(&at) {
        true => (50 * MS, Err(failure())),
        false => inner.take(at, in_flight),
    }
}

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn after_an_outage_by_refusals_it_is_soon_asked_as_before() {
    let busy = || Failure::new(ErrorKind::Server, "loading the model").with_status(503);
    type Says = fn() -> Failure;
    let says: [Says; 3] = [|| refusal(None), || refusal(Some(3600)), busy];
    for (which, says) in says.iter().enumerate() {
        for (minutes, most) in [(2, 1000), (10, 1000), (360, 1000), (10, 8)] {
            let from = 2 * MINUTE;
            let to = from + minutes * MINUTE;
            let takes = Duration::from_secs(3);
            let server = away((from, to), says, jittery(most, takes, 0.2));
            // As many items as take ten minutes more.
            let possible = most.min(64) as f64 / 3.0;
            let items = (possible * 720.0) as usize;
            let run = run(items, limits(64), server);
            let found = format!("{which} {minutes} min of {most}: {:?}", run.achieved());
            assert_eq!((run.answered, run.lost), (items, 0), "{found}");
            // What the server wants, or up to a minute, passes before it is asked again; then it opens.
            let asked = if which == 1 { 6 } else { 2 };
            let rate = run.rate_within(to + asked * MINUTE, to + (asked + 2) * MINUTE);
            assert!(rate >= 0.8 * possible, "{rate} of {possible}: {found}");
        }
    }
}

#[test]
fn after_an_outage_what_was_learnt_of_a_limit_by_time_is_known() {
    let bucket = |second: f64| {
        let (mut level, mut last) = (1.0, Duration::ZERO);
        move |at: Duration, _: usize| {
            level = f64::min(level + (at - last).as_secs_f64() * second, second.max(1.0));
            last = at;
            if level < 1.0 {
                return (QUICK, Err(refusal(None)));
            }
            level -= 1.0;
            (500 * MS, Ok(Quota::default()))
        }
    };
    for second in [0.2, 0.5, 1.0, 5.0] {
        let (from, to) = (60 * MINUTE, 70 * MINUTE);
        let items = (second * 3600.0 * 2.0) as usize;
        let run = run(items, limits(64), away((from, to), || refusal(None), bucket(second)));
        assert_eq!((run.answered, run.lost), (items, 0), "{second}");
        let rate = run.rate_within(to + 2 * MINUTE, to + 32 * MINUTE);
        assert!(rate >= 0.8 * second, "{second}: {rate}");
        let later = |moments: &[Duration]| moments.iter().filter(|at| **at > to).count() as f64;
        let refused = 1.0 - later(&run.answers) / later(&run.moments);
        assert!(refused < 0.12, "{second}: {refused}");
    }
}

#[test]
fn a_limit_is_waited_out_although_one_request_breaks_meanwhile() {
    let broken = || Failure::new(ErrorKind::Server, "bad gateway").with_status(502);
    let hours = 6 * 60 * MINUTE;
    // The first of all to be refused, or one of the probes.
    for broken_at in [Duration::from_secs(10), 180 * MINUTE] {
        let mut inner =
            away((Duration::from_secs(10), hours), || refusal(None), capacity(99, 100 * MS));
        let mut is_told = false;
        let server = move |at: Duration, in_flight: usize| {
            if at >= broken_at && !std::mem::replace(&mut is_told, at >= broken_at) {
                return (QUICK, Err(broken()));
            }
            inner.take(at, in_flight)
        };
        let run = run(5000, limits(16), server);
        assert_eq!((run.answered, run.lost), (5000, 0), "{broken_at:?}");
    }
}

#[test]
fn a_server_that_is_gone_for_good_after_refusals_is_given_up() {
    let gone = |at: Duration, _: usize| match at < 10 * MINUTE {
        true => (QUICK, Err(refusal(None))),
        false => (QUICK, Err(Failure::new(ErrorKind::Network, "cannot connect"))),
    };
    let run = run(100, limits(16), gone);
    assert_eq!(run.answered, 0);
    assert!((25 * MINUTE..28 * MINUTE).contains(&run.took), "{:?}", run.took);
}

#[test]
fn a_question_that_hangs_does_not_hide_that_all_are_refused() {
    let now = Instant::now();
    let mut control = Control::new(limits(16), true, now);
    let enter = |control: &mut Control, tainted| {
        let question = Question { bytes: 400, most_tokens: None, tainted, who: 0, is_apart: false };
        match control.enter(question, now) {
            Entry::Go(ticket) => Some(ticket),
            _ => None,
        }
    };
    let answered = enter(&mut control, false).expect("a slot");
    control.answered(&answered, Usage::default(), Quota::default(), now);
    control.release();
    let hanging = enter(&mut control, true).expect("a slot");
    let others: Vec<_> = (0..6).filter_map(|_| enter(&mut control, false)).collect();
    let end = |control: &mut Control, ticket: &Ticket, failure: &Failure| {
        control.failed(ticket, failure, None, now);
        control.release();
    };
    others.iter().for_each(|ticket| end(&mut control, ticket, &refusal(None)));
    assert!(enter(&mut control, false).is_some(), "something may be served");
    end(&mut control, &hanging, &Failure::new(ErrorKind::Timeout, "too late"));
    let next = enter(&mut control, false).expect("a slot");
    end(&mut control, &next, &refusal(None));
    assert!(enter(&mut control, false).is_none(), "the circuit is open");
}

#[test]
fn few_questions_left_are_not_lost_to_an_outage() {
    type Says = fn() -> Failure;
    let says: [Says; 2] =
        [|| refusal(None), || Failure::new(ErrorKind::Network, "cannot connect to x")];
    for (says, minutes) in says.into_iter().zip([480, 10]) {
        for (items, concurrency) in [(1, 64), (3, 64), (10, 64), (10, 1)] {
            // All but these are answered before.
            let all = items + concurrency;
            let server = away((400 * MS, minutes * MINUTE), says, capacity(99, 500 * MS));
            let run = run(all, limits(concurrency), server);
            assert_eq!((run.answered, run.lost), (all, 0), "{minutes} {items} {concurrency}");
        }
    }
}

#[test]
fn an_empty_quota_ends_the_run_if_it_is_to() {
    let server = |_, _| {
        let requests = Some(Left { count: 0, reset: Duration::from_secs(3600) });
        (100 * MS, Ok(Quota { requests, tokens: None }))
    };
    let stop = Limits { on_limit: OnLimit::Stop, ..limits(4) };
    let run = run(100, stop, server);
    assert_eq!(run.answered, 4, "what was in flight is answered");
    assert!(run.control.over().is_some_and(|over| over.limited));
}

#[test]
fn a_limit_by_the_minute_of_which_nothing_is_said_is_used_to_the_full() {
    for (most, width) in [(20_u32, 64), (60, 64), (600, 64), (20, 4), (60, 4), (3000, 128)] {
        let mut taken: BTreeMap<u64, u32> = BTreeMap::new();
        let server = move |at: Duration, _: usize| {
            let count = taken.entry(at.as_secs() / 60).or_default();
            *count += 1;
            match *count <= most {
                true => (500 * MS, Ok(Quota::default())),
                false => (50 * MS, Err(refusal(None))),
            }
        };
        let items = most as usize * 30;
        let run = run(items, limits(width), server);
        let found = format!("{most} {width}: {:?} {:?}", run.took, run.achieved());
        assert_eq!((run.answered, run.lost), (items, 0), "{found}");
        assert!(run.took < 33 * MINUTE && run.wasted() < 0.25, "{} {found}", run.wasted());
    }
}

/// The share of what was answered in a second before that is answered within a minute after the server was away, which
/// refused all of what it was asked from two minutes after the beginning on.
fn rate_after(away_for: Duration, takes: Duration, says: fn() -> Failure) -> f64 {
    const WIDTH: usize = 128;
    let possible = WIDTH as f64 / takes.as_secs_f64();
    let (from, to) = (2 * MINUTE, 2 * MINUTE + away_for);
    let items = (possible * 300.0) as usize;
    let run = run(items, limits(WIDTH), away((from, to), says, jittery(1000, takes, 0.2)));
    assert_eq!((run.answered, run.lost), (items, 0), "{away_for:?} {takes:?}");
    run.rate_within(to + MINUTE / 2, to + MINUTE) / possible
}

#[test]
fn after_some_seconds_of_refusals_it_is_soon_asked_as_before() {
    let busy = || Failure::new(ErrorKind::Server, "overloaded").with_status(503);
    for says in [|| refusal(None), busy] {
        for takes in [300, 1000, 2000, 4000] {
            for seconds in [1, 2, 3, 4, 5, 6, 7, 8, 10, 15] {
                let rate = rate_after(Duration::from_secs(seconds), takes * MS, says);
                // One that is over before an answer to what was sent before is a sudden limit, found by trying.
                let least = if u64::from(takes) < seconds * 1000 { 0.9 } else { 0.1 };
                assert!(rate >= least, "{seconds} s of refusals, answers in {takes} ms: {rate:.2}");
            }
        }
    }
}

#[test]
fn a_time_in_which_nothing_is_asked_is_no_time_between_answers() {
    let hour = 60 * MINUTE;
    let until = hour + Duration::from_secs(12);
    let server = away((hour, until), || refusal(None), jittery(1000, 500 * MS, 0.2));
    let run = run_in_rounds([(Duration::ZERO, 64), (hour, 20_000)], limits(64), server);
    assert_eq!((run.answered, run.lost), (20_064, 0));
    let rate = run.rate_within(until + MINUTE, until + 2 * MINUTE);
    assert!(rate >= 0.8 * 128.0, "{rate}");
}

#[test]
fn a_server_that_takes_questions_while_it_loads_a_model_is_waited_for() {
    let late = || Failure::new(ErrorKind::Timeout, "no answer within 30 s");
    let loading = |seconds: u64| {
        move |at: Duration, _: usize| match at < Duration::from_secs(seconds) {
            true => (30_000 * MS, Err(late())),
            false => (500 * MS, Ok(Quota::default())),
        }
    };
    let found = run(100, limits(16), loading(300));
    assert_eq!((found.answered, found.lost), (100, 0));
    let never = run(100, limits(16), loading(100_000));
    assert!(never.took < 20 * MINUTE, "{:?}", never.took);
    assert!(never.control.over().is_some());
}

#[test]
fn a_server_that_hangs_is_given_up_although_all_questions_failed_before() {
    let late = Failure::new(ErrorKind::Timeout, "no answer within 300 s");
    for answers in [0, 3] {
        let begun = Instant::now();
        let mut now = begun;
        let mut control = Control::new(limits(1), true, begun);
        let question =
            Question { bytes: 400, most_tokens: None, tainted: true, who: 0, is_apart: false };
        let mut sent = 0;
        while control.over().is_none() && sent < 1000 {
            match control.enter(question, now) {
                Entry::Go(ticket) if sent < answers => {
                    now += 500 * MS;
                    control.answered(&ticket, Usage::default(), Quota::default(), now);
                    control.release();
                }
                Entry::Go(ticket) => {
                    now += 5 * MINUTE;
                    control.failed(&ticket, &late, None, now);
                    control.release();
                }
                Entry::Later(at) | Entry::Aside(at) => {
                    now = at;
                    continue;
                }
                other => panic!("{other:?}"),
            }
            sent += 1;
        }
        assert!(sent < 30 && now - begun < 120 * MINUTE, "{answers}: {sent} {:?}", now - begun);
    }
}

#[test]
fn what_one_subject_was_refused_takes_no_slots_of_the_others_when_it_is_apart() {
    let now = Instant::now();
    let mut control = Control::new(limits(1000), true, now);
    let question =
        Question { bytes: 400, most_tokens: None, tainted: false, who: 0, is_apart: false };
    let sent: Vec<Ticket> = std::iter::from_fn(|| match control.enter(question, now) {
        Entry::Go(ticket) => Some(ticket),
        _ => None,
    })
    .collect();
    for ticket in &sent[..40] {
        control.failed(ticket, &refusal(None), None, now);
        control.release();
    }
    assert!(control.limit() < sent.len(), "{}", control.limit());
    control.part("gate:refused", true, Breaker::new(), now);
    assert_eq!(control.limit(), sent.len());
}

//! Servers whose failures do not show their cause: random failures, an unknown limit, or an outage.

use super::*;

/// Returns a server that rejects a share of all requests. Rejections take as long as answers.
fn slow_and_moody(mut state: u64, share: f64, takes: Duration, jitter: f64) -> impl Server {
    move |_, _| {
        let takes = takes.mul_f64(1.0 - jitter + 2.0 * jitter * draw(&mut state));
        match draw(&mut state) < share {
            true => (takes, Err(refusal(None))),
            false => (takes, Ok(Quota::default())),
        }
    }
}

#[test]
fn background_rejection_does_not_cost_throughput() {
    let second = Duration::from_secs(1);
    for (share, takes, width) in [
        (0.1, 50, 64),
        (0.1, 500, 8),
        (0.1, 500, 64),
        (0.1, 500, 256),
        (0.1, 2000, 64),
        (0.2, 500, 64),
        (0.2, 2000, 64),
        (0.3, 50, 64),
        (0.3, 500, 64),
        (0.3, 2000, 64),
        (0.5, 50, 64),
        (0.5, 500, 64),
        (0.5, 2000, 64),
    ] {
        let possible = width as f64 * 1000.0 / f64::from(takes);
        let items = (possible * 300.0) as usize;
        let run = run(items, limits(width), moody(share, takes * MS));
        let found = format!("{share} {takes} {width}: {:?} {:?}", run.took, run.statistics());
        assert_eq!((run.answered, run.lost), (items, 0), "{found}");
        let soon = run.rate_within(30 * second, MINUTE) / possible;
        let later = run.rate_within(2 * MINUTE, 4 * MINUTE) / possible;
        assert!(soon >= if share < 0.5 { 0.8 } else { 0.4 }, "{soon:.2}: {found}");
        assert!(later >= 0.95, "{later:.2}: {found}");
    }
}

#[test]
fn slow_background_rejection_is_tolerated_too() {
    let second = Duration::from_secs(1);
    for (share, takes, width) in [
        (0.1, 500, 64),
        (0.1, 2000, 64),
        (0.1, 2000, 256),
        (0.2, 500, 16),
        (0.2, 500, 64),
        (0.2, 2000, 64),
        (0.3, 50, 64),
        (0.3, 500, 64),
        (0.3, 500, 256),
        (0.3, 2000, 64),
    ] {
        for (seed, jitter) in (1..=5).flat_map(|seed| [(seed, 0.0), (seed, 0.2)]) {
            let possible = width as f64 * 1000.0 / f64::from(takes) * (1.0 - share);
            let items = (possible * 300.0) as usize;
            let server = slow_and_moody(seed * 77, share, takes * MS, jitter);
            let run = run(items, limits(width), server);
            let found = format!(
                "{share} {takes} {width} {jitter} {seed}: {:?} {:?}",
                run.took,
                run.statistics()
            );
            assert_eq!((run.answered, run.lost), (items, 0), "{found}");
            let soon = run.rate_within(30 * second, MINUTE) / possible;
            let later = run.rate_within(2 * MINUTE, 4 * MINUTE) / possible;
            assert!(soon >= 0.8 && later >= 0.9, "{soon:.2} {later:.2}: {found}");
        }
    }
}

#[test]
fn a_limit_is_found_despite_background_rejection() {
    for (share, wasted, rate) in [(0.01, 0.03, 0.95), (0.03, 0.05, 0.9), (0.1, 0.1, 0.8)] {
        for (most, width, takes) in [(100, 1000, 500), (100, 256, 500), (100, 1000, 2000)] {
            for (seed, is_slow) in (1..=5).flat_map(|seed| [(seed, false), (seed, true)]) {
                let mut state = seed * 77;
                let mut inner = jittery(most, takes * MS, if seed % 2 == 0 { 0.2 } else { 0.0 });
                let server = move |at: Duration, in_flight: usize| match draw(&mut state) < share {
                    true => (if is_slow { takes * MS } else { QUICK }, Err(refusal(None))),
                    false => inner.take(at, in_flight),
                };
                let possible = most as f64 * 1000.0 / f64::from(takes);
                let items = (possible * 200.0) as usize;
                let run = run(items, limits(width), server);
                let found = format!("{share} {most} {width} {takes} {seed} {is_slow}");
                assert_eq!((run.answered, run.lost), (items, 0), "{found}");
                let over = run.wasted() - share;
                assert!(over <= wasted, "{over:.3} more wasted: {found} {:?}", run.statistics());
                assert!(run.rate() >= rate * possible, "{}: {found}", run.rate() / possible);
            }
        }
    }
}

#[test]
fn a_limit_with_slow_rejections_is_no_background_rejection() {
    for (width, jitter) in [(256, 0.0), (256, 0.2), (256, 0.5), (1000, 0.2)] {
        for seed in 1..=5 {
            let mut state = seed * 77;
            let server = move |_: Duration, in_flight: usize| {
                let takes = (500 * MS).mul_f64(1.0 - jitter + 2.0 * jitter * draw(&mut state));
                match in_flight < 100 {
                    true => (takes, Ok(Quota::default())),
                    false => (takes, Err(refusal(None))),
                }
            };
            let run = run(30_000, limits(width), server);
            let found = format!(
                "{width} {jitter} {seed}: {:.2} {} {:?}",
                run.wasted(),
                run.rate(),
                run.statistics()
            );
            assert_eq!((run.answered, run.lost), (30_000, 0), "{found}");
            assert!(run.wasted() <= 0.06 && run.rate() >= 0.95 * 200.0, "{found}");
        }
    }
}

#[test]
fn a_limit_that_falls_is_found_again() {
    for (before, after) in [(100, 10), (100, 60), (50, 30), (20, 13)] {
        for (is_slow, jitter) in [(false, 0.0), (false, 0.2), (true, 0.0), (true, 0.2)] {
            let mut state = 77;
            let server = move |at: Duration, in_flight: usize| {
                let takes = (500 * MS).mul_f64(1.0 - jitter + 2.0 * jitter * draw(&mut state));
                let most = if at < MINUTE { before } else { after };
                match in_flight < most {
                    true => (takes, Ok(Quota::default())),
                    false => (if is_slow { takes } else { QUICK }, Err(refusal(None))),
                }
            };
            let items = 2 * (before * 60 + after * 180);
            let run = run(items, limits(256), server);
            let possible = after as f64 * 2.0;
            let rate = run.rate_within(2 * MINUTE, 4 * MINUTE) / possible;
            let sent = run.moments.iter().filter(|at| **at >= 2 * MINUTE).count() as f64;
            let answered = run.answers.iter().filter(|at| **at >= 2 * MINUTE).count() as f64;
            let wasted = 1.0 - answered / sent;
            let found = format!("{before} {after} {is_slow} {jitter}: {rate:.2} {wasted:.2}");
            assert_eq!((run.answered, run.lost), (items, 0), "{found}");
            assert!(rate >= 0.85 && wasted <= 0.03, "{found}");
        }
    }
}

#[test]
fn few_random_rejections_do_not_lower_a_low_limit() {
    let second = Duration::from_secs(1);
    for width in [6, 8, 12] {
        let (mut soon, mut later) = (0.0, 0.0);
        for seed in 1..=16 {
            let mut state = seed * 77;
            let server = move |_: Duration, _: usize| match draw(&mut state) < 0.02 {
                true => (QUICK, Err(refusal(None))),
                false => (500 * MS, Ok(Quota::default())),
            };
            let possible = width as f64 * 2.0;
            let run = run((possible * 300.0) as usize, limits(width), server);
            soon += run.rate_within(30 * second, 2 * MINUTE) / possible / 16.0;
            later += run.rate_within(2 * MINUTE, 4 * MINUTE) / possible / 16.0;
        }
        assert!(soon >= 0.8 && later >= 0.9, "{width}: {soon:.2} {later:.2}");
    }
}

#[test]
fn a_server_that_shuts_down_gets_few_requests() {
    let connect = || Failure::new(ErrorKind::Network, "cannot connect to x").unsent();
    let broken = || Failure::new(ErrorKind::Server, "bad gateway").with_status(502);
    let says: [Says; 3] = [connect, broken, reset];
    for (which, says) in says.into_iter().enumerate() {
        for width in [128, 1000] {
            let (from, until) = (Duration::from_secs(100), Duration::from_secs(140));
            let mut state = 77;
            let server = move |at: Duration, _: usize| match (from..until).contains(&at) {
                true => (100 * MS, Err(says())),
                false => (
                    Duration::from_secs_f64(20.0 * (0.7 + 0.6 * draw(&mut state))),
                    Ok(Quota::default()),
                ),
            };
            let items = width * 25;
            let run = run(items, limits(width), server);
            let failed = run.sent - run.answered;
            let found = format!("{which} {width}: {failed} failed, {} lost", run.lost);
            assert!(run.lost <= items / 150 && failed <= 30 * width, "{found}");
        }
    }
}

#[test]
fn one_rejection_with_few_requests_in_flight_says_little() {
    let by_user = Limits { requests_per_minute: Some(120), ..limits(64) };
    let mut sent = 0;
    let server = move |_: Duration, _: usize| {
        sent += 1;
        match sent == 3 {
            true => (QUICK, Err(refusal(None))),
            false => (30_000 * MS, Ok(Quota::default())),
        }
    };
    let run = run(2400, by_user, server);
    assert!(run.took < 26 * MINUTE, "{:?}", run.took);
}

fn reset() -> Failure {
    Failure::new(ErrorKind::Network, "connection reset by peer")
}

#[test]
fn a_server_that_closes_connections_above_a_limit_gets_fewer_requests() {
    for (most, width) in [(40, 128), (100, 1000), (40, 1000)] {
        let server = move |_: Duration, in_flight: usize| match in_flight < most {
            true => (1000 * MS, Ok(Quota::default())),
            false => (QUICK, Err(reset())),
        };
        let items = most * 300;
        let run = run(items, limits(width), server);
        let found =
            format!("{most} of {width}: {} {:?} {}", run.rate(), run.statistics(), run.lost);
        assert!(run.lost <= items / 1000, "{found}");
        assert!(run.wasted() <= 0.2 && run.rate() >= 0.9 * most as f64, "{} {found}", run.wasted());
    }
}

#[test]
fn random_disconnects_do_not_lower_the_limit() {
    for (share, slow) in
        [(0.1, false), (0.1, true), (0.2, false), (0.2, true), (0.3, false), (0.3, true)]
    {
        let mut state = 7;
        let server = move |_: Duration, _: usize| match draw(&mut state) < share {
            true if slow => (500 * MS, Err(reset())),
            true => (QUICK, Err(reset())),
            false => (500 * MS, Ok(Quota::default())),
        };
        let run = run(20_000, limits(64), server);
        let possible = 128.0 * if slow { 1.0 - share } else { 1.0 };
        let found = format!("{share} {slow}: {} {:?} {}", run.rate(), run.statistics(), run.lost);
        assert!(run.rate() >= 0.8 * possible, "{found}");
    }
}

#[test]
fn disconnects_in_an_outage_say_nothing_about_capacity() {
    for (takes, width) in [(500, 64), (2000, 256), (500, 1000)] {
        let (from, until) = (Duration::from_secs(20), Duration::from_secs(40));
        let server = move |at: Duration, _: usize| {
            let takes = takes * MS;
            match at {
                at if at >= until || at + takes < from => (takes, Ok(Quota::default())),
                at if at < from => (from - at, Err(reset())),
                _ => (QUICK, Err(Failure::new(ErrorKind::Network, "cannot connect"))),
            }
        };
        let possible = width as f64 * 1000.0 / f64::from(takes);
        let run = run((possible * 100.0) as usize, limits(width), server);
        let soon = run.rate_within(Duration::from_secs(60), Duration::from_secs(80)) / possible;
        assert!(soon >= 0.9, "{takes} {width}: {soon} {:?}", run.statistics());
    }
}

#[test]
fn a_server_with_a_long_queue_is_not_overloaded_again_and_again() {
    let timeout = Duration::from_secs(300);
    for (rate, width, items) in [(0.3, 128, 2000), (0.5, 1000, 3000), (2.0, 1000, 10_000)] {
        let (mut free, mut done) = (Duration::ZERO, 0);
        let takes = Duration::from_secs_f64(1.0 / rate);
        let server = |at: Duration, _: usize| {
            free = free.max(at) + takes;
            done += 1;
            match free - at <= timeout {
                true => (free - at, Ok(Quota::default())),
                false => (timeout, Err(Failure::new(ErrorKind::Timeout, "no answer in time"))),
            }
        };
        let run = run(items, limits(width), server);
        let useful = run.answered as f64 / done as f64;
        assert!(useful >= 0.75, "{rate} {width}: {useful} {:?}", run.statistics());
    }
}

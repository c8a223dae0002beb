//! Servers that stop answering for a while, or permanently.

use super::*;

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
    assert_eq!(run.statistics().outages, 1);
}

#[test]
fn questions_that_always_fail_are_no_outage() {
    // The remaining items fail at every attempt.
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
    assert_eq!(run.statistics().outages, 0);
}

#[test]
fn a_server_that_is_not_there_is_given_up() {
    let server = |_, _| (QUICK, Err(Failure::new(ErrorKind::Network, "cannot connect")));
    let mut run = run(5000, limits(128), server);
    assert_eq!(run.answered, 0);
    assert!(run.sent < 200 && run.took < Duration::from_secs(60), "{} {:?}", run.sent, run.took);
    let over = run.controller.closure().expect("it is over");
    assert!(over.reason.starts_with("answered none of ") && !over.by_limit, "{}", over.reason);
    assert!(over.reason.ends_with("; the last: cannot connect"), "{}", over.reason);
    let told = run.controller.take_events();
    let outages =
        told.iter().filter(|signal| matches!(signal, AccountEvent::Outage { .. })).count();
    assert_eq!(outages, 1, "{told:?}");
}

#[test]
fn a_server_that_is_busy_from_the_start_is_waited_for_a_quarter_of_an_hour() {
    let minutes = |count: u64| Duration::from_secs(60 * count);
    let busy = move |until: Duration| {
        move |at: Duration, _: usize| match at < until {
            true => {
                let busy = Failure::new(ErrorKind::Server, "loading the model").with_status(503);
                (QUICK, Err(busy))
            }
            false => (100 * MS, Ok(Quota::default())),
        }
    };
    let run_until = |until| run(100, limits(16), busy(until));
    assert_eq!((run_until(minutes(10)).answered, run_until(minutes(10)).lost), (100, 0));
    let never = run_until(minutes(600));
    assert_eq!(never.answered, 0);
    assert!((minutes(15)..minutes(20)).contains(&never.took), "{:?}", never.took);
    let over = never.controller.closure().expect("it is over");
    assert!(over.reason.ends_with("; the last: loading the model") && !over.by_limit, "{over:?}");
}

/// Returns a server that fails all requests between two times.
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

#[test]
fn capacity_returns_soon_after_an_outage_of_rejections() {
    let busy = || Failure::new(ErrorKind::Server, "loading the model").with_status(503);
    let says: [Says; 3] = [|| refusal(None), || refusal(Some(3600)), busy];
    for (which, says) in says.iter().enumerate() {
        for (minutes, most) in [(2, 1000), (10, 1000), (360, 1000), (10, 8)] {
            let from = 2 * MINUTE;
            let to = from + minutes * MINUTE;
            let takes = Duration::from_secs(3);
            let server = away((from, to), says, jittery(most, takes, 0.2));
            // As many items as take ten more minutes.
            let possible = most.min(64) as f64 / 3.0;
            let items = (possible * 720.0) as usize;
            let run = run(items, limits(64), server);
            let found = format!("{which} {minutes} min of {most}: {:?}", run.statistics());
            assert_eq!((run.answered, run.lost), (items, 0), "{found}");
            // The requested wait, or up to a minute, passes before the next probe; then the circuit
            // closes.
            let asked = if which == 1 { 6 } else { 2 };
            let rate = run.rate_within(to + asked * MINUTE, to + (asked + 2) * MINUTE);
            assert!(rate >= 0.8 * possible, "{rate} of {possible}: {found}");
        }
    }
}

#[test]
fn a_limit_by_time_is_still_known_after_an_outage() {
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
    // The first refused request of all, or one of the probes.
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
fn a_hanging_question_does_not_hide_that_all_are_rejected() {
    let now = Instant::now();
    let mut controller = RateController::new(limits(16), true, now);
    let enter = |controller: &mut RateController, tainted| {
        let demand =
            RequestDemand { prompt_bytes: 400, max_output_tokens: None, failed_before: tainted };
        match controller.decide(demand, RequestSource::default(), 0, now) {
            Decision::Admit(token) => Some(token),
            _ => None,
        }
    };
    let answered = enter(&mut controller, false).expect("a slot");
    controller.record_answer(&answered, Usage::default(), Quota::default(), now);
    controller.release_slot();
    let hanging = enter(&mut controller, true).expect("a slot");
    let others: Vec<_> = (0..6).filter_map(|_| enter(&mut controller, false)).collect();
    let end = |controller: &mut RateController, token: &RequestToken, failure: &Failure| {
        controller.record_failure(token, &failure.report(), None, now);
        controller.release_slot();
    };
    others.iter().for_each(|token| end(&mut controller, token, &refusal(None)));
    assert!(enter(&mut controller, false).is_some(), "something may be served");
    end(&mut controller, &hanging, &Failure::new(ErrorKind::Timeout, "too late"));
    let next = enter(&mut controller, false).expect("a slot");
    end(&mut controller, &next, &refusal(None));
    assert!(enter(&mut controller, false).is_none(), "the circuit is open");
}

#[test]
fn the_last_questions_are_not_lost_to_an_outage() {
    let says: [Says; 2] =
        [|| refusal(None), || Failure::new(ErrorKind::Network, "cannot connect to x").unsent()];
    for (says, minutes) in says.into_iter().zip([480, 10]) {
        for (items, concurrency) in [(1, 64), (3, 64), (10, 64), (10, 1)] {
            // All except these are answered before.
            let all = items + concurrency;
            let server = away((400 * MS, minutes * MINUTE), says, capacity(99, 500 * MS));
            let run = run(all, limits(concurrency), server);
            assert_eq!((run.answered, run.lost), (all, 0), "{minutes} {items} {concurrency}");
        }
    }
}

/// Returns the throughput in the second half minute after an outage, as a share of the throughput
/// before it. The outage begins two minutes after the beginning.
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
fn capacity_returns_soon_after_seconds_of_rejections() {
    let busy = || Failure::new(ErrorKind::Server, "overloaded").with_status(503);
    for says in [|| refusal(None), busy] {
        for takes in [300, 1000, 2000, 4000] {
            for seconds in [1, 2, 3, 4, 5, 6, 7, 8, 10, 15] {
                let rate = rate_after(Duration::from_secs(seconds), takes * MS, says);
                // An outage that is over before an answer to an earlier request is a sudden limit,
                // found by trial.
                let least = if u64::from(takes) < seconds * 1000 { 0.9 } else { 0.1 };
                assert!(rate >= least, "{seconds} s of refusals, answers in {takes} ms: {rate:.2}");
            }
        }
    }
}

#[test]
fn idle_time_does_not_count_between_answers() {
    let hour = 60 * MINUTE;
    let until = hour + Duration::from_secs(12);
    let server = away((hour, until), || refusal(None), jittery(1000, 500 * MS, 0.2));
    let run = run_in_rounds([(Duration::ZERO, 64), (hour, 20_000)], limits(64), server);
    assert_eq!((run.answered, run.lost), (20_064, 0));
    let rate = run.rate_within(until + MINUTE, until + 2 * MINUTE);
    assert!(rate >= 0.8 * 128.0, "{rate}");
}

#[test]
fn a_server_that_loads_a_model_is_waited_for() {
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
    assert!(never.controller.closure().is_some());
}

#[test]
fn a_hanging_server_is_given_up_although_all_questions_failed_before() {
    let late = Failure::new(ErrorKind::Timeout, "no answer within 300 s");
    for answers in [0, 3] {
        let begun = Instant::now();
        let mut now = begun;
        let mut controller = RateController::new(limits(1), true, begun);
        let demand =
            RequestDemand { prompt_bytes: 400, max_output_tokens: None, failed_before: true };
        let mut sent = 0;
        while controller.closure().is_none() && sent < 1000 {
            match controller.decide(demand, RequestSource::default(), 0, now) {
                Decision::Admit(token) if sent < answers => {
                    now += 500 * MS;
                    controller.record_answer(&token, Usage::default(), Quota::default(), now);
                    controller.release_slot();
                }
                Decision::Admit(token) => {
                    now += 5 * MINUTE;
                    controller.record_failure(&token, &late.report(), None, now);
                    controller.release_slot();
                }
                Decision::NotBefore(at) | Decision::Yield(at) => {
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

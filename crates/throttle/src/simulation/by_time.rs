//! Servers with limits per second, per minute or per day.

use super::*;

#[test]
fn a_limit_by_the_minute_is_kept() {
    // The limit of OpenAI: a bucket, with its remaining units in the headers, and the time to wait.
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
            let left = Remaining { count: level as u64, reset };
            (500 * MS, Ok(Quota { requests: Some(left), tokens: None }))
        }
    };
    let run = run(3000, limits(256), of(600.0));
    assert_eq!((run.answered, run.lost), (3000, 0));
    let found = format!("{:?} {:?}", run.took, run.statistics());
    assert!(run.wasted() <= 0.01, "the headers say when to wait: {found}");
    // The units of the first minute are available at once.
    assert!(run.took <= Duration::from_secs(300), "{found}");
}

#[test]
fn a_server_that_asks_to_wait_is_left_alone() {
    // Forty requests a minute, and no headers except the wait until the next minute.
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
    assert!(run.sent < 280, "{} requests: {:?}", run.sent, run.statistics());
    // The four minutes of the run without the time of the answers.
    let paused = run.statistics().paused;
    assert!(paused < run.took && paused > run.took.mul_f64(0.9), "{paused:?} of {:?}", run.took);
}

#[test]
fn a_limit_by_the_second_is_found_if_one_request_at_a_time_is_too_much() {
    // A bucket with this rate per second, which the server does not announce; with and without a
    // wait.
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
            run.statistics()
        );
        // Finding the limit costs about 120 requests, then one in fifteen.
        assert!(run.sent - run.answered <= 120 + run.answered / 15, "{found}");
        assert!(run.rate() >= 0.85 * second, "{found}");
        assert!(run.statistics().cuts < 20, "{found}");
    }
}

#[test]
fn the_limits_of_the_user_are_kept() {
    let by_user = Limits { requests_per_minute: Some(300), ..limits(256) };
    let run = run(1000, by_user, capacity(usize::MAX, 200 * MS));
    let minute = Duration::from_secs(60);
    let most = (0..run.moments.len())
        .map(|at| run.moments[at..].partition_point(|t| *t < run.moments[at] + minute))
        .max();
    assert_eq!(most, Some(300));
    assert!(run.took < Duration::from_secs(205), "{:?}", run.took);

    // A question of 400 bytes and its answer are 120 tokens, which the first answers show.
    let by_user = Limits { tokens_per_minute: Some(12_000), ..limits(256) };
    let run = self::run(500, by_user, capacity(usize::MAX, 200 * MS));
    assert!((290..310).contains(&run.took.as_secs()), "{:?}", run.took);
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
    assert!(stopped.controller.closure().is_some_and(|over| over.by_limit));

    let server = |_, _| (QUICK, Err(refusal(Some(61))));
    let stopped = run(100, stop, server);
    assert!(stopped.took < Duration::from_secs(1) && stopped.sent <= 16);
    let over = stopped.controller.closure().expect("it is over");
    assert_eq!(over.reason, "asks to wait 61 s: slow down");
}

#[test]
fn an_exhausted_quota_closes_the_account_if_asked_to() {
    let server = |_, _| {
        let requests = Some(Remaining { count: 0, reset: Duration::from_secs(3600) });
        (100 * MS, Ok(Quota { requests, tokens: None }))
    };
    let stop = Limits { on_limit: OnLimit::Stop, ..limits(4) };
    let run = run(100, stop, server);
    assert_eq!(run.answered, 4, "what was in flight is answered");
    assert!(run.controller.closure().is_some_and(|over| over.by_limit));
}

#[test]
fn an_unannounced_limit_by_the_minute_is_used_to_the_full() {
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
        let found = format!("{most} {width}: {:?} {:?}", run.took, run.statistics());
        assert_eq!((run.answered, run.lost), (items, 0), "{found}");
        assert!(run.took < 33 * MINUTE && run.wasted() < 0.25, "{} {found}", run.wasted());
    }
}

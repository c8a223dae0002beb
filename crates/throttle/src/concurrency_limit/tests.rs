use super::*;
use proptest::prelude::*;

/// Sends until the limit is reached. Returns the numbers.
fn fill(limiter: &mut ConcurrencyLimit) -> Vec<u64> {
    let mut numbers = Vec::new();
    while limiter.in_flight() < limiter.limit() {
        let held = limiter.in_flight() + 1;
        numbers.push(limiter.record_sent(held));
    }
    numbers
}

fn all(limiter: &mut ConcurrencyLimit, numbers: &[u64], feedback: ServerFeedback) -> usize {
    numbers.iter().filter(|number| limiter.record_end(**number, feedback)).count()
}

#[test]
fn slow_start_doubles_in_the_time_of_an_answer() {
    let mut limiter = ConcurrencyLimit::new(1000);
    let mut limits = Vec::new();
    for _ in 0..5 {
        let round = fill(&mut limiter);
        limits.push(round.len());
        all(&mut limiter, &round, ServerFeedback::Answered);
    }
    assert_eq!(limits, [64, 128, 256, 512, 1000]);
}

#[test]
fn fast_start_triples_before_very_many_requests() {
    let limits = |questions: usize, most: usize| {
        let mut limiter = ConcurrencyLimit::new(most);
        limiter.expect_requests(questions);
        let mut limits = Vec::new();
        while limits.last() != Some(&most) {
            let round = fill(&mut limiter);
            limits.push(round.len());
            all(&mut limiter, &round, ServerFeedback::Answered);
        }
        limits
    };
    assert_eq!(limits(20_000, 1000), [250, 750, 1000]);
    assert_eq!(limits(20_000, 256), [64, 192, 256]);
    assert_eq!(limits(10_000, 1000), [125, 375, 750, 1000]);
    assert_eq!(limits(2_000, 1000), [64, 134, 268, 536, 1000]);
    assert_eq!(limits(1_000_000, 40), [40]);
}

#[test]
fn a_rejection_ends_fast_start() {
    let mut limiter = ConcurrencyLimit::new(1000);
    limiter.expect_requests(20_000);
    let round = fill(&mut limiter);
    all(&mut limiter, &round[100..], ServerFeedback::Rejected);
    all(&mut limiter, &round[..100], ServerFeedback::Answered);
    assert!(limiter.limit() <= 125, "{}", limiter.limit());
    limiter.restart();
    let mut last = limiter.limit();
    for _ in 0..4 {
        let round = fill(&mut limiter);
        all(&mut limiter, &round, ServerFeedback::Answered);
        assert!(limiter.limit() <= 2 * last, "{} after {last}", limiter.limit());
        last = limiter.limit();
    }
}

#[test]
fn an_unused_limit_does_not_grow() {
    let mut limiter = ConcurrencyLimit::new(1000);
    for _ in 0..1000 {
        let number = limiter.record_sent(1);
        limiter.record_end(number, ServerFeedback::Answered);
    }
    assert_eq!(limiter.limit(), START);
}

#[test]
fn rejections_in_flight_together_are_one_congestion_event() {
    let mut limiter = ConcurrencyLimit::new(1000);
    let round = fill(&mut limiter);
    all(&mut limiter, &round, ServerFeedback::Answered);
    let round = fill(&mut limiter);
    assert_eq!(round.len(), 128);
    // The server serves a hundred of them.
    assert_eq!(all(&mut limiter, &round[100..], ServerFeedback::Rejected), 1, "it decreases once");
    assert_eq!(limiter.limit(), 95);
    all(&mut limiter, &round[..100], ServerFeedback::Answered);
    assert_eq!(limiter.limit(), 95, "older answers do not raise it");
    let mut limits = Vec::new();
    for _ in 0..16 {
        let round = fill(&mut limiter);
        all(&mut limiter, &round, ServerFeedback::Answered);
        limits.push(limiter.limit());
    }
    let resting = limits.iter().filter(|limit| **limit == 100).count();
    assert!(resting >= ROUNDS_AT_CAPACITY as usize && limits.last() > Some(&100), "{limits:?}");
}

#[test]
fn one_congestion_event_halves_the_limit_at_most() {
    let mut limiter = ConcurrencyLimit::new(64);
    let mut limits = Vec::new();
    for _ in 0..8 {
        let round = fill(&mut limiter);
        all(&mut limiter, &round, ServerFeedback::Rejected);
        limits.push(limiter.limit());
    }
    assert_eq!(limits, [32, 16, 8, 4, 2, 1, 1, 1]);
}

#[test]
fn a_few_rejections_or_timeouts_are_tolerated() {
    let mut limiter = ConcurrencyLimit::new(64);
    let round = fill(&mut limiter);
    assert_eq!(all(&mut limiter, &round[..3], ServerFeedback::Rejected), 0);
    all(&mut limiter, &round[3..], ServerFeedback::Answered);
    let round = fill(&mut limiter);
    assert_eq!(all(&mut limiter, &round[..16], ServerFeedback::TimedOut), 0);
    assert_eq!(limiter.limit(), 64);
    assert_eq!(
        all(&mut limiter, &round[16..17], ServerFeedback::TimedOut),
        1,
        "more than a quarter"
    );
    assert!(limiter.limit() < 64);
}

#[test]
fn late_rejections_do_not_end_slow_start() {
    let mut limiter = ConcurrencyLimit::new(256);
    let wave = |limiter: &mut ConcurrencyLimit, refused: usize, last: usize| {
        let round = fill(limiter);
        all(limiter, &round[..refused], ServerFeedback::Rejected);
        let end = round.len() - last;
        all(limiter, &round[refused..end], ServerFeedback::Answered);
        round[end..].to_vec()
    };
    // Three requests of a round below capacity are rejected, and in the next round more than
    // tolerated.
    wave(&mut limiter, 32, 0);
    wave(&mut limiter, 3, 0);
    let old = wave(&mut limiter, 8, 2);
    let round = fill(&mut limiter);
    all(&mut limiter, &round[..1], ServerFeedback::Answered);
    assert!(limiter.background.is_established(), "an eighth or so is rejected at any load");
    all(&mut limiter, &old, ServerFeedback::Rejected);
    let limit = limiter.limit();
    all(&mut limiter, &round[1..], ServerFeedback::Answered);
    let round = fill(&mut limiter);
    all(&mut limiter, &round, ServerFeedback::Answered);
    assert!(limiter.limit() > limit + limit / 2, "{} after {limit}", limiter.limit());
}

#[test]
fn after_an_outage_slow_start_returns_to_the_old_limit() {
    let mut limiter = ConcurrencyLimit::new(1000);
    for _ in 0..4 {
        let round = fill(&mut limiter);
        all(&mut limiter, &round, ServerFeedback::Answered);
    }
    limiter.restart();
    assert_eq!(limiter.limit(), START);
    let round = fill(&mut limiter);
    all(&mut limiter, &round, ServerFeedback::Answered);
    assert_eq!(limiter.limit(), 2 * START);
}

proptest! {
    #[test]
    fn the_limit_stays_in_its_bounds(most in 1_usize..300, signs in prop::collection::vec(0_u8..8, 0..3000)) {
        let mut limiter = ConcurrencyLimit::new(most);
        let mut out = Vec::new();
        for (turn, sign) in signs.iter().enumerate() {
            out.extend(fill(&mut limiter));
            let number = out.swap_remove(turn % out.len());
            let feedback = match sign {
                0 => ServerFeedback::Rejected,
                1 => ServerFeedback::TimedOut,
                2 => ServerFeedback::Neutral,
                _ => ServerFeedback::Answered,
            };
            limiter.record_end(number, feedback);
            prop_assert!((1..=most).contains(&limiter.limit()));
            prop_assert_eq!(limiter.in_flight(), out.len());
        }
    }
}

#[test]
fn a_low_start_grows_with_every_answer() {
    let mut limiter = ConcurrencyLimit::new(128);
    limiter.expect_requests(20_000);
    limiter.start_low(4);
    let mut limits = Vec::new();
    for _ in 0..6 {
        let round = fill(&mut limiter);
        limits.push(round.len());
        all(&mut limiter, &round, ServerFeedback::Answered);
    }
    assert_eq!(limits, [4, 8, 16, 32, 64, 128]);
    let mut two = ConcurrencyLimit::new(2);
    two.start_low(4);
    assert_eq!(two.limit(), 2, "never more than the highest");
}

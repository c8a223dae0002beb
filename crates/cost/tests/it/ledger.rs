//! The ledger: the budget holds for any events in any order.

use peirast_cost::{Amount, Budget, Grant, Ledger, Usd};
use peirast_record::Key;
use proptest::prelude::*;

fn usd(dollars: f64) -> Usd {
    Usd::new(dollars).expect("an amount")
}

fn key(number: usize) -> Key {
    Key::from_stored(number.to_string())
}

fn bound(dollars: f64) -> Amount {
    Amount { usd: usd(dollars), tokens: 0 }
}

fn cost(dollars: f64) -> Option<Amount> {
    Some(Amount { usd: usd(dollars), tokens: 0 })
}

fn dollars(limit: f64) -> Ledger {
    Ledger::new(Budget { usd: Some(usd(limit)), tokens: None })
}

#[test]
fn a_bound_is_raised_in_flight_and_what_no_longer_fits_waits() {
    let mut ledger = dollars(10.0);
    for number in 1..=3 {
        assert_eq!(ledger.admit(&key(number), bound(1.0)), Grant::Granted);
    }
    ledger.settle(&key(1), cost(4.0));
    ledger.raise(&key(2), bound(4.0));
    ledger.raise(&key(3), bound(0.5));
    ledger.raise(&key(9), bound(7.0));
    assert_eq!(
        ledger.balance().reserved.usd,
        usd(5.0),
        "never lowered, and only what is in flight"
    );
    assert_eq!(ledger.admit(&key(4), bound(4.0)), Grant::Later);
    ledger.settle(&key(2), cost(1.0));
    assert_eq!(ledger.admit(&key(4), bound(4.0)), Grant::Granted, "it came cheaper than feared");
    ledger.lose(&key(4), true);
    let Grant::Refused(refusal) = ledger.admit(&key(5), bound(4.0)) else { panic!("admitted") };
    assert_eq!((refusal.spent.usd, refusal.next.usd), (usd(9.0), usd(4.0)));
}

#[test]
fn what_may_have_been_charged_is_spent_and_shown_apart() {
    let mut ledger = dollars(2.0);
    for number in 1..=2 {
        assert_eq!(ledger.admit(&key(number), bound(1.0)), Grant::Granted);
    }
    ledger.lose(&key(1), true);
    ledger.lose(&key(2), false);
    let balance = ledger.balance();
    assert_eq!((balance.settled.usd, balance.uncertain.usd), (usd(0.0), usd(1.0)));
    assert_eq!(ledger.admit(&key(3), bound(1.0)), Grant::Granted);
    ledger.settle(&key(3), None);
    assert_eq!(ledger.balance().spent().usd, usd(2.0), "without a report the bound counts");
    let Grant::Refused(refusal) = ledger.admit(&key(4), bound(0.01)) else { panic!("admitted") };
    let said = refusal.to_string();
    assert!(said.contains("2.00 USD are spent or may have been charged"), "{said}");
}

#[test]
fn what_was_spent_before_counts() {
    let before = Amount { usd: usd(0.9), tokens: 0 };
    let mut ledger = dollars(1.0).after(before, Amount::default());
    assert!(matches!(ledger.admit(&key(1), bound(0.2)), Grant::Refused(_)));
    assert_eq!(ledger.admit(&key(1), bound(0.1)), Grant::Granted, "to the last cent");
    assert!(matches!(ledger.admit(&key(2), bound(0.2)), Grant::Refused(_)), "in flight or not");
    assert_eq!(ledger.admit(&key(2), bound(0.05)), Grant::Later);
}

#[test]
fn tokens_are_a_budget_too() {
    let mut ledger = Ledger::new(Budget { usd: None, tokens: Some(100) });
    let bound = Amount { usd: usd(5.0), tokens: 60 };
    assert_eq!(ledger.admit(&key(1), bound), Grant::Granted);
    assert_eq!(ledger.admit(&key(2), bound), Grant::Later);
    ledger.settle(&key(1), Some(Amount { usd: usd(50.0), tokens: 41 }));
    let Grant::Refused(refusal) = ledger.admit(&key(2), bound) else { panic!("admitted") };
    assert!(refusal.to_string().contains("100 tokens"), "{refusal}");
}

#[test]
fn what_is_left_shows_why_the_next_does_not_fit() {
    let mut ledger = dollars(1.0).after(bound(0.984), Amount::default());
    let Grant::Refused(refusal) = ledger.admit(&key(1), bound(0.018)) else { panic!("admitted") };
    let said = refusal.to_string();
    assert!(
        said.contains("0.0160 USD are left, and the next answer may cost 0.0180 USD"),
        "{said}"
    );
    // If one of two limits is exceeded, the message names this one.
    let both = Budget { usd: Some(usd(1.0)), tokens: Some(100) };
    let before = Amount { usd: usd(0.1), tokens: 70 };
    let mut ledger = Ledger::new(both).after(before, Amount::default());
    let next = Amount { usd: usd(0.1), tokens: 40 };
    let Grant::Refused(refusal) = ledger.admit(&key(1), next) else { panic!("admitted") };
    assert!(
        refusal.to_string().ends_with("30 are left, and the next answer may take 40"),
        "{refusal}"
    );
}

#[test]
fn a_run_that_is_dropped_may_be_charged_for_all_in_flight() {
    let mut ledger = dollars(10.0);
    for number in 1..=4 {
        ledger.admit(&key(number), bound(1.0));
    }
    ledger.settle(&key(2), cost(0.5));
    ledger.drop_all();
    assert_eq!(
        (ledger.balance().spent().usd, ledger.balance().reserved),
        (usd(3.5), Amount::default())
    );
}

#[derive(Clone, Debug)]
enum Event {
    Admit {
        trial: usize,
        bound: u32,
    },
    /// The cost as a share of the bound, in percent; or not reported.
    Settle {
        place: usize,
        share: Option<u32>,
    },
    Lose {
        place: usize,
        charged: bool,
    },
    DropAll,
}

fn event(most_share: u32) -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (0..40usize, 0..300u32).prop_map(|(trial, bound)| Event::Admit { trial, bound }),
        3 => (any::<usize>(), prop::option::weighted(0.9, 0..=most_share))
            .prop_map(|(place, share)| Event::Settle { place, share }),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(place, charged)| Event::Lose { place, charged }),
        1 => Just(Event::DropAll),
    ]
}

/// Applies events. Returns the ledger, and the amount by which costs exceeded their bounds in
/// total.
fn play(budget: Budget, events: &[Event], check: impl Fn(&Ledger)) -> (Ledger, u64) {
    let mut ledger = Ledger::new(budget);
    let mut flying: Vec<(Key, u32)> = Vec::new();
    let mut beyond = 0;
    let amount = |units: u64| Amount { usd: usd(units as f64 / 100.0), tokens: units };
    for event in events {
        match *event {
            Event::Admit { trial, bound } => {
                let trial = key(trial);
                // At most one attempt at a question is in progress.
                if flying.iter().all(|(other, _)| *other != trial) {
                    match ledger.admit(&trial, amount(u64::from(bound))) {
                        Grant::Granted => flying.push((trial, bound)),
                        Grant::Later => assert!(!flying.is_empty(), "nothing is set aside"),
                        Grant::Refused(_) => {}
                    }
                }
            }
            Event::Settle { place, share } if !flying.is_empty() => {
                let (trial, bound) = flying.remove(place % flying.len());
                let units = share.map(|share| u64::from(bound) * u64::from(share) / 100);
                beyond += units.map_or(0, |units| units.saturating_sub(u64::from(bound)));
                ledger.settle(&trial, units.map(amount));
            }
            Event::Lose { place, charged } if !flying.is_empty() => {
                let (trial, _) = flying.remove(place % flying.len());
                ledger.lose(&trial, charged);
            }
            Event::DropAll => {
                flying.clear();
                ledger.drop_all();
            }
            Event::Settle { .. } | Event::Lose { .. } => {}
        }
        check(&ledger);
    }
    (ledger, beyond)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_budget_holds_in_any_order_of_events(
        limit in 0..1500u64,
        in_tokens in any::<bool>(),
        events in prop::collection::vec(event(100), 0..120),
    ) {
        let budget = match in_tokens {
            true => Budget { usd: None, tokens: Some(limit) },
            false => Budget { usd: Some(usd(limit as f64 / 100.0)), tokens: None },
        };
        play(budget, &events, |ledger| {
            let balance = ledger.balance();
            assert!(budget.allows(balance.spent() + balance.reserved), "{balance:?} of {budget}");
        });
    }

    #[test]
    fn only_what_goes_beyond_its_bound_can_go_beyond_the_budget(
        limit in 0..1500u64,
        events in prop::collection::vec(event(400), 0..120),
    ) {
        let budget = Budget { usd: Some(usd(limit as f64 / 100.0)), tokens: None };
        let (ledger, beyond) = play(budget, &events, |_| {});
        let balance = ledger.balance();
        let most = (balance.spent() + balance.reserved).usd.dollars() * 100.0;
        prop_assert!(most <= limit as f64 + beyond as f64 + 1.0, "{most} of {limit}");
    }
}

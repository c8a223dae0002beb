//! Many questions to a server that fails in every way, and kills of the program at random moments.
//!
//! The ignored tests are the same at full size:
//! `cargo test --release -p peirast --test it -- --ignored faults::`
#![cfg(unix)]

use crate::support::{Place, until, wait};
use peirast_mock::{Config, Fault, Mock};
use peirast_record::Key;
use peirast_store::{Store, StoreError};
use std::collections::BTreeSet;
use std::time::Duration;

fn mock(json: &str) -> Mock {
    Mock::start(Config::default().with(json).expect("a configuration")).expect("a server")
}

fn line(mock: &Mock, items: u64, in_flight: u64) -> String {
    let url = mock.base_url();
    format!(
        "run many.toml --n {items} --into r --base-url {url} --concurrency {in_flight} --timeout 20"
    )
}

/// Asserts that failures of a tenth of all requests lose no answer.
fn survives_faults(items: u64, in_flight: u64) {
    let (place, all) = (Place::with_many(), 2 * items);
    let mock = mock(
        r#"{"faults": 0.1, "hang_ms": 300, "slow_ms": 300, "latency_ms": 2, "retry_after": 0.1}"#,
    );
    place.ok(&line(&mock, items, in_flight));

    let stats = mock.stats();
    assert_eq!((stats.questions, stats.answered, stats.answered_again), (all, all, 0));
    for fault in Fault::ALL {
        assert!(stats.faults[fault.name()] > 0, "no request met `{}`", fault.name());
    }
    let failed = stats.faults.values().sum::<u64>() - stats.faults["slow"];
    assert_eq!(stats.requests, all + failed, "nothing else is asked again");
    let counts = place.counts("r");
    assert_eq!((counts.trials, counts.responses), (all, all));
    assert_eq!(counts.failures.values().sum::<u64>(), failed, "every failure is on record");
    assert_eq!(place.read("r/outcomes.csv").lines().count() as u64, all + 1);
}

#[test]
fn faults_of_every_kind_cost_no_answer() {
    survives_faults(1_000, 64);
}

#[test]
#[ignore = "full size: a minute"]
fn faults_of_every_kind_cost_no_answer_of_twenty_thousand() {
    survives_faults(10_000, 256);
}

/// The keys of all stored answers.
fn answered(place: &Place) -> BTreeSet<Key> {
    wait(async {
        match Store::open_read_only(place.path("r")).await {
            Ok(store) => store.answered_keys().await.expect("keys"),
            // Killed before there was a store.
            Err(StoreError::Missing { .. } | StoreError::Empty { .. }) => BTreeSet::new(),
            Err(error) => panic!("{error}"),
        }
    })
}

/// Pseudo-random numbers below a bound, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        // Constants of Knuth's MMIX generator, of which the upper bits are good.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % bound
    }
}

/// Asserts that kills lose no stored answer, cause no repeated question, and cost no more answers
/// than were in flight.
fn survives_kills(items: u64, kills: u64) {
    const IN_FLIGHT: u64 = 16;
    let (place, all) = (Place::with_many(), 2 * items);
    let mock = mock(r#"{"latency_ms": 20, "jitter_ms": 15}"#);
    let line = line(&mock, items, IN_FLIGHT);
    let (mut dice, mut stored, mut lost) = (Dice(kills), BTreeSet::new(), 0);
    for kill in 0..kills {
        let before = mock.stats().requests;
        let running = place.start(&line);
        if kill % 3 == 0 {
            // At any moment, that of planning and of storing the plan among them.
            std::thread::sleep(Duration::from_millis(dice.below(400)));
        } else {
            let moment = before + 1 + dice.below(all / kills / 2);
            until("the moment", || mock.stats().requests >= moment);
        }
        running.signal("KILL");
        assert_eq!(running.end().code, None, "killed");
        until("the connections are closed", || mock.stats().in_flight == 0);

        let now = answered(&place);
        assert!(now.is_superset(&stored), "kill {kill} lost a stored answer");
        stored = now;
        let gone = mock.stats().answered - stored.len() as u64;
        assert!(gone - lost <= IN_FLIGHT, "kill {kill} cost {} answers", gone - lost);
        lost = gone;
    }
    assert!((stored.len() as u64) < all, "the last kill came too late");
    place.ok(&line);
    let stats = mock.stats();
    assert_eq!((stats.answered, stats.answered_again), (all + lost, lost));
    assert!(stats.abandoned <= kills * IN_FLIGHT, "{} were in flight", stats.abandoned);
    assert_eq!(answered(&place).len() as u64, all);
    assert_eq!(place.read("r/outcomes.csv").lines().count() as u64, all + 1);
}

#[test]
fn kills_lose_nothing_and_repeat_only_what_was_in_flight() {
    survives_kills(1_000, 8);
}

#[test]
#[ignore = "full size: some minutes"]
fn a_hundred_kills_lose_nothing_and_repeat_only_what_was_in_flight() {
    survives_kills(10_000, 100);
}

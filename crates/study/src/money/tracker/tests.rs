//! Tests of the budget of a run.

use super::*;
use crate::money::exposure_model::SubjectExposure;
use crate::money::exposure_rows::left;
use crate::options::PriceOptions;
use peirast_cost::Price;
use peirast_record::{Message, Sampling};

fn tariff() -> Tariff {
    Tariff::Priced(Box::new(Price::given(0.0, 1000.0, "given").expect("a price")))
}

/// Most dollars of the stored exposure.
async fn written(store: &Store) -> Usd {
    let rows = left(store).await.expect("rows");
    rows.values()
        .flat_map(|exposures| exposures.most(|_| tariff()))
        .map(|(.., most)| most.usd)
        .sum()
}

/// Attempts of the stored exposure.
async fn attempts(store: &Store) -> u64 {
    let rows = left(store).await.expect("rows");
    rows.values().flat_map(|exposures| exposures.most(|_| tariff())).map(|(_, many, _)| many).sum()
}

/// Waits until an attempt may be sent.
async fn admitted(tracker: &BudgetTracker, trial: &Trial, prompt: &Prompt) {
    loop {
        match tracker.admit(trial, prompt) {
            Admission::Go => return,
            Admission::NotYet => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn what_is_written_down_is_what_is_in_flight_within_the_budget() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let prompt = Arc::new(Prompt::new("q", "baseline", vec![Message::user("Is this sound?")]));
    let prompts = [(prompt.key(), Arc::clone(&prompt))].into();
    let (name, place) = ("openai:a", "https://example.org/v1");
    let (tariff, width) = (tariff(), None);
    let one = SubjectExposure { name, endpoint: place, account: place, width, tariff, open: 9999 };
    let request = ExposureRequest {
        prompts: &prompts,
        longest: Some(&prompt),
        subjects: vec![one],
        max_tokens: Some(100),
        concurrency: 400,
    };
    // An attempt costs 0.1 dollars at most, so that four hundred of them might cost 40.
    let dollars = |dollars| Usd::new(dollars).expect("dollars");
    let budget = Budget { usd: Some(dollars(3.0)), tokens: None };
    let prices = Prices::load(&PriceOptions::default()).expect("prices");
    let tracker = BudgetTracker::open(&store, &request, budget, &prices).await.expect("a tracker");
    assert_eq!(written(&store).await, Usd::ZERO, "nothing is sent yet");

    let sampling = Sampling { max_tokens: Some(100), ..Sampling::default() };
    let trial = |repeat| Trial::new(&prompt, name, place, &sampling, repeat);
    let end = |repeat, output_tokens| {
        let usage = Usage { input_tokens: Some(9), output_tokens, ..Usage::default() };
        tracker.settle(&trial(repeat), usage);
        tracker.stored(&trial(repeat));
    };
    for (sent, at_most) in (1..=30).zip([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9]) {
        admitted(&tracker, &trial(sent), &prompt).await;
        let held = written(&store).await;
        assert!(held >= dollars(0.1 * f64::from(sent) - 1e-9), "{sent}: {held}");
        assert!(held <= dollars(at_most + 1e-9), "{sent}: {held}");
    }
    for sent in 9..=30 {
        admitted(&tracker, &trial(sent), &prompt).await;
    }
    assert_eq!(tracker.admit(&trial(31), &prompt), Admission::Wait, "the budget is set aside");
    assert_eq!(written(&store).await, dollars(3.0), "no more than it has room for");
    // Uncertain charges reduce the rest; attempts no longer in flight are not held for long.
    (1..=10).for_each(|sent| end(sent, Some(100)));
    end(11, None);
    for _ in 0..2 {
        tracker.lower().await.expect("lowered");
    }
    assert_eq!(written(&store).await, dollars(1.9));
    (12..=29).for_each(|sent| end(sent, Some(10)));
    for _ in 0..2 {
        tracker.lower().await.expect("lowered");
    }
    assert_eq!(written(&store).await, dollars(0.1), "one is in flight");
    // After an answer beyond its limit, others may cost more than expected; their number is known.
    for sent in [32, 33] {
        admitted(&tracker, &trial(sent), &prompt).await;
    }
    end(30, Some(150));
    tracker.finish().await.expect("closed");
    let left = written(&store).await;
    assert!(left >= dollars(0.2), "what was dropped in flight: {left}");
    tracker.lower().await.expect("nothing");
    assert_eq!(written(&store).await, left);
}

#[tokio::test]
async fn a_run_that_is_killed_before_it_sends_anything_leaves_nothing() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let prompt = Arc::new(Prompt::new("q", "baseline", vec![Message::user("Is this sound?")]));
    let prompts = [(prompt.key(), Arc::clone(&prompt))].into();
    let (name, account) = ("openai:a", "https://example.org/v1");
    let one = SubjectExposure {
        name,
        endpoint: account,
        account,
        width: None,
        tariff: tariff(),
        open: 99,
    };
    let (subjects, max_tokens) = (vec![one], Some(100));
    let request = ExposureRequest {
        prompts: &prompts,
        longest: Some(&prompt),
        subjects,
        max_tokens,
        concurrency: 64,
    };
    let prices = Prices::load(&PriceOptions::default()).expect("prices");
    let budget = Budget { usd: Usd::new(5.0), tokens: None };
    let tracker = BudgetTracker::open(&store, &request, budget, &prices).await.expect("a tracker");
    tracker.cover_prompt(&prompt).await.expect("covered");
    drop(tracker);
    assert!(left(&store).await.expect("rows").is_empty());
}

/// The possible charges of a killed run never exceed the rest of its budget when it was killed.
/// They are never less than the cost of attempts that are in flight or not on disk.
#[tokio::test]
async fn answers_and_what_may_be_charged_are_the_budget_at_most_at_every_moment() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let prompt = Arc::new(Prompt::new("q", "baseline", vec![Message::user("Is this sound?")]));
    let prompts = [(prompt.key(), Arc::clone(&prompt))].into();
    let (name, account) = ("openai:a", "https://example.org/v1");
    let (tariff, width, open) = (tariff(), None, 9999);
    let one = SubjectExposure { name, endpoint: account, account, width, tariff, open };
    let (subjects, max_tokens) = (vec![one], Some(100));
    let request = ExposureRequest {
        prompts: &prompts,
        longest: Some(&prompt),
        subjects,
        max_tokens,
        concurrency: 40,
    };
    let dollars = |dollars| Usd::new(dollars).expect("dollars");
    let budget = Budget { usd: Some(dollars(2.0)), tokens: None };
    let prices = Prices::load(&PriceOptions::default()).expect("prices");
    let tracker = BudgetTracker::open(&store, &request, budget, &prices).await.expect("a tracker");
    let sampling = Sampling { max_tokens: Some(100), ..Sampling::default() };
    let trial = |repeat| Trial::new(&prompt, name, account, &sampling, repeat);
    // An attempt is charged 0.1 dollars at most, and an answer of 60 tokens 0.06.
    let (mut on_disk, mut sent, mut arrived) = (0_u32, 0_u32, 0_u32);
    for round in 0..12 {
        while sent < 20 && arrived + (sent - arrived) < 20 && sent - arrived < 6 {
            admitted(&tracker, &trial(sent), &prompt).await;
            sent += 1;
        }
        for _ in 0..=(round % 4) {
            if arrived < sent {
                let usage =
                    Usage { input_tokens: Some(9), output_tokens: Some(60), ..Usage::default() };
                tracker.settle(&trial(arrived), usage);
                arrived += 1;
            }
        }
        let check = async |on_disk: u32| {
            let (spent, held) = (0.06 * f64::from(on_disk), written(&store).await.dollars());
            let unknown = 0.06 * f64::from(arrived - on_disk) + 0.1 * f64::from(sent - arrived);
            assert!(spent + held <= 2.0 + 1e-9, "{round}: {spent} and {held}");
            assert!(held + 1e-9 >= unknown, "{round}: {held} for {unknown}");
            // The exposure that the end of the run would record at this moment.
            (tracker.possibly_charged(), attempts(&store).await)
        };
        let (said, held) = check(on_disk).await;
        assert_eq!(said, held, "{round}");
        // All but one of the answers go to the store, in one transaction with the exposure.
        let group: Vec<Trial> =
            (on_disk..arrived.saturating_sub(1).max(on_disk)).map(trial).collect();
        let group: Vec<&Trial> = group.iter().collect();
        let GuardRecord { facts, hold } = tracker.record_with(&group, &[]).await;
        for fact in facts {
            match fact.value {
                Some(value) => store.set_meta(&fact.name, &value).await.expect("written"),
                None => store.remove_meta(&fact.name).await.expect("removed"),
            }
        }
        let said = tracker.possibly_charged();
        assert!(
            said >= attempts(&store).await,
            "{round}: {said} is said before the answers are stored"
        );
        drop(hold);
        on_disk += group.len() as u32;
        let (said, held) = check(on_disk).await;
        assert_eq!(said, held, "{round}");
        group.iter().for_each(|trial| tracker.stored(trial));
    }
    assert!(on_disk > 15, "{on_disk}");
}

//! Isolation: one model behind a gateway is refused, and the others are not slowed down by it.

use crate::common::{QUICK, Scripted, failure, plan, reply};
use peirast_llm::Failure;
use peirast_record::{ErrorKind, Key, Prompt, Trial};
use peirast_run::{Event, Runner, Summary};
use peirast_store::Store;
use peirast_throttle::{
    AccountEvent, AccountStatistics, Accounts, Limits, OnLimit, Quota, Remaining, RetryPolicy,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

const EACH: usize = 600;
const FEW: usize = 40;
const TOOK: Duration = Duration::from_millis(10);

/// A server that answers a subject once in a fixed period, and refuses it otherwise.
fn limited(name: &str, pace: Duration, refusal: fn() -> Failure) -> Scripted {
    let last: Mutex<Option<Instant>> = Mutex::default();
    let script = move |_, _: &str| {
        let mut last = last.lock().expect("a time");
        match last.is_some_and(|last| last.elapsed() < pace) {
            true => Err(refusal()),
            false => {
                *last = Some(Instant::now());
                Ok(reply("yes"))
            }
        }
    };
    Scripted::new(name, script)
}

/// Asks all subjects; returns the summary and the isolated subjects.
async fn asked(subjects: Vec<(Scripted, usize)>) -> (Summary, Vec<String>) {
    asked_within(Limits::default(), subjects).await
}

async fn asked_within(limits: Limits, subjects: Vec<(Scripted, usize)>) -> (Summary, Vec<String>) {
    asked_patiently(limits, QUICK, subjects).await
}

async fn asked_patiently(
    limits: Limits,
    retry: RetryPolicy,
    subjects: Vec<(Scripted, usize)>,
) -> (Summary, Vec<String>) {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
    let mut all: Vec<(Arc<Scripted>, Vec<Trial>)> = Vec::new();
    for (subject, questions) in subjects {
        let (more, trials) = plan(&subject, questions);
        prompts.extend(more);
        all.push((Arc::new(subject), trials));
    }
    let apart: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&apart);
    let mut runner = Runner::new(store, prompts).retry(retry).accounts(Accounts::new(limits));
    runner = runner.on_event(move |event| {
        if let Event::Account {
            event: AccountEvent::SubjectIsolated { subject, rejected }, ..
        } = event
        {
            assert_eq!(*rejected, !subject.contains("hang"), "{subject}");
            told.lock().expect("a list").push(subject.to_owned());
        }
    });
    for (subject, trials) in all {
        runner = runner.subject(subject, trials);
    }
    let summary = runner.run().await.expect("a run");
    let apart = apart.lock().expect("a list").clone();
    (summary, apart)
}

#[tokio::test]
async fn one_model_that_is_refused_does_not_slow_down_the_others() {
    let well = |name| (Scripted::new(name, |_, _| Ok(reply("yes"))).taking(TOOK), EACH);
    let names = ["gate:a", "gate:b", "gate:c", "gate:d", "gate:e", "gate:f"];
    let overloaded = || Failure { status: Some(503), ..failure(ErrorKind::Server) };
    let mut subjects: Vec<_> = names.into_iter().map(well).collect();
    let pace = Duration::from_millis(400);
    subjects.push((limited("gate:limited", pace, || failure(ErrorKind::RateLimit)), 6));
    subjects.push((limited("gate:busy", pace, overloaded), 6));
    let (summary, apart) = asked(subjects).await;
    assert_eq!(summary.answered, (6 * EACH + 12) as u64, "{summary:?}");
    assert!(summary.failed.is_empty() && summary.stopped.is_empty(), "{summary:?}");

    let whom: BTreeSet<&str> = apart.iter().map(String::as_str).collect();
    assert_eq!(whom, BTreeSet::from(["gate:busy", "gate:limited"]));
    assert_eq!(apart.len(), 2, "told once: {apart:?}");
    let all = &summary.accounts["scripted/1"];
    assert!(all.limit >= 64, "others are asked as many at a time as before: {all:?}");
    // Requests refused before isolation began, or in flight at that moment, are included.
    assert!(all.refused < 130, "{all:?}");
    for name in ["gate:limited", "gate:busy"] {
        let isolated = &summary.accounts[&format!("scripted/1 {name}")];
        assert!(isolated.sent > 1 && isolated.most_in_flight < 20, "{isolated:?}");
    }
    // Together the lines count every request and every refusal once.
    let sum = |of: fn(&AccountStatistics) -> u64| summary.accounts.values().map(of).sum::<u64>();
    assert_eq!(sum(|one| one.sent), summary.answered + summary.retries, "{summary:?}");
    assert_eq!(sum(|one| one.refused), summary.retries, "{summary:?}");
}

#[tokio::test]
async fn models_of_a_server_that_refuses_all_of_them_stay_together() {
    // Chosen at random with a fixed seed: in turns, one model would get all refusals.
    let state: Arc<Mutex<u64>> = Arc::new(Mutex::new(7));
    let subject = |name| {
        let state = Arc::clone(&state);
        let script = move |_, _: &str| {
            let mut state = state.lock().expect("a state");
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            match (*state >> 33).is_multiple_of(3) {
                true => Err(failure(ErrorKind::RateLimit)),
                false => Ok(reply("yes")),
            }
        };
        (Scripted::new(name, script), FEW)
    };
    let (summary, apart) = asked(["gate:a", "gate:b", "gate:c"].map(subject).into()).await;
    assert_eq!((summary.answered, apart), (3 * FEW as u64, vec![]));
}

#[tokio::test]
async fn one_model_that_hangs_leaves_the_slots_to_the_others() {
    let well = |name| (Scripted::new(name, |_, _| Ok(reply("yes"))).taking(8 * TOOK), EACH);
    let mut subjects: Vec<_> = ["gate:a", "gate:b", "gate:c"].into_iter().map(well).collect();
    let late = |number, _: &str| match number < 2 * FEW {
        true => Err(failure(ErrorKind::Timeout)),
        false => Ok(reply("yes")),
    };
    subjects.push((Scripted::new("gate:hanging", late).taking(30 * TOOK), FEW));
    let (summary, apart) = asked(subjects).await;
    assert_eq!(summary.answered, (3 * EACH + FEW) as u64, "{summary:?}");
    assert_eq!(apart, ["gate:hanging"]);
    let all = &summary.accounts["scripted/1"];
    assert!(all.limit >= 64, "{all:?}");
    assert_eq!(all.refused, 0, "{all:?}");
    assert_eq!(all.outages, 0, "{all:?}");
}

const STOP: Limits = Limits {
    concurrency: 64,
    requests_per_minute: None,
    tokens_per_minute: None,
    on_limit: OnLimit::Stop,
};
const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_limit_that_one_model_is_to_stop_at_stops_no_other() {
    let well = |name| (Scripted::new(name, |_, _| Ok(reply("yes"))).taking(TOOK), FEW);
    let asks_to_wait = || {
        let refused = failure(ErrorKind::RateLimit).with_status(429);
        Err(refused.with_retry_after(Some(HOUR)))
    };
    let limited = Scripted::new("gate:limited", move |_, _| asks_to_wait());
    // Its answers announce that there will be no more.
    let spent = Scripted::new("gate:spent", |_, _| {
        let requests = Some(Remaining { count: 0, reset: HOUR });
        Ok(peirast_llm::Reply { quota: Quota { requests, tokens: None }, ..reply("yes") })
    });
    // Refused before any other is answered.
    let subjects = vec![well("gate:a"), (limited, FEW), well("gate:b"), (spent.at_most(1), FEW)];
    let (summary, apart) = asked_within(STOP, subjects).await;
    assert_eq!(summary.answered, 2 * FEW as u64 + 1, "{summary:?}");
    assert!(summary.limited && apart.is_empty(), "{summary:?} {apart:?}");
    let mut stopped: Vec<_> =
        summary.stopped.iter().map(|one| (one.subject.as_str(), one.reason.as_str())).collect();
    stopped.sort_unstable();
    let said = "reports that its limits are used up for 300 s";
    assert_eq!(stopped.len(), 2, "{stopped:?}");
    assert_eq!(stopped[0].0, "gate:limited");
    assert!(stopped[0].1.contains("asks to wait 3600 s"));
    assert_eq!(stopped[1].0, "gate:spent", "{stopped:?}");
    assert!(stopped[1].1.contains(said), "{stopped:?}");
}

#[tokio::test]
async fn what_headers_say_is_left_for_one_model_makes_no_other_wait() {
    const ASKED: usize = 3;
    let answered = Arc::new(AtomicUsize::new(0));
    let well = |name| {
        let answered = Arc::clone(&answered);
        let script = move |_, _: &str| {
            answered.fetch_add(1, Ordering::SeqCst);
            Ok(reply("yes"))
        };
        (Scripted::new(name, script).taking(TOOK), EACH)
    };
    let before: Arc<Mutex<Vec<usize>>> = Arc::default();
    let (seen, others) = (Arc::clone(&before), Arc::clone(&answered));
    let scarce = Scripted::new("gate:scarce", move |_, _| {
        seen.lock().expect("a list").push(others.load(Ordering::SeqCst));
        let requests = Some(Remaining { count: 0, reset: Duration::from_secs(2) });
        Ok(peirast_llm::Reply { quota: Quota { requests, tokens: None }, ..reply("yes") })
    });
    let subjects = vec![well("gate:a"), (scarce.at_most(1), ASKED), well("gate:b")];
    let (summary, apart) = asked(subjects).await;
    assert_eq!(summary.answered, (2 * EACH + ASKED) as u64, "{summary:?}");
    assert!(apart.is_empty(), "{apart:?}");
    let before = before.lock().expect("a list").clone();
    assert_eq!(before.len(), ASKED);
    assert_eq!(before[1], 2 * EACH, "the others were asked while it waited: {before:?}");
}

#[tokio::test]
async fn one_model_that_is_answered_now_and_then_does_not_slow_down_the_others() {
    let well = |name| (Scripted::new(name, |_, _| Ok(reply("yes"))).taking(2 * TOOK), 2 * EACH);
    let mut subjects: Vec<_> = ["gate:a", "gate:b", "gate:c"].into_iter().map(well).collect();
    // At first every second request is answered: it is never refused twice in a row.
    let refused = AtomicUsize::new(0);
    let by_turns = move |number: usize, _: &str| match number.is_multiple_of(2) {
        false if refused.fetch_add(1, Ordering::SeqCst) < FEW => Err(failure(ErrorKind::RateLimit)),
        _ => Ok(reply("yes")),
    };
    subjects.push((Scripted::new("gate:free", by_turns).taking(2 * TOOK), FEW + 8));
    let patient = RetryPolicy { max_attempts: 20, ..QUICK };
    let (summary, apart) = asked_patiently(Limits::default(), patient, subjects).await;
    assert_eq!(summary.answered, (6 * EACH + FEW + 8) as u64, "{summary:?}");
    assert_eq!(apart, ["gate:free"]);
    let all = &summary.accounts["scripted/1"];
    assert!(all.limit >= 64, "others are asked as many at a time as before: {all:?}");
}

/// Returns a subject that is refused at first until it is isolated, and then behaves as specified.
fn refused_at_first(
    name: &str,
    then: impl Fn() -> Result<peirast_llm::Reply, Failure> + Send + Sync + 'static,
) -> Scripted {
    let begun = OnceLock::new();
    let script = move |_, _: &str| match begun.get_or_init(Instant::now).elapsed() < 30 * TOOK {
        true => Err(failure(ErrorKind::RateLimit)),
        false => then(),
    };
    Scripted::new(name, script)
}

#[tokio::test]
async fn what_headers_say_is_left_for_one_model_that_is_apart_ends_it_if_it_is_to() {
    let well = |name| (Scripted::new(name, |_, _| Ok(reply("yes"))).taking(TOOK), EACH);
    let spent = refused_at_first("gate:spent", || {
        let requests = Some(Remaining { count: 0, reset: HOUR });
        Ok(peirast_llm::Reply { quota: Quota { requests, tokens: None }, ..reply("yes") })
    });
    let subjects = vec![well("gate:a"), (spent, FEW), well("gate:b")];
    let patient = RetryPolicy { max_attempts: 60, ..QUICK };
    let asked = asked_patiently(STOP, patient, subjects);
    let ended = tokio::time::timeout(Duration::from_secs(60), asked).await;
    let (summary, apart) = ended.expect("the run ends");
    assert_eq!(apart, ["gate:spent"]);
    assert!(summary.answered > 2 * EACH as u64, "{summary:?}");
    let stopped: Vec<_> = summary.stopped.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(stopped, ["gate:spent"]);
    assert!(summary.limited, "{summary:?}");
}

#[tokio::test]
async fn a_limit_that_one_model_is_to_stop_at_stops_none_that_is_apart_and_answered() {
    let slow = refused_at_first("gate:slow", || Ok(reply("yes"))).taking(TOOK);
    let day = |number: usize, _: &str| match number < 2 * EACH {
        true => Ok(reply("yes")),
        false => Err(failure(ErrorKind::RateLimit).with_status(429).with_retry_after(Some(HOUR))),
    };
    let daily = Scripted::new("gate:daily", day).taking(2 * TOOK);
    let patient = RetryPolicy { max_attempts: 60, ..QUICK };
    let subjects = vec![(slow, 12), (daily, 3 * EACH)];
    let (summary, apart) = asked_patiently(STOP, patient, subjects).await;
    assert_eq!(apart, ["gate:slow"], "{summary:?}");
    let stopped: Vec<_> = summary.stopped.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(stopped, ["gate:daily"]);
    assert_eq!(summary.answered, 12 + 2 * EACH as u64, "{summary:?}");
}

/// Slots of the other subjects, while a model hangs until they have all been answered.
struct Others {
    gate: Arc<Semaphore>,
    left: Arc<AtomicUsize>,
}

impl Others {
    fn new(questions: usize) -> Self {
        Self { gate: Arc::new(Semaphore::new(0)), left: Arc::new(AtomicUsize::new(questions)) }
    }

    /// Returns a subject that answers normally; the last answer of all ends the hanging.
    fn well(&self, name: &str) -> Scripted {
        let (gate, left) = (Arc::clone(&self.gate), Arc::clone(&self.left));
        let script = move |_, _: &str| {
            if left.fetch_sub(1, Ordering::SeqCst) == 1 {
                gate.close();
            }
            Ok(reply("yes"))
        };
        Scripted::new(name, script).taking(TOOK)
    }

    /// Returns the subject that hangs.
    fn hanging(&self) -> Scripted {
        Scripted::new("gate:hanging", |_, _| Ok(reply("yes"))).held_by(&self.gate)
    }
}

/// Returns the summary of a run in which others are answered while one hangs.
async fn answered_meanwhile(run: impl Future<Output = (Summary, Vec<String>)>) -> Summary {
    let ended = tokio::time::timeout(Duration::from_secs(120), run).await;
    ended.expect("the others are answered while one hangs").0
}

#[tokio::test]
async fn one_model_that_hangs_does_not_take_all_slots_before_that_is_known() {
    let others = Others::new(2 * EACH);
    let limits = Limits { concurrency: 32, ..Limits::default() };
    let subjects =
        vec![(others.well("gate:a"), EACH), (others.hanging(), FEW), (others.well("gate:b"), EACH)];
    let summary = answered_meanwhile(asked_within(limits, subjects)).await;
    assert_eq!(summary.answered, (2 * EACH + FEW) as u64, "{summary:?}");
}

#[tokio::test]
async fn one_model_that_hangs_does_not_keep_the_others_from_what_another_left_of_the_slots() {
    let others = Others::new(2 * EACH);
    // Its refusals reduce the limit below the number of slots that the hanging subject has taken.
    let dead = refused_at_first("gate:dead", || Ok(reply("yes")));
    let subjects = vec![(dead, FEW), (others.hanging(), FEW), (others.well("gate:well"), 2 * EACH)];
    let patient = RetryPolicy { max_attempts: 60, ..QUICK };
    let run = asked_patiently(Limits::default(), patient, subjects);
    let summary = answered_meanwhile(run).await;
    assert_eq!(summary.answered, (2 * EACH + 2 * FEW) as u64, "{summary:?}");
}

#[tokio::test]
async fn one_model_that_hangs_and_is_asked_first_leaves_half_of_the_slots_to_the_others() {
    let others = Others::new(EACH);
    let limits = Limits { concurrency: 16, ..Limits::default() };
    // As many as there are slots, and more that wait for one.
    let subjects = vec![(others.hanging(), 17), (others.well("gate:well"), EACH)];
    let summary = answered_meanwhile(asked_within(limits, subjects)).await;
    assert_eq!(summary.answered, (EACH + 17) as u64, "{summary:?}");
}

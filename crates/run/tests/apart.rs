//! Apart: one model behind a gateway is refused, and the others are not asked the more slowly for it.
#![allow(clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{QUICK, Scripted, failure, plan, reply};
use peirast_record::{ErrorKind, Key, Prompt, Trial};
use peirast_run::{Event, Failure, Runner, Store, Summary};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const EACH: usize = 600;
const FEW: usize = 40;
const TOOK: Duration = Duration::from_millis(10);

/// A server that answers a subject once in so long, and refuses it otherwise.
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

/// Asks them all; gives the summary, and who was asked apart.
async fn asked(subjects: Vec<(Scripted, usize)>) -> (Summary, Vec<String>) {
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
    let mut runner = Runner::new(store, prompts).retry(QUICK).on_event(move |event| {
        if let Event::Apart { subject, .. } = event {
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
    // What was refused before anybody knew, in flight at that moment too.
    assert!(all.refused < 130, "{all:?}");
    for own in ["gate:limited", "gate:busy"] {
        let own = &summary.accounts[&format!("scripted/1 {own}")];
        assert!(own.sent > 1 && own.most_in_flight < 20, "{own:?}");
    }
}

#[tokio::test]
async fn models_of_a_server_that_refuses_all_of_them_stay_together() {
    // Drawn by lot, always in the same way: by turns one model would get all that is refused.
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

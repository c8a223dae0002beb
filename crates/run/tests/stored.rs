//! Trials that are asked as the store has them, of a plan that nobody holds.
#![allow(clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{Scripted, answer, plan, reply};
use peirast_record::{ErrorKind, Key, Trial};
use peirast_run::{Batch, Event, FailedAttempt, Runner, Store, Subject as _};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

const MANY: usize = 700;

fn failed(trial: &Trial, attempt: u32) -> FailedAttempt {
    FailedAttempt {
        trial: trial.key.clone(),
        attempt,
        kind: ErrorKind::BadRequest,
        status: Some(400),
        message: "no".to_owned(),
        at_us: i64::from(attempt),
        body: None,
    }
}

/// A store with the plan of two subjects. Every fifth trial of the first is answered; of the others some
/// failed, up to twice.
async fn stored(
    dir: &std::path::Path,
    subject: &Scripted,
    other: &Scripted,
) -> (Store, Vec<Trial>) {
    let store = Store::create(dir).await.expect("a store");
    let (prompts, trials) = plan(subject, MANY);
    let prompts: Vec<_> = prompts.into_values().collect();
    let (_, others) = plan(other, 10);
    let lanes = [(subject.endpoint(), trials.as_slice()), (other.endpoint(), others.as_slice())];
    let responses: Vec<_> = trials.iter().step_by(5).map(|trial| answer(trial, "yes")).collect();
    let failures = trials.iter().enumerate().flat_map(|(at, trial)| {
        let times = if at % 5 == 0 || at % 97 > 2 { 0 } else { at as u32 % 3 };
        (1..=times).map(|attempt| failed(trial, attempt))
    });
    let failures: Vec<_> = failures.collect();
    assert!(failures.len() > 10);
    let batch = Batch {
        prompts: &prompts,
        trials: &lanes,
        responses: &responses,
        failures: &failures,
        ..Batch::default()
    };
    store.write(&batch).await.expect("a plan");
    (store, trials)
}

#[tokio::test]
async fn what_is_stored_and_open_is_asked_in_order_and_what_failed_last() {
    let dir = tempfile::tempdir().expect("a directory");
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let heard = Arc::clone(&asked);
    let subject = Scripted::new("sim:a", move |_, question| {
        heard.lock().expect("a list").push(question.to_owned());
        Ok(reply("yes"))
    });
    let other = Scripted::new("sim:b", |_, _| Ok(reply("yes")));
    let (store, trials) = stored(dir.path(), &subject, &other).await;
    let subject = Arc::new(subject);
    let planned: Arc<Mutex<Vec<(u64, u64)>>> = Arc::default();
    let told = Arc::clone(&planned);
    let run = Runner::new(store.clone(), BTreeMap::new())
        .planned(subject.clone())
        .concurrency(1)
        .on_event(move |event| {
            if let Event::Planned { trials, already, .. } = event {
                told.lock().expect("a list").push((trials, already));
            }
        });
    let summary = run.run().await.expect("a run");
    let all = MANY as u64;
    assert_eq!((summary.trials, summary.already, summary.answered), (all, all / 5, all - all / 5));
    assert_eq!(*planned.lock().expect("a list"), [(all, all / 5)]);

    let failures = |at: usize| if at % 97 > 2 { 0 } else { at % 3 };
    let mut wanted: Vec<usize> = (0..MANY).filter(|at| at % 5 != 0).collect();
    // One transaction stores trials in the order of their keys.
    wanted.sort_by_key(|at| (failures(*at), trials[*at].key.clone()));
    let numbers = asked.lock().expect("a list").clone();
    let numbers = numbers.iter().map(|question| {
        let digits: String = question.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<usize>().expect("a number")
    });
    assert_eq!(numbers.collect::<Vec<_>>(), wanted);
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.responses, counts.trials), (all, all + 10), "nobody else was asked");

    let keys: Vec<&Key> = trials.iter().map(|trial| &trial.key).collect();
    assert!(store.holds_trials(&keys).await.expect("looks"));
    assert!(store.holds_trials(&[]).await.expect("looks"));
    let strange = Key::of("trial", &"nobody's");
    let with_strange: Vec<&Key> = keys.into_iter().chain([&strange]).collect();
    assert!(!store.holds_trials(&with_strange).await.expect("looks"));
}

#[tokio::test]
async fn what_nobody_planned_is_not_asked() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let run = Runner::new(store, BTreeMap::new()).planned(subject.clone());
    let summary = run.run().await.expect("a run");
    assert_eq!((summary.trials, summary.answered, subject.attempts()), (0, 0, 0));
}

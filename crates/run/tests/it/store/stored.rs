//! Trials that are asked directly from the store, of a plan that is not in memory.

use crate::common::{Scripted, answer, plan, reply};
use futures::TryStreamExt as _;
use peirast_llm::Subject as _;
use peirast_record::{ErrorKind, Key, Trial};
use peirast_run::{Event, Runner};
use peirast_store::{Batch, FailedAttempt, Store};
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
        was_sent: true,
    }
}

/// Creates a store with the plan of a subject and this number of trials of another. Every fifth
/// trial of the first is answered; some of the others failed once or twice.
async fn stored(
    dir: &std::path::Path,
    subject: &Scripted,
    (other, beside): (&Scripted, usize),
) -> (Store, Vec<Trial>) {
    let store = Store::create(dir).await.expect("a store");
    let (mut prompts, trials) = plan(subject, MANY);
    let (more, others) = plan(other, beside);
    prompts.extend(more);
    let prompts: Vec<_> = prompts.into_values().collect();
    let plans = [(subject.endpoint(), trials.as_slice()), (other.endpoint(), others.as_slice())];
    let responses: Vec<_> = trials.iter().step_by(5).map(|trial| answer(trial, "yes")).collect();
    let failures = trials.iter().enumerate().flat_map(|(at, trial)| {
        let times = if at % 5 == 0 || at % 97 > 2 { 0 } else { at as u32 % 3 };
        (1..=times).map(|attempt| failed(trial, attempt))
    });
    let failures: Vec<_> = failures.collect();
    assert!(failures.len() > 10);
    let batch = Batch {
        prompts: &prompts,
        trials: &plans,
        responses: &responses,
        failures: &failures,
        ..Batch::default()
    };
    store.write(&batch).await.expect("a plan");
    (store, trials)
}

#[tokio::test]
async fn what_is_stored_and_open_is_asked_in_order_and_what_failed_last() {
    for beside in [0, 10] {
        open_is_asked_in_order(beside).await;
    }
}

/// Asks open trials in order, in a store that also holds this number of trials of another subject.
async fn open_is_asked_in_order(beside: usize) {
    let dir = tempfile::tempdir().expect("a directory");
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let heard = Arc::clone(&asked);
    let subject = Scripted::new("sim:a", move |_, question| {
        heard.lock().expect("a list").push(question.to_owned());
        Ok(reply("yes"))
    });
    let other = Scripted::new("sim:b", |_, _| Ok(reply("yes")));
    let (store, trials) = stored(dir.path(), &subject, (&other, beside)).await;
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
    let planned = all + beside as u64;
    assert_eq!((counts.responses, counts.trials), (all, planned), "nobody else was asked");

    let keys: Vec<&Key> = trials.iter().map(|trial| &trial.key).collect();
    assert!(store.holds_trials(&keys).await.expect("looks"));
    assert!(store.holds_trials(&[]).await.expect("looks"));
    let strange = Key::from_json("trial", "nobody's".into());
    let with_strange: Vec<&Key> = keys.into_iter().chain([&strange]).collect();
    assert!(!store.holds_trials(&with_strange).await.expect("looks"));
}

#[tokio::test]
async fn what_is_open_is_counted_as_far_as_it_matters_and_read_some_at_a_time() {
    const MORE: usize = 1200;
    let dir = tempfile::tempdir().expect("a directory");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let other = Scripted::new("sim:b", |_, _| Ok(reply("yes")));
    let (store, trials) = stored(dir.path(), &subject, (&other, MORE)).await;
    let (open, all) = (MANY as u64 * 4 / 5, MANY as u64 * 4 / 5 + MORE as u64);
    let counted = store.open_unless_many(all + 1).await.expect("looks");
    let each = [("sim:a", open), ("sim:b", MORE as u64)].map(|(name, n)| (name.to_owned(), n));
    assert_eq!(counted, Some(each.into()));
    for many in [0, 1, 64, all] {
        assert_eq!(store.open_unless_many(many).await.expect("looks"), None, "{many}");
    }

    for (subject, sizes) in [(&subject, vec![open as usize]), (&other, vec![1024, MORE - 1024])] {
        let pair = (subject.name(), subject.endpoint());
        let stretches: Vec<_> = store.open_stretches(pair).try_collect().await.expect("reads");
        assert_eq!(stretches.iter().map(|(trials, _)| trials.len()).collect::<Vec<_>>(), sizes);
        let has_prompts = |(trials, prompts): &(Vec<Trial>, BTreeMap<_, _>)| {
            trials.iter().all(|trial| prompts.contains_key(&trial.prompt))
        };
        assert!(stretches.iter().all(has_prompts));
        let mut read: Vec<Trial> = stretches.into_iter().flat_map(|(trials, _)| trials).collect();
        read.sort_by(|one, other| one.key.cmp(&other.key));
        assert_eq!(read, store.open_trials(pair).await.expect("reads").0);
    }

    let keys = store.billed().map_ok(|one| one.trial.key).try_collect::<Vec<Key>>();
    let ordered = keys.await.expect("reads");
    assert_eq!(ordered.len(), trials.len() / 5);
    assert!(ordered.is_sorted());
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

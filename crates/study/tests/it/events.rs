//! Events: their order and their end.

use crate::support::{Place, QUESTIONS, Respondent, asking, small, with_items};
use peirast_run::Event;
use peirast_study::{Cancel, RunEvent, RunOptions, SharedSink};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The kinds of events, in order.
type Log = Arc<Mutex<Vec<&'static str>>>;

fn kind(event: &RunEvent<'_>) -> Option<&'static str> {
    Some(match event {
        RunEvent::Planned { .. } => "planned",
        RunEvent::BudgetOpened { .. } => "budget",
        RunEvent::RoundStarted { .. } => "started",
        RunEvent::Asking(Event::Answered { .. }) => "answered",
        RunEvent::RoundEnded => "ended",
        RunEvent::Asking(_) => "asking",
        _ => return None,
    })
}

/// Returns a log and a sink that appends each event to it.
fn log() -> (Log, SharedSink) {
    let log = Log::default();
    let own = Arc::clone(&log);
    let sink = move |event: &RunEvent<'_>| {
        let mut log = own.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend(kind(event));
    };
    (log, Arc::new(sink))
}

fn read(log: &Log) -> Vec<&'static str> {
    log.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn count(log: &[&str], kind: &str) -> u64 {
    log.iter().filter(|one| **one == kind).count() as u64
}

/// Asserts that each round lies between its first event and its last, after the plan and the budget.
fn is_in_order(log: &[&str]) {
    assert_eq!(log[..3], ["planned", "budget", "started"], "{log:?}");
    assert_eq!(log.last(), Some(&"ended"), "{log:?}");
    let mut is_open = false;
    for kind in &log[2..] {
        match *kind {
            "started" | "ended" => {
                assert_eq!(is_open, *kind == "ended", "{log:?}");
                is_open = !is_open;
            }
            "asking" | "answered" => assert!(is_open, "{log:?}"),
            other => panic!("{other} in {log:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_come_in_order_and_none_after_a_run_returned() {
    let place = Place::new();
    let subject = Arc::new(Respondent::new("own/model"));
    let options = asking([&subject]);
    for (name, study, answers) in [
        ("small", small(&["sim:flawless", "own/model"]), 2 * QUESTIONS),
        ("large", with_items(300, &["own/model"]), 600),
    ] {
        let (log, sink) = log();
        let ran = place.dir(name).run(&study, &options, &sink, &Cancel::new()).await;
        let before = read(&log);
        assert_eq!(ran.expect("a run").summary.answered, answers);
        is_in_order(&before);
        assert_eq!(count(&before, "answered"), answers, "each answer is reported once");
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(read(&log).len(), before.len(), "nothing comes after the end");
        assert_eq!(Arc::strong_count(&sink), 1, "nobody keeps the sink");
    }
}

#[tokio::test]
async fn a_sequential_study_has_several_rounds() {
    let place = Place::new();
    let mut study = with_items(60, &["sim:guesser"]);
    study.sequential = Some(peirast_record::Sequential { block: 10 });
    let (log, sink) = log();
    let ran = place.dir("r").run(&study, &RunOptions::default(), &sink, &Cancel::new()).await;
    let log = read(&log);
    is_in_order(&log);
    assert_eq!(count(&log, "answered"), ran.expect("a run").summary.answered);
    assert!(count(&log, "started") > 1, "{log:?}");
}

#[tokio::test]
async fn a_run_that_is_cancelled_before_it_begins_asks_nothing() {
    let place = Place::new();
    let subject = Arc::new(Respondent::new("own/model"));
    let (log, sink) = log();
    let cancel = Cancel::new();
    cancel.cancel();
    let study = small(&["own/model"]);
    let ran = place.dir("r").run(&study, &asking([&subject]), &sink, &cancel).await;
    let summary = ran.expect("a run").summary;
    assert_eq!((summary.cancelled, summary.asked, subject.asked().0), (true, 0, 0));
    is_in_order(&read(&log));
}

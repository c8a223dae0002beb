//! Failures that stop a subject that answers, and failures that do not.

use crate::common::{QUICK, Scripted, failure, plan, reply};
use peirast_record::ErrorKind;
use peirast_run::Runner;
use peirast_store::Store;
use peirast_throttle::RetryPolicy;
use std::sync::Arc;
use std::time::Duration;

async fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    (dir, store)
}

#[tokio::test]
async fn a_refusal_that_passes_stops_no_subject_that_answers() {
    for (kind, status) in [
        (ErrorKind::Auth, 401),
        (ErrorKind::Auth, 402),
        (ErrorKind::Auth, 403),
        (ErrorKind::NotFound, 404),
        (ErrorKind::NotFound, 405),
        (ErrorKind::NotFound, 302),
    ] {
        let (_dir, store) = store().await;
        // From the thirtieth attempt on a few, some of which may be in flight together.
        let subject = Arc::new(Scripted::new("sim:a", move |number, _| match number {
            30..34 => Err(failure(kind).with_status(status)),
            _ => Ok(reply("yes")),
        }));
        let (prompts, trials) = plan(&*subject, 80);
        let run = Runner::new(store, prompts).subject(subject, trials).retry(QUICK).concurrency(4);
        let summary = run.run().await.expect("a run");
        assert!(summary.stopped.is_empty(), "{status}: {:?}", summary.stopped);
        assert_eq!((summary.answered, summary.retries), (80, 4), "{status}");
    }
}

#[tokio::test]
async fn a_refusal_that_does_not_pass_stops_a_subject_after_a_few_attempts() {
    for (status, more) in [(401, 5), (429, 0)] {
        let (_dir, store) = store().await;
        let subject = Arc::new(Scripted::new("sim:a", move |number, _| match number {
            0..30 => Ok(reply("yes")),
            // A refusal in the provider's own words (no credit left, with 429) is believed.
            _ => Err(failure(ErrorKind::Auth).with_status(status)),
        }));
        let (prompts, trials) = plan(&*subject, 500);
        let retry = RetryPolicy { max_attempts: 6, ..QUICK };
        let run = Runner::new(store, prompts).subject(subject.clone(), trials).retry(retry);
        let summary = run.concurrency(1).run().await.expect("a run");
        assert_eq!((summary.answered, subject.attempts()), (30, 31 + more), "{status}");
        let [stopped] = summary.stopped.as_slice() else { panic!("one subject stopped") };
        assert!(stopped.reason.starts_with("scripted trouble"), "{}", stopped.reason);
        assert_eq!(
            stopped.reason.contains("5 later attempts had the same result"),
            more > 0,
            "{}",
            stopped.reason
        );
    }
}

#[tokio::test]
async fn with_one_attempt_each_a_refusal_that_passes_costs_its_question_alone() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:a", |number, _| match number {
        30 => Err(failure(ErrorKind::Auth).with_status(401)),
        _ => Ok(reply("yes")),
    }));
    let (prompts, trials) = plan(&*subject, 80);
    let once = RetryPolicy { max_attempts: 1, ..QUICK };
    let run = Runner::new(store, prompts).subject(subject, trials).retry(once).concurrency(4);
    let summary = run.run().await.expect("a run");
    assert_eq!((summary.answered, summary.unanswered()), (79, 1));
    assert!(summary.stopped.is_empty(), "{:?}", summary.stopped);
}

#[tokio::test]
async fn failures_that_come_back_before_answers_stop_no_subject() {
    for kind in [ErrorKind::Malformed, ErrorKind::BadRequest] {
        let (_dir, store) = store().await;
        let scripted = Scripted::new("sim:hasty", move |number, _| match number % 5 {
            0 => Err(failure(kind)),
            _ => Ok(reply("yes")),
        });
        let scripted = scripted.hesitating(Duration::from_millis(50));
        let (prompts, trials) = plan(&scripted, 200);
        let once = RetryPolicy { max_attempts: 1, ..QUICK };
        let run = Runner::new(store, prompts).subject(Arc::new(scripted), trials);
        let summary = run.retry(once).concurrency(64).run().await.expect("a run");
        assert!(summary.stopped.is_empty(), "{:?}", summary.stopped);
        assert_eq!((summary.answered, summary.unanswered()), (160, 40));
    }
}

#[tokio::test]
async fn a_subject_that_is_down_is_left_alone_after_what_was_in_flight() {
    let (_dir, store) = store().await;
    let down = Scripted::new("sim:down", |_, _| Err(failure(ErrorKind::Network))).tireless();
    let down = Arc::new(down);
    let (prompts, trials) = plan(&*down, 1000);
    let once = RetryPolicy { max_attempts: 1, ..QUICK };
    let run = Runner::new(store, prompts).subject(down.clone(), trials).retry(once);
    let summary = run.concurrency(16).run().await.expect("a run");
    assert!(down.attempts() <= 48, "{} attempts at a server that is down", down.attempts());
    let reason = &summary.stopped[0].reason;
    assert!(reason.contains(" questions in a row failed once each; the last: "), "{reason}");
}

//! A batch claims its questions: no other process gets them, on a database that several write to.
#![cfg(unix)]

use crate::common::postgres::{Server, server};
use crate::common::{QUICK, Scripted, answer, insert_responses, plan, reply};
use peirast_record::{Key, Trial};
use peirast_run::{Runner, Summary};
use peirast_store::{Address, Batch, Store, StoreError, Submission, SubmissionStage};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

const SHORT: Duration = Duration::from_secs(3);

fn batch(stage: SubmissionStage) -> Submission {
    Submission {
        number: 0,
        subject: "sim:a".to_owned(),
        endpoint: "scripted/1".to_owned(),
        job: None,
        stage,
        questions: 4,
        tally: Default::default(),
        handed_in_us: 7,
        trouble: None,
    }
}

fn subject() -> Arc<Scripted> {
    Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))).taking(Duration::from_millis(5)))
}

/// Returns a run with ten planned questions, and another connection to it.
async fn planned(server: &Server, run: &str) -> (tempfile::TempDir, Store, Store, Vec<Trial>) {
    let dir = tempfile::tempdir().expect("a directory");
    let address = Address::parse(&server.url(run)).expect("an address");
    let store = Store::open_or_create_at(dir.path(), &address).await.expect("a store");
    let (prompts, trials) = plan(subject().as_ref(), 10);
    let prompts: Vec<_> = prompts.values().cloned().collect();
    let batch = Batch { prompts: &prompts, trials: &[("scripted/1", &trials)], ..Batch::default() };
    store.write(&batch).await.expect("a plan");
    let other = Store::connect(&address).await.expect("the store again");
    (dir, store, other, trials)
}

fn keys(trials: &[Trial]) -> Vec<Key> {
    trials.iter().map(|trial| trial.key.clone()).collect()
}

async fn worker(store: &Store) -> Summary {
    let runner = Runner::new(store.clone(), BTreeMap::new()).planned(subject());
    runner.retry(QUICK).lease(SHORT).run().await.expect("a run")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_batches_at_once_one_gets_the_questions() {
    let Some(server) = server() else { return };
    let (_dir, one, other, trials) = planned(server, "claims-two").await;
    let keys = keys(&trials);
    let handing_in = || batch(SubmissionStage::HandingIn);
    let done = tokio::join!(one.submit(handing_in(), &keys), other.submit(handing_in(), &keys));
    let taken = [done.0, done.1].into_iter().filter(|done| match done {
        Ok(_) => true,
        Err(StoreError::Taken { taken: 10, all: 10, .. }) => false,
        Err(error) => panic!("{error}"),
    });
    assert_eq!(taken.count(), 1, "one is refused, and writes nothing down");
    assert_eq!(one.submissions().await.expect("batches").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_leave_the_questions_of_a_batch_alone_until_it_is_over() {
    let Some(server) = server() else { return };
    for over in [SubmissionStage::Collected, SubmissionStage::Failed, SubmissionStage::Forgotten] {
        let run = format!("claims-{}", over.as_str());
        let (_dir, one, other, trials) = planned(server, &run).await;
        let mut held =
            one.submit(batch(SubmissionStage::HandingIn), &keys(&trials[..4])).await.expect("held");
        let summary = worker(&other).await;
        assert_eq!(summary.answered, 6, "and does not wait for the others");
        // All but one of its answers arrive.
        let responses: Vec<_> = trials[..3].iter().map(|trial| answer(trial, "no")).collect();
        insert_responses(&one, &responses).await;
        held.stage = SubmissionStage::UnderWay;
        one.update(&held).await.expect("an update");
        assert_eq!(worker(&other).await.answered, 0);
        held.stage = over;
        one.update(&held).await.expect("an update");
        assert_eq!(worker(&other).await.answered, 1, "{over:?}: what it left is free");
    }
}

#[tokio::test]
async fn a_batch_takes_nothing_that_a_worker_holds_and_all_that_a_dead_one_held() {
    let Some(server) = server() else { return };
    let (_dir, one, _other, trials) = planned(server, "claims-held").await;
    server.psql(
        "INSERT INTO \"peirast_claims-held\".worker (name, version, started_us, seen_us, expires_us) \
         VALUES ('w', '1', 0, 0, 9000000000000000)",
    );
    let hold = format!(
        "UPDATE \"peirast_claims-held\".work SET owner = 1 WHERE trial = '{}'",
        trials[0].key
    );
    server.psql(&hold);
    let refused = one.submit(batch(SubmissionStage::HandingIn), &keys(&trials)).await;
    assert!(matches!(refused, Err(StoreError::Taken { taken: 1, all: 10, .. })), "{refused:?}");
    assert!(one.submissions().await.expect("batches").is_empty());
    one.submit(batch(SubmissionStage::HandingIn), &keys(&trials[1..5]))
        .await
        .expect("the free ones");
    server.psql("UPDATE \"peirast_claims-held\".worker SET expires_us = 0");
    one.submit(batch(SubmissionStage::HandingIn), &keys(&trials[..1]))
        .await
        .expect("what a dead one held");
    let health = one.health().await.expect("health").server.expect("a server");
    assert_eq!((health.abandoned, health.unqueued), (0, 0), "a batch is no dead worker");
}

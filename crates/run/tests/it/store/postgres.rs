//! A store on PostgreSQL: the same as in a file, and asked from by several processes at once.
#![cfg(unix)]

use crate::common::postgres::{Server, server};
use crate::common::{Prompts, QUICK, Scripted, answer, failure, insert_trials, plan, reply};
use peirast_llm::Subject;
use peirast_record::{ErrorKind, Key, Recorded, Trial};
use peirast_run::{Cancel, PlanChunk, Runner, Summary};
use peirast_store::{Address, Batch, FailedAttempt, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;

/// A lease that is short enough for a test.
const SHORT: Duration = Duration::from_secs(3);

fn address(server: &Server, run: &str) -> Address {
    Address::parse(&server.url(run)).expect("an address")
}

/// Returns a store with these planned trials, and the directory that points to it.
async fn planned(
    server: &Server,
    run: &str,
    prompts: &Prompts,
    trials: &[Trial],
) -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().expect("a directory");
    let address = address(server, run);
    let store = Store::open_or_create_at(dir.path(), &address).await.expect("a store");
    let prompts: Vec<_> = prompts.values().cloned().collect();
    let batch = Batch { prompts: &prompts, trials: &[("scripted/1", trials)], ..Batch::default() };
    store.write(&batch).await.expect("a plan");
    (dir, store)
}

/// Returns a separate worker with its own connections, like another process.
async fn worker(address: &Address, subject: Arc<dyn Subject>) -> Runner {
    let store = Store::connect(address).await.expect("a store");
    Runner::new(store, BTreeMap::new()).planned(subject).retry(QUICK).lease(SHORT)
}

/// Number of times that each question was asked, over all workers.
type Asked = Arc<Mutex<BTreeMap<String, usize>>>;

fn counting(asked: &Asked, took: Duration) -> Arc<Scripted> {
    let asked = Arc::clone(asked);
    let script = move |_: usize, question: &str| {
        *asked.lock().expect("a count").entry(question.to_owned()).or_insert(0) += 1;
        Ok(reply("yes"))
    };
    Arc::new(Scripted::new("sim:a", script).taking(took))
}

fn times(asked: &Asked) -> Vec<usize> {
    asked.lock().expect("a count").values().copied().collect()
}

#[tokio::test]
async fn gives_back_what_it_was_given() {
    let Some(server) = server() else { return };
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 700);
    let (dir, store) = planned(server, "round-trip", &prompts, &trials).await;
    let responses: Vec<_> = trials[..600].iter().map(|t| answer(t, "so \u{0}\u{10}0 é")).collect();
    let failures = [FailedAttempt {
        trial: trials[0].key.clone(),
        attempt: 1,
        kind: ErrorKind::RateLimit,
        status: Some(429),
        message: "slow\u{0}".to_owned(),
        at_us: 5,
        body: None,
        was_sent: true,
    }];
    let recorded = [Recorded {
        trial: trials[0].key.clone(),
        grade: 1,
        facts: serde_json::json!({"dataset": "\u{0}"}),
    }];
    let batch = Batch {
        responses: &responses,
        failures: &failures,
        recorded: &recorded,
        facts: &[],
        ..Batch::default()
    };
    assert_eq!(store.write(&batch).await.expect("a write").new, 602);
    store.set_meta("study", "a").await.expect("a fact");
    store.set_meta("study", "b\u{0}").await.expect("a fact");
    store.close().await;
    drop(store);

    let store = Store::open_read_only(dir.path()).await.expect("the store");
    assert_eq!(store.meta("study").await.expect("a fact").as_deref(), Some("b\u{0}"));
    let mut sorted = trials.clone();
    sorted.sort_by(|a, b| a.key.cmp(&b.key));
    assert_eq!(store.load_trials().await.expect("trials"), sorted);
    assert_eq!(store.load_recorded().await.expect("grades"), recorded);
    let answers = store.load_answered().await.expect("answers");
    assert_eq!(answers.len(), 600);
    assert!(answers.is_sorted_by(|a, b| a.trial.key < b.trial.key));
    let exchange = store.find(&trials[0].key.text()[..14]).await.expect("an exchange");
    assert_eq!(exchange.response.as_ref(), Some(&responses[0]));
    assert_eq!(exchange.failures, failures);
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.trials, counts.responses, counts.duplicates), (700, 600, 0));
    let refused = store.set_meta("a", "c").await;
    assert!(matches!(refused, Err(StoreError::OpenedToRead { .. })), "{refused:?}");
    assert_eq!(server.psql("SELECT COUNT(*) FROM \"peirast_round-trip\".work"), "100");
}

#[tokio::test]
async fn a_database_that_cannot_keep_every_text_is_written_to_by_nobody() {
    let Some(server) = server() else { return };
    for (name, encoding, takes) in
        [("latin", "LATIN1", false), ("bytes", "SQL_ASCII", true), ("utf", "UTF8", true)]
    {
        server.psql(&format!(
            "CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
        ));
        let address = Address::parse(&server.url_in(name, "r")).expect("an address");
        assert_eq!(Store::encoding_at(&address).await.expect("an encoding"), encoding);
        let dir = tempfile::tempdir().expect("a directory");
        let opened = Store::open_or_create_at(dir.path(), &address).await;
        if takes {
            let store = opened.expect(name);
            store.set_meta("a", "\u{2713}").await.expect("a fact");
            assert_eq!(store.meta("a").await.expect("a fact").as_deref(), Some("\u{2713}"));
            continue;
        }
        let error = opened.expect_err("no store");
        assert!(matches!(error, StoreError::Encoding { .. }), "{error:?}");
        let told = error.to_string();
        assert!(told.contains(encoding) && told.contains("createdb -E UTF8"), "{told}");
        assert_eq!(Store::runs_at(&address).await.expect("runs"), [""; 0], "nothing was begun");
    }
}

#[tokio::test]
async fn several_runs_live_in_one_database() {
    let Some(server) = server() else { return };
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 3);
    let (_one, first) = planned(server, "several-1", &prompts, &trials).await;
    let (_two, second) = planned(server, "several-2", &prompts, &trials[..1]).await;
    assert_eq!(first.counts().await.expect("counts").trials, 3);
    assert_eq!(second.counts().await.expect("counts").trials, 1);
    let any = address(server, "several-1");
    let runs = Store::runs_at(&any).await.expect("runs");
    assert!(["several-1", "several-2"].iter().all(|name| runs.iter().any(|run| run == name)));
    let none = Store::connect(&address(server, "several-3")).await;
    assert!(matches!(none, Err(StoreError::Missing { .. })), "{none:?}");
}

#[tokio::test]
async fn a_directory_points_to_one_store() {
    let Some(server) = server() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let here = address(server, "pointed");
    let store = Store::open_or_create_at(dir.path(), &here).await.expect("a store");
    assert!(matches!(Store::open(dir.path()).await, Err(StoreError::Locked { .. })));
    drop(store);
    Store::open(dir.path()).await.expect("the store again");
    let other = Store::open_or_create_at(dir.path(), &address(server, "other")).await;
    assert!(matches!(other, Err(StoreError::Elsewhere { .. })), "{other:?}");
    let file = tempfile::tempdir().expect("a directory");
    Store::create(file.path()).await.expect("a store").close().await;
    let other = Store::open_or_create_at(file.path(), &here).await;
    assert!(matches!(other, Err(StoreError::Elsewhere { .. })), "{other:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_workers_share_the_work_and_one_that_dies_loses_none() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let (prompts, trials) = plan(counting(&asked, Duration::ZERO).as_ref(), 400);
    let (_dir, store) = planned(server, "three", &prompts, &trials).await;
    let at = address(server, "three");
    let mut workers = Vec::new();
    for _ in 0..3 {
        let worker = worker(&at, counting(&asked, Duration::from_millis(20))).await;
        workers.push(tokio::spawn(worker.concurrency(8).run()));
    }
    while times(&asked).len() < 100 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The behaviour of a killed process: it stops everything, including its renewals.
    workers.remove(0).abort();
    let mut total = 0;
    for worker in workers {
        let summary = worker.await.expect("no panic").expect("a summary");
        assert!(summary.is_complete(), "{summary:?}");
        total += summary.answered;
    }
    assert_eq!(store.counts().await.expect("counts").responses, 400);
    assert!((300..=400).contains(&total), "{total}");
    let again = times(&asked).iter().sum::<usize>() - 400;
    assert!(again <= 3 * 8, "{again} questions were asked again");
    assert_eq!(server.psql("SELECT COUNT(*) FROM \"peirast_three\".work"), "0");
    assert_eq!(server.psql("SELECT COUNT(*) FROM \"peirast_three\".worker"), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_worker_frees_is_not_taken_for_done() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let (prompts, trials) = plan(counting(&asked, Duration::ZERO).as_ref(), 3);
    let (_dir, _store) = planned(server, "freed", &prompts, &trials).await;
    // Another worker finds the holder dead, between its check of free trials and its check of
    // claimed ones.
    server.psql(
        "SET search_path TO \"peirast_freed\"; UPDATE work SET owner = 999; \
         CREATE FUNCTION freed() RETURNS trigger LANGUAGE plpgsql SET search_path TO \"peirast_freed\" AS \
         'BEGIN UPDATE work SET owner = NULL WHERE owner = 999; RETURN NULL; END'; \
         INSERT INTO worker VALUES (999, 'dead', '0', 0, 0, 9000000000000000); \
         CREATE TRIGGER freed AFTER DELETE ON worker FOR EACH STATEMENT EXECUTE FUNCTION freed()",
    );
    let worker = worker(&address(server, "freed"), counting(&asked, Duration::ZERO)).await;
    let summary = worker.run().await.expect("a summary");
    assert_eq!((summary.answered, summary.is_complete()), (3, true), "{summary:?}");
    assert_eq!(times(&asked), [1; 3]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_after_the_lease_is_kept_and_not_counted() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let (prompts, trials) = plan(counting(&asked, Duration::ZERO).as_ref(), 1);
    let (_dir, store) = planned(server, "late", &prompts, &trials).await;
    let at = address(server, "late");
    let gate = Arc::new(Semaphore::new(0));
    let late = Scripted::new("sim:a", |_, _| Ok(reply("late"))).held_by(&gate);
    let slow = worker(&at, Arc::new(late)).await;
    let slow = tokio::spawn(slow.run());
    while server.psql("SELECT COUNT(*) FROM \"peirast_late\".work WHERE owner > 0") == "0" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Its lease expires without its knowledge.
    server.psql("UPDATE \"peirast_late\".worker SET expires_us = 0");
    let quick = worker(&at, counting(&asked, Duration::ZERO)).await.run().await;
    assert_eq!(quick.expect("a summary").answered, 1);
    gate.close();
    let late = slow.await.expect("no panic").expect("a summary");
    assert_eq!((late.answered, late.wasted, late.elsewhere), (0, 1, 1), "{late:?}");
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.responses, counts.duplicates), (1, 1));
    let kept = store.find(&trials[0].key.text()).await.expect("an exchange").response;
    assert_eq!(kept.expect("a response").text, "yes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_enrolled_no_more_claims_nothing() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let (prompts, trials) = plan(counting(&asked, Duration::ZERO).as_ref(), 2);
    let (_dir, store) = planned(server, "struck", &prompts, &trials).await;
    let sql = |text: &str| server.psql(&text.replace("@", "\"peirast_struck\""));
    // Another worker holds everything, so this worker checks again and again.
    sql("UPDATE @.work SET owner = 1000000");
    sql("INSERT INTO @.worker VALUES (1000000, 'other', '0', 0, 0, 9000000000000000)");
    let store_at = Store::connect(&address(server, "struck")).await.expect("a store");
    let slow = counting(&asked, Duration::from_millis(300));
    let runner =
        Runner::new(store_at, BTreeMap::new()).planned(slow).lease(Duration::from_secs(11));
    let run = tokio::spawn(runner.run());
    while sql("SELECT COUNT(*) FROM @.worker") != "2" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // It is removed without its knowledge, and there is something to claim.
    sql("DELETE FROM @.worker");
    sql("UPDATE @.work SET owner = NULL");
    while !run.is_finished() {
        let dead = "SELECT COUNT(*) FROM @.work WHERE owner > 0 AND owner NOT IN (SELECT id FROM @.worker)";
        assert_eq!(sql(dead), "0", "whoever holds a trial is enrolled");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let summary = run.await.expect("no panic").expect("a summary");
    assert_eq!((summary.answered, times(&asked)), (2, vec![1; 2]));
    assert_eq!(store.counts().await.expect("counts").responses, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_runs_of_one_study_share_it() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let (prompts, trials) = plan(counting(&asked, Duration::ZERO).as_ref(), 200);
    let (_dir, store) = planned(server, "two", &prompts, &trials).await;
    let at = address(server, "two");
    let run = |trials: Vec<Trial>| {
        let (at, prompts) = (at.clone(), prompts.clone());
        let subject = counting(&asked, Duration::from_millis(3));
        tokio::spawn(async move {
            let store = Store::connect(&at).await.expect("a store");
            Runner::new(store, prompts).subject(subject, trials).lease(SHORT).run().await
        })
    };
    let (one, two) = (run(trials.clone()), run(trials[..150].to_vec()));
    let one = one.await.expect("no panic").expect("a summary");
    let two = two.await.expect("no panic").expect("a summary");
    assert!(one.is_complete() && two.is_complete(), "{one:?} {two:?}");
    assert_eq!(one.answered + two.answered, 200);
    assert_eq!(times(&asked), vec![1; 200]);
    assert_eq!(store.counts().await.expect("counts").responses, 200);
}

#[tokio::test]
async fn a_trial_given_up_is_left_to_a_later_worker() {
    let Some(server) = server() else { return };
    let subject = |name: &str| {
        let script = |_: usize, question: &str| match question.contains("Question 3") {
            true => Err(failure(ErrorKind::Server)),
            false => Ok(reply("yes")),
        };
        Arc::new(Scripted::new(name, script).tireless())
    };
    let (prompts, trials) = plan(subject("sim:a").as_ref(), 6);
    let (_dir, store) = planned(server, "given-up", &prompts, &trials).await;
    let at = address(server, "given-up");
    let first = worker(&at, subject("sim:a")).await.run().await.expect("a summary");
    assert_eq!((first.answered, first.unanswered()), (5, 1), "{first:?}");
    assert_eq!(first.failed, BTreeMap::from([(ErrorKind::Server, 1)]));
    let able = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let second = worker(&at, able).await.run().await.expect("a summary");
    assert_eq!((second.answered, second.already), (1, 5), "{second:?}");
    let answers: BTreeSet<Key> = store.answered_keys().await.expect("keys");
    assert_eq!(answers.len(), 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_waits_asks_what_is_planned_later() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let (prompts, trials) = plan(counting(&asked, Duration::ZERO).as_ref(), 20);
    let (_dir, store) = planned(server, "later", &prompts, &trials[..5]).await;
    let cancel = Cancel::new();
    let at = address(server, "later");
    let waiting = worker(&at, counting(&asked, Duration::ZERO)).await.forever(true);
    let waiting = tokio::spawn(waiting.cancel(cancel.clone()).run());
    while times(&asked).len() < 5 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    insert_trials(&store, &trials).await;
    while store.counts().await.expect("counts").responses < 20 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    cancel.cancel();
    let summary: Summary = waiting.await.expect("no panic").expect("a summary");
    assert!(summary.cancelled);
    assert_eq!((summary.answered, times(&asked)), (20, vec![1; 20]));
}

#[tokio::test]
async fn what_keeps_a_store_away_is_said() {
    let Some(server) = server() else { return };
    let nobody = server.url("r").replace("peirast@", "nobody-of-this-name:hunter22@");
    let refused = Store::runs_at(&Address::parse(&nobody).expect("an address")).await;
    let refused = refused.expect_err("no such user");
    assert!(matches!(refused, StoreError::Refused { .. }), "{refused:?}");
    let text = format!("{refused} {refused:?}");
    assert!(text.contains("PGPASSWORD") && !text.contains("hunter22"), "{text}");
    let gone = Address::parse("postgres://me:hunter22@%2Fno%2Fsuch%2Fplace/d?run=r");
    let gone = Store::connect(&gone.expect("an address")).await.expect_err("no server");
    assert!(matches!(gone, StoreError::Unreachable { .. }), "{gone:?}");
    assert!(!format!("{gone} {gone:?}").contains("hunter22"));
    let unnamed = server.url("r").replace("?run=r", "");
    let unnamed = Store::connect(&Address::parse(&unnamed).expect("an address")).await;
    assert!(matches!(unnamed, Err(StoreError::NoRun { .. })), "{unnamed:?}");
}

#[tokio::test]
async fn a_run_of_schema_1_is_brought_to_today() {
    let Some(server) = server() else { return };
    let step = include_str!("../../../../store/src/schema/1.sql");
    server.psql(&format!(
        "CREATE SCHEMA \"peirast_old\"; SET search_path TO \"peirast_old\"; {step} \
         INSERT INTO trial VALUES ('k', 'p', 'q', 'baseline', 'sim:a', 'scripted/1', '{{}}', 0)"
    ));
    let dir = tempfile::tempdir().expect("a directory");
    let at = address(server, "old");
    let store = Store::open_or_create_at(dir.path(), &at).await.expect("a store");
    assert_eq!(store.meta("schema").await.expect("a fact").as_deref(), Some("3"));
    assert_eq!(server.psql("SELECT trial FROM \"peirast_old\".work"), "k");
}

/// Returns whether the requests of failed attempts were sent, by each way of reading them.
async fn were_sent(store: &Store, trial: &Trial) -> Vec<bool> {
    let failed = store.load_failed(peirast_llm::wire::reported).await.expect("failures");
    let found = store.find(&trial.key.text()).await.expect("an exchange");
    let all: Vec<bool> = failed.iter().map(|one| one.was_sent).collect();
    assert_eq!(found.failures.iter().map(|one| one.was_sent).collect::<Vec<_>>(), all);
    all
}

#[tokio::test]
async fn a_run_of_schema_2_is_read_as_it_is_and_brought_to_today_for_writing() {
    let Some(server) = server() else { return };
    let (prompts, trials) = plan(&Scripted::new("sim:a", |_, _| Ok(reply("yes"))), 2);
    let (dir, store) = planned(server, "second", &prompts, &trials).await;
    store.close().await;
    let key = &trials[0].key;
    server.psql(&format!(
        "SET search_path TO \"peirast_second\"; ALTER TABLE failure DROP COLUMN was_sent; \
         UPDATE meta SET value = '2' WHERE name = 'schema'; \
         INSERT INTO failure (trial, attempt, kind, message, at_us) VALUES \
         ('{key}', 1, 'server', 'late', 9), ('{key}', 2, 'server', 'cannot connect to x', 9)"
    ));
    let old = Store::open_read_only(dir.path()).await.expect("the store");
    assert_eq!(old.schema(), 2);
    assert_eq!(were_sent(&old, &trials[0]).await, [true, false]);
    let target = Store::create(dir.path().join("new")).await.expect("a store");
    let merged = target.merge(std::slice::from_ref(&old)).await.expect("a merge");
    assert_eq!(merged.failures, 2);
    assert_eq!(were_sent(&target, &trials[0]).await, [true, false]);

    let store = Store::connect(&address(server, "second")).await.expect("the store");
    assert_eq!(store.schema(), 3);
    assert_eq!(were_sent(&store, &trials[0]).await, [true, false]);
}

#[tokio::test]
async fn what_a_run_grows_by_is_in_the_queue_before_the_first_question() {
    let Some(server) = server() else { return };
    let asked = Asked::default();
    let subject = counting(&asked, Duration::ZERO);
    let (prompts, trials) = plan(&*subject, 90);
    let (_dir, store) = planned(server, "growing", &Prompts::new(), &[]).await;
    let of = |some: &[Trial]| -> Prompts {
        some.iter().map(|t| (t.prompt.clone(), Arc::clone(&prompts[&t.prompt]))).collect()
    };
    let more = trials[20..].chunks(30).map(|some| {
        let trials = vec![Arc::new(some.to_vec())];
        Ok(PlanChunk { prompts: of(some), trials, ..PlanChunk::default() })
    });
    let more: Vec<_> = more.collect();
    let summary = Runner::new(store.clone(), of(&trials[..20]))
        .subject(subject.clone(), trials[..20].to_vec())
        .growing(futures::stream::iter(more))
        .lease(SHORT)
        .run()
        .await
        .expect("a run");
    assert_eq!((summary.trials, summary.answered), (90, 90));
    assert_eq!(times(&asked), [1; 90]);
    assert_eq!(store.counts().await.expect("counts").responses, 90);
}

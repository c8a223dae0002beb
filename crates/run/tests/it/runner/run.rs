//! The runner, with subjects that need no network.

use crate::common::{QUICK, Scripted, failure, plan, reply};
use peirast_llm::FailureStage;
use peirast_record::ErrorKind;
use peirast_run::{Cancel, Event, RunError, Runner};
use peirast_store::{Store, StoreError};
use peirast_throttle::{AccountEvent, Accounts, Limits, OnLimit, RetryPolicy};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

async fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    (dir, store)
}

#[tokio::test]
async fn asks_only_what_is_missing() {
    let (dir, store) = store().await;
    let even = |question: &str| {
        let number: usize = question["Question ".len()..question.find(':').expect("a colon")]
            .parse()
            .expect("a number");
        number.is_multiple_of(2)
    };
    let moody = Arc::new(Scripted::new("sim:a", move |_, question| match even(question) {
        true => Ok(reply("yes")),
        false => Err(failure(ErrorKind::Server)),
    }));
    let (prompts, trials) = plan(&*moody, 20);
    let run = |store: Store, subject: Arc<Scripted>| {
        Runner::new(store, prompts.clone())
            .subject(subject, trials.clone())
            .retry(QUICK)
            .give_up_after(100)
            .run()
    };
    let first = run(store.clone(), moody.clone()).await.expect("a run");
    assert_eq!((first.answered, first.already, first.unanswered()), (10, 0, 10));
    assert_eq!(first.failed, BTreeMap::from([(ErrorKind::Server, 10)]));
    assert_eq!((first.asked, first.retries), (20, 20));
    assert_eq!(moody.attempts(), 40);
    store.close().await;
    drop(store);

    let store = Store::open(dir.path()).await.expect("the store again");
    let steady = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let second = run(store.clone(), steady.clone()).await.expect("a run");
    assert_eq!((second.answered, second.already, second.asked), (10, 10, 10));
    assert_eq!(steady.attempts(), 10);
    assert!(second.is_complete());

    let third = run(store.clone(), steady.clone()).await.expect("a run");
    assert_eq!((third.answered, third.already, steady.attempts()), (0, 20, 10));
    assert!(store.load_answered().await.expect("answers").iter().all(|a| a.sent_us == 0));
}

#[tokio::test]
async fn a_trial_given_twice_is_asked_once() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let (prompts, trials) = plan(&*subject, 3);
    let doubled = [trials.clone(), trials].concat();
    let summary =
        Runner::new(store, prompts).subject(subject.clone(), doubled).run().await.expect("a run");
    assert_eq!((summary.trials, summary.answered, summary.already), (3, 3, 0));
    assert_eq!(subject.attempts(), 3);
}

#[tokio::test]
async fn holds_its_bounds() {
    let (_dir, store) = store().await;
    let slow =
        |name: &str| Scripted::new(name, |_, _| Ok(reply("yes"))).taking(Duration::from_millis(5));
    let free = Arc::new(slow("sim:free"));
    let tight = Arc::new(slow("sim:tight").at_most(2));
    let (prompts, trials) = plan(&*free, 60);
    let (_, few) = plan(&*tight, 20);
    let summary = Runner::new(store, prompts)
        .subject(free.clone(), trials)
        .subject(tight.clone(), few)
        .concurrency(5)
        .run()
        .await
        .expect("a run");
    assert_eq!(summary.answered, 80);
    let most = |subject: &Scripted| subject.most_flying.load(Ordering::SeqCst);
    assert!(most(&free) <= 5 && most(&free) >= 3, "{}", most(&free));
    assert!(most(&tight) <= 2);
}

#[tokio::test]
async fn a_bound_holds_over_all_subjects() {
    static FLYING: Mutex<(usize, usize)> = Mutex::new((0, 0));
    let (_dir, store) = store().await;
    let mut runner = None;
    for name in ["sim:a", "sim:b", "sim:c"] {
        let subject = Scripted::new(name, |_, _| Ok(reply("yes"))).taking(Duration::from_millis(3));
        let (prompts, trials) = plan(&subject, 20);
        runner = Some(
            runner
                .unwrap_or_else(|| Runner::new(store.clone(), prompts))
                .subject(Arc::new(Counted(subject)), trials),
        );
    }
    let summary = runner.expect("a runner").concurrency(4).run().await.expect("a run");
    assert_eq!(summary.answered, 60);
    assert_eq!(FLYING.lock().expect("a lock").1, 4);

    struct Counted(Scripted);

    impl peirast_llm::Subject for Counted {
        fn name(&self) -> &str {
            self.0.name()
        }
        fn endpoint(&self) -> &str {
            self.0.endpoint()
        }
        fn ask<'a>(
            &'a self,
            trial: &'a peirast_record::Trial,
            prompt: &'a peirast_record::Prompt,
        ) -> peirast_llm::BoxFuture<'a, Result<peirast_llm::Reply, peirast_llm::Failure>> {
            Box::pin(async move {
                {
                    let mut flying = FLYING.lock().expect("a lock");
                    flying.0 += 1;
                    flying.1 = flying.1.max(flying.0);
                }
                let answer = self.0.ask(trial, prompt).await;
                FLYING.lock().expect("a lock").0 -= 1;
                answer
            })
        }
    }
}

/// Returns a subject whose first answer is a rate limit with a wait of one second.
fn limited_once() -> Scripted {
    Scripted::new("sim:a", |number, _| match number {
        0 => Err(failure(ErrorKind::RateLimit).with_retry_after(Some(Duration::from_secs(1)))),
        _ => Ok(reply("yes")),
    })
}

#[tokio::test]
async fn a_waiting_retry_holds_no_slot() {
    let (_dir, store) = store().await;
    let limited = Arc::new(limited_once());
    let steady = Arc::new(Scripted::new("sim:b", |_, _| Ok(reply("yes"))).on_account("another"));
    let (mut prompts, trials) = plan(&*limited, 3);
    let (more, others) = plan(&*steady, 30);
    prompts.extend(more);
    let order = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&order);
    let summary = Runner::new(store, prompts)
        .subject(limited, trials)
        .subject(steady, others)
        .concurrency(1)
        .retry(QUICK)
        .on_event(move |event| {
            if let Event::Answered { trial, .. } = event {
                listener.lock().expect("a lock").push(trial.subject.clone());
            }
        })
        .run()
        .await
        .expect("a run");
    assert_eq!((summary.answered, summary.retries), (33, 1));
    let order = order.lock().expect("a lock");
    assert!(order[..30].iter().all(|name| name == "sim:b"), "the others did not wait: {order:?}");
}

#[tokio::test]
async fn a_lack_of_room_here_uses_up_no_attempt() {
    for (stage, answered) in [(FailureStage::Local, 3), (FailureStage::Exchange, 1)] {
        let (_dir, store) = store().await;
        // The first answer shows that the server works: then the questions themselves may be the
        // cause of failures.
        let subject = Scripted::new("sim:a", move |number, _| match number {
            1..7 => Err(failure(ErrorKind::Network).with_stage(stage)),
            _ => Ok(reply("yes")),
        });
        let (prompts, trials) = plan(&subject, 3);
        let runner = Runner::new(store, prompts).subject(Arc::new(subject), trials);
        let summary = runner.concurrency(2).retry(QUICK).run().await.expect("a run");
        assert_eq!(summary.answered, answered, "three attempts each, or more: {summary:?}");
        let refused: u64 = summary.accounts.values().map(|own| own.refused).sum();
        assert_eq!(refused, 0, "no server refused anything");
    }
}

#[tokio::test]
async fn a_server_that_asks_to_wait_is_asked_nothing_new() {
    let (_dir, store) = store().await;
    let subject = Arc::new(limited_once());
    let (prompts, trials) = plan(&*subject, 30);
    let begun = Instant::now();
    let early = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&early);
    let summary = Runner::new(store, prompts)
        .subject(subject, trials)
        .concurrency(2)
        .retry(QUICK)
        .on_event(move |event| {
            if matches!(event, Event::Answered { .. }) && begun.elapsed().as_millis() < 900 {
                *counter.lock().expect("a lock") += 1;
            }
        })
        .run()
        .await
        .expect("a run");
    assert_eq!((summary.answered, summary.retries), (30, 1));
    let early = *early.lock().expect("a lock");
    assert!(early <= 1, "only what was in flight is answered in the pause, not {early}");
}

#[tokio::test]
async fn a_refusing_subject_stops_and_the_others_go_on() {
    let (_dir, store) = store().await;
    let refusing = Arc::new(Scripted::new("sim:refusing", |_, _| Err(failure(ErrorKind::Auth))));
    let steady = Arc::new(Scripted::new("sim:steady", |_, _| Ok(reply("yes"))));
    let (prompts, trials) = plan(&*refusing, 100);
    let (_, others) = plan(&*steady, 100);
    let summary = Runner::new(store, prompts)
        .subject(refusing.clone(), trials)
        .subject(steady, others)
        .concurrency(2)
        .run()
        .await
        .expect("a run");
    assert_eq!(summary.answered, 100);
    assert_eq!(summary.stopped.len(), 1);
    assert_eq!(summary.stopped[0].reason, "scripted trouble");
    assert!(refusing.attempts() <= 2);
    assert!(!summary.cancelled);
}

#[tokio::test]
async fn a_subject_that_does_not_recover_is_left_alone() {
    let (_dir, store) = store().await;
    let down = Scripted::new("sim:down", |_, _| Err(failure(ErrorKind::Network))).tireless();
    let down = Arc::new(down);
    let (prompts, trials) = plan(&*down, 1000);
    let summary = Runner::new(store.clone(), prompts)
        .subject(down.clone(), trials)
        .concurrency(2)
        .retry(QUICK)
        .give_up_after(3)
        .run()
        .await
        .expect("a run");
    let stopped = &summary.stopped[0];
    assert_eq!(stopped.kind, ErrorKind::Network);
    assert_eq!(
        stopped.reason,
        "3 questions in a row failed 3 times each; the last: scripted trouble"
    );
    assert!(down.attempts() < 40, "{} attempts at a server that is down", down.attempts());
    let logged: u64 = store.counts().await.expect("counts").failures.values().sum();
    assert_eq!(logged, down.attempts() as u64);
    assert_eq!((summary.answered, summary.unanswered()), (0, 1000));
}

/// Returns true if a question is the one with this number.
fn is_number(question: &str, number: usize) -> bool {
    question.starts_with(&format!("Question {number}:"))
}

#[tokio::test]
async fn a_refused_question_is_lost_alone() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:a", |_, question| match is_number(question, 3) {
        true => Err(failure(ErrorKind::BadRequest).with_status(400).with_body("too long")),
        false => Ok(reply("yes")),
    }));
    let (prompts, trials) = plan(&*subject, 100);
    let run = Runner::new(store.clone(), prompts).subject(subject.clone(), trials.clone());
    let summary = run.run().await.expect("a run");
    assert_eq!((summary.answered, summary.unanswered(), summary.retries), (99, 1, 0));
    assert_eq!(summary.failed, BTreeMap::from([(ErrorKind::BadRequest, 1)]));
    assert!(summary.stopped.is_empty(), "{:?}", summary.stopped);
    let exchange = store.find(&trials[3].key.text()).await.expect("an exchange");
    let [refused] = exchange.failures.as_slice() else { panic!("one failure") };
    assert_eq!((refused.kind, refused.status), (ErrorKind::BadRequest, Some(400)));
    assert_eq!(
        (refused.message.as_str(), refused.body.as_deref()),
        ("scripted trouble", Some("too long"))
    );
}

#[tokio::test]
async fn an_answer_ends_a_row_of_refusals() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:a", |number, _| match number % 10 {
        9 => Ok(reply("yes")),
        _ => Err(failure(ErrorKind::BadRequest)),
    }));
    let (prompts, trials) = plan(&*subject, 100);
    let run = Runner::new(store, prompts).subject(subject, trials).concurrency(1);
    let summary = run.run().await.expect("a run");
    assert_eq!((summary.answered, summary.unanswered()), (10, 90));
    assert!(summary.stopped.is_empty(), "nine in a row are no ten");
}

#[tokio::test]
async fn questions_refused_in_a_row_stop_a_subject_and_wait_for_the_others() {
    let (_dir, store) = store().await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::clone(&order);
    // The first fifteen of thirty questions are refused at any time.
    let subject = Arc::new(Scripted::new("sim:a", move |_, question| {
        let number = (0..30).find(|n| is_number(question, *n)).expect("a number");
        asked.lock().expect("a lock").push(number);
        match number < 15 {
            true => Err(failure(ErrorKind::BadRequest)),
            false => Ok(reply("yes")),
        }
    }));
    let (prompts, trials) = plan(&*subject, 30);
    let run = || async {
        let run = Runner::new(store.clone(), prompts.clone())
            .subject(subject.clone(), trials.clone())
            .concurrency(1);
        let summary = run.run().await.expect("a run");
        (summary, std::mem::take(&mut *order.lock().expect("a lock")))
    };
    let (first, asked) = run().await;
    assert_eq!(asked, (0..10).collect::<Vec<_>>());
    assert_eq!((first.answered, first.unanswered()), (0, 30));
    assert_eq!(first.stopped[0].kind, ErrorKind::BadRequest);
    let reason = "10 questions in a row were refused; the last: scripted trouble";
    assert_eq!(first.stopped[0].reason, reason);

    let (second, asked) = run().await;
    let never_tried_then_refused: Vec<_> = (10..30).chain(0..10).collect();
    assert_eq!(asked, never_tried_then_refused);
    assert_eq!((second.answered, second.unanswered()), (15, 15));

    // Questions refused once come before questions refused twice: each gets its turn.
    let (third, asked) = run().await;
    assert_eq!(asked, [10, 11, 12, 13, 14, 0, 1, 2, 3, 4]);
    assert_eq!((third.already, third.answered), (15, 0));
    assert_eq!(third.stopped.len(), 1);
}

#[tokio::test]
async fn a_tireless_subject_is_asked_again_at_once() {
    let (_dir, store) = store().await;
    let asked = Some(Duration::from_secs(3600));
    let tried = Mutex::new(BTreeSet::new());
    let subject = Scripted::new("sim:a", move |_, question| {
        match tried.lock().expect("a lock").insert(question.to_owned()) {
            true => Err(failure(ErrorKind::Server).with_retry_after(asked)),
            false => Ok(reply("yes")),
        }
    });
    let subject = Arc::new(subject.tireless());
    let (prompts, trials) = plan(&*subject, 50);
    let waits = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&waits);
    let run = Runner::new(store, prompts)
        .subject(subject, trials)
        .concurrency(16)
        .on_event(move |event| match event {
            Event::Retrying { wait, .. } => listener.lock().expect("a lock").push(wait),
            Event::Account { event: AccountEvent::Paused { .. }, .. } => {
                panic!("there is nothing to wait for")
            }
            _ => {}
        })
        .run();
    let summary = tokio::time::timeout(Duration::from_secs(60), run).await;
    let summary = summary.expect("no wait").expect("a run");
    assert!(summary.is_complete() && summary.retries > 0, "{summary:?}");
    assert!(waits.lock().expect("a lock").iter().all(Duration::is_zero));
}

#[tokio::test]
async fn a_long_pause_is_told_once() {
    let (_dir, store) = store().await;
    let asked = Duration::from_secs(3600);
    let subject = Arc::new(Scripted::new("sim:a", move |number, _| match number % 2 {
        0 => Ok(reply("yes")),
        _ => Err(failure(ErrorKind::RateLimit).with_status(429).with_retry_after(Some(asked))),
    }));
    let (prompts, trials) = plan(&*subject, 30);
    let (told, retries) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(0)));
    let (pauses, counter) = (Arc::clone(&told), Arc::clone(&retries));
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let summary = Runner::new(store, prompts)
        .subject(subject, trials)
        .concurrency(30)
        .cancel(cancel)
        .on_event(move |event| match event {
            Event::Account {
                account,
                host,
                event: &AccountEvent::Paused { status, asked, wait },
            } => {
                let told = (account.to_owned(), host.to_owned(), status, asked, wait);
                pauses.lock().expect("a lock").push(told);
            }
            Event::Retrying { .. } => {
                let mut retries = counter.lock().expect("a lock");
                *retries += 1;
                if *retries == 12 {
                    switch.cancel();
                }
            }
            _ => {}
        })
        .run()
        .await
        .expect("a run");
    assert!(summary.cancelled && *retries.lock().expect("a lock") >= 12);
    let (name, host) = ("scripted/1".to_owned(), "scripted/1".to_owned());
    let heeded = Duration::from_secs(300);
    assert_eq!(*told.lock().expect("a lock"), [(name, host, Some(429), asked, heeded)]);
}

#[tokio::test]
async fn a_limit_that_ends_the_run_ends_it_for_those_that_wait_too() {
    let (_dir, store) = store().await;
    let limited = Scripted::new("sim:limited", |_, _| {
        let asked = Some(Duration::from_secs(61));
        Err(failure(ErrorKind::RateLimit).with_status(429).with_retry_after(asked))
    });
    let limited = Arc::new(limited.taking(Duration::from_millis(200)));
    let garbled = Arc::new(Scripted::new("sim:garbled", |_, _| Err(failure(ErrorKind::Malformed))));
    let (mut prompts, trials) = plan(&*limited, 4);
    let (more, waiting) = plan(&*garbled, 4);
    prompts.extend(more);
    let slowly = Duration::from_secs(3600);
    let limits = Limits { on_limit: OnLimit::Stop, ..Limits::default() };
    let run = Runner::new(store, prompts)
        .subject(garbled, waiting)
        .subject(limited, trials)
        .accounts(Accounts::new(limits))
        .retry(RetryPolicy { base: slowly, cap: slowly, ..RetryPolicy::default() })
        .run();
    let summary = tokio::time::timeout(Duration::from_secs(60), run).await;
    let summary = summary.expect("no wait").expect("a run");
    assert!(summary.limited && !summary.is_complete(), "{summary:?}");
    let stopped: Vec<&str> = summary.stopped.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(stopped, ["sim:garbled", "sim:limited"]);
    assert!(summary.stopped.iter().all(|one| one.reason.contains("asks to wait 61 s")));
}

#[tokio::test]
async fn a_cancelled_run_asks_nothing_new() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let (prompts, trials) = plan(&*subject, 10);
    let cancel = Cancel::new();
    cancel.cancel();
    let summary = Runner::new(store, prompts)
        .subject(subject.clone(), trials)
        .cancel(cancel)
        .run()
        .await
        .expect("a run");
    assert!(summary.cancelled);
    assert_eq!((summary.asked, subject.attempts()), (0, 0));
}

#[tokio::test]
async fn grace_ends() {
    let (_dir, store) = store().await;
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes"))).taking(Duration::from_secs(3600));
    let (prompts, trials) = plan(&subject, 10);
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let begun = Instant::now();
    let summary = Runner::new(store, prompts)
        .subject(Arc::new(subject), trials)
        .cancel(cancel)
        .grace(Duration::from_millis(50))
        .on_event(move |event| {
            if let Event::Started { .. } = event {
                switch.cancel();
            }
        })
        .run()
        .await
        .expect("a run");
    assert!(summary.cancelled);
    assert_eq!(summary.answered, 0);
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// Uses two threads, because breaking the store blocks one of them until the writer is between two
/// transactions: on one thread the writer could not finish its transaction.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_fails_ends_the_run_and_acknowledges_nothing() {
    let (dir, store) = store().await;
    let answered = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&answered);
    let path = dir.path().join("store.sqlite");
    let subject = Arc::new(
        Scripted::new("sim:a", move |number, _| {
            if number == 20 {
                break_store(&path);
            }
            Ok(reply("yes"))
        })
        .taking(Duration::from_millis(2)),
    );
    let endless = Scripted::new("sim:endless", |_, _| Ok(reply("yes")));
    let endless = Arc::new(endless.taking(Duration::from_secs(3600)));
    let (prompts, trials) = plan(&*subject, 5000);
    let (_, others) = plan(&*endless, 2);
    let error = Runner::new(store, prompts)
        .subject(subject.clone(), trials)
        .subject(endless, others)
        .on_event(move |event| {
            if let Event::Answered { .. } = event {
                *counter.lock().expect("a lock") += 1;
            }
        })
        .run()
        .await
        .expect_err("no table to write to");
    assert!(matches!(error, RunError::Store(StoreError::Database { .. })), "{error}");
    assert!(error.to_string().contains("store.sqlite"), "{error}");
    assert!(subject.attempts() < 5000);

    let kept: i64 = tokio::task::spawn_blocking(move || count_moved(&dir)).await.expect("a count");
    assert_eq!(*answered.lock().expect("a lock"), kept);
}

/// Removes the table of responses while the writer uses it.
fn break_store(path: &std::path::Path) {
    let path = path.to_owned();
    std::thread::spawn(move || {
        raw(&path, "ALTER TABLE response RENAME TO moved");
    })
    .join()
    .expect("it is done");
}

fn count_moved(dir: &tempfile::TempDir) -> i64 {
    raw(&dir.path().join("store.sqlite"), "SELECT COUNT(*) FROM moved")
}

/// Runs one statement on its own connection; returns the first number, if there is one.
fn raw(path: &std::path::Path, sql: &'static str) -> i64 {
    use sqlx::{Connection as _, Row as _};
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(Duration::from_secs(60));
        let mut connection =
            sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
        let row = sqlx::query(sql).fetch_optional(&mut connection).await.expect("the statement");
        connection.close().await.expect("a close");
        row.map_or(0, |row| row.get(0))
    })
}

#[tokio::test]
async fn a_missing_prompt_is_found_before_anything_is_asked() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let (_, trials) = plan(&*subject, 1);
    let run = Runner::new(store, BTreeMap::new()).subject(subject.clone(), trials).run().await;
    assert!(matches!(run, Err(RunError::NoPrompt { .. })));
    assert_eq!(subject.attempts(), 0);
}

#[tokio::test]
async fn a_crash_of_a_subject_is_named() {
    let (_dir, store) = store().await;
    let subject = Arc::new(Scripted::new("sim:broken", |number, _| match number {
        7 => panic!("a bug in a subject"),
        _ => Ok(reply("yes")),
    }));
    let (prompts, trials) = plan(&*subject, 20);
    let run = Runner::new(store.clone(), prompts).subject(subject, trials).run().await;
    let error = run.expect_err("a crash");
    assert!(error.to_string().contains("`sim:broken` crashed"), "{error}");
    store.answered_keys().await.expect("the store is still readable");
}

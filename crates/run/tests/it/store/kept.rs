//! The store: it returns what was stored, and errors name the faulty record.

use crate::common::{Scripted, answer, insert_responses, insert_trials, plan, problem, reply};
use peirast_record::{ErrorKind, FinishReason, Key, Recorded, ResponseText, Usage};
use peirast_run::{Runner, Writer};
use peirast_store::{Batch, FactChange, FailedAttempt, Store, StoreError, SubjectCounts};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn failed(trial: &Key, attempt: u32) -> FailedAttempt {
    FailedAttempt {
        trial: trial.clone(),
        attempt,
        kind: ErrorKind::RateLimit,
        status: Some(429),
        message: "slow down".to_owned(),
        at_us: i64::from(attempt),
        body: None,
        was_sent: true,
    }
}

#[tokio::test]
async fn gives_back_what_it_was_given() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 100);
    let prompts: Vec<_> = prompts.into_values().collect();
    let problems: Vec<_> = (0..100).map(problem).collect();
    let responses: Vec<_> = trials[..90].iter().map(|t| answer(t, "so \u{0} é")).collect();
    let failures = [failed(&trials[0].key, 1), failed(&trials[0].key, 2)];
    let recorded = [Recorded {
        trial: trials[0].key.clone(),
        grade: 1,
        facts: serde_json::json!({"dataset": "d", "item": 3}),
    }];
    let fact = |value: Option<&str>| FactChange {
        name: "held/one".to_owned(),
        value: value.map(str::to_owned),
    };
    let batch = Batch {
        problems: &problems,
        prompts: &prompts,
        trials: &[("somewhere/1", &trials)],
        responses: &responses,
        failures: &failures,
        recorded: &recorded,
        facts: &[fact(Some("3"))],
        reused_from: None,
    };
    assert_eq!(store.write(&batch).await.expect("a write").new, 100 * 3 + 90 + 2 + 1);
    assert_eq!(store.meta("held/one").await.expect("a fact").as_deref(), Some("3"));
    let forgotten = Batch { facts: &[fact(None)], ..Batch::default() };
    store.write(&forgotten).await.expect("a write");
    assert_eq!(store.meta("held/one").await.expect("no fact"), None);
    store.close().await;
    drop(store);
    assert!(!dir.path().join("store.sqlite-wal").exists(), "one file is all there is to copy");

    let store = Store::open_read_only(dir.path()).await.expect("the store");
    let loaded = store.load_problems().await.expect("problems");
    assert!(loaded.into_values().eq(problems));
    let mut sorted = trials.clone();
    sorted.sort_by(|a, b| a.key.cmp(&b.key));
    assert_eq!(store.load_trials().await.expect("trials"), sorted);
    let messages = store.load_messages(&trials[3].prompt).await.expect("a prompt");
    assert_eq!(messages.expect("messages")[0].content, "Question 3: is this sound?");
    assert_eq!(store.load_recorded().await.expect("grades"), recorded);

    let answers = store.load_answered().await.expect("answers");
    assert_eq!(answers.len(), 90);
    assert!(answers.is_sorted_by(|a, b| a.trial.key < b.trial.key));
    let first = answers.iter().find(|a| a.trial == trials[0]).expect("the first trial");
    assert_eq!((first.text.as_str(), first.finish), ("so \u{0} é", FinishReason::Length));
    assert_eq!((first.attempts, first.elapsed_us), (2, 1234));
    assert_eq!(first.usage, responses[0].usage);

    let exchange = store.find(&trials[0].key.text()).await.expect("an exchange");
    assert_eq!(exchange.response.as_ref(), Some(&responses[0]));
    assert_eq!(exchange.failures, failures);
    assert_eq!(exchange.endpoint, "somewhere/1");
    let unanswered = store.find(&trials[95].key.text()).await.expect("an exchange");
    assert_eq!(unanswered.response, None);

    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.problems, counts.prompts, counts.trials), (100, 100, 100));
    assert_eq!((counts.responses, counts.recorded), (90, 1));
    assert_eq!(counts.failures[&ErrorKind::RateLimit], 2);
    let by_subject = store.counts_by_subject().await.expect("counts");
    assert_eq!(by_subject["sim:a"], SubjectCounts { trials: 100, responses: 90 });
    assert_eq!(store.answered_keys().await.expect("keys").len(), 90);
}

#[tokio::test]
async fn an_answer_is_never_overwritten() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (_, trials) = plan(&subject, 2);
    insert_trials(&store, &trials).await;
    let first = answer(&trials[0], "first");
    assert_eq!(insert_responses(&store, std::slice::from_ref(&first)).await, 1);
    let again = [answer(&trials[0], "second"), answer(&trials[1], "other")];
    assert_eq!(insert_responses(&store, &again).await, 1);
    let writer = Writer::start(store.clone());
    writer.keep(answer(&trials[0], "third")).await.expect("an acknowledgement");
    writer.finish().await.expect("an end");
    let exchange = store.find(&trials[0].key.text()).await.expect("an exchange");
    assert_eq!(exchange.response, Some(first));
}

#[tokio::test]
async fn a_prefix_must_name_one_trial() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (_, trials) = plan(&subject, 40);
    insert_trials(&store, &trials).await;
    let prefix = trials[7].key.text()[..12].to_uppercase();
    assert_eq!(store.find(&prefix).await.expect("an exchange").trial, trials[7]);
    assert!(matches!(store.find("").await, Err(StoreError::Ambiguous { .. })));
    for none in ["zz", "%", "0000000000000000000000000000000000"] {
        assert!(matches!(store.find(none).await, Err(StoreError::NoSuchTrial { .. })), "{none}");
    }
    let said = store.find("zz").await.expect_err("no trial").to_string();
    let dir = dir.path().display();
    assert!(said.ends_with(&format!("{dir}/outcomes.csv, which `peirast report {dir}` writes")));
}

#[tokio::test]
async fn a_file_is_no_run_directory() {
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("one.csv");
    std::fs::write(&file, "a,b\n").expect("a file");
    for dir in [file.clone(), file.join("below")] {
        assert!(
            matches!(Store::create(&dir).await, Err(StoreError::FileInTheWay(at)) if at == file)
        );
        let read = Store::open_read_only(&dir).await;
        assert!(matches!(read, Err(StoreError::NotADirectory(at)) if at == file), "{dir:?}");
    }
}

#[tokio::test]
async fn facts_about_a_run_can_change() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    assert_eq!(store.meta("study").await.expect("a fact"), None);
    store.set_meta("study", "one").await.expect("a write");
    store.set_meta("study", "two").await.expect("a write");
    assert_eq!(store.meta("study").await.expect("a fact").as_deref(), Some("two"));
}

#[tokio::test]
async fn opening_says_what_is_there() {
    let dir = tempfile::tempdir().expect("a directory");
    let place = dir.path().join("deep/run");
    for missing in [Store::open(&place).await, Store::open_read_only(&place).await] {
        assert!(matches!(missing, Err(StoreError::Missing { .. })), "{missing:?}");
    }
    assert!(!place.exists(), "looking for a store makes none");
    Store::create(&place).await.expect("a store").close().await;
    assert!(matches!(Store::create(&place).await, Err(StoreError::Exists { .. })));
    Store::open_or_create(&place).await.expect("the store").close().await;
}

#[tokio::test]
async fn one_process_writes_and_any_reads() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let error = Store::open(dir.path()).await.expect_err("a second writer");
    assert!(matches!(error, StoreError::Locked { .. }));
    let text = error.to_string();
    assert!(text.contains("another process") && text.contains("--store"));

    store.set_meta("a", "b").await.expect("a write");
    let reader = Store::open_read_only(dir.path()).await.expect("a reader");
    assert_eq!(reader.meta("a").await.expect("a fact").as_deref(), Some("b"));
    let refused = reader.set_meta("a", "c").await;
    assert!(matches!(refused, Err(StoreError::OpenedToRead { .. })));

    store.close().await;
    drop(store);
    Store::open(dir.path()).await.expect("the lock is free again");
}

async fn open_all(dir: &Path) -> [StoreError; 3] {
    [
        Store::open(dir).await.expect_err("an error"),
        Store::open_or_create(dir).await.expect_err("an error"),
        Store::open_read_only(dir).await.expect_err("an error"),
    ]
}

#[tokio::test]
async fn garbage_is_not_a_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let garbage = b"this is not a database, only a text of some length".repeat(200);
    fs::write(dir.path().join("store.sqlite"), &garbage).expect("a file");
    for error in open_all(dir.path()).await {
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error:?}");
        assert!(error.to_string().contains("store.sqlite"), "{error}");
    }
    let left = fs::read(dir.path().join("store.sqlite")).expect("the file");
    assert_eq!(left, garbage, "a file that is not ours is left as it is");
}

#[tokio::test]
async fn a_damaged_store_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let problems: Vec<_> = (0..500).map(problem).collect();
    store.insert_problems(&problems).await.expect("problems");
    store.close().await;
    drop(store);
    let path = dir.path().join("store.sqlite");
    let mut bytes = fs::read(&path).expect("the file");
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    fs::write(&path, bytes).expect("a write");
    let error = match Store::open_read_only(dir.path()).await {
        Ok(store) => store.load_problems().await.expect_err("damage"),
        Err(error) => error,
    };
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
}

#[tokio::test]
async fn the_database_of_another_program_is_left_alone() {
    use sqlx::Connection as _;
    let dir = tempfile::tempdir().expect("a directory");
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(dir.path().join("store.sqlite"))
        .create_if_missing(true);
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.expect("a database");
    sqlx::raw_sql("CREATE TABLE songs (name TEXT)").execute(&mut other).await.expect("a table");
    other.close().await.expect("a close");
    let bytes = fs::read(dir.path().join("store.sqlite")).expect("the file");
    for error in open_all(dir.path()).await {
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error:?}");
    }
    assert_eq!(fs::read(dir.path().join("store.sqlite")).expect("the file"), bytes);
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_that_is_moved_or_replaced_is_written_to_no_more() {
    let dir = tempfile::tempdir().expect("a directory");
    let (file, away) = (dir.path().join("store.sqlite"), dir.path().join("away"));
    let store = Store::create(dir.path()).await.expect("a store");
    store.insert_problems(&[problem(1)]).await.expect("a problem");
    let refused = async || store.insert_problems(&[problem(2)]).await.expect_err("it is gone");
    fs::rename(&file, &away).expect("moved");
    assert!(matches!(refused().await, StoreError::Moved { .. }));
    fs::copy(&away, &file).expect("another");
    assert!(matches!(refused().await, StoreError::Moved { .. }));
    fs::rename(&away, &file).expect("put back");
    store.insert_problems(&[problem(2)]).await.expect("a problem");
    assert_eq!(store.load_problems().await.expect("problems").len(), 2);
}

#[tokio::test]
async fn another_program_that_writes_is_waited_for_by_a_run() {
    use sqlx::Connection as _;
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&subject, 20);
    let runner = Runner::new(store, prompts).subject(Arc::new(subject), trials);
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("store.sqlite"));
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("the lock");
    let releases = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("no lock");
    };
    let (summary, ()) = tokio::join!(runner.run(), releases);
    assert_eq!(summary.expect("a run").answered, 20);
}

#[tokio::test]
async fn what_a_killed_process_leaves_is_a_whole_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    store.insert_problems(&[problem(1)]).await.expect("a problem");
    for writing in [false, true] {
        let copy = tempfile::tempdir().expect("a directory");
        for file in ["store.sqlite", "store.sqlite-wal"] {
            fs::copy(dir.path().join(file), copy.path().join(file)).expect("a copy");
        }
        let store = match writing {
            true => Store::open(copy.path()).await,
            false => Store::open_read_only(copy.path()).await,
        };
        let problems = store.expect("a store").load_problems().await.expect("problems");
        assert_eq!(problems.len(), 1);
    }
}

#[tokio::test]
async fn a_later_schema_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    store.set_meta("schema", "4").await.expect("a write");
    store.close().await;
    drop(store);
    for error in open_all(dir.path()).await {
        assert!(matches!(error, StoreError::Newer { known: 3, .. }), "{error:?}");
        assert!(error.to_string().contains("schema 4"), "{error}");
    }
}

#[tokio::test]
async fn an_unknown_finish_is_named_with_its_row() {
    use sqlx::Connection as _;
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let (_, trials) = plan(&Scripted::new("sim:a", |_, _| Ok(reply("yes"))), 2);
    insert_trials(&store, &trials).await;
    insert_responses(&store, &[answer(&trials[1], "so")]).await;
    store.close().await;
    drop(store);
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("store.sqlite"));
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.expect("a database");
    let change = "UPDATE response SET finish = 'half-way'";
    sqlx::raw_sql(change).execute(&mut other).await.expect("a change");
    other.close().await.expect("a close");

    let store = Store::open_read_only(dir.path()).await.expect("the store");
    let key = &trials[1].key.text();
    for error in [
        store.load_answered().await.expect_err("an unknown finish"),
        store.find(key).await.expect_err("an unknown finish"),
    ] {
        assert!(matches!(error, StoreError::Value { .. }), "{error:?}");
        let text = error.to_string();
        for part in ["store.sqlite", key, "unknown finish `half-way`", "another version"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

#[tokio::test]
async fn an_interrupted_creation_is_finished() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("store.sqlite"), b"").expect("an empty file");
    let reader = Store::open_read_only(dir.path()).await;
    assert!(matches!(reader, Err(StoreError::Empty { .. })), "{reader:?}");
    let writer = Store::open(dir.path()).await;
    assert!(matches!(writer, Err(StoreError::Empty { .. })), "who wants a store makes none");
    let store = Store::open_or_create(dir.path()).await.expect("a store");
    assert_eq!(store.counts().await.expect("counts").trials, 0);
}

#[tokio::test]
async fn a_place_that_is_a_file_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("file");
    fs::write(&file, b"").expect("a file");
    let error = Store::create(&file).await.expect_err("not a directory");
    assert!(error.to_string().contains(&file.display().to_string()), "{error}");
}

#[tokio::test]
async fn the_writer_acknowledges_only_what_is_stored() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (_, trials) = plan(&subject, 300);
    insert_trials(&store, &trials).await;
    let writer = Arc::new(Writer::start(store.clone()));
    let tasks: Vec<_> = trials
        .iter()
        .map(|trial| {
            let (writer, response) = (Arc::clone(&writer), answer(trial, "so"));
            let (store, key) = (store.clone(), trial.key.clone());
            tokio::spawn(async move {
                writer.keep(response).await.expect("an acknowledgement");
                store.find(&key.text()).await.expect("an exchange").response.is_some()
            })
        })
        .collect();
    for task in tasks {
        assert!(task.await.expect("a task"), "what is acknowledged can be read");
    }
    store.close().await;
    assert!(writer.keep(answer(&trials[0], "so")).await.is_err());
    let writer = Arc::into_inner(writer).expect("the last one");
    writer.finish().await.expect_err("the store was closed");
}

/// Creates a store in the first version of the schema, with an answer and a failure.
async fn of_schema_1(dir: &Path) -> Vec<peirast_record::Trial> {
    use sqlx::Connection as _;
    let (_, trials) = plan(&Scripted::new("sim:a", |_, _| Ok(reply("yes"))), 3);
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(dir.join("store.sqlite"))
        .create_if_missing(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a database");
    let run = sqlx::raw_sql(include_str!("../../../../store/src/schema/1.sql"));
    run.execute(&mut connection).await.expect("tables");
    for trial in &trials {
        let row = "INSERT INTO trial VALUES ($1, $2, $3, $4, $5, 'scripted/1', $6, 0)";
        sqlx::query(row)
            .bind(trial.key.to_string())
            .bind(trial.prompt.to_string())
            .bind(trial.problem.as_str())
            .bind(trial.protocol.as_str())
            .bind(trial.subject.as_str())
            .bind(r#"{"temperature":0.0}"#)
            .execute(&mut connection)
            .await
            .expect("a trial");
    }
    let row = "INSERT INTO response VALUES ($1, 1, 'stop', 7, NULL, 'm', 5, 6, 'so', '{}', 'body')";
    sqlx::query(row).bind(trials[0].key.to_string()).execute(&mut connection).await.expect("a row");
    for (attempt, message) in [
        "late",
        "no connection to http://localhost within 10s",
        "cannot connect to http://localhost: refused",
        "the server said: cannot connect to the model",
    ]
    .into_iter()
    .enumerate()
    {
        let row = "INSERT INTO failure VALUES ($1, $2, 'timeout', NULL, $3, 9, NULL)";
        let row = sqlx::query(row).bind(trials[1].key.to_string()).bind(attempt as i64 + 1);
        row.bind(message).execute(&mut connection).await.expect("a row");
    }
    connection.close().await.expect("a close");
    trials
}

#[tokio::test]
async fn a_store_of_schema_1_is_read_as_it_is_and_brought_to_today_for_writing() {
    let dir = tempfile::tempdir().expect("a directory");
    let trials = of_schema_1(dir.path()).await;
    let bytes = fs::read(dir.path().join("store.sqlite")).expect("the file");
    let old = Store::open_read_only(dir.path()).await.expect("the store");
    assert_eq!(old.schema(), 1);
    let answers = old.load_answered().await.expect("answers");
    let exchange = old.find(&trials[0].key.text()).await.expect("an exchange");
    let texts = old.response_texts(trials.iter().map(|one| &one.key)).await.expect("texts");
    let usage = Usage { input_tokens: Some(7), ..Usage::default() };
    let (text, finish) = ("so".to_owned(), FinishReason::Stop);
    let response = ResponseText { text, finish, usage, elapsed_us: 6 };
    assert_eq!(texts, [(trials[0].key.clone(), response)].into());
    // In this version only the message showed whether a request was sent.
    let sent = [true, false, false, true];
    let were_sent = async |store: &Store| {
        let failed = store.load_failed(peirast_llm::wire::reported).await.expect("failures");
        let found = store.find(&trials[1].key.text()).await.expect("an exchange");
        let all: Vec<bool> = failed.iter().map(|one| one.was_sent).collect();
        assert_eq!(found.failures.iter().map(|one| one.was_sent).collect::<Vec<_>>(), all);
        all
    };
    assert_eq!(were_sent(&old).await, sent);
    let counts = old.counts().await.expect("counts");
    assert_eq!((answers.len(), counts.responses, counts.duplicates), (1, 1, 0));
    assert_eq!(old.health().await.expect("health").orphans, []);
    // It can be merged from without a migration.
    let target = Store::create(dir.path().join("new")).await.expect("a store");
    let merged = target.merge(std::slice::from_ref(&old)).await.expect("a merge");
    assert_eq!((merged.trials, merged.responses, merged.failures), (3, 1, 4));
    assert_eq!(were_sent(&target).await, sent);
    old.close().await;
    assert_eq!(fs::read(dir.path().join("store.sqlite")).expect("the file"), bytes);

    let store = Store::open(dir.path()).await.expect("the store");
    assert_eq!(store.schema(), 3);
    assert_eq!(store.meta("schema").await.expect("a fact").as_deref(), Some("3"));
    assert_eq!(store.load_answered().await.expect("answers"), answers);
    assert_eq!(store.response_texts([&trials[0].key]).await.expect("texts"), texts);
    assert_eq!(were_sent(&store).await, sent);
    let after = store.find(&trials[0].key.text()).await.expect("an exchange");
    assert_eq!(after, exchange);
    insert_responses(&store, &[answer(&trials[0], "second")]).await;
    assert_eq!(store.counts().await.expect("counts").duplicates, 1);
    store.close().await;
    drop(store);
    Store::open(dir.path()).await.expect("once more");
}

#[tokio::test]
async fn submissions_are_numbered_and_keep_their_questions_in_order() {
    use peirast_store::{Submission, SubmissionStage};
    let place = tempfile::tempdir().expect("a directory");
    let store = Store::create(place.path().join("run")).await.expect("a store");
    let new = |subject: &str| Submission {
        number: 0,
        subject: subject.to_owned(),
        endpoint: "http://localhost/v1".to_owned(),
        job: None,
        stage: SubmissionStage::HandingIn,
        questions: 2,
        tally: Default::default(),
        handed_in_us: 7,
        trouble: None,
    };
    let keys = |names: [&str; 2]| names.map(Key::from_stored);
    let first = store.submit(new("a"), &keys(["22", "11"])).await.expect("stored");
    let mut second = store.submit(new("b"), &keys(["33", "44"])).await.expect("stored");
    assert_eq!((first.number, second.number), (1, 2));
    assert_eq!(store.submitted(1).await.expect("keys"), keys(["22", "11"]));
    (second.stage, second.job) = (SubmissionStage::Collected, Some("batch_1".to_owned()));
    store.update(&second).await.expect("stored");
    assert_eq!(store.submissions().await.expect("all"), [first, second]);
    let open = store.submitted_at(SubmissionStage::is_open).await.expect("keys");
    assert_eq!(open, keys(["11", "22"]).into());
}

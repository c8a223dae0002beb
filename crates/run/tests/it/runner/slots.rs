//! Slots: the answers that hold one until they are on disk.

use crate::common::{Scripted, plan, reply};
use peirast_llm::Reply;
use peirast_record::{Prompt, Trial, Usage};
use peirast_run::{Admission, BudgetGuard, Cancel, Runner, UnansweredAttempt};
use peirast_store::Store;
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use std::sync::Arc;
use std::time::Duration;

const FEW: usize = 8;
const MANY: usize = 300;

/// A budget that admits everything.
struct Counting;

impl BudgetGuard for Counting {
    fn admit(&self, _: &Trial, _: &Prompt) -> Admission {
        Admission::Go
    }

    fn settle(&self, _: &Trial, _: Usage) {}

    fn release(&self, _: &Trial, _: UnansweredAttempt<'_>) {}
}

/// Returns the number of questions asked while nothing can be stored, with this number of slots.
async fn asked_meanwhile(slots: usize, budget: Option<Arc<dyn BudgetGuard>>) -> usize {
    let all = slots + 100;
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let live = |_, _: &str| Ok(Reply { simulated: false, ..reply("yes") });
    let subject = Arc::new(Scripted::new("local:a", live));
    let (prompts, trials) = plan(&*subject, all);
    let runner = || {
        let runner = Runner::new(store.clone(), prompts.clone()).concurrency(slots);
        runner.subject(subject.clone(), trials.clone())
    };
    let cancel = Cancel::new();
    cancel.cancel();
    runner().cancel(cancel).run().await.expect("a plan");
    assert_eq!(subject.attempts(), 0);

    let file = SqliteConnectOptions::new().filename(dir.path().join("store.sqlite"));
    let mut other = file.connect().await.expect("a connection");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("a lock");
    let runner = match budget {
        Some(budget) => runner().budget(budget),
        None => runner(),
    };
    let run = tokio::spawn(runner.run());
    // Lock waits end after five seconds.
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if subject.attempts() >= slots {
            break;
        }
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let meanwhile = subject.attempts();
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("no lock");
    other.close().await.expect("closed");
    let summary = run.await.expect("no crash").expect("a run");
    assert_eq!((summary.answered, subject.attempts()), (all as u64, all));
    meanwhile
}

/// This holds for any number of slots.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_costs_something_holds_a_slot_until_it_is_stored() {
    for slots in [FEW, MANY] {
        assert_eq!(asked_meanwhile(slots, Some(Arc::new(Counting))).await, slots);
    }
}

/// Except for slots beyond the first 256: as many further answers may wait for the disk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_free_does_too_unless_slots_are_many() {
    assert_eq!(asked_meanwhile(FEW, None).await, FEW);
    assert_eq!(asked_meanwhile(MANY, None).await, MANY + MANY - 256);
}

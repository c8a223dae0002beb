//! Trials on their way into the store while the first of them are asked.
#![allow(clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{Scripted, plan, problem, reply};
use peirast_record::{Catalogue, Problem, Prompt, Trial};
use peirast_run::{BoxFuture, Cancel, Failure, Reply, Runner, Store, Subject};
use std::collections::BTreeMap;
use std::sync::Arc;

const MANY: usize = 3000;

/// A subject that looks whether what it is asked is in the store.
struct Looking {
    asked: Scripted,
    store: Store,
}

impl Subject for Looking {
    fn name(&self) -> &str {
        self.asked.name()
    }

    fn endpoint(&self) -> &str {
        self.asked.endpoint()
    }

    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let stored = self.store.find(trial.key.as_str()).await.expect("a stored trial");
            assert_eq!(stored.messages, prompt.messages);
            self.asked.ask(trial, prompt).await
        })
    }
}

fn problems(trials: &[Trial]) -> Catalogue {
    let named = |trial: &Trial| Problem { id: trial.problem.clone(), ..problem(0) };
    Catalogue::of(Arc::new(trials.iter().map(named).collect()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trial_is_stored_before_it_is_asked() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let asked = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&asked, MANY);
    let looking = Arc::new(Looking { asked, store: store.clone() });
    let summary = Runner::new(store.clone(), prompts)
        .problems(problems(&trials))
        .sealed_by("kind", "study")
        .subject(looking.clone(), trials)
        .run()
        .await
        .expect("a run");
    assert_eq!((summary.answered, looking.asked.attempts()), (MANY as u64, MANY));
    assert_eq!(store.meta("kind").await.expect("a store").as_deref(), Some("study"));
}

#[tokio::test]
async fn a_run_that_ends_at_once_leaves_a_whole_plan() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let cancel = Cancel::new();
    cancel.cancel();
    let mut all = BTreeMap::new();
    let mut runner = None;
    for (name, count) in [("sim:a", MANY), ("sim:b", 10), ("sim:c", 700)] {
        let subject = Arc::new(Scripted::new(name, |_, _| Ok(reply("yes"))));
        let (prompts, trials) = plan(&*subject, count);
        all.extend(trials.iter().map(|trial| (trial.key.clone(), trial.clone())));
        let problems = problems(&trials);
        let runner: &mut Option<Runner> = &mut runner;
        let before = runner.take().unwrap_or_else(|| {
            Runner::new(store.clone(), prompts).problems(problems).cancel(cancel.clone())
        });
        *runner = Some(before.subject(subject, trials));
    }
    let summary = runner.expect("a runner").run().await.expect("a run");
    assert_eq!((summary.asked, summary.trials), (0, all.len() as u64));
    let stored = store.load_trials().await.expect("trials");
    assert_eq!(stored, all.into_values().collect::<Vec<_>>());
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.problems, counts.prompts), (MANY as u64, MANY as u64));
    assert_eq!(store.meta("kind").await.expect("a store"), None, "nobody asked for it");
}

//! Storing of trials while the first of them are asked.

use crate::common::{Scripted, answer, plan, problem, reply};
use futures::stream::{self, StreamExt as _};
use peirast_llm::{BoxFuture, Failure, Reply, Subject};
use peirast_record::{Catalogue, Key, Problem, Prompt, Trial};
use peirast_run::{Cancel, Event, PlanChunk, PlanStreamError, RunError, Runner};
use peirast_store::{Batch, Store};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

const MANY: usize = 3000;

/// A subject that checks whether its trial is in the store.
struct Looking {
    asked: Scripted,
    store: Store,
    /// Nothing is answered until this is true.
    open: watch::Receiver<bool>,
    /// Number of questions that it got.
    begun: watch::Sender<usize>,
}

impl Looking {
    fn new(asked: Scripted, store: &Store, open: watch::Receiver<bool>) -> Arc<Self> {
        Arc::new(Self { asked, store: store.clone(), open, begun: watch::Sender::new(0) })
    }
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
            self.begun.send_modify(|begun| *begun += 1);
            let _ = self.open.clone().wait_for(|open| *open).await;
            let stored = self.store.find(&trial.key.text()).await.expect("a stored trial");
            assert_eq!(stored.messages, prompt.messages);
            self.asked.ask(trial, prompt).await
        })
    }
}

fn problems(trials: &[Trial]) -> Catalogue {
    let named = |trial: &Trial| Problem { id: trial.problem.clone(), ..problem(0) };
    Catalogue::new(Arc::new(trials.iter().map(named).collect()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trial_is_stored_before_it_is_asked() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let asked = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&asked, MANY);
    let (_opener, open) = watch::channel(true);
    let looking = Looking::new(asked, &store, open);
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

/// Returns additions to a run of one subject: these trials, in chunks of this size.
fn additions(
    prompts: &BTreeMap<Key, Arc<Prompt>>,
    trials: &[Trial],
    each: usize,
) -> Vec<Result<PlanChunk, PlanStreamError>> {
    let addition = |some: &[Trial]| {
        let put = some.iter().map(|t| (t.prompt.clone(), Arc::clone(&prompts[&t.prompt])));
        Ok(PlanChunk {
            problems: problems(some),
            prompts: put.collect(),
            trials: vec![Arc::new(some.to_vec())],
        })
    };
    trials.chunks(each).map(addition).collect()
}

/// Returns the prompts of these trials.
fn prompts_of(
    prompts: &BTreeMap<Key, Arc<Prompt>>,
    trials: &[Trial],
) -> BTreeMap<Key, Arc<Prompt>> {
    trials.iter().map(|t| (t.prompt.clone(), Arc::clone(&prompts[&t.prompt]))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_grows_asks_everything_once_and_keeps_little_in_memory() {
    const ALL: usize = 9000;
    const BEGUN: usize = 100;
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let asked = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&asked, ALL);
    // Everything is stored before the first answer: trials not in memory by then wait in the store.
    let (opener, open) = watch::channel(false);
    let all_made = stream::once(async move {
        opener.send_replace(true);
        Ok(PlanChunk { trials: vec![Arc::default()], ..PlanChunk::default() })
    });
    let looking = Looking::new(asked, &store, open);
    let told = Arc::new(Mutex::new((0, Vec::new())));
    let heard = Arc::clone(&told);
    let summary = Runner::new(store.clone(), prompts_of(&prompts, &trials[..BEGUN]))
        .problems(problems(&trials[..BEGUN]))
        .sealed_by("kind", "study")
        .subject(looking.clone(), trials[..BEGUN].to_vec())
        .growing(stream::iter(additions(&prompts, &trials[BEGUN..], 700)).chain(all_made))
        .concurrency(50)
        .on_event(move |event| {
            let mut heard = heard.lock().expect("a lock");
            match event {
                Event::PlanGrown { trials, .. } => heard.0 += trials,
                Event::Planned { trials, .. } => heard.1.push(trials),
                _ => {}
            }
        })
        .run()
        .await
        .expect("a run");
    assert_eq!((summary.answered, looking.asked.attempts()), (ALL as u64, ALL));
    assert_eq!((summary.trials, summary.unanswered()), (ALL as u64, 0));
    let told = told.lock().expect("a lock").clone();
    assert_eq!(told, ((ALL - BEGUN) as u64, vec![BEGUN as u64, ALL as u64]));
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.problems, counts.trials, counts.responses), (9000, 9000, 9000));
    assert_eq!(store.meta("kind").await.expect("a store").as_deref(), Some("study"));
}

#[tokio::test]
async fn a_run_that_cannot_grow_keeps_what_was_answered_and_is_not_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let (prompts, trials) = plan(&*subject, 60);
    let mut more = additions(&prompts, &trials[20..], 20);
    more[1] = Err("the lists are exhausted".into());
    let runner = Runner::new(store.clone(), prompts_of(&prompts, &trials[..20]))
        .problems(problems(&trials))
        .sealed_by("kind", "study")
        .subject(subject, trials[..20].to_vec())
        .growing(stream::iter(more));
    let error = runner.run().await.expect_err("no run");
    assert!(matches!(error, RunError::Growth(_)), "{error:?}");
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.trials, counts.responses), (40, 40));
    assert_eq!(store.meta("kind").await.expect("a store"), None, "the plan is not whole");
}

#[tokio::test]
async fn a_run_that_is_cancelled_still_grows_to_its_whole_plan() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let cancel = Cancel::new();
    cancel.cancel();
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let (prompts, trials) = plan(&*subject, MANY);
    // The event that nothing is in flight comes before all is stored: the last addition waits for
    // it.
    let (landed, mut told) = watch::channel(false);
    let last = stream::once(async move {
        told.wait_for(|landed| *landed).await?;
        Ok(PlanChunk { trials: vec![Arc::default()], ..PlanChunk::default() })
    });
    let run = Runner::new(store.clone(), prompts_of(&prompts, &trials[..20]))
        .subject(subject, trials[..20].to_vec())
        .growing(stream::iter(additions(&prompts, &trials[20..], 500)).chain(last))
        .on_event(move |event| {
            if matches!(event, Event::Drained) {
                landed.send_replace(true);
            }
        })
        .cancel(cancel)
        .run();
    let summary = tokio::time::timeout(Duration::from_secs(60), run).await;
    let summary = summary.expect("an end").expect("a run");
    assert_eq!((summary.asked, summary.trials), (0, MANY as u64));
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.trials, counts.prompts), (MANY as u64, MANY as u64));
}

#[tokio::test]
async fn a_slot_is_not_empty_until_an_answer_comes() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let asked = Scripted::new("sim:a", |_, _| Ok(reply("yes")));
    let (prompts, trials) = plan(&asked, 8);
    // Five slots are used when more is to be asked, and nothing is answered before eight are used.
    let (opener, open) = watch::channel(false);
    let looking = Looking::new(asked, &store, open);
    let (mut five, mut eight) = (looking.begun.subscribe(), looking.begun.subscribe());
    tokio::spawn(async move {
        let _ = eight.wait_for(|begun| *begun == 8).await;
        opener.send_replace(true);
    });
    let rest = additions(&prompts, &trials[5..], 3);
    let later = async move {
        let _ = five.wait_for(|begun| *begun == 5).await;
        stream::iter(rest)
    };
    let run = Runner::new(store, prompts_of(&prompts, &trials[..5]))
        .problems(problems(&trials[..5]))
        .subject(looking, trials[..5].to_vec())
        .growing(stream::once(later).flatten())
        .concurrency(8)
        .run();
    let summary = timeout(Duration::from_secs(60), run).await.expect("in time").expect("a run");
    assert_eq!((summary.answered, summary.unanswered()), (8, 0));
}

#[tokio::test]
async fn a_run_that_goes_on_adds_what_the_store_has_not() {
    const ALL: usize = 3000;
    const STORED: usize = 1100;
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::create(dir.path()).await.expect("a store");
    let subject = Arc::new(Scripted::new("sim:a", |_, _| Ok(reply("yes"))));
    let (prompts, trials) = plan(&*subject, ALL);
    let answered: Vec<_> = trials[..STORED].iter().step_by(2).map(|t| answer(t, "yes")).collect();
    let about = problems(&trials[..STORED]);
    let there: Vec<_> = prompts_of(&prompts, &trials[..STORED]).into_values().collect();
    let batch = Batch {
        problems: about.all(),
        prompts: &there,
        trials: &[(subject.endpoint(), &trials[..STORED])],
        responses: &answered,
        ..Batch::default()
    };
    store.write(&batch).await.expect("a beginning");
    let told = Arc::new(Mutex::new((0, Vec::new())));
    let heard = Arc::clone(&told);
    // The whole plan is made again, in chunks with other ends, with a problem that no trial is
    // about.
    let mut more = additions(&prompts, &trials[100..], 700);
    let alone = PlanChunk {
        problems: Catalogue::new(Arc::new(vec![problem(ALL)])),
        trials: vec![Arc::default()],
        ..PlanChunk::default()
    };
    more.insert(0, Ok(alone));
    let summary = Runner::new(store.clone(), BTreeMap::new())
        .sealed_by("kind", "study")
        .planned(subject.clone())
        .growing(stream::iter(more))
        .concurrency(50)
        .on_event(move |event| {
            let mut heard = heard.lock().expect("a lock");
            match event {
                Event::PlanGrown { trials, .. } => heard.0 += trials,
                Event::Planned { trials, already, .. } => heard.1.push((trials, already)),
                _ => {}
            }
        })
        .run()
        .await
        .expect("a run");
    let (all, stored, before) = (ALL as u64, STORED as u64, answered.len() as u64);
    assert_eq!((summary.trials, summary.already, summary.answered), (all, before, all - before));
    assert_eq!(subject.attempts(), ALL - answered.len(), "nothing is asked twice");
    assert_eq!(
        *told.lock().expect("a lock"),
        (all - stored, vec![(stored, before), (all, before)])
    );
    let counts = store.counts().await.expect("counts");
    assert_eq!((counts.problems, counts.trials, counts.responses), (all + 1, all, all));
    assert_eq!(store.meta("kind").await.expect("a store").as_deref(), Some("study"));
}

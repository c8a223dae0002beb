//! Cost of running and storing: `cargo bench -p peirast-run`.
//!
//! Every benchmark works in a new directory below the target folder, on a real disk: a temporary
//! directory is often in memory, where a durable write costs nothing.
#![allow(clippy::unwrap_used, reason = "a bench may panic")]

use axum::{Router, routing::post};
use divan::{Bencher, counter::ItemsCount};
use peirast_llm::{BodyRoom, BoxFuture, Failure, HostedModel, Reply, Subject, Timeouts};
use peirast_record::{FinishReason, Message, Prompt, Response, Sampling, Trial, Usage};
use peirast_run::{Runner, Writer};
use peirast_store::{Batch, Store};
use peirast_throttle::Quota;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

const MANY: usize = 100_000;

fn main() {
    divan::main();
}

/// A subject that answers 500 bytes immediately.
struct Instant(String);

impl Subject for Instant {
    fn name(&self) -> &str {
        "sim:instant"
    }

    fn endpoint(&self) -> &str {
        "sim:instant/1"
    }

    fn ask<'a>(&'a self, _: &'a Trial, _: &'a Prompt) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async {
            Ok(Reply {
                request: r#"{"simulated":"instant"}"#.to_owned(),
                body: self.0.clone(),
                text: self.0.clone(),
                finish: FinishReason::Stop,
                usage: Usage::default(),
                model: None,
                quota: Quota::default(),
                room: BodyRoom::default(),
                simulated: true,
            })
        })
    }
}

struct Place(PathBuf, Store);

impl Place {
    fn new(runtime: &Runtime) -> Self {
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep();
        let store = runtime.block_on(Store::create(&dir)).unwrap();
        Self(dir, store)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn prompts(count: usize) -> Vec<Arc<Prompt>> {
    let long = "A premise of some length, said again and again. ".repeat(20);
    let prompt = |n: usize| {
        let messages = vec![Message::user(format!("{n} {long}"))];
        Arc::new(Prompt::new(format!("q{n}"), "baseline", messages))
    };
    (0..count).map(prompt).collect()
}

fn trials(prompts: &[Arc<Prompt>]) -> Vec<Trial> {
    let sampling = Sampling::default();
    let trial = |prompt| Trial::new(prompt, "sim:instant", "sim:instant/1", &sampling, 0);
    prompts.iter().map(|prompt| trial(prompt)).collect()
}

fn responses(trials: &[Trial], bytes: usize) -> Vec<Response> {
    let text = "x".repeat(bytes);
    let response = |trial: &Trial| Response {
        trial: trial.key.clone(),
        attempts: 1,
        request: "{}".to_owned(),
        body: String::new(),
        text: text.clone(),
        finish: FinishReason::Stop,
        usage: Usage::default(),
        model: None,
        sent_us: 0,
        elapsed_us: 0,
    };
    trials.iter().map(response).collect()
}

/// Stores 100,000 responses of 1 kB in one transaction.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn import(bencher: Bencher<'_, '_>) {
    let runtime = Runtime::new().unwrap();
    let responses = responses(&trials(&prompts(MANY)), 1000);
    bencher.counter(ItemsCount::new(MANY)).with_inputs(|| Place::new(&runtime)).bench_values(
        |place| {
            let batch = Batch { responses: &responses, ..Batch::default() };
            runtime.block_on(place.1.write(&batch)).unwrap();
            place
        },
    );
}

/// Reads 100,000 answers with their trials.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn load(bencher: Bencher<'_, '_>) {
    let runtime = Runtime::new().unwrap();
    let trials = trials(&prompts(MANY));
    let place = Place::new(&runtime);
    let batch = Batch {
        trials: &[("sim:instant/1", &trials)],
        responses: &responses(&trials, 1000),
        ..Batch::default()
    };
    runtime.block_on(place.1.write(&batch)).unwrap();
    bencher
        .counter(ItemsCount::new(MANY))
        .bench(|| assert_eq!(runtime.block_on(place.1.load_answered()).unwrap().len(), MANY));
}

/// Stores responses of 4 KiB from this number of concurrent tasks; each is on disk before it
/// counts.
#[divan::bench(args = [1, 16, 256], sample_count = 3, sample_size = 1)]
fn keep(bencher: Bencher<'_, '_>, tasks: usize) {
    let runtime = Runtime::new().unwrap();
    let per_task = 2048 / tasks.max(8);
    let responses = responses(&trials(&prompts(per_task * tasks)), 4096);
    bencher
        .counter(ItemsCount::new(responses.len()))
        .with_inputs(|| (Place::new(&runtime), responses.clone()))
        .bench_values(|(place, responses)| {
            runtime.block_on(keep_all(&place.1, responses, per_task));
            place
        });
}

async fn keep_all(store: &Store, mut responses: Vec<Response>, per_task: usize) {
    let writer = Arc::new(Writer::start(store.clone()));
    let mut tasks = Vec::new();
    while !responses.is_empty() {
        let share = responses.split_off(responses.len() - per_task);
        let writer = Arc::clone(&writer);
        tasks.push(tokio::spawn(async move {
            for response in share {
                writer.keep(response).await.unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

/// Runs 100,000 trials of a subject that answers immediately, from the plan to the last commit.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn run(bencher: Bencher<'_, '_>) {
    let runtime = Runtime::new().unwrap();
    let prompts = prompts(MANY);
    let trials = trials(&prompts);
    let prompts: Arc<BTreeMap<_, _>> =
        Arc::new(prompts.into_iter().map(|prompt| (prompt.key(), prompt)).collect());
    bencher
        .counter(ItemsCount::new(MANY))
        .with_inputs(|| (Place::new(&runtime), trials.clone()))
        .bench_values(|(place, trials)| {
            let runner = Runner::new(place.1.clone(), Arc::clone(&prompts))
                .subject(Arc::new(Instant("y".repeat(500))), trials);
            assert_eq!(runtime.block_on(runner.run()).unwrap().answered, MANY as u64);
            place
        });
}

/// Runs 10,000 trials over HTTP with 256 in flight, on a server in this process that takes 50 ms
/// for each: at best 1.95 s.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn live(bencher: Bencher<'_, '_>) {
    let runtime = Runtime::new().unwrap();
    let url = runtime.block_on(serve());
    let subject = Arc::new(HostedModel::new("m", &url, None, Timeouts::default()).unwrap());
    let prompts = prompts(10_000);
    let trials: Vec<Trial> = prompts
        .iter()
        .map(|p| Trial::new(p, subject.name(), subject.endpoint(), &Sampling::default(), 0))
        .collect();
    let prompts: Arc<BTreeMap<_, _>> =
        Arc::new(prompts.into_iter().map(|prompt| (prompt.key(), prompt)).collect());
    bencher
        .counter(ItemsCount::new(trials.len()))
        .with_inputs(|| (Place::new(&runtime), trials.clone()))
        .bench_values(|(place, trials)| {
            let runner = Runner::new(place.1.clone(), Arc::clone(&prompts))
                .concurrency(256)
                .subject(subject.clone(), trials);
            assert!(runtime.block_on(runner.run()).unwrap().is_complete());
            place
        });
}

async fn serve() -> String {
    let answer = || async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        r#"{"choices":[{"message":{"content":"Yes."},"finish_reason":"stop"}]}"#
    };
    let router = Router::new().route("/v1/chat/completions", post(answer));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/v1")
}

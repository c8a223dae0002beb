//! What the tests share: a scripted server, subjects without a network, and plans.

#[cfg(unix)]
pub mod postgres;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::post;
use futures::TryStreamExt as _;
use peirast_llm::{BoxFuture, Failure, Reply, Subject};
use peirast_record::{
    Answer as Solution, ErrorKind, Factors, FinishReason, Key, Message, Problem, Prompt,
    Response as Answer, Sampling, Segment, Task, Trial, Truth, Usage,
};
use peirast_store::{AnswerUsage, Batch, Store, UsageSum};
use peirast_throttle::{Quota, RetryPolicy};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Retries that do not keep a test waiting.
pub const QUICK: RetryPolicy = RetryPolicy {
    max_attempts: 3,
    base: Duration::from_millis(1),
    cap: Duration::from_millis(4),
    longest_asked: Duration::from_secs(2),
};

pub type Prompts = BTreeMap<Key, Arc<Prompt>>;

/// `count` prompts, and a trial of each on `subject`.
pub fn plan(subject: &dyn Subject, count: usize) -> (Prompts, Vec<Trial>) {
    let prompts: Vec<Arc<Prompt>> = (0..count)
        .map(|n| {
            let messages = vec![Message::user(format!("Question {n}: is this sound?"))];
            Arc::new(Prompt::new(format!("q{n:05}"), "baseline", messages))
        })
        .collect();
    let sampling = Sampling { temperature: Some(0.0), ..Sampling::default() };
    let trials = prompts
        .iter()
        .map(|prompt| Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, 0))
        .collect();
    (prompts.into_iter().map(|prompt| (prompt.key(), prompt)).collect(), trials)
}

/// Stores trials that are asked at `scripted/1`.
pub async fn insert_trials(store: &Store, trials: &[Trial]) {
    let batch = Batch { trials: &[("scripted/1", trials)], ..Batch::default() };
    store.write(&batch).await.expect("trials");
}

/// Stores responses; gives the number of new ones.
pub async fn insert_responses(store: &Store, responses: &[Answer]) -> u64 {
    let batch = Batch { responses, ..Batch::default() };
    store.write(&batch).await.expect("responses").new
}

/// A problem with this number in its id.
pub fn problem(n: usize) -> Problem {
    Problem {
        id: format!("family/1/{n:05}").into(),
        item: format!("family/1/{n:05}").into(),
        family: "family".into(),
        variant: "1".into(),
        task: Task::YesNo,
        factors: Factors::from_iter([("position", "a")]),
        segments: vec![Segment { role: "stem".into(), text: "Is it? é \"x\"\n".to_owned() }],
        options: vec![('a', "this".to_owned())],
        truth: Truth {
            answer: Solution::YesNo(true),
            lure: Solution::YesNo(false),
            form: "p".to_owned(),
            why: "because".to_owned(),
        },
        worded: None,
    }
}

/// A response to `trial`.
pub fn answer(trial: &Trial, text: &str) -> Answer {
    Answer {
        trial: trial.key.clone(),
        attempts: 2,
        request: "{\"request\":true}".to_owned(),
        body: format!("{{\"body\":\"{text}\"}}"),
        text: text.to_owned(),
        finish: FinishReason::Length,
        usage: Usage {
            input_tokens: Some(7),
            reasoning_tokens: Some(3),
            cached_tokens: Some(5),
            ..Usage::default()
        },
        model: Some("m-1".to_owned()),
        sent_us: 1_700_000_000_000_000,
        elapsed_us: 1234,
    }
}

type Script = dyn Fn(usize, &str) -> Result<Reply, Failure> + Send + Sync;

/// A subject that answers by a function of the attempt's number (from 0) and the question.
pub struct Scripted {
    name: String,
    account: String,
    delay: Duration,
    hesitation: Duration,
    gate: Option<Arc<Semaphore>>,
    limit: Option<usize>,
    tireless: bool,
    script: Box<Script>,
    pub attempts: AtomicUsize,
    flying: AtomicUsize,
    pub most_flying: AtomicUsize,
}

impl Scripted {
    pub fn new(
        name: &str,
        script: impl Fn(usize, &str) -> Result<Reply, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            account: "scripted/1".to_owned(),
            delay: Duration::ZERO,
            hesitation: Duration::ZERO,
            gate: None,
            limit: None,
            tireless: false,
            script: Box::new(script),
            attempts: AtomicUsize::new(0),
            flying: AtomicUsize::new(0),
            most_flying: AtomicUsize::new(0),
        }
    }

    pub fn taking(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// The same subject, whose answers take this much longer than its failures.
    pub fn hesitating(mut self, time: Duration) -> Self {
        self.hesitation = time;
        self
    }

    /// The same subject, which answers nothing until this is closed.
    pub fn held_by(mut self, gate: &Arc<Semaphore>) -> Self {
        self.gate = Some(Arc::clone(gate));
        self
    }

    /// The same subject with limits that it shares with this account.
    pub fn on_account(mut self, account: &str) -> Self {
        self.account = account.to_owned();
        self
    }

    pub fn at_most(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The same subject, which needs no wait between attempts.
    pub fn tireless(mut self) -> Self {
        self.tireless = true;
        self
    }

    pub fn attempts(&self) -> usize {
        self.attempts.load(Ordering::SeqCst)
    }
}

impl Subject for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> &str {
        "scripted/1"
    }

    fn account(&self) -> &str {
        &self.account
    }

    fn max_in_flight(&self) -> Option<usize> {
        self.limit
    }

    fn backs_off(&self) -> bool {
        !self.tireless
    }

    fn ask<'a>(
        &'a self,
        _: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let number = self.attempts.fetch_add(1, Ordering::SeqCst);
            let flying = self.flying.fetch_add(1, Ordering::SeqCst) + 1;
            self.most_flying.fetch_max(flying, Ordering::SeqCst);
            if !self.delay.is_zero() {
                tokio::time::sleep(self.delay).await;
            }
            if let Some(gate) = &self.gate {
                // It has no permits, and waiting ends with an error when it is closed.
                let _ = gate.acquire().await;
            }
            let came = (self.script)(number, &prompt.messages[0].content);
            if came.is_ok() && !self.hesitation.is_zero() {
                tokio::time::sleep(self.hesitation).await;
            }
            self.flying.fetch_sub(1, Ordering::SeqCst);
            came
        })
    }
}

pub fn reply(text: &str) -> Reply {
    Reply {
        request: "{}".to_owned(),
        body: text.to_owned(),
        text: text.to_owned(),
        finish: FinishReason::Stop,
        usage: Usage { input_tokens: Some(1), output_tokens: Some(2), ..Usage::default() },
        model: None,
        quota: Quota::default(),
        simulated: true,
    }
}

pub fn failure(kind: ErrorKind) -> Failure {
    Failure::new(kind, "scripted trouble")
}

/// A request that the server saw.
pub struct Seen {
    pub number: usize,
    pub headers: HeaderMap,
    pub body: String,
}

type Handler = dyn Fn(Seen) -> BoxFuture<'static, Response<Body>> + Send + Sync;

/// A chat server on a free port, which lives as long as the test's runtime. Gives its base URL.
pub async fn server<F>(handler: impl Fn(Seen) -> F + Send + Sync + 'static) -> String
where
    F: Future<Output = Response<Body>> + Send + 'static,
{
    let handler: Arc<Handler> = Arc::new(move |seen| Box::pin(handler(seen)));
    let router = Router::new()
        .route("/v1/chat/completions", post(serve))
        .with_state((handler, Arc::new(AtomicUsize::new(0))));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/v1")
}

async fn serve(
    State((handler, count)): State<(Arc<Handler>, Arc<AtomicUsize>)>,
    headers: HeaderMap,
    body: String,
) -> Response<Body> {
    let number = count.fetch_add(1, Ordering::SeqCst);
    handler(Seen { number, headers, body }).await
}

pub fn respond(status: u16, body: impl Into<String>) -> Response<Body> {
    let mut response = Response::new(Body::from(body.into()));
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    response
}

/// A chat completion with this text.
pub fn completion(text: &str) -> String {
    format!(
        r#"{{"model":"m-2024","choices":[{{"message":{{"role":"assistant","content":"{text}"}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":9,"completion_tokens":3}}}}"#
    )
}

/// A server that reads a request, sends these bytes and hangs up, again and again.
pub fn raw_server(bytes: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut request = [0; 65536];
            let _ = stream.read(&mut request);
            let _ = stream.write_all(bytes);
        }
    });
    address
}

/// Stores answers of all sorts to these trials, none of which is stored yet, and sees that what the database adds
/// up is what the answers give one by one, but for those that stand apart.
pub async fn adds_up(store: &Store, endpoint: &str, trials: &[Trial]) {
    const DAY: i64 = 86_400_000_000;
    const IN_BATCH: i64 = 20_000 * DAY + 7;
    let sort = |(at, trial): (usize, &Trial)| {
        let at = at as u64;
        let usage = Usage {
            input_tokens: [Some(90 + at), Some(0), None, Some(100_000), Some(100_001)]
                .get(at as usize % 7)
                .copied()
                .unwrap_or(Some(12)),
            output_tokens: [Some(1 + at % 5), None, Some(200_000), Some(0)]
                .get(at as usize % 11)
                .copied()
                .unwrap_or(Some(at % 300)),
            reasoning_tokens: None,
            cached_tokens: [None, Some(3), Some(5_000)][at as usize % 3],
        };
        let sent_us = [20_000 * DAY, 20_001 * DAY - 1, 20_001 * DAY, 0, IN_BATCH][at as usize % 5];
        Answer { usage, sent_us, ..answer(trial, "yes") }
    };
    let responses: Vec<Answer> = trials.iter().enumerate().map(sort).collect();
    let (own, taken) = responses.split_at(responses.len() * 2 / 3);
    let write = async |responses: &[Answer], from: Option<&str>| {
        let trials = [(endpoint, trials)];
        let batch = Batch { trials: &trials, responses, reused_from: from, ..Batch::default() };
        store.write(&batch).await.expect("answers");
    };
    write(own, None).await;
    write(taken, Some("elsewhere")).await;
    let is_taken: BTreeSet<&Key> = taken.iter().map(|one| &one.trial).collect();

    for times in [vec![], vec![IN_BATCH, 5]] {
        let sums = store.billed_sums(&times).await.expect("sums");
        let apart: Vec<AnswerUsage> =
            store.billed_apart(&times).try_collect().await.expect("reads");
        let apart: BTreeSet<Key> = apart.into_iter().map(|one| one.trial.key).collect();
        assert!(!apart.is_empty() && apart.len() < trials.len() * 2 / 3, "{}", apart.len());
        let all: Vec<AnswerUsage> = store.billed_unordered().try_collect().await.expect("reads");
        let mut wanted: BTreeMap<_, UsageSum> = BTreeMap::new();
        for AnswerUsage { trial, usage, sent_us } in all {
            let is_reported = usage.input_tokens.is_some_and(|n| n > 0 && n <= 100_000)
                && usage.output_tokens.is_some_and(|n| n <= 100_000);
            let is_plain = is_reported && !times.contains(&sent_us);
            assert_eq!(is_plain, !apart.contains(&trial.key), "{usage:?} at {sent_us}");
            if !is_plain {
                continue;
            }
            let (day_us, is_taken_over) = (sent_us - sent_us % DAY, is_taken.contains(&trial.key));
            let alike = (trial.subject.to_string(), day_us, is_taken_over);
            let sum = wanted.entry(alike).or_insert_with(|| UsageSum {
                subject: trial.subject.clone(),
                protocol: trial.protocol.clone(),
                sampling: Arc::clone(&trial.sampling),
                day_us,
                is_taken_over,
                answers: 0,
                input_tokens: 0,
                cached_tokens: 0,
                output_tokens: 0,
                output_squares: 0,
                longest_input: 0,
                longest_output: 0,
            });
            let (input, output) =
                (usage.input_tokens.unwrap_or(0), usage.output_tokens.unwrap_or(0));
            sum.answers += 1;
            sum.input_tokens += input;
            sum.cached_tokens += usage.cached_tokens.unwrap_or(0).min(input);
            sum.output_tokens += output;
            sum.output_squares += output * output;
            sum.longest_input = sum.longest_input.max(input);
            sum.longest_output = sum.longest_output.max(output);
        }
        let of = |sum: UsageSum| ((sum.subject.to_string(), sum.day_us, sum.is_taken_over), sum);
        let count = sums.len();
        let sums: BTreeMap<_, UsageSum> = sums.into_iter().map(of).collect();
        assert_eq!(sums.len(), count, "each once");
        assert!(count >= 4, "{count}");
        assert_eq!(sums, wanted);
    }

    let subject = trials[0].subject.as_str();
    let first: Vec<AnswerUsage> =
        store.billed_first(subject, 20).try_collect().await.expect("reads");
    let ordered: Vec<AnswerUsage> = store.billed().try_collect().await.expect("reads");
    let mine = ordered.into_iter().filter(|one| one.trial.subject == subject).take(20);
    assert_eq!(first, mine.collect::<Vec<_>>());
}

//! Shared parts of the tests: a scripted server, subjects without a network, and plans.

#[cfg(unix)]
pub mod postgres;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::post;
use peirast_llm::{BodyRoom, BoxFuture, Failure, Reply, Subject};
use peirast_record::{
    Answer as Solution, ErrorKind, Factors, FinishReason, Key, Labels, Message, Problem, Prompt,
    Response as Answer, Sampling, Segment, Task, Trial, Truth, Usage,
};
use peirast_store::{Batch, Store};
use peirast_throttle::{Quota, RetryPolicy};
use std::collections::BTreeMap;
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

/// Returns `count` prompts, and a trial of each on `subject`.
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

/// Stores responses; returns the number of new ones.
pub async fn insert_responses(store: &Store, responses: &[Answer]) -> u64 {
    let batch = Batch { responses, ..Batch::default() };
    store.write(&batch).await.expect("responses").new
}

/// Returns a problem with this number in its id.
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
        labels: Labels::default(),
        truth: Truth {
            answer: Solution::YesNo(true),
            lure: Solution::YesNo(false),
            form: "p".to_owned(),
            why: "because".to_owned(),
        },
        accepts: None,
        worded: None,
    }
}

/// Returns a response to `trial`.
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

    /// Returns the same subject, whose answers take this much longer than its failures.
    pub fn hesitating(mut self, time: Duration) -> Self {
        self.hesitation = time;
        self
    }

    /// Returns the same subject, which answers nothing until this is closed.
    pub fn held_by(mut self, gate: &Arc<Semaphore>) -> Self {
        self.gate = Some(Arc::clone(gate));
        self
    }

    /// Returns the same subject, with limits shared with this account.
    pub fn on_account(mut self, account: &str) -> Self {
        self.account = account.to_owned();
        self
    }

    pub fn at_most(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Returns the same subject, which needs no wait between attempts.
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
        room: BodyRoom::default(),
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

/// Starts a chat server on a free port, which lives as long as the test's runtime. Returns its base
/// URL.
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

/// Returns a chat completion with this text.
pub fn completion(text: &str) -> String {
    format!(
        r#"{{"model":"m-2024","choices":[{{"message":{{"role":"assistant","content":"{text}"}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":9,"completion_tokens":3}}}}"#
    )
}

/// Starts a server that, again and again, reads a request, sends these bytes and closes the
/// connection.
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

//! The whole path from a server to the store.

use crate::common::{Prompts, QUICK, completion, plan, raw_server, respond, server};
use peirast_llm::{HostedModel, Secret, Subject, Timeouts};
use peirast_record::{ErrorKind, FinishReason, Sampling, Trial, Usage};
use peirast_run::{Cancel, Event, Runner, Summary};
use peirast_store::Store;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const KEY: &str = "sk-planted-0123456789abcdef";

pub(super) struct Study {
    dir: tempfile::TempDir,
    pub(super) subject: Arc<HostedModel>,
    pub(super) prompts: Prompts,
    pub(super) trials: Vec<Trial>,
}

impl Study {
    pub(super) fn new(base_url: &str, count: usize) -> Self {
        Self::within(Duration::from_secs(60), base_url, count)
    }

    fn within(patience: Duration, base_url: &str, count: usize) -> Self {
        let timeouts = Timeouts { connect: patience, total: patience };
        let key = Some(Secret::new(KEY));
        let subject = HostedModel::new("m", base_url, key, timeouts).expect("a subject");
        let (prompts, trials) = plan(&subject, count);
        let dir = tempfile::tempdir().expect("a directory");
        Self { dir, subject: Arc::new(subject), prompts, trials }
    }

    pub(super) async fn store(&self) -> Store {
        Store::open_or_create(self.dir.path()).await.expect("a store")
    }

    /// Runs it; returns the summary and the messages of all events.
    pub(super) async fn run(&self) -> (Summary, Vec<String>) {
        let store = self.store().await;
        let told = Arc::new(Mutex::new(Vec::new()));
        let listener = Arc::clone(&told);
        let summary = Runner::new(store.clone(), self.prompts.clone())
            .subject(self.subject.clone(), self.trials.clone())
            .retry(QUICK)
            .concurrency(4)
            .give_up_after(2)
            .on_event(move |event| {
                listener.lock().expect("a lock").push(format!("{event:?}"));
            })
            .run()
            .await
            .expect("a run");
        store.close().await;
        let told = told.lock().expect("a lock").clone();
        (summary, told)
    }
}

/// Returns all bytes of every file under `dir`.
fn bytes_of(dir: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(dir).expect("a directory");
    files.flat_map(|file| std::fs::read(file.expect("a file").path()).expect("bytes")).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn keeps_the_exact_exchange() {
    let url = server(|seen| async move {
        assert_eq!(seen.headers["authorization"], format!("Bearer {KEY}"));
        assert_eq!(seen.headers["content-type"], "application/json");
        respond(200, completion("Yes."))
    })
    .await;
    let study = Study::new(&url, 3);
    let (summary, _) = study.run().await;
    assert_eq!((summary.trials, summary.asked, summary.answered), (3, 3, 3));
    assert!(summary.is_complete());
    assert!(summary.failed.is_empty());
    assert_eq!(summary.retries, 0);

    let store = study.store().await;
    let exchange = store.find(&study.trials[0].key.text()).await.expect("an exchange");
    let response = exchange.response.expect("a response");
    assert_eq!(exchange.endpoint, url);
    assert_eq!(exchange.messages[0].content, "Question 0: is this sound?");
    assert_eq!(response.body, completion("Yes."));
    assert_eq!(
        response.request,
        r#"{"model":"m","messages":[{"role":"user","content":"Question 0: is this sound?"}],"temperature":0.0}"#
    );
    assert_eq!((response.text.as_str(), response.finish), ("Yes.", FinishReason::Stop));
    let usage = Usage { input_tokens: Some(9), output_tokens: Some(3), ..Usage::default() };
    assert_eq!(response.usage, usage);
    assert_eq!(response.model.as_deref(), Some("m-2024"));
    assert!(response.sent_us > 1_700_000_000_000_000 && response.elapsed_us > 0);
}

#[tokio::test]
async fn waits_as_long_as_the_server_asks() {
    let url = server(|seen| async move {
        if seen.number > 0 {
            return respond(200, completion("Yes."));
        }
        let mut response = respond(429, r#"{"error":{"message":"slow down"}}"#);
        response.headers_mut().insert("retry-after", "1".parse().expect("a header"));
        response
    })
    .await;
    let study = Study::new(&url, 1);
    let begun = Instant::now();
    let (summary, _) = study.run().await;
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!((summary.answered, summary.retries), (1, 1));

    let exchange = study.store().await.find(&study.trials[0].key.text()).await.expect("it");
    assert_eq!(exchange.response.expect("a response").attempts, 2);
    let [failed] = exchange.failures.as_slice() else { panic!("one failure") };
    assert_eq!((failed.kind, failed.status, failed.attempt), (ErrorKind::RateLimit, Some(429), 1));
    assert!(failed.message.contains("slow down"), "{}", failed.message);
    assert_eq!(failed.body.as_deref(), Some(r#"{"error":{"message":"slow down"}}"#));
}

#[tokio::test]
async fn a_failing_server_is_asked_again() {
    let url = server(|seen| async move {
        match seen.number {
            0 => respond(500, "<html>oops</html>"),
            1 => respond(200, "<html>still oops</html>"),
            _ => respond(200, completion("Yes.")),
        }
    })
    .await;
    let study = Study::new(&url, 1);
    let (summary, _) = study.run().await;
    assert_eq!((summary.answered, summary.retries), (1, 2));
    let counts = study.store().await.counts().await.expect("counts");
    assert_eq!(counts.failures[&ErrorKind::Server], 1);
    assert_eq!(counts.failures[&ErrorKind::Malformed], 1);
}

#[tokio::test]
async fn a_refused_key_stops_the_subject_and_is_shown_nowhere() {
    let url = server(|seen| async move {
        // A careless server: it repeats the key that it got.
        let key = seen.headers["authorization"].to_str().expect("text").to_owned();
        respond(401, format!(r#"{{"error":{{"message":"Incorrect key: {key}"}}}}"#))
    })
    .await;
    let study = Study::new(&url, 50);
    let (summary, told) = study.run().await;
    let [stopped] = summary.stopped.as_slice() else { panic!("one subject stopped") };
    assert_eq!((stopped.subject.as_str(), stopped.kind), ("openai:m", ErrorKind::Auth));
    assert!(stopped.reason.contains("401: Incorrect key: Bearer ***"), "{}", stopped.reason);
    assert!(stopped.reason.contains("check the API key"));
    assert!(summary.asked <= 4);
    assert_eq!(summary.answered, 0);
    assert_eq!(summary.unanswered(), 50);

    assert!(!contains(format!("{summary:?}{told:?}{:?}", study.subject).as_bytes(), KEY));
    let stored = bytes_of(study.dir.path());
    assert!(contains(&stored, "Incorrect key"), "the failure is logged");
    assert!(!contains(&stored, KEY));
}

#[tokio::test]
async fn a_key_that_a_server_puts_into_an_answer_is_masked() {
    let url = server(|_| async move { respond(200, completion(&format!("key {KEY}"))) }).await;
    let study = Study::new(&url, 1);
    study.run().await;
    assert_eq!(study.store().await.load_answered().await.expect("it")[0].text, "key ***");
    assert!(!contains(&bytes_of(study.dir.path()), KEY));
}

#[tokio::test]
async fn a_key_is_masked_however_it_is_spelled() {
    // The last is in JSON that is quoted in JSON.
    for key in [
        KEY.to_owned(),
        KEY.replace('-', r"\u002d"),
        KEY.replace('p', r"\u0070"),
        KEY.replace('-', r"\\u002D"),
    ] {
        let url = server(move |seen| {
            let error = format!(r#"{{"error":{{"message":"no {key}"}}}}"#);
            let said = completion(&format!("key {key}"));
            async move {
                match seen.number {
                    0 => respond(500, error),
                    _ => respond(200, said),
                }
            }
        })
        .await;
        let study = Study::new(&url, 1);
        study.run().await;
        let exchange = study.store().await.find(&study.trials[0].key.text()).await.expect("it");
        assert_eq!(exchange.response.expect("a response").text, "key ***");
        assert!(exchange.failures[0].message.contains("no ***"), "{:?}", exchange.failures);
        assert_eq!(exchange.failures[0].body.as_deref(), Some(r#"{"error":{"message":"no ***"}}"#));
    }
}

#[tokio::test]
async fn an_unknown_model_and_a_lack_of_credit_are_final() {
    for (status, body, kind, words) in [
        (404, r#"{"error":{"message":"no model m"}}"#, ErrorKind::NotFound, "model's name"),
        (403, r#"{"error":{"message":"not yours"}}"#, ErrorKind::Auth, "not yours"),
        (
            429,
            r#"{"error":{"message":"no quota","code":"insufficient_quota"}}"#,
            ErrorKind::Auth,
            "add credit",
        ),
        (302, "", ErrorKind::NotFound, "redirects are not followed"),
    ] {
        let url = server(move |_| async move {
            let mut response = respond(status, body);
            response.headers_mut().insert("location", "/elsewhere".parse().expect("a header"));
            response
        })
        .await;
        let (summary, _) = Study::new(&url, 1).run().await;
        assert_eq!(summary.stopped[0].kind, kind);
        assert!(summary.stopped[0].reason.contains(words), "{}", summary.stopped[0].reason);
        assert_eq!(summary.retries, 0);
    }
}

#[tokio::test]
async fn a_refused_question_costs_no_other() {
    for (status, body, words) in [
        (400, r#"{"error":{"message":"maximum context length"}}"#, "400: maximum context length"),
        (413, "", "413 (the prompt is too long"),
        (422, r#"{"detail":[{"loc":["body"],  "msg":"bad"}]}"#, r#"422: {"detail":[{"loc""#),
    ] {
        let url = server(move |seen| async move {
            match seen.body.contains("Question 1:") {
                true => respond(status, body),
                false => respond(200, completion("Yes.")),
            }
        })
        .await;
        let study = Study::new(&url, 8);
        let (summary, _) = study.run().await;
        assert_eq!((summary.answered, summary.unanswered(), summary.retries), (7, 1, 0));
        assert!(summary.stopped.is_empty(), "{:?}", summary.stopped);
        let exchange = study.store().await.find(&study.trials[1].key.text()).await.expect("it");
        let [failed] = exchange.failures.as_slice() else { panic!("one failure") };
        assert_eq!((failed.kind, failed.status), (ErrorKind::BadRequest, Some(status)));
        assert_eq!(failed.body.as_deref(), Some(body));
        assert!(failed.message.contains(words), "{}", failed.message);
    }
}

#[tokio::test]
async fn ten_refused_questions_stop_with_the_last_words() {
    let url = server(|_| async { respond(422, r#"{"detail":"temperature must be 1"}"#) }).await;
    let (summary, _) = Study::new(&url, 50).run().await;
    let [stopped] = summary.stopped.as_slice() else { panic!("one subject stopped") };
    assert!(stopped.reason.starts_with("10 questions in a row were refused"), "{}", stopped.reason);
    assert!(stopped.reason.contains("temperature must be 1"), "{}", stopped.reason);
    assert!((10..=13).contains(&summary.asked), "{} asked", summary.asked);
}

#[tokio::test]
async fn a_mark_and_half_a_character_cost_no_answer() {
    let body = format!("\u{feff}{}", completion(r"Yes \ud83d"));
    let sent = body.clone();
    let url = server(move |_| {
        let sent = sent.clone();
        async move { respond(200, sent) }
    })
    .await;
    let study = Study::new(&url, 1);
    let (summary, _) = study.run().await;
    assert_eq!((summary.answered, summary.retries), (1, 0));
    let exchange = study.store().await.find(&study.trials[0].key.text()).await.expect("it");
    let response = exchange.response.expect("a response");
    assert_eq!((response.text.as_str(), response.body), ("Yes \u{fffd}", body), "kept as it came");
}

/// Runs one trial that never succeeds; returns the kind and first message of the logged failures.
async fn trouble(url: &str) -> (ErrorKind, String) {
    trouble_of(&Study::new(url, 1)).await
}

async fn trouble_of(study: &Study) -> (ErrorKind, String) {
    let (summary, _) = study.run().await;
    assert_eq!((summary.answered, summary.retries), (0, 2));
    let exchange = study.store().await.find(&study.trials[0].key.text()).await.expect("it");
    assert_eq!(exchange.response, None);
    assert_eq!(exchange.failures.len(), 3);
    let first = &exchange.failures[0];
    assert_eq!(summary.failed[&first.kind], 1);
    (first.kind, first.message.clone())
}

#[tokio::test]
async fn a_silent_server_times_out() {
    let url = server(|_| std::future::pending()).await;
    let (kind, message) = trouble_of(&Study::within(Duration::from_millis(200), &url, 1)).await;
    assert_eq!(kind, ErrorKind::Timeout);
    assert_eq!(message, "no complete answer within 200ms");
}

#[tokio::test]
async fn a_refused_connection_names_the_server() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address");
    drop(free);
    let (kind, message) = trouble(&format!("http://{address}/v1")).await;
    assert_eq!(kind, ErrorKind::Network);
    assert!(message.starts_with(&format!("cannot connect to http://{address}: ")), "{message}");
    assert!(message.contains("refused"), "{message}");
}

#[tokio::test]
async fn a_cut_off_body_is_no_answer() {
    let address =
        raw_server(b"HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n{\"choices\":[{\"mess");
    let (kind, message) = trouble(&format!("http://{address}/v1")).await;
    assert_eq!(kind, ErrorKind::Network);
    assert!(message.starts_with("the answer broke off after 18 of 400 bytes"), "{message}");

    let address = raw_server(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"choices\":[{\"mess");
    let (kind, message) = trouble(&format!("http://{address}/v1")).await;
    assert_eq!(kind, ErrorKind::Malformed);
    assert_eq!(message, "the response is cut off after 18 bytes");

    let address = raw_server(b"");
    let (kind, message) = trouble(&format!("http://{address}/v1")).await;
    assert_eq!(kind, ErrorKind::Network);
    assert!(message.contains("broke before an answer"), "{message}");
}

#[tokio::test]
async fn other_json_is_no_answer() {
    let url = server(|_| async { respond(200, r#"{"choices":[]}"#) }).await;
    let (kind, message) = trouble(&url).await;
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(message.contains("no choices[0]"), "{message}");
}

#[tokio::test]
async fn binary_and_endless_bodies_are_no_answers() {
    let url = server(|_| async {
        let mut response = respond(200, "");
        *response.body_mut() = axum::body::Body::from(vec![0xff, 0xfe]);
        response
    })
    .await;
    assert_eq!(trouble(&url).await.1, "the response is not UTF-8 text");

    // A proxy that compresses although no client asked for it.
    let url = server(|_| async {
        let mut response = respond(200, "");
        *response.body_mut() = axum::body::Body::from(vec![0x1f, 0x8b, 0x08, 0x00]);
        response.headers_mut().insert("content-encoding", "gzip".parse().expect("a header"));
        response
    })
    .await;
    let message = trouble(&url).await.1;
    assert!(message.contains("has an encoding (gzip) that was not requested"), "{message}");

    let url = server(|_| async { respond(200, "x".repeat(17 * 1024 * 1024)) }).await;
    let (kind, message) = trouble(&url).await;
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(message.contains("larger than 16 MiB"), "{message}");
}

#[tokio::test]
async fn an_answer_with_the_probabilities_of_its_tokens_may_be_large() {
    let large = || respond(200, completion("yes") + &" ".repeat(17 * 1024 * 1024));
    let url = server(move |_| async move { large() }).await;
    let subject = HostedModel::new("m", &url, None, Timeouts::default()).expect("a subject");
    let (prompts, _) = plan(&subject, 1);
    let prompt = prompts.values().next().expect("a prompt");
    for (logprobs, is_read) in [(None, false), (Some(20), true)] {
        let sampling = Sampling { logprobs, max_tokens: Some(8000), ..Sampling::default() };
        let trial = Trial::new(prompt, subject.name(), subject.endpoint(), &sampling, 0);
        let came = subject.ask(&trial, prompt).await;
        assert_eq!(came.is_ok(), is_read, "{logprobs:?}: {:?}", came.err());
    }
}

#[tokio::test]
async fn what_is_in_flight_when_cancelled_is_stored() {
    let url = server(|_| async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        respond(200, completion("Yes."))
    })
    .await;
    let study = Study::new(&url, 40);
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let store = study.store().await;
    let summary = Runner::new(store.clone(), study.prompts.clone())
        .subject(study.subject.clone(), study.trials.clone())
        .concurrency(4)
        .cancel(cancel)
        .on_event(move |event| {
            if matches!(event, Event::Started { .. }) {
                switch.cancel();
            }
        })
        .run()
        .await
        .expect("a run");
    assert!(summary.cancelled);
    assert_eq!(summary.answered, summary.asked);
    assert!((1..=4).contains(&summary.answered), "{summary:?}");
    assert_eq!(store.answered_keys().await.expect("keys").len() as u64, summary.answered);
}

#[tokio::test]
async fn the_name_and_the_endpoint_are_part_of_the_key() {
    let subject = |url| HostedModel::new("m", url, None, Timeouts::default()).expect("a subject");
    let (one, other) = (subject("http://a/v1"), subject("http://b/v1"));
    assert_ne!(plan(&one, 1).1[0].key, plan(&other, 1).1[0].key);
    assert_ne!(plan(&one, 1).1[0].key, plan(&one.clone().named("x"), 1).1[0].key);
    assert_eq!(other.name(), "openai:m");
}

/// Starts a server that reads requests and answers them, and closes each connection after `after`
/// answers. Returns its URL and the number of connections.
fn closing_server(after: usize) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            counted.fetch_add(1, Ordering::SeqCst);
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
                for _ in 0..after {
                    let mut length = 0;
                    loop {
                        let mut line = String::new();
                        if reader.read_line(&mut line).unwrap_or(0) == 0 {
                            return;
                        }
                        let line = line.trim().to_ascii_lowercase();
                        if let Some(value) = line.strip_prefix("content-length:") {
                            length = value.trim().parse().expect("a length");
                        }
                        if line.is_empty() {
                            break;
                        }
                    }
                    let mut body = vec![0; length];
                    reader.read_exact(&mut body).expect("a body");
                    let answer = completion("yes");
                    let head =
                        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ";
                    let text = format!("{head}{}\r\n\r\n{answer}", answer.len());
                    (&stream).write_all(text.as_bytes()).expect("written");
                }
            });
        }
    });
    (url, connections)
}

#[tokio::test]
async fn a_connection_serves_until_the_server_closes_it() {
    for (after, wanted) in [(usize::MAX, 1), (3, 4), (1, 12)] {
        let (url, connections) = closing_server(after);
        let study = Study::new(&url, 12);
        let store = study.store().await;
        let summary = Runner::new(store, study.prompts.clone())
            .subject(study.subject.clone(), study.trials.clone())
            .retry(QUICK)
            .concurrency(1)
            .run()
            .await
            .expect("a run");
        assert_eq!(summary.answered, 12, "closed after {after}");
        // The close may cross with a request, which is then sent again.
        let (retries, connections) = (summary.retries, connections.load(Ordering::SeqCst));
        assert!((wanted..=wanted + 2).contains(&connections), "{connections} after {after}");
        assert!(retries <= 2 && (after < usize::MAX || retries == 0), "{retries} after {after}");
    }
}

#[tokio::test]
async fn a_long_head_is_read() {
    let (answer, policy) = (completion("yes"), "a".repeat(60_000));
    let head = format!("HTTP/1.1 200 OK\r\nx-policy: {policy}\r\nconnection: close");
    let text = format!("{head}\r\ncontent-length: {}\r\n\r\n{answer}", answer.len());
    let address = raw_server(Box::leak(text.into_bytes().into_boxed_slice()));
    let (summary, _) = Study::new(&format!("http://{address}/v1"), 3).run().await;
    assert_eq!((summary.answered, summary.retries), (3, 0));
}

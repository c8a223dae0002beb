//! Every wire format and every provider, tested with exchanges that were written from their
//! documentation.
//!
//! A cassette has the question, the exact request, the server's response, and the expected reading.
//! `source` names the documentation of the form: none was recorded with a paid key.

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response as Answer, Uri};
use peirast_llm::HostedModel;
use peirast_llm::wire::{SystemRole, Wire};
use peirast_llm::{Failure, Providers, Reply, Secret, Subject, Terms, Timeouts};
use peirast_record::{ErrorKind, FinishReason, Message, Prompt, Sampling, Trial, Usage};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const KEY: &str = "planted-key-0123456789abcdef";

/// The cases that every format must have.
const CASES: [&str; 8] =
    ["plain", "usage", "refusal", "length", "rate-limit", "auth", "overloaded", "malformed"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cassette {
    source: String,
    model: String,
    #[serde(default = "question")]
    messages: Vec<Message>,
    #[serde(default)]
    sampling: Sampling,
    request: Request,
    responses: Vec<Response>,
    expect: Expected,
}

fn question() -> Vec<Message> {
    vec![Message::user("Is this sound?")]
}

/// The first request; later ones ask for an announced answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    path: String,
    headers: BTreeMap<String, String>,
    body: Value,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Response {
    /// Its path, if it differs from the first one's.
    at: Option<String>,
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    body: Option<Value>,
    /// A body that is no JSON.
    raw: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
enum Expected {
    Answer {
        text: String,
        finish: FinishReason,
        #[serde(default)]
        usage: Usage,
        served_as: Option<String>,
        fingerprint: Option<String>,
        #[serde(default)]
        logprobs: Vec<Token>,
    },
    Failure {
        failure: ErrorKind,
        says: String,
        retry_after: Option<f64>,
    },
}

/// A token with its log-probability, and its alternatives with theirs.
type Token = (String, f64, Vec<(String, f64)>);

/// The request that a server saw.
#[derive(Debug)]
struct Seen {
    method: Method,
    path: String,
    headers: HeaderMap,
    body: String,
}

type Tape = Arc<(String, Mutex<Vec<Response>>, Mutex<Vec<Seen>>)>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cassettes")
}

/// Every cassette: provider, case, content.
fn cassettes() -> Vec<(String, String, Cassette)> {
    let mut all = Vec::new();
    for dir in std::fs::read_dir(root()).expect("cassettes") {
        let dir = dir.expect("a directory").path();
        let provider = dir.file_name().expect("a name").to_string_lossy().into_owned();
        for file in std::fs::read_dir(&dir).expect("cassettes") {
            let file = file.expect("a file").path();
            let case = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).expect("text");
            let read = serde_json::from_str(&text);
            all.push((
                provider.clone(),
                case,
                read.unwrap_or_else(|e| panic!("{}: {e}", file.display())),
            ));
        }
    }
    all.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    all
}

async fn serve(
    State(tape): State<Tape>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Answer<Body> {
    let path = uri.path_and_query().expect("a path").to_string();
    let (address, responses, seen) = tape.as_ref();
    seen.lock().expect("a lock").push(Seen { method, path, headers, body });
    let response = {
        let mut responses = responses.lock().expect("a lock");
        if responses.is_empty() { None } else { Some(responses.remove(0)) }
    };
    let Some(response) = response else {
        return Answer::builder().status(418).body(Body::empty()).expect("a response");
    };
    let body = match (response.body, response.raw) {
        (Some(json), None) => json.to_string(),
        (None, Some(raw)) => raw,
        other => panic!("one body: {other:?}"),
    };
    let mut answer = Answer::builder().status(response.status);
    for (name, value) in &response.headers {
        answer = answer.header(name, value);
    }
    answer.body(Body::from(body.replace("{server}", address))).expect("a response")
}

/// Plays a cassette and returns its result and the requests that the server saw.
async fn play(terms: Terms, cassette: &Cassette) -> (Result<Reply, Failure>, Vec<Seen>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let tape: Tape =
        Arc::new((address.clone(), Mutex::new(cassette.responses.clone()), Mutex::default()));
    let router = Router::new().fallback(serve).with_state(Arc::clone(&tape));
    tokio::spawn(async move { axum::serve(listener, router).await });

    let subject = hosted(terms, &address);
    let prompt = Prompt::new("q1", "baseline", cassette.messages.clone());
    let trial = Trial::new(&prompt, subject.name(), subject.endpoint(), &cassette.sampling, 0);
    let result = subject.ask(&trial, &prompt).await;
    let seen = std::mem::take(&mut *tape.2.lock().expect("a lock"));
    (result, seen)
}

/// The model, with its provider's path at another address.
fn hosted(terms: Terms, address: &str) -> HostedModel {
    let environment =
        |name: &str| (name == "AZURE_OPENAI_ENDPOINT").then(|| "https://a.example".to_owned());
    let url = terms.url(&environment).expect("a URL");
    let path = url.split_once("://").and_then(|(_, rest)| Some(rest.split_once('/')?.1));
    let url = format!("{address}/{}", path.unwrap_or_default());
    let patience = Duration::from_secs(60);
    let timeouts = Timeouts { connect: patience, total: patience };
    HostedModel::with_terms(terms, &url, Some(Secret::new(KEY)), timeouts).expect("a subject")
}

#[tokio::test]
async fn every_cassette_is_sent_and_read_as_written() {
    let providers = Providers::built_in().expect("a table");
    for (provider, case, cassette) in cassettes() {
        let what = format!("{provider}/{case}");
        let terms = providers.terms_of(&provider, &cassette.model).expect("terms");
        let wire = terms.provider().wire;
        let fit = terms.fit(&cassette.sampling);
        assert_eq!((fit.unsent, fit.missing), (vec![], vec![]), "{what}");
        let (result, seen) = play(terms, &cassette).await;
        assert!(cassette.source.starts_with("https://"), "{what}: {}", cassette.source);
        check_requests(&what, &cassette, &seen);
        match (&cassette.expect, result) {
            (Expected::Answer { .. }, Ok(reply)) => check_reply(&what, wire, &cassette, &reply),
            (Expected::Failure { failure, says, retry_after }, Err(found)) => {
                assert_eq!(found.kind, *failure, "{what}: {found:?}");
                assert!(found.message.contains(says), "{what}: {}", found.message);
                let asked = found.retry_after.map(|wait| wait.as_secs_f64());
                assert_eq!(asked, *retry_after, "{what}");
                assert!(!format!("{found:?}").contains(KEY), "{what}");
            }
            (expected, found) => panic!("{what}: {found:?} is not {expected:?}"),
        }
    }
}

fn check_requests(what: &str, cassette: &Cassette, seen: &[Seen]) {
    assert_eq!(seen.len(), cassette.responses.len(), "{what}: {seen:?}");
    let first = &seen[0];
    assert_eq!((&first.method, &first.path), (&Method::POST, &cassette.request.path), "{what}");
    assert_eq!(first.body, cassette.request.body.to_string(), "{what}");
    assert_eq!(first.headers["content-type"], "application/json", "{what}");
    for (name, value) in &cassette.request.headers {
        let found = first.headers.get(name).unwrap_or_else(|| panic!("{what}: no {name}"));
        assert_eq!(found, &value.replace("{key}", KEY), "{what}: {name}");
    }
    // The key is in the one named header, and nowhere else.
    let with_key = first
        .headers
        .values()
        .filter(|value| value.to_str().is_ok_and(|value| value.contains(KEY)));
    assert_eq!(with_key.count(), 1, "{what}");
    assert!(!first.path.contains(KEY) && !first.body.contains(KEY), "{what}");
    for (later, response) in seen.iter().zip(&cassette.responses).skip(1) {
        let place = response.at.as_deref();
        assert_eq!((&later.method, Some(later.path.as_str())), (&Method::GET, place), "{what}");
    }
}

fn check_reply(what: &str, wire: Wire, cassette: &Cassette, reply: &Reply) {
    let Expected::Answer { text, finish, usage, served_as, fingerprint, logprobs } =
        &cassette.expect
    else {
        return;
    };
    assert_eq!((&reply.text, reply.finish), (text, *finish), "{what}");
    assert_eq!(reply.usage, *usage, "{what}");
    assert_eq!(&reply.model, served_as, "{what}");
    assert_eq!(reply.request, cassette.request.body.to_string(), "{what}");
    assert!(!format!("{reply:?}").contains(KEY), "{what}");
    // A refused question has an error as its body.
    let Ok(said) = wire.parse(&reply.body) else { return };
    assert_eq!(&said.fingerprint, fingerprint, "{what}");
    let found: Vec<Token> = said
        .logprobs
        .into_iter()
        .map(|token| {
            let others = token.alternatives.into_iter().map(|one| (one.token, one.logprob));
            (token.token, token.logprob, others.collect())
        })
        .collect();
    assert_eq!(&found, logprobs, "{what}");
}

#[test]
fn every_format_has_every_case_and_every_provider_an_answer() {
    let providers = Providers::built_in().expect("a table");
    let mut tried: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut answered = BTreeSet::new();
    for (provider, case, _) in cassettes() {
        let row = providers.named(&provider).expect("a provider");
        tried.entry(row.wire.as_str()).or_default().insert(case.clone());
        if case == "plain" {
            answered.insert(provider);
        }
    }
    for wire in Wire::ALL {
        for case in CASES {
            assert!(tried[wire.as_str()].contains(case), "{wire} has no {case}");
        }
    }
    for row in providers.all() {
        assert!(answered.contains(&row.name), "{} has no plain answer", row.name);
    }
}

#[test]
fn every_prefix_of_an_answer_is_cut_off() {
    let providers = Providers::built_in().expect("a table");
    for (provider, case, cassette) in cassettes() {
        let wire = providers.named(&provider).expect("a provider").wire;
        let Some(body) = cassette.responses.last().and_then(|last| last.body.as_ref()) else {
            continue;
        };
        let body = body.to_string();
        for end in (1..body.len()).filter(|end| body.is_char_boundary(*end)) {
            let error = wire.parse(&body[..end]).expect_err("a prefix").to_string();
            assert_eq!(
                error,
                format!("the response is cut off after {end} bytes"),
                "{provider}/{case}"
            );
            assert_eq!((wire.pending(&body[..end]), wire.complaint(&body[..end])), (None, None));
        }
    }
}

#[tokio::test]
async fn a_key_that_is_echoed_is_masked_in_every_format() {
    let providers = Providers::built_in().expect("a table");
    for (provider, case, mut cassette) in cassettes() {
        let terms = providers.terms_of(&provider, &cassette.model).expect("terms");
        for response in &mut cassette.responses {
            let body = response.body.take().map(|body| body.to_string());
            let raw = body.or_else(|| response.raw.take()).unwrap_or_default();
            // In every string, from any place.
            response.raw = Some(
                raw.replace(": \"", &format!(": \"{KEY} ")).replace(":\"", &format!(":\"{KEY} ")),
            );
            response.headers.clear();
        }
        let (result, _) = play(terms, &cassette).await;
        assert!(!format!("{result:?}").contains(KEY), "{provider}/{case}: {result:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_announced_elsewhere_is_not_fetched() {
    let providers = Providers::built_in().expect("a table");
    let all = cassettes();
    let found =
        all.into_iter().find(|(provider, case, _)| provider == "replicate" && case == "polled");
    let (_, _, mut cassette) = found.expect("a cassette");
    let place = serde_json::json!("https://evil.example/v1/predictions/p1");
    for response in &mut cassette.responses {
        let body = response.body.as_mut().and_then(Value::as_object_mut).expect("a body");
        body.insert(
            "urls".to_owned(),
            Value::Object(Map::from_iter([("get".to_owned(), place.clone())])),
        );
    }
    let terms = providers.terms_of("replicate", &cassette.model).expect("terms");
    let (result, seen) = play(terms, &cassette).await;
    let failure = result.expect_err("a failure");
    assert_eq!((failure.kind, seen.len()), (ErrorKind::Malformed, 1));
    assert!(failure.message.contains("another server"), "{}", failure.message);
}

#[tokio::test]
async fn an_announced_answer_that_cannot_be_had_for_now_is_not_ordered_again() {
    let providers = Providers::built_in().expect("a table");
    let all = cassettes();
    let found =
        all.into_iter().find(|(provider, case, _)| provider == "replicate" && case == "polled");
    let (_, _, mut cassette) = found.expect("a cassette");
    let terms = providers.terms_of("replicate", &cassette.model).expect("terms");
    let (expected, before) = play(terms, &cassette).await;
    let poll = cassette.responses[1].clone();
    for status in [502, 429] {
        let trouble = Response { status, body: None, raw: Some("soon".to_owned()), ..poll.clone() };
        cassette.responses.insert(1, trouble);
    }
    let terms = providers.terms_of("replicate", &cassette.model).expect("terms");
    let (result, seen) = play(terms, &cassette).await;
    assert_eq!(result.expect("an answer").text, expected.expect("an answer").text);
    let ordered = |seen: &[Seen]| seen.iter().filter(|one| one.method == Method::POST).count();
    assert_eq!((ordered(&before), ordered(&seen)), (1, 1));
    assert_eq!(seen.len(), before.len() + 2);
}

#[tokio::test]
async fn what_cannot_be_sent_is_not_asked() {
    let providers = Providers::built_in().expect("a table");
    let answer =
        cassettes().into_iter().find(|(provider, case, _)| provider == "openai" && case == "plain");
    let (_, _, mut cassette) = answer.expect("a cassette");
    for (name, sampling, messages, words) in [
        (
            "anthropic/claude-sonnet-4-5",
            Sampling { seed: Some(1), max_tokens: Some(9), ..Sampling::default() },
            question(),
            "anthropic takes no seed for claude-sonnet-4-5",
        ),
        (
            "anthropic/claude-sonnet-4-5",
            Sampling::default(),
            question(),
            "wants a value for max-tokens",
        ),
        (
            "replicate/meta/meta-llama-3-8b-instruct",
            Sampling::default(),
            vec![Message::user("Q1"), Message::assistant("A1"), Message::user("Q2")],
            "one question and no earlier turns",
        ),
    ] {
        (cassette.sampling, cassette.messages) = (sampling, messages);
        let terms = providers.terms(name).expect("terms");
        let (result, seen) = play(terms, &cassette).await;
        let failure = result.expect_err("a failure");
        assert_eq!((failure.kind, seen.len()), (ErrorKind::BadRequest, 0), "{name}");
        assert!(failure.message.contains(words), "{}", failure.message);
    }
}

#[test]
fn models_without_a_system_role_are_known() {
    let providers = Providers::built_in().expect("a table");
    for (name, system) in [
        ("openai/o1-mini", SystemRole::User),
        ("openai/o1", SystemRole::Native),
        ("gemini/gemma-3-27b-it", SystemRole::User),
        ("gemini/gemini-2.5-pro", SystemRole::Native),
    ] {
        let terms = providers.terms(name).expect("terms");
        assert_eq!(terms.knobs().system, system, "{name}");
    }
}

/// A provider is a row of a table. Its questions, its settings, its key and the meanings of its
/// errors need no code.
#[tokio::test]
async fn a_provider_that_is_added_as_a_row_is_asked_like_the_others() {
    let row = r#"
        [[provider]]
        name = "dummy"
        wire = "openai-chat"
        url = "https://dummy.example/v9"
        keys = ["DUMMY_API_KEY"]
        takes = ["max-tokens"]
        complaints = [{ status = 400, code = "too_rude", means = "refusal" }]
    "#;
    let providers = Providers::built_in().and_then(|own| own.with("a test", row)).expect("a table");
    let terms = providers.terms("dummy/m").expect("terms");
    assert_eq!(terms.url(&|_| None).expect("a URL"), "https://dummy.example/v9");
    let warm = Sampling { temperature: Some(0.5), ..Sampling::default() };
    assert_eq!(terms.fit(&warm).unsent.len(), 1, "it takes no temperature");

    let (_, _, plain) = cassettes()
        .into_iter()
        .find(|(provider, case, _)| provider == "openai" && case == "plain")
        .expect("a cassette of the same format");
    let plain = Cassette { sampling: Sampling::default(), ..plain };
    let (reply, seen) = play(terms.clone(), &plain).await;
    assert_eq!(seen[0].path, "/v9/chat/completions");
    let Expected::Answer { text, .. } = &plain.expect else { panic!("an answer") };
    assert_eq!(&reply.expect("a reply").text, text);

    let refused = json!({"status": 400, "body": {"error": {"code": "too_rude", "message": "no"}}});
    let responses = vec![serde_json::from_value(refused).expect("a response")];
    let (reply, _) = play(terms, &Cassette { responses, ..plain }).await;
    assert_eq!(reply.expect("a refusal").finish, FinishReason::ContentFilter);
}

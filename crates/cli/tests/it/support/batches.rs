//! A local provider of batches, in the formats of OpenAI, Anthropic and Google. The name of the
//! model chooses its behaviour.

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, Response, StatusCode, Uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

/// Is sent as a byte that is not text.
const TORN: char = '\u{e000}';

/// A submitted batch.
#[derive(Default)]
struct Kept {
    files: BTreeMap<String, String>,
    jobs: BTreeMap<String, Job>,
    requests: Vec<String>,
}

struct Job {
    model: String,
    /// Keys and bodies, in order.
    asked: Vec<(String, Value)>,
    /// Number of requests for its state.
    seen: usize,
    cancelled: bool,
}

/// A provider of batches.
///
/// | model     | behaviour                                                   |
/// |-----------|-------------------------------------------------------------|
/// | `plain`   | answers everything, at the second look                      |
/// | `partly`  | every third question fails, and every fourth result is lost |
/// | `refused` | takes no batch on                                           |
/// | `lost`    | takes a batch on and answers 500                            |
/// | `never`   | is never done                                               |
/// | `failed`  | fails as a whole                                            |
/// | `nameless`| gives results without keys, where the form allows it        |
/// | `mixed`   | adds a result that nobody asked for and a broken line       |
/// | `unsure`  | takes a batch on and answers 408                            |
/// | `late`    | says that it is done a look before it has results           |
/// | `half`    | gives half of the results at first                          |
/// | `cut`     | breaks the last line of the results off at first            |
/// | `retried` | fails at a question before it answers it, and answers twice |
/// | `silent`  | answers all but every third question, counts those as failed, and says no more |
/// | `expired` | expires when half of its questions are answered, and says no more |
/// | `torn`    | gives a byte that is no text in the answer to its first question |
/// | `endless` | gives many times more results than questions                |
pub struct Batches {
    url: String,
    kept: Arc<Mutex<Kept>>,
}

impl Batches {
    pub fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let kept = Arc::<Mutex<Kept>>::default();
        let router = Router::new()
            .fallback(serve)
            .layer(axum::extract::DefaultBodyLimit::disable())
            .with_state(Arc::clone(&kept));
        std::thread::spawn(move || {
            super::wait(async {
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                axum::serve(listener, router).await
            })
        });
        Self { url, kept }
    }

    /// The argument that points a command to this server.
    pub fn at(&self) -> String {
        format!("--base-url {}", self.url)
    }

    /// The requests received, as `METHOD path`.
    pub fn requests(&self) -> Vec<String> {
        self.kept.lock().expect("a lock").requests.clone()
    }

    /// The names of its batches.
    pub fn jobs(&self) -> Vec<String> {
        self.kept.lock().expect("a lock").jobs.keys().cloned().collect()
    }
}

async fn serve(
    State(kept): State<Arc<Mutex<Kept>>>,
    method: Method,
    uri: Uri,
    body: String,
) -> Response<Body> {
    let mut kept = kept.lock().expect("a lock");
    kept.requests.push(format!("{method} {}", uri.path()));
    let path: Vec<&str> = uri.path().split('/').skip(2).collect();
    let (status, text) = answer(&mut kept, method == Method::POST, &path, &body);
    let response = Response::builder().status(status).header("content-type", "application/json");
    let bytes: Vec<Vec<u8>> = text.split(TORN).map(|part| part.as_bytes().to_vec()).collect();
    response.body(Body::from(bytes.join(&0xff))).expect("a response")
}

fn answer(kept: &mut Kept, posts: bool, path: &[&str], body: &str) -> (StatusCode, String) {
    match (posts, path) {
        (true, ["files"]) => {
            let lines: Vec<&str> =
                body.lines().filter(|line| line.starts_with("{\"custom_id\"")).collect();
            assert!(body.contains("name=\"purpose\"") && body.contains("batch"), "{body}");
            let id = format!("file-{}", kept.files.len());
            kept.files.insert(id.clone(), lines.join("\n"));
            ok(json!({ "id": id }))
        }
        (true, ["batches"]) => {
            let create: Value = serde_json::from_str(body).expect("JSON");
            let file = &kept.files[create["input_file_id"].as_str().expect("a file")];
            let asked = file.lines().map(|line| {
                let line: Value = serde_json::from_str(line).expect("a line");
                assert_eq!(line["url"], create["endpoint"]);
                (line["custom_id"].as_str().expect("an id").to_owned(), line["body"].clone())
            });
            let asked: Vec<_> = asked.collect();
            take_on(kept, "batch_", asked, &openai_job)
        }
        (true, ["messages", "batches"]) => {
            let create: Value = serde_json::from_str(body).expect("JSON");
            let all = create["requests"].as_array().expect("requests");
            let asked = all.iter().map(|one| {
                (one["custom_id"].as_str().expect("an id").to_owned(), one["params"].clone())
            });
            let asked: Vec<_> = asked.collect();
            take_on(kept, "msgbatch_", asked, &anthropic_job)
        }
        (true, ["models", model]) => {
            let (model, method) = model.split_once(':').expect("a method");
            assert_eq!(method, "batchGenerateContent");
            let create: Value = serde_json::from_str(body).expect("JSON");
            let all = create["batch"]["inputConfig"]["requests"]["requests"].as_array();
            let asked = all.expect("requests").iter().map(|one| {
                let mut request = one["request"].clone();
                request["model"] = json!(model);
                (one["metadata"]["key"].as_str().expect("a key").to_owned(), request)
            });
            let asked: Vec<_> = asked.collect();
            take_on(kept, "g", asked, &gemini_job)
        }
        (
            true,
            ["batches", id] | ["batches", id, "cancel"] | ["messages", "batches", id, "cancel"],
        ) => {
            let id = id.trim_end_matches(":cancel");
            kept.jobs.get_mut(id).expect("a job").cancelled = true;
            ok(json!({}))
        }
        (false, ["batches", id]) if id.starts_with("batch_") => look(kept, id, &openai_job),
        (false, ["batches", id]) => look(kept, id, &gemini_job),
        (false, ["messages", "batches", id]) => look(kept, id, &anthropic_job),
        (false, ["files", id, "content"]) => {
            let (kind, id) = id.split_once('-').expect("a kind");
            let job = &kept.jobs[id];
            (StatusCode::OK, openai_results(job, kind == "errors"))
        }
        (false, ["messages", "batches", id, "results"]) => {
            (StatusCode::OK, anthropic_results(&kept.jobs[*id]))
        }
        _ => (StatusCode::NOT_FOUND, json!({"error": {"message": "no such thing"}}).to_string()),
    }
}

fn ok(value: Value) -> (StatusCode, String) {
    (StatusCode::OK, value.to_string())
}

fn take_on(
    kept: &mut Kept,
    prefix: &str,
    asked: Vec<(String, Value)>,
    shown: &dyn Fn(&str, &Job) -> Value,
) -> (StatusCode, String) {
    let model = asked[0].1["model"].as_str().expect("a model").to_owned();
    if model == "refused" {
        let body = json!({"error": {"message": "this model takes no batches"}});
        return (StatusCode::BAD_REQUEST, body.to_string());
    }
    let id = format!("{prefix}{}", kept.jobs.len() + 1);
    let job = Job { model: model.clone(), asked, seen: 0, cancelled: false };
    let text = shown(&id, &job);
    kept.jobs.insert(id, job);
    match model.as_str() {
        "lost" => (StatusCode::INTERNAL_SERVER_ERROR, "{}".to_owned()),
        "unsure" => (StatusCode::REQUEST_TIMEOUT, "{}".to_owned()),
        _ => ok(text),
    }
}

fn look(kept: &mut Kept, id: &str, shown: &dyn Fn(&str, &Job) -> Value) -> (StatusCode, String) {
    let Some(job) = kept.jobs.get_mut(id) else {
        return (StatusCode::NOT_FOUND, json!({"error": {"message": "no such batch"}}).to_string());
    };
    job.seen += 1;
    ok(shown(id, job))
}

/// True if the batch is done.
fn done(job: &Job) -> bool {
    job.cancelled || (job.seen >= 2 && job.model != "never")
}

/// True if the batch is done and its state was not requested since.
fn just_done(job: &Job) -> bool {
    job.seen < 3
}

/// The fate of the question at a position.
fn fate(job: &Job, place: usize) -> &'static str {
    match (job.model.as_str(), job.cancelled) {
        (_, true) if place > 0 => "lost",
        ("partly", _) if place % 4 == 3 => "lost",
        ("silent", _) if place % 3 == 2 => "failed",
        ("expired", _) if place >= job.asked.len() / 2 => "lost",
        ("partly", _) if place % 3 == 2 => "failed",
        _ => "answered",
    }
}

fn count(job: &Job, what: &str) -> usize {
    (0..job.asked.len()).filter(|place| fate(job, *place) == what).count()
}

fn openai_job(id: &str, job: &Job) -> Value {
    let status = match (job.model.as_str(), done(job)) {
        ("failed", true) => "failed",
        ("expired", true) => "expired",
        (_, true) => "completed",
        (_, false) => "in_progress",
    };
    let is_over = matches!(status, "completed" | "expired");
    let says_why = !matches!(job.model.as_str(), "silent" | "expired");
    let has_files = is_over && !(job.model == "late" && just_done(job));
    json!({
        "id": id, "status": status,
        "output_file_id": has_files.then(|| format!("output-{id}")),
        "error_file_id": (has_files && says_why).then(|| format!("errors-{id}")),
        "errors": (status == "failed").then(|| json!({"data": [{"message": "the file is empty"}]})),
        "request_counts": {
            "total": job.asked.len(),
            "completed": if is_over { count(job, "answered") } else { 0 },
            "failed": if is_over { count(job, "failed") } else { 0 },
        },
    })
}

fn openai_results(job: &Job, errors: bool) -> String {
    let text = all_openai_results(job, errors);
    match (job.model.as_str(), errors) {
        ("half", false) if just_done(job) => {
            let lines = text.lines().take(job.asked.len() / 2);
            lines.map(|line| format!("{line}\n")).collect()
        }
        // The first question comes last.
        ("torn", false) => {
            let end = text.rfind("served-2026").expect("an answer");
            format!("{}{TORN}{}", &text[..end], &text[end..])
        }
        ("cut", false) if just_done(job) => text[..text.len() - 20].to_owned(),
        ("endless", false) => text + &"{\"custom_id\":\"00ff\",\"response\":{}}\n".repeat(5_000),
        ("retried", false) => {
            let one = text.lines().next().expect("a line");
            let key = &job.asked[job.asked.len() - 1].0;
            let failed = json!({"custom_id": key, "error": {"message": "engine restarted"}});
            let other = one.replace("served-2026", "served-2027");
            format!("{failed}\n{text}{one}\n{other}\n{failed}\n")
        }
        _ => text,
    }
}

fn all_openai_results(job: &Job, errors: bool) -> String {
    let mut text = String::new();
    // Backwards: results come in any order.
    for (place, (key, body)) in job.asked.iter().enumerate().rev() {
        let line = match (fate(job, place), errors) {
            ("answered", false) => {
                let answer = json!({
                    "model": "served-2026",
                    "choices": [{"message": {"role": "assistant", "content": letter(body)}, "finish_reason": "stop"}],
                    "usage": {"prompt_tokens": 100, "completion_tokens": 10},
                });
                json!({"custom_id": key, "response": {"status_code": 200, "body": answer}, "error": null})
            }
            ("failed", true) => {
                let error = json!({"error": {"message": "context length exceeded"}});
                json!({"custom_id": key, "response": {"status_code": 400, "body": error}, "error": null})
            }
            _ => continue,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    }
    if job.model == "mixed" && !errors {
        let body = json!({"choices": []});
        let line = json!({"custom_id": "00ff", "response": {"status_code": 200, "body": body}});
        let _ = writeln!(text, "{line}\n{{\"custom_id\": \"half");
    }
    text
}

fn letter(body: &Value) -> &'static str {
    if body.to_string().contains("\\n(b) ") { "(a)" } else { "No." }
}

fn anthropic_job(id: &str, job: &Job) -> Value {
    let ended = done(job);
    json!({
        "id": id,
        "processing_status": if ended { "ended" } else { "in_progress" },
        "results_url": ended.then(|| format!("https://elsewhere.example/{id}")),
        "request_counts": {
            "processing": if ended { 0 } else { job.asked.len() },
            "succeeded": if ended { count(job, "answered") } else { 0 },
            "errored": if ended { count(job, "failed") } else { 0 },
            "canceled": if ended { count(job, "lost") } else { 0 }, "expired": 0,
        },
    })
}

fn anthropic_results(job: &Job) -> String {
    let line = |(place, (key, body)): (usize, &(String, Value))| {
        let result = match fate(job, place) {
            "answered" => json!({"type": "succeeded", "message": {
                "model": "served-2026", "role": "assistant", "stop_reason": "end_turn",
                "content": [{"type": "text", "text": letter(body)}],
                "usage": {"input_tokens": 100, "output_tokens": 10},
            }}),
            "failed" => json!({"type": "errored", "error": {"type": "error",
                "error": {"type": "invalid_request_error", "message": "too long"}}}),
            _ => json!({"type": "canceled"}),
        };
        format!("{}\n", json!({"custom_id": key, "result": result}))
    };
    job.asked.iter().enumerate().map(line).collect()
}

fn gemini_job(id: &str, job: &Job) -> Value {
    let ended = done(job);
    let response = |(key, body): &(String, Value)| {
        let mut one = json!({"response": {
            "modelVersion": "served-2026",
            "candidates": [{"content": {"role": "model", "parts": [{"text": letter(body)}]}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 10},
        }});
        if job.model != "nameless" {
            one["metadata"] = json!({"key": key});
        }
        one
    };
    let responses: Vec<Value> = job.asked.iter().map(response).collect();
    let mut shown = json!({
        "name": format!("batches/{id}"),
        "metadata": {
            "state": if ended { "BATCH_STATE_SUCCEEDED" } else { "BATCH_STATE_RUNNING" },
            "batchStats": {"requestCount": job.asked.len().to_string()},
        },
        "done": ended,
    });
    if ended {
        shown["response"] = json!({"inlinedResponses": {"inlinedResponses": responses}});
    }
    shown
}

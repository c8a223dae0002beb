//! Batches in OpenAI's form: lines of requests in, lines of results out.
//!
//! The form of OpenAI's batch interface (<https://platform.openai.com/docs/guides/batch>), which
//! `vllm run-batch` and other engines also read and write.
//!
//! ```
//! use peirast_record::Key;
//! use peirast_llm::batch::{BatchRequest, BatchOutcome, openai};
//!
//! let asked = BatchRequest { trial: Key::from_stored("3f9a"), body: r#"{"model":"m"}"#.to_owned() };
//! let line = openai::request_line(&asked, "/v1/chat/completions")?;
//! assert_eq!(
//!     line,
//!     r#"{"custom_id":"3f9a","method":"POST","url":"/v1/chat/completions","body":{"model":"m"}}"#
//! );
//!
//! let result = openai::result_line(
//!     1,
//!     r#"{"id":"r","custom_id":"3f9a","response":{"status_code":200,"body":{"x": 1}},"error":null}"#,
//! )?;
//! assert_eq!(result.trial, Some(asked.trial));
//! assert_eq!(result.outcome, BatchOutcome::Body(r#"{"x": 1}"#.to_owned()));
//! # Ok::<(), peirast_llm::batch::BatchError>(())
//! ```

use super::result::at_column;
use super::{BatchError, BatchOutcome, BatchRequest, BatchResult, Job, JobState, written};
use crate::{Http, wire};
use peirast_record::{BatchTally, ErrorKind, Key, read_json, repaired_json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The most requests in one file.
pub const MOST_REQUESTS: usize = 50_000;
/// The most bytes of one file.
pub const MOST_BYTES: usize = 200 * 1000 * 1000;

/// One request as a line, without its line break. `url` is the path of a single question, for
/// example `/v1/chat/completions`.
pub fn request_line(asked: &BatchRequest, url: &str) -> Result<String, BatchError> {
    #[derive(Serialize)]
    struct RequestLine<'a> {
        custom_id: &'a Key,
        method: &'static str,
        url: &'a str,
        body: &'a RawValue,
    }
    written(&RequestLine { custom_id: &asked.trial, method: "POST", url, body: asked.json()? })
}

#[derive(Deserialize)]
struct OutputLine<'t> {
    custom_id: Option<String>,
    #[serde(borrow)]
    response: Option<&'t RawValue>,
    #[serde(borrow)]
    error: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct Envelope<'t> {
    #[serde(borrow)]
    status_code: Option<&'t RawValue>,
    #[serde(borrow)]
    body: Option<&'t RawValue>,
}

/// Reads one line of results. `number` is its place in the file, from 1, for the error.
pub fn result_line(number: usize, line: &str) -> Result<BatchResult, BatchError> {
    let wrong = |what: String| BatchError::Line { line: number, what };
    let line = repaired_json(line);
    let read: OutputLine<'_> = serde_json::from_str(&line).map_err(|e| wrong(at_column(&e)))?;
    let id = read.custom_id.ok_or_else(|| wrong("it has no `custom_id`".to_owned()))?;
    let trial = Some(Key::from_stored(id));
    let response = match (read.response, read.error) {
        (Some(response), error) if error.is_none_or(is_nothing) => response,
        (_, Some(error)) => return Ok(BatchResult { trial, outcome: failed(error.get()) }),
        (_, None) => return Err(wrong("it has neither `response` nor `error`".to_owned())),
    };
    let answered: Envelope<'_> = serde_json::from_str(response.get())
        .map_err(|e| wrong(format!("`response`: {}", at_column(&e))))?;
    // Some engines write the answer without its envelope.
    let body = answered.body.unwrap_or(response).get();
    let failed = |kind, status| BatchOutcome::Failed {
        kind,
        status,
        message: said(body),
        body: body.to_owned(),
    };
    let status = answered.status_code.and_then(valid_status);
    let outcome = match status.map(Http::kind_of) {
        Some(None) => BatchOutcome::Body(body.to_owned()),
        Some(Some(kind)) => failed(kind, status),
        // Some engines write 0, or no status. The body shows if it is an answer.
        None => match wire::error_alone(body) {
            None => BatchOutcome::Body(body.to_owned()),
            Some(error) => {
                let kind = error.status.and_then(Http::kind_of);
                failed(kind.unwrap_or(ErrorKind::Server), error.status.filter(|_| kind.is_some()))
            }
        },
    };
    Ok(BatchResult { trial, outcome })
}

/// The status of a line, if it is valid in HTTP; some engines write it as text.
fn valid_status(code: &RawValue) -> Option<u16> {
    let code = code.get().trim_matches('"').parse().ok()?;
    (100..=599).contains(&code).then_some(code)
}

/// Returns true if an error is empty, since some engines write an empty one with every answer.
fn is_nothing(error: &RawValue) -> bool {
    fn is_empty(value: &Value) -> bool {
        match value {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Object(members) => members.values().all(is_empty),
            _ => false,
        }
    }
    serde_json::from_str(error.get()).is_ok_and(|value| is_empty(&value))
}

/// An error in place of a response: the question was cancelled, expired, or could not be put.
fn failed(error: &str) -> BatchOutcome {
    let json: Value = read_json(error).unwrap_or(Value::Null);
    let kind = match json["code"].as_str() {
        Some("batch_expired" | "batch_cancelled" | "batch_canceled") => ErrorKind::Timeout,
        _ => ErrorKind::Server,
    };
    BatchOutcome::Failed { kind, status: None, message: said(error), body: error.to_owned() }
}

/// The message of an error, in any of its places.
pub(super) fn said(body: &str) -> String {
    let json: Value = read_json(body).unwrap_or(Value::Null);
    let error = if json["error"].is_null() { &json } else { &json["error"] };
    let words = error["message"].as_str().or_else(|| error.as_str());
    words.map_or_else(|| "no reason is given".to_owned(), str::to_owned)
}

/// The body that starts a batch from an uploaded file, under a name for people.
pub fn create(file: &str, url: &str, name: &str) -> String {
    let create = json!({
        "input_file_id": file,
        "endpoint": url,
        "completion_window": "24h",
        "metadata": {"peirast": name},
    });
    create.to_string()
}

/// The name of an uploaded file, from the answer to its upload.
pub fn uploaded(body: &str) -> Result<String, BatchError> {
    let json: Value = read_json(body).unwrap_or(Value::Null);
    json["id"].as_str().map(str::to_owned).ok_or(BatchError::Shape("id"))
}

/// Reads OpenAI's description of a batch.
pub fn job(body: &str) -> Result<Job, BatchError> {
    let json: Value = read_json(body).unwrap_or(Value::Null);
    let id = json["id"].as_str().ok_or(BatchError::Shape("id"))?;
    let status = json["status"].as_str().ok_or(BatchError::Shape("status"))?;
    let state = match status {
        "failed" => JobState::Failed,
        "completed" => JobState::Ended,
        "expired" | "cancelled" => JobState::Stopped,
        _ => JobState::Running,
    };
    let counts = &json["request_counts"];
    let files = ["output_file_id", "error_file_id"];
    let results = files.iter().filter_map(|name| json[*name].as_str()).map(str::to_owned);
    let trouble = json["errors"]["data"].as_array().and_then(|all| {
        let words: Vec<&str> = all.iter().filter_map(|one| one["message"].as_str()).collect();
        (!words.is_empty()).then(|| words.join("; "))
    });
    Ok(Job {
        id: id.to_owned(),
        state,
        tally: BatchTally {
            total: counts["total"].as_u64(),
            answered: counts["completed"].as_u64().unwrap_or(0),
            failed: counts["failed"].as_u64().unwrap_or(0),
        },
        results: results.collect(),
        trouble,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(line: &str) -> BatchOutcome {
        result_line(3, line).expect(line).outcome
    }

    #[test]
    fn a_body_comes_back_to_the_byte() {
        let line = r#"{"custom_id":"k","response":{"status_code":200,"request_id":"q","body":{"b" : [1.50, "é\u00e9"]}}}"#;
        assert_eq!(outcome(line), BatchOutcome::Body(r#"{"b" : [1.50, "é\u00e9"]}"#.to_owned()));
    }

    #[test]
    fn numbers_of_python_are_read() {
        let line = r#"{"custom_id":"k","response":{"body":{"logprob":NaN,"text":"NaN"}}}"#;
        let body = r#"{"logprob":null,"text":"NaN"}"#;
        assert_eq!(outcome(line), BatchOutcome::Body(body.to_owned()));
    }

    #[test]
    fn engines_that_leave_out_the_envelope_are_read() {
        let line =
            r#"{"id":"1","custom_id":"k","response":{"object":"chat.completion","choices":[]}}"#;
        let body = r#"{"object":"chat.completion","choices":[]}"#;
        assert_eq!(outcome(line), BatchOutcome::Body(body.to_owned()));
    }

    #[test]
    fn an_empty_error_beside_an_answer_says_nothing() {
        for nothing in ["null", "{}", r#""""#, "[]", "false", r#"{"code":null,"message":""}"#] {
            let line = format!(
                r#"{{"custom_id":"k","response":{{"status_code":200,"body":{{"b":1}}}},"error":{nothing}}}"#
            );
            assert_eq!(outcome(&line), BatchOutcome::Body(r#"{"b":1}"#.to_owned()), "{nothing}");
        }
        let line = r#"{"custom_id":"k","response":{"body":{"b":1}},"error":{"message":"half"}}"#;
        assert!(matches!(outcome(line), BatchOutcome::Failed { message, .. } if message == "half"));
    }

    #[test]
    fn failures_keep_their_kind_and_words() {
        let kind = |line: &str| match outcome(line) {
            BatchOutcome::Failed { kind, message, .. } => (kind, message),
            BatchOutcome::Body(body) => panic!("{body}"),
        };
        assert_eq!(
            kind(
                r#"{"custom_id":"k","response":{"status_code":400,"body":{"error":{"message":"too long"}}}}"#
            ),
            (ErrorKind::BadRequest, "too long".to_owned())
        );
        assert_eq!(
            kind(
                r#"{"custom_id":"k","response":null,"error":{"code":"batch_expired","message":"late"}}"#
            ),
            (ErrorKind::Timeout, "late".to_owned())
        );
        assert_eq!(
            kind(r#"{"custom_id":"k","error":{}}"#),
            (ErrorKind::Server, "no reason is given".to_owned())
        );
    }

    #[test]
    fn a_line_without_a_valid_status_is_read_by_what_it_holds() {
        let answer = r#"{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}"#;
        let error = r#"{"error":{"message":"too long","code":400}}"#;
        let bare = r#"{"message":"busy","type":"InternalServerError"}"#;
        for status in ["0", "null", "-1", "99", "600", "99999", "1e300", "\"\"", "\"ok\"", "{}"] {
            let line = |body: &str| {
                outcome(&format!(
                    r#"{{"custom_id":"k","response":{{"status_code":{status},"body":{body}}},"error":null}}"#
                ))
            };
            assert_eq!(line(answer), BatchOutcome::Body(answer.to_owned()), "{status}");
            let failed = |kind, status, message: &str, body: &str| {
                let (message, body) = (message.to_owned(), body.to_owned());
                BatchOutcome::Failed { kind, status, message, body }
            };
            let too_long = failed(ErrorKind::BadRequest, Some(400), "too long", error);
            assert_eq!(line(error), too_long, "{status}");
            assert_eq!(line(bare), failed(ErrorKind::Server, None, "busy", bare), "{status}");
        }
        let beside = r#"{"custom_id":"k","response":{"status_code":0,"body":{}},"error":{"message":"late"}}"#;
        assert!(
            matches!(outcome(beside), BatchOutcome::Failed { message, .. } if message == "late")
        );
        let text = r#"{"custom_id":"k","response":{"status_code":"400","body":{"message":"no"}}}"#;
        assert!(matches!(outcome(text), BatchOutcome::Failed { status: Some(400), .. }));
    }

    #[test]
    fn other_lines_are_named() {
        for (line, what) in [
            ("", "EOF"),
            ("[]", "invalid"),
            ("{}", "custom_id"),
            (r#"{"custom_id":"k"}"#, "neither"),
            (r#"{"custom_id":"k","response":7}"#, "`response`"),
        ] {
            let error = result_line(7, line).expect_err(line).to_string();
            assert!(error.starts_with("line 7 ") && error.contains(what), "{line}: {error}");
        }
    }

    #[test]
    fn jobs_are_read_at_every_stage() {
        let job =
            |status: &str| job(&format!(r#"{{"id":"b","status":"{status}"}}"#)).expect("a job");
        for (status, state) in [
            ("validating", JobState::Running),
            ("in_progress", JobState::Running),
            ("finalizing", JobState::Running),
            ("cancelling", JobState::Running),
            ("completed", JobState::Ended),
            ("expired", JobState::Stopped),
            ("cancelled", JobState::Stopped),
            ("failed", JobState::Failed),
        ] {
            assert_eq!(job(status).state, state, "{status}");
        }
        let done = super::job(
            r#"{"id":"b","status":"completed","output_file_id":"o","error_file_id":"e",
                "errors":null,"request_counts":{"total":3,"completed":2,"failed":1}}"#,
        )
        .expect("a job");
        assert_eq!(done.results, ["o", "e"]);
        assert_eq!(done.tally, BatchTally { total: Some(3), answered: 2, failed: 1 });
        let failed = super::job(
            r#"{"id":"b","status":"failed","errors":{"data":[{"message":"no such model"},{"message":"line 2"}]}}"#,
        );
        assert_eq!(failed.expect("a job").trouble.as_deref(), Some("no such model; line 2"));
        assert!(super::job("<html>").is_err() && super::job(r#"{"id":"b"}"#).is_err());
    }
}

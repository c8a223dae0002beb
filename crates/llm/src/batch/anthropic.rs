//! Batches in Anthropic's form (<https://docs.anthropic.com/en/api/creating-message-batches>).

use super::openai::said;
use super::result::at_column;
use super::{BatchError, BatchOutcome, BatchRequest, BatchResult, Job, JobState, written};
use peirast_record::{BatchTally, ErrorKind, Key, read_json, repaired_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The most requests in one batch.
pub const MOST_REQUESTS: usize = 100_000;
/// The most bytes of one batch.
pub const MOST_BYTES: usize = 256 * 1000 * 1000;

/// The body that starts a batch.
///
/// ```
/// use peirast_record::Key;
/// use peirast_llm::batch::{BatchRequest, anthropic};
/// let asked = BatchRequest { trial: Key::from_stored("3f9a"), body: r#"{"model":"m"}"#.to_owned() };
/// assert_eq!(
///     anthropic::create(&[asked])?,
///     r#"{"requests":[{"custom_id":"3f9a","params":{"model":"m"}}]}"#
/// );
/// # Ok::<(), peirast_llm::batch::BatchError>(())
/// ```
pub fn create<'a>(asked: &'a [BatchRequest]) -> Result<String, BatchError> {
    #[derive(Serialize)]
    struct MessageRequest<'a> {
        custom_id: &'a Key,
        params: &'a RawValue,
    }
    #[derive(Serialize)]
    struct MessageBatch<'a> {
        requests: Vec<MessageRequest<'a>>,
    }
    let request =
        |one: &'a BatchRequest| Ok(MessageRequest { custom_id: &one.trial, params: one.json()? });
    let requests = asked.iter().map(request).collect::<Result<_, BatchError>>()?;
    written(&MessageBatch { requests })
}

/// Reads Anthropic's description of a batch.
pub fn job(body: &str) -> Result<Job, BatchError> {
    let json: Value = read_json(body).unwrap_or(Value::Null);
    let id = json["id"].as_str().ok_or(BatchError::Shape("id"))?;
    let status = json["processing_status"].as_str();
    let status = status.ok_or(BatchError::Shape("processing_status"))?;
    let count = |name: &str| json["request_counts"][name].as_u64().unwrap_or(0);
    let (answered, failed) =
        (count("succeeded"), count("errored") + count("canceled") + count("expired"));
    Ok(Job {
        id: id.to_owned(),
        state: if status == "ended" { JobState::Ended } else { JobState::Running },
        tally: BatchTally {
            total: Some(count("processing") + answered + failed),
            answered,
            failed,
        },
        results: json["results_url"].as_str().map(str::to_owned).into_iter().collect(),
        trouble: None,
    })
}

#[derive(Deserialize)]
struct ResultLine<'t> {
    custom_id: Option<String>,
    #[serde(borrow)]
    result: Option<Outcome<'t>>,
}

#[derive(Deserialize)]
struct Outcome<'t> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(borrow)]
    message: Option<&'t RawValue>,
    #[serde(borrow)]
    error: Option<&'t RawValue>,
}

/// Reads one line of results. `number` is its place in the file, from 1, for the error.
pub fn result_line(number: usize, line: &str) -> Result<BatchResult, BatchError> {
    let wrong = |what: &str| BatchError::Line { line: number, what: what.to_owned() };
    let line = repaired_json(line);
    let read: ResultLine<'_> = serde_json::from_str(&line).map_err(|e| wrong(&at_column(&e)))?;
    let id = read.custom_id.ok_or_else(|| wrong("it has no `custom_id`"))?;
    let result = read.result.ok_or_else(|| wrong("it has no `result`"))?;
    let outcome = match (result.kind.as_str(), result.message) {
        ("succeeded", Some(message)) => BatchOutcome::Body(message.get().to_owned()),
        ("succeeded", None) => return Err(wrong("it succeeded without a `message`")),
        (kind, _) => failed(kind, result.error.map_or("{}", RawValue::get)),
    };
    Ok(BatchResult { trial: Some(Key::from_stored(id)), outcome })
}

fn failed(kind: &str, error: &str) -> BatchOutcome {
    let json: Value = read_json(error).unwrap_or(Value::Null);
    let inner = if json["error"].is_object() { &json["error"] } else { &json };
    let reason = match (kind, inner["type"].as_str()) {
        ("expired" | "canceled", _) => ErrorKind::Timeout,
        (_, Some("invalid_request_error" | "request_too_large")) => ErrorKind::BadRequest,
        (_, Some("authentication_error" | "permission_error" | "billing_error")) => ErrorKind::Auth,
        (_, Some("not_found_error")) => ErrorKind::NotFound,
        (_, Some("rate_limit_error")) => ErrorKind::RateLimit,
        _ => ErrorKind::Server,
    };
    let message = match kind {
        "errored" => said(error),
        other => format!("the question was {other}"),
    };
    BatchOutcome::Failed { kind: reason, status: None, message, body: error.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_failures_are_told_apart() {
        let outcome = |line: &str| result_line(1, line).expect(line).outcome;
        let line = r#"{"custom_id":"k","result":{"type":"succeeded","message":{"content": []}}}"#;
        assert_eq!(outcome(line), BatchOutcome::Body(r#"{"content": []}"#.to_owned()));
        let kind = |line: &str| match outcome(line) {
            BatchOutcome::Failed { kind, message, .. } => (kind, message),
            BatchOutcome::Body(body) => panic!("{body}"),
        };
        let errored = r#"{"custom_id":"k","result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: required"}}}}"#;
        assert_eq!(kind(errored), (ErrorKind::BadRequest, "max_tokens: required".to_owned()));
        let expired = r#"{"custom_id":"k","result":{"type":"expired"}}"#;
        assert_eq!(kind(expired), (ErrorKind::Timeout, "the question was expired".to_owned()));
    }

    #[test]
    fn other_lines_are_named() {
        for line in ["", "7", "{}", r#"{"custom_id":"k"}"#, r#"{"custom_id":"k","result":{}}"#] {
            assert!(result_line(2, line).is_err(), "{line}");
        }
        let empty = r#"{"custom_id":"k","result":{"type":"succeeded"}}"#;
        assert!(result_line(2, empty).is_err());
    }

    #[test]
    fn a_job_counts_what_became_of_its_questions() {
        let job = job(
            r#"{"id":"msgbatch_1","processing_status":"ended","results_url":"https://x/results",
                "request_counts":{"processing":0,"succeeded":5,"errored":1,"canceled":2,"expired":3}}"#,
        )
        .expect("a job");
        assert_eq!(job.state, JobState::Ended);
        assert_eq!(job.tally, BatchTally { total: Some(11), answered: 5, failed: 6 });
        assert_eq!(job.results, ["https://x/results"]);
        let running =
            super::job(r#"{"id":"m","processing_status":"canceling","results_url":null}"#);
        assert_eq!(running.expect("a job").state, JobState::Running);
        assert!(super::job("{}").is_err());
    }
}

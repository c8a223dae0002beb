//! Batches in the form of Google's Gemini interface, with the requests inline
//! (<https://ai.google.dev/api/batch-api>).
//!
//! Results come with the job, in the order of the requests. Each request has its key as metadata.
//! Some versions of the interface do not return it; then the order identifies the request.

use super::openai::said;
use super::{BatchError, BatchOutcome, BatchRequest, BatchResult, Job, JobState, written};
use crate::Http;
use peirast_record::{BatchTally, ErrorKind, Key, read_json, repaired_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The most requests in one batch. This is our own bound, since the results of inline requests come
/// in one body.
pub const MOST_REQUESTS: usize = 5_000;
/// The most bytes of one batch with inline requests.
pub const MOST_BYTES: usize = 20 * 1000 * 1000;

/// The body that starts a batch.
///
/// ```
/// use peirast_record::Key;
/// use peirast_llm::batch::{BatchRequest, gemini};
/// let asked = BatchRequest { trial: Key::from_stored("3f9a"), body: r#"{"contents":[]}"#.to_owned() };
/// assert_eq!(
///     gemini::create("study", &[asked])?,
///     r#"{"batch":{"displayName":"study","inputConfig":{"requests":{"requests":[{"request":{"contents":[]},"metadata":{"key":"3f9a"}}]}}}}"#
/// );
/// # Ok::<(), peirast_llm::batch::BatchError>(())
/// ```
pub fn create<'a>(name: &'a str, asked: &'a [BatchRequest]) -> Result<String, BatchError> {
    #[derive(Serialize)]
    struct RequestMetadata<'a> {
        key: &'a Key,
    }
    #[derive(Serialize)]
    struct InlinedRequest<'a> {
        request: &'a RawValue,
        metadata: RequestMetadata<'a>,
    }
    #[derive(Serialize)]
    struct Requests<T> {
        requests: T,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Batch<'a> {
        display_name: &'a str,
        input_config: Requests<Requests<Vec<InlinedRequest<'a>>>>,
    }
    #[derive(Serialize)]
    struct CreateBatch<'a> {
        batch: Batch<'a>,
    }
    let request = |one: &'a BatchRequest| {
        Ok(InlinedRequest { request: one.json()?, metadata: RequestMetadata { key: &one.trial } })
    };
    let requests = asked.iter().map(request).collect::<Result<_, BatchError>>()?;
    let input_config = Requests { requests: Requests { requests } };
    written(&CreateBatch { batch: Batch { display_name: name, input_config } })
}

/// Reads Google's description of a batch.
pub fn job(body: &str) -> Result<Job, BatchError> {
    let json: Value = read_json(body).unwrap_or(Value::Null);
    let id = json["name"].as_str().ok_or(BatchError::Shape("name"))?;
    let metadata = &json["metadata"];
    let state = metadata["state"].as_str().unwrap_or_default();
    let state = match state.trim_start_matches("BATCH_STATE_").trim_start_matches("JOB_STATE_") {
        "FAILED" => JobState::Failed,
        "SUCCEEDED" => JobState::Ended,
        "CANCELLED" | "EXPIRED" => JobState::Stopped,
        _ if json["done"].as_bool() == Some(true) => JobState::Ended,
        _ => JobState::Running,
    };
    // Counts are 64-bit numbers, which this interface writes as texts.
    let count = |name: &str| {
        let value = &metadata["batchStats"][name];
        value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok()))
    };
    Ok(Job {
        id: id.to_owned(),
        state,
        tally: BatchTally {
            total: count("requestCount"),
            answered: count("successfulRequestCount").unwrap_or(0),
            failed: count("failedRequestCount").unwrap_or(0),
        },
        results: Vec::new(),
        trouble: json["error"]["message"].as_str().map(str::to_owned),
    })
}

#[derive(Deserialize)]
struct Document<'t> {
    #[serde(borrow)]
    response: Option<Response<'t>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response<'t> {
    #[serde(borrow)]
    inlined_responses: Option<InlinedResponses<'t>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InlinedResponses<'t> {
    #[serde(borrow, default)]
    inlined_responses: Vec<Item<'t>>,
}

#[derive(Deserialize)]
struct Item<'t> {
    metadata: Option<ResponseMetadata>,
    #[serde(borrow)]
    response: Option<&'t RawValue>,
    #[serde(borrow)]
    error: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct ResponseMetadata {
    key: Option<String>,
}

/// The results in the description of a finished job, in the order of its requests.
pub fn results(body: &str) -> Result<Vec<BatchResult>, BatchError> {
    let lost = BatchError::Shape("response.inlinedResponses");
    let body = repaired_json(body);
    let read: Document<'_> = serde_json::from_str(&body).map_err(|_| lost.clone())?;
    let inlined = read.response.and_then(|response| response.inlined_responses).ok_or(lost)?;
    Ok(inlined.inlined_responses.iter().map(result).collect())
}

fn result(item: &Item<'_>) -> BatchResult {
    let key = item.metadata.as_ref().and_then(|metadata| metadata.key.clone());
    let outcome = match (item.response, item.error) {
        (Some(response), _) => BatchOutcome::Body(response.get().to_owned()),
        (None, Some(error)) => failed(error.get()),
        (None, None) => failed("{}"),
    };
    BatchResult { trial: key.map(Key::from_stored), outcome }
}

/// Errors have gRPC status codes, and sometimes an HTTP status.
fn failed(error: &str) -> BatchOutcome {
    let json: Value = read_json(error).unwrap_or(Value::Null);
    let code = json["code"].as_u64().and_then(|code| u16::try_from(code).ok());
    let kind = match code {
        Some(3 | 9 | 11) => ErrorKind::BadRequest,
        Some(5) => ErrorKind::NotFound,
        Some(7 | 16) => ErrorKind::Auth,
        Some(8) => ErrorKind::RateLimit,
        Some(1 | 4) => ErrorKind::Timeout,
        Some(status) => Http::kind_of(status).unwrap_or(ErrorKind::Server),
        None => ErrorKind::Server,
    };
    let status = code.filter(|code| *code >= 400);
    BatchOutcome::Failed { kind, status, message: said(error), body: error.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_with_or_without_their_keys() {
        let body = r#"{"name":"batches/1","done":true,"response":{"inlinedResponses":{"inlinedResponses":[
            {"metadata":{"key":"a"},"response":{"candidates": []}},
            {"response":{"candidates":[1]}},
            {"metadata":{"key":"c"},"error":{"code":3,"message":"bad"}}]}}}"#;
        let results = results(body).expect("results");
        let keys: Vec<Option<Key>> = results.iter().map(|one| one.trial.clone()).collect();
        let key = |text| Some(Key::from_stored(text));
        assert_eq!(keys, [key("a"), None, key("c")]);
        assert_eq!(results[0].outcome, BatchOutcome::Body(r#"{"candidates": []}"#.to_owned()));
        assert!(matches!(&results[2].outcome,
            BatchOutcome::Failed { kind: ErrorKind::BadRequest, status: None, message, .. } if message == "bad"));
        assert!(super::results("{}").is_err() && super::results("<").is_err());
    }

    #[test]
    fn a_job_has_a_state_under_either_prefix() {
        for (state, expected) in [
            ("BATCH_STATE_PENDING", JobState::Running),
            ("JOB_STATE_RUNNING", JobState::Running),
            ("BATCH_STATE_SUCCEEDED", JobState::Ended),
            ("JOB_STATE_EXPIRED", JobState::Stopped),
            ("BATCH_STATE_FAILED", JobState::Failed),
        ] {
            let body = format!(
                r#"{{"name":"batches/1","metadata":{{"state":"{state}","batchStats":{{"requestCount":"4"}}}}}}"#
            );
            let job = job(&body).expect("a job");
            assert_eq!((job.state, job.tally.total), (expected, Some(4)), "{state}");
        }
        assert!(job("{}").is_err());
    }
}

//! Submission of batches and retrieval of their results. The only part of this module that uses the
//! network.

use super::{BatchError, BatchRequest, Form, Job, Results, anthropic, gemini, openai};
use crate::http::HttpRequest;
use crate::lines::{Line, Lines};
use crate::wire::encoded;
use crate::{Failure, FailureStage, HostedModel, Http, HttpResponse};
use peirast_record::{ErrorKind, Key};
use reqwest::Url;
use std::time::Duration;
use thiserror::Error;

/// Bytes of a document apart from its results: far more than any description of a batch.
const FRAME: usize = 16 * 1024 * 1024;
/// Bytes of one result in a document with all of them: more than the longest answer of any model.
const EACH: usize = 256 * 1024;

/// The longest time for a large file.
const LONG: Duration = Duration::from_secs(3600);

/// The endpoint where a provider takes batches for one of its models.
#[derive(Clone, Debug)]
pub struct Desk {
    hosted: HostedModel,
    form: Form,
}

/// The error for a batch that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", failure.message)]
pub struct SubmitError {
    /// The reason.
    pub failure: Failure,
    /// True if the provider may have the batch nevertheless, because its response was lost.
    pub may_be_there: bool,
}

impl From<Failure> for SubmitError {
    fn from(failure: Failure) -> Self {
        Self { failure, may_be_there: false }
    }
}

impl Desk {
    /// The desk of a model; `None` if its provider takes no batches.
    pub fn new(hosted: &HostedModel) -> Option<Self> {
        Some(Self { form: hosted.batches()?, hosted: hosted.clone() })
    }

    /// The form of batches here.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The model.
    pub fn hosted(&self) -> &HostedModel {
        &self.hosted
    }

    /// Submits a batch under a name for people.
    pub async fn hand_in(&self, name: &str, asked: &[BatchRequest]) -> Result<Job, SubmitError> {
        let (url, body) = match self.form {
            Form::OpenAi => {
                let path = self.hosted.path_in_files().unwrap_or_default();
                let file = self.upload(name, asked, &path).await?;
                (self.hosted.place("/batches")?, Ok(openai::create(&file, &path, name)))
            }
            Form::Anthropic => (self.hosted.place("/messages/batches")?, anthropic::create(asked)),
            Form::Gemini => {
                let model = segment(self.hosted.model());
                let place = self.hosted.place(&format!("/models/{model}:batchGenerateContent"))?;
                (place, gemini::create(name, asked))
            }
        };
        let body = body.map_err(|e| unwritten(&e))?;
        let received = self.post(&url, &body).await;
        let received = received.map_err(|failure| {
            // The batch may exist, but its confirmation was lost.
            let may_be_there = failure.was_sent() && failure.status.is_none_or(is_unsure);
            SubmitError { failure, may_be_there }
        })?;
        self.read_job(&received.body).map_err(|failure| SubmitError { failure, may_be_there: true })
    }

    async fn upload(
        &self,
        name: &str,
        asked: &[BatchRequest],
        path: &str,
    ) -> Result<String, Failure> {
        let mut lines = String::new();
        for one in asked {
            lines.push_str(&openai::request_line(one, path).map_err(|e| unwritten(&e))?);
            lines.push('\n');
        }
        let url = self.hosted.place("/files")?;
        let file = (format!("{name}.jsonl"), lines);
        let request =
            HttpRequest { time: Some(LONG), ..HttpRequest::new(&url, self.hosted.auth()) };
        let received = self.accepted(self.hosted.http().upload(request, "batch", file).await?)?;
        openai::uploaded(&received.body).map_err(|e| unread(&e, &received))
    }

    /// Fetches the provider's description of a batch of this many questions.
    pub async fn job(&self, id: &str, questions: u64) -> Result<Job, Failure> {
        let url = self.job_url(id, "")?;
        match self.form {
            // After the end of a batch, this document includes its results.
            Form::Gemini => self.read_job(&self.document(&url, questions).await?),
            Form::OpenAi | Form::Anthropic => self.read_job(&self.get(&url).await?.body),
        }
    }

    /// Asks the provider to stop a batch. Finished answers can still be retrieved.
    pub async fn cancel(&self, id: &str) -> Result<(), Failure> {
        let url = match self.form {
            Form::Gemini => self.job_url(id, ":cancel")?,
            Form::OpenAi | Form::Anthropic => self.job_url(id, "/cancel")?,
        };
        self.post(&url, "{}").await.map(drop)
    }

    /// Fetches the results of a finished batch, whose questions were submitted in this order.
    pub async fn results(&self, job: &Job, order: &[Key]) -> Result<Results<'_>, Failure> {
        match self.form {
            Form::OpenAi => {
                let url =
                    |file: &String| self.hosted.place(&format!("/files/{}/content", segment(file)));
                let files = job.results.iter().map(url).collect::<Result<_, _>>()?;
                Ok(Results::in_files(self, files, order.len()))
            }
            Form::Anthropic => {
                let files = match job.results.is_empty() {
                    true => Vec::new(),
                    false => vec![self.job_url(&job.id, "/results")?],
                };
                Ok(Results::in_files(self, files, order.len()))
            }
            Form::Gemini => {
                let url = self.job_url(&job.id, "")?;
                let body = self.document(&url, order.len() as u64).await?;
                let results = gemini::results(&body);
                let mut results = results.map_err(|e| {
                    Failure::new(ErrorKind::Malformed, e.to_string()).with_body(&body)
                })?;
                name_by_order(&mut results, order);
                Ok(Results::at_hand(self, results))
            }
        }
    }

    /// The URL of a batch.
    fn job_url(&self, id: &str, action: &str) -> Result<Url, Failure> {
        let path = match self.form {
            Form::OpenAi => format!("/batches/{}{action}", segment(id)),
            Form::Anthropic => format!("/messages/batches/{}{action}", segment(id)),
            Form::Gemini => {
                let name = id.strip_prefix("batches/").unwrap_or(id);
                format!("/batches/{}{action}", segment(name))
            }
        };
        self.hosted.place(&path)
    }

    fn read_job(&self, body: &str) -> Result<Job, Failure> {
        let job = match self.form {
            Form::OpenAi => openai::job(body),
            Form::Anthropic => anthropic::job(body),
            Form::Gemini => gemini::job(body),
        };
        job.map_err(|e| Failure::new(ErrorKind::Malformed, e.to_string()).with_body(body))
    }

    async fn post(&self, url: &Url, body: &str) -> Result<HttpResponse, Failure> {
        let request = HttpRequest { time: Some(LONG), ..self.request(url) };
        self.accepted(self.hosted.http().post(request, body).await?)
    }

    async fn get(&self, url: &Url) -> Result<HttpResponse, Failure> {
        self.accepted(self.hosted.http().get(self.request(url)).await?)
    }

    fn request<'a>(&'a self, url: &'a Url) -> HttpRequest<'a> {
        let headers = self.hosted.wire().headers();
        HttpRequest { headers, ..HttpRequest::new(url, self.hosted.auth()) }
    }

    /// Fetches a document with the results of this many questions, once there is memory for it.
    async fn document(&self, url: &Url, questions: u64) -> Result<String, Failure> {
        let questions = usize::try_from(questions).unwrap_or(usize::MAX);
        let most = FRAME.saturating_add(EACH.saturating_mul(questions));
        let (mut body, mut lines) = (String::new(), self.lines(url).await?);
        while let Some(Line { text: line, is_torn }) = lines.next().await? {
            if is_torn {
                return Err(Failure::new(ErrorKind::Malformed, "the results are not UTF-8 text"));
            }
            if body.len() + line.len() >= most {
                let what = format!(
                    "the results are larger than {} MiB, too large for answers to {questions} \
                     questions",
                    most >> 20
                );
                return Err(Failure::new(ErrorKind::Malformed, what));
            }
            body.push_str(&line);
            body.push('\n');
        }
        Ok(body)
    }

    pub(super) async fn lines(&self, url: &Url) -> Result<Lines, Failure> {
        match self.hosted.http().lines(self.request(url), LONG).await? {
            Ok(lines) => Ok(lines),
            Err(received) => Err(self.accepted(received).err().unwrap_or_else(|| {
                Failure::new(ErrorKind::Malformed, "the results came without a body")
            })),
        }
    }

    /// Returns the response, unless it reports an error.
    fn accepted(&self, received: HttpResponse) -> Result<HttpResponse, Failure> {
        match Http::kind_of(received.status) {
            None => Ok(received),
            Some(kind) => Err(self.hosted.refused(kind, received)),
        }
    }
}

/// Returns true if a server with this status may have accepted a batch: it failed, or a proxy
/// stopped waiting for it.
fn is_unsure(status: u16) -> bool {
    matches!(status, 408 | 499 | 500..)
}

/// The failure for a batch that cannot be serialised; nothing was sent.
fn unwritten(error: &BatchError) -> Failure {
    Failure::new(ErrorKind::BadRequest, error.to_string()).with_stage(FailureStage::Connecting)
}

fn unread(error: &BatchError, received: &HttpResponse) -> Failure {
    Failure::new(ErrorKind::Malformed, error.to_string())
        .with_status(received.status)
        .with_body(&received.body)
}

/// Gives results without a key the key of the question at their index, if there is one for each.
fn name_by_order(results: &mut [super::BatchResult], order: &[Key]) {
    if results.len() != order.len() {
        return;
    }
    for (result, key) in results.iter_mut().zip(order) {
        result.trial.get_or_insert_with(|| key.clone());
    }
}

/// A name as one segment of a path, so that a name from a server cannot lead elsewhere.
fn segment(name: &str) -> String {
    match name.bytes().all(|byte| byte == b'.') {
        // A name of dots alone would go up in the path.
        true => name.replace('.', "%2E"),
        false => encoded(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_segment() {
        assert_eq!(segment("batch_1-a.b"), "batch_1-a.b");
        assert_eq!(segment("../files?x#y"), "..%2Ffiles%3Fx%23y");
        assert_eq!(segment(".."), "%2E%2E");
    }

    #[test]
    fn a_batch_may_be_there_although_nobody_waited_for_it() {
        let unsure = |status: &u16| is_unsure(*status);
        assert!([408, 499, 500, 502, 503, 504, 524, 529].iter().all(unsure));
        assert!(![301, 400, 401, 404, 413, 422, 429].iter().any(unsure));
    }

    #[test]
    fn results_without_names_are_named_by_their_place() {
        use crate::batch::{BatchOutcome, BatchResult};
        let outcome = || BatchOutcome::Body(String::new());
        let named = |keys: [Option<&str>; 2], order: &[&str]| -> Vec<Option<String>> {
            let mut results = keys
                .map(|key| BatchResult { trial: key.map(Key::from_stored), outcome: outcome() });
            let order: Vec<Key> = order.iter().map(|key| Key::from_stored(*key)).collect();
            name_by_order(&mut results, &order);
            results.iter().map(|one| one.trial.as_ref().map(|k| k.to_string())).collect()
        };
        let some = |key: &str| Some(key.to_owned());
        assert_eq!(named([None, Some("x")], &["a", "b"]), [some("a"), some("x")]);
        assert_eq!(named([None, None], &["a"]), [None, None]);
    }
}

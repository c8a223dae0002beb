//! A subject behind an OpenAI chat API: OpenAI itself, and every server that speaks its format.

use crate::wire::openai_chat::{self, LengthKnob};
use crate::wire::{Complaint, WireError};
use crate::{
    Auth, BoxFuture, Failure, Http, Received, Reply, Secret, SetupError, Subject, Timeouts,
};
use peirast_record::{ErrorKind, Prompt, Trial};
use reqwest::Url;

/// Characters shown of a body that reports an error in an unknown form.
const EXCERPT: usize = 200;

/// A model behind an OpenAI chat API.
///
/// ```
/// use peirast_run::{OpenAiChat, Secret, Subject, Timeouts};
/// let key = Some(Secret::new("sk-secret"));
/// let subject =
///     OpenAiChat::new("gpt-4o", "https://api.openai.com/v1/", key, Timeouts::default())?;
/// assert_eq!(subject.name(), "openai:gpt-4o");
/// assert_eq!(subject.endpoint(), "https://api.openai.com/v1");
///
/// let local = OpenAiChat::new("llama", "http://localhost:8080/v1", None, Timeouts::default())?
///     .named("local:llama")
///     .at_most(4);
/// assert_eq!(local.max_in_flight(), Some(4));
///
/// let error = OpenAiChat::new("m", "localhost:8080", None, Timeouts::default());
/// assert!(error.unwrap_err().to_string().contains("http://"));
/// # Ok::<(), peirast_run::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenAiChat {
    name: String,
    model: String,
    endpoint: String,
    url: Url,
    auth: Auth,
    knob: LengthKnob,
    max_in_flight: Option<usize>,
    http: Http,
}

impl OpenAiChat {
    /// The model `model` at `base_url`, the part of the URL before `/chat/completions`.
    ///
    /// # Errors
    /// A base URL or a key that cannot be used.
    pub fn new(
        model: impl Into<String>,
        base_url: &str,
        key: Option<Secret>,
        timeouts: Timeouts,
    ) -> Result<Self, SetupError> {
        let model = model.into();
        let base = base_url_from(base_url)?;
        let endpoint = base.as_str().trim_end_matches('/').to_owned();
        let url = Url::parse(&format!("{endpoint}/chat/completions"))
            .map_err(|e| wrong_url(base_url, &e.to_string()))?;
        let auth = key.as_ref().map(Auth::bearer).transpose()?.unwrap_or_default();
        // OpenAI retired the older name; elsewhere the newer one is often unknown.
        let knob = match url.host_str() {
            Some("api.openai.com") => LengthKnob::MaxCompletionTokens,
            _ => LengthKnob::MaxTokens,
        };
        let http = Http::new(&url, timeouts)?;
        let name = format!("openai:{model}");
        Ok(Self { name, model, endpoint, url, auth, knob, max_in_flight: None, http })
    }

    /// The same subject under another name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same subject with a limit of its own on attempts in flight.
    #[must_use]
    pub fn at_most(mut self, in_flight: usize) -> Self {
        self.max_in_flight = Some(in_flight);
        self
    }

    /// The same subject with the limit on an answer's tokens sent under this name.
    #[must_use]
    pub fn length_knob(mut self, knob: LengthKnob) -> Self {
        self.knob = knob;
        self
    }

    async fn attempt(&self, trial: &Trial, prompt: &Prompt) -> Result<Reply, Failure> {
        let request = openai_chat::build(&self.model, &prompt.messages, &trial.sampling, self.knob);
        let received = self.http.post(&self.url, &self.auth, &request).await?;
        if let Some(kind) = Http::kind_of(received.status) {
            return Err(self.refused(kind, &received));
        }
        match openai_chat::parse(&received.body) {
            Ok(said) => Ok(Reply {
                request,
                body: received.body,
                // Parts of a key may have come together only when the parts of the text did.
                text: self.auth.mask_body(said.text),
                finish: said.finish,
                usage: said.usage,
                model: said.model,
                quota: received.quota,
                simulated: false,
            }),
            Err(WireError::Complaint(complaint)) => {
                // A router that has begun its answer can report the status only inside it.
                let kind = complaint.status.and_then(Http::kind_of).unwrap_or(ErrorKind::Server);
                Err(self.complained(kind, &complaint, &received))
            }
            Err(problem) => Err(Failure::new(ErrorKind::Malformed, problem.to_string())
                .with_status(received.status)
                .with_quota(received.quota)
                .with_body(&received.body)),
        }
    }

    /// A failure from a status that reports one.
    fn refused(&self, kind: ErrorKind, received: &Received) -> Failure {
        let complaint = openai_chat::complaint(&received.body).unwrap_or_default();
        self.complained(kind, &complaint, received)
    }

    fn complained(&self, kind: ErrorKind, complaint: &Complaint, received: &Received) -> Failure {
        let kind = match complaint.code.as_deref() {
            // Sent with the status of a rate limit, but waiting does not bring credit.
            Some("insufficient_quota") => ErrorKind::Auth,
            _ => kind,
        };
        let status = received.status;
        let body = self.auth.mask_message(&received.body);
        let said = match complaint.message.as_str() {
            "" => excerpt(&body),
            words => self.auth.mask_message(words),
        };
        let colon = if said.is_empty() { "" } else { ": " };
        let mend = mend(kind, status);
        let message = format!("{} answered {status}{colon}{said}{mend}", self.endpoint);
        Failure::new(kind, message)
            .with_status(status)
            .with_retry_after(received.retry_after)
            .with_quota(received.quota)
            .with_body(&body)
    }
}

impl Subject for OpenAiChat {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> &str {
        &self.endpoint
    }

    fn max_in_flight(&self) -> Option<usize> {
        self.max_in_flight
    }

    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(self.attempt(trial, prompt))
    }
}

/// The beginning of a body that reports its error in a form of its own, on one line.
fn excerpt(body: &str) -> String {
    let words: Vec<&str> = body.split_whitespace().take(EXCERPT).collect();
    let line = words.join(" ");
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// What to do about a failure that no retry mends.
fn mend(kind: ErrorKind, status: u16) -> &'static str {
    match (kind, status) {
        (ErrorKind::Auth, 402 | 429) => " (add credit to the account)",
        (ErrorKind::Auth, _) => " (check the API key and what it may do)",
        (ErrorKind::NotFound, 300..=399) => {
            " (redirects are not followed: give the base URL that this one leads to)"
        }
        (ErrorKind::NotFound, _) => " (check the model's name and the base URL)",
        (ErrorKind::BadRequest, 413) => " (the prompt is too long for this server)",
        (ErrorKind::BadRequest, _) => " (check the length of the prompt and the sampling settings)",
        _ => "",
    }
}

/// Reads a base URL and makes sure that it is one.
fn base_url_from(text: &str) -> Result<Url, SetupError> {
    let text = text.trim();
    if !["http://", "https://"].iter().any(|scheme| starts_with(text, scheme)) {
        return Err(wrong_url(text, "must start with https:// (or http:// for a local server)"));
    }
    let url = Url::parse(text).map_err(|e| wrong_url(text, &e.to_string()))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong_url(text, "must hold no user name or password: give the key apart"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong_url(text, "must end with its path: leave out what follows ? or #"));
    }
    if url.path().trim_end_matches('/').ends_with("/chat/completions") {
        return Err(wrong_url(text, "leave out /chat/completions, which is added"));
    }
    Ok(url)
}

fn starts_with(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// An error that shows the URL without what may be secret in it: credentials and query.
fn wrong_url(text: &str, what: &str) -> SetupError {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let url = match path.rsplit_once('@') {
        Some((_, host)) => format!("***@{host}"),
        None => path.to_owned(),
    };
    SetupError::BaseUrl { url, what: what.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(url: &str) -> Result<String, String> {
        let subject = OpenAiChat::new("m", url, None, Timeouts::default());
        subject.map(|s| s.endpoint().to_owned()).map_err(|e| e.to_string())
    }

    #[test]
    fn a_base_url_has_one_form() {
        for url in ["http://localhost/v1", "HTTP://LocalHost:80/v1/", " http://localhost/v1// "] {
            assert_eq!(endpoint(url).as_deref(), Ok("http://localhost/v1"));
        }
        assert_eq!(endpoint("https://a.b:8443").as_deref(), Ok("https://a.b:8443"));
    }

    #[test]
    fn a_wrong_base_url_is_explained() {
        for (url, what) in [
            ("api.openai.com/v1", "must start with https://"),
            ("localhost:8080/v1", "must start with https://"),
            ("ftp://host/v1", "must start with https://"),
            ("", "must start with https://"),
            ("http://", "empty host"),
            ("http://host:99999", "port"),
            ("https://host/v1?api-version=1", "what follows ?"),
            ("https://host/v1/chat/completions", "leave out /chat/completions"),
        ] {
            let error = endpoint(url).expect_err(url);
            assert!(error.contains(what), "{url}: {error}");
        }
    }

    #[test]
    fn an_error_shows_no_credentials() {
        for url in [
            "https://me:hunter2@host/v1",
            "https:/me:hunter2@host/v1",
            "https://me:hunter2@ho st/v1",
            "https://host/v1?key=hunter2",
        ] {
            let error = endpoint(url).expect_err(url);
            assert!(!error.contains("hunter2"), "{error}");
        }
    }
}

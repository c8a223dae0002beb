//! Subjects behind a provider: models, asked in the format of their provider.

mod announced;
mod complained;
mod learnt_form;

use crate::batch::{BatchOutcome, Form};
use crate::http::{MIB, RESPONSE_LIMIT, is_loopback, too_large};
use crate::provider::{base_url, holds_key};
use crate::wire::{Knobs, Wire, WireError, segments};
use crate::{
    Auth, BoxFuture, Failure, Fit, Http, HttpResponse, Provider, Providers, Reply, Secret,
    SetupError, Subject, Terms, Timeouts,
};
use complained::withheld;
use learnt_form::LearntForm;
use peirast_record::{ErrorKind, Prompt, Sampling, Trial};
use reqwest::Url;

/// Bytes for one alternative to a token with its probability, in any style of JSON.
const ALTERNATIVE: usize = 512;
/// Number of tokens of an answer without a limit for which room is reserved for probabilities.
const LONGEST: usize = 32_768;
/// The most bytes of a response with the probabilities of tokens.
const WITH_LOGPROBS: usize = 512 * MIB;
/// Initial number of attempts in flight on a server on this machine. It may answer one at a time,
/// and requests in its queue are lost if the run is interrupted.
const FIRST_IF_LOCAL: usize = 4;
/// The provider of names without one, and of servers that imitate it.
const OPENAI: &str = "openai";

/// A model behind a provider.
///
/// ```
/// use peirast_llm::{HostedModel, Providers, Secret, Subject, Timeouts};
/// let key = Some(Secret::new("sk-secret"));
/// let subject = HostedModel::new("gpt-4o", "https://api.openai.com/v1/", key, Timeouts::default())?;
/// assert_eq!(subject.name(), "openai:gpt-4o");
/// assert_eq!(subject.endpoint(), "https://api.openai.com/v1");
///
/// let local = HostedModel::new("llama", "http://localhost:8080/v1", None, Timeouts::default())?
///     .named("local:llama");
/// assert_eq!(local.name(), "local:llama");
///
/// let terms = Providers::built_in()?.terms("anthropic/claude-sonnet-4-5")?;
/// let url = terms.url(&|_| None)?;
/// let claude = HostedModel::with_terms(terms, &url, Some(Secret::new("sk-ant-secret")), Timeouts::default())?;
/// assert_eq!(claude.name(), "anthropic/claude-sonnet-4-5");
///
/// let error = HostedModel::new("m", "localhost:8080", None, Timeouts::default());
/// assert!(error.unwrap_err().to_string().contains("http://"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HostedModel {
    name: String,
    terms: Terms,
    knobs: Knobs,
    /// Shared by copies, which ask the same model.
    learnt_form: LearntForm,
    endpoint: String,
    account: String,
    url: Url,
    auth: Auth,
    timeouts: Timeouts,
    http: Http,
}

impl HostedModel {
    /// The model `model` behind an OpenAI chat API (OpenAI's own or an imitation) at `base_url`,
    /// the part of the URL before `/chat/completions`.
    pub fn new(
        model: impl Into<String>,
        base_url: &str,
        key: Option<Secret>,
        timeouts: Timeouts,
    ) -> Result<Self, SetupError> {
        let model = model.into();
        let providers = Providers::built_in()?;
        let terms = providers.terms_at(OPENAI, &model, Some(base_url))?;
        Ok(Self::with_terms(terms, base_url, key, timeouts)?.named(format!("{OPENAI}:{model}")))
    }

    /// A model under these terms at `base_url`, named `provider/model`.
    pub fn with_terms(
        terms: Terms,
        base_url: &str,
        key: Option<Secret>,
        timeouts: Timeouts,
    ) -> Result<Self, SetupError> {
        let Provider { name, wire, auth, path, limits_per_model, .. } = terms.provider();
        let base = without_key(base_url, key.as_ref(), *wire)?;
        if terms.model().split('/').any(|part| part == "." || part == "..") {
            return Err(SetupError::Model(terms.model().to_owned()));
        }
        let endpoint = base.as_str().trim_end_matches('/').to_owned();
        let path = match path {
            Some(path) => path.replace("{model}", &segments(terms.model())),
            None => wire.path(terms.model()),
        };
        let url = Url::parse(&format!("{endpoint}{path}"))
            .map_err(|e| SetupError::BaseUrl { url: endpoint.clone(), what: e.to_string() })?;
        let auth = key.as_ref().map(|key| Auth::new(auth, key)).transpose()?.unwrap_or_default();
        let http = Http::new(&url, timeouts)?;
        let account = match limits_per_model {
            true => format!("{endpoint} {}", terms.model()),
            false => endpoint.clone(),
        };
        Ok(Self {
            name: format!("{name}/{}", terms.model()),
            knobs: terms.knobs(),
            learnt_form: LearntForm::default(),
            endpoint: endpoint + &terms.mark(),
            account,
            terms,
            url,
            auth,
            timeouts,
            http,
        })
    }

    /// Renames the subject.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Returns true if the key is sent unencrypted to another machine, so that others on the
    /// network can read it.
    pub fn exposes_key(&self) -> bool {
        self.auth.header().is_some() && self.url.scheme() == "http" && !is_loopback(&self.url)
    }

    /// The form of batches of its provider, if it takes any.
    pub fn batches(&self) -> Option<Form> {
        self.terms.provider().batch
    }

    /// The path of a question in a file of them, for formats with such files. `/v1` replaces the
    /// prefix at the server that executes the file.
    pub fn path_in_files(&self) -> Option<String> {
        let wire = self.wire();
        let is_known = matches!(wire, Wire::OpenAiChat | Wire::OpenAiResponses);
        is_known.then(|| format!("/v1{}", wire.path(self.terms.model())))
    }

    /// The model, as the provider names it.
    pub fn model(&self) -> &str {
        self.terms.model()
    }

    /// A URL below the base URL.
    pub(crate) fn place(&self, path: &str) -> Result<Url, Failure> {
        let endpoint = self.endpoint.split('#').next().unwrap_or_default();
        Url::parse(&format!("{endpoint}{path}"))
            .map_err(|e| Failure::new(ErrorKind::BadRequest, format!("{endpoint}{path}: {e}")))
    }

    pub(crate) fn http(&self) -> &Http {
        &self.http
    }

    pub(crate) fn auth(&self) -> &Auth {
        &self.auth
    }

    /// The failure for a server that refused a request other than a question.
    pub(crate) fn refused(&self, kind: ErrorKind, received: HttpResponse) -> Failure {
        let complaint = self.wire().complaint(&received.body).unwrap_or_default();
        match self.complained(kind, &complaint, String::new(), received) {
            Err(failure) => failure,
            Ok(_) => {
                Failure::new(kind, format!("{} refused it because of its content", self.endpoint))
            }
        }
    }

    pub(crate) fn wire(&self) -> Wire {
        self.terms.provider().wire
    }

    async fn attempt(&self, trial: &Trial, prompt: &Prompt) -> Result<Reply, Failure> {
        let request = self.request(trial, prompt)?;
        let received = self.exchange(&request, most_bytes(&trial.sampling)).await?;
        self.reply(request, received)
    }

    /// The body that asks a question, byte for byte.
    ///
    /// # Errors
    /// The reason why the question cannot be put as it is. Nothing is left out silently.
    pub fn request(&self, trial: &Trial, prompt: &Prompt) -> Result<String, Failure> {
        if let Some(why) = self.objection(trial, prompt) {
            return Err(Failure::new(ErrorKind::BadRequest, why));
        }
        let (wire, model) = (self.wire(), self.terms.model());
        let knobs = self.learnt_form.applied(&self.knobs);
        Ok(wire.build(model, &prompt.messages, &trial.sampling, &knobs).body)
    }

    /// The reply to a question of a batch, as if it had been asked alone, with the same bound on
    /// the size of an answer.
    pub fn reply_from_batch(
        &self,
        request: String,
        sampling: &Sampling,
        outcome: BatchOutcome,
    ) -> Result<Reply, Failure> {
        match outcome {
            BatchOutcome::Body(body) if body.len() > most_bytes(sampling) => {
                Err(too_large(most_bytes(sampling)))
            }
            BatchOutcome::Body(body) => {
                let body = self.auth.mask_body(body);
                self.reply(request, HttpResponse { body, ..HttpResponse::ok() })
            }
            BatchOutcome::Failed { kind, status: Some(status), body, .. } => {
                let body = self.auth.mask_body(body);
                let complaint = self.wire().complaint(&body).unwrap_or_default();
                let received = HttpResponse { status, body, ..HttpResponse::ok() };
                self.complained(kind, &complaint, request, received)
            }
            BatchOutcome::Failed { status: None, body, .. }
                if self.is_withheld(&HttpResponse { body: body.clone(), ..HttpResponse::ok() }) =>
            {
                let body = self.auth.mask_body(body);
                Ok(withheld(request, HttpResponse { body, ..HttpResponse::ok() }))
            }
            BatchOutcome::Failed { kind, status: None, message, body } => {
                let words = format!("in a batch of {}: {message}", self.endpoint);
                Err(Failure::new(kind, self.auth.mask_message(&words))
                    .with_body(&self.auth.mask_body(body)))
            }
        }
    }

    /// The reply in a response.
    fn reply(&self, request: String, received: HttpResponse) -> Result<Reply, Failure> {
        let wire = self.wire();
        if let Some(kind) = Http::kind_of(received.status) {
            let complaint = wire.complaint(&received.body).unwrap_or_default();
            return self.complained(kind, &complaint, request, received);
        }
        match wire.parse(&received.body) {
            Ok(said) => Ok(Reply {
                request,
                body: received.body,
                // Joining the parts of a text may also join the parts of a key.
                text: self.auth.mask_body(said.text),
                finish: said.finish,
                usage: said.usage,
                model: said.model,
                quota: received.quota,
                room: received.room,
                simulated: false,
            }),
            Err(WireError::Complaint(complaint)) => {
                // A router that has begun its answer can report the status only inside it.
                let kind = complaint.status.and_then(Http::kind_of).unwrap_or(ErrorKind::Server);
                self.complained(kind, &complaint, request, received)
            }
            Err(WireError::Shape { .. }) if self.is_withheld(&received) => {
                Ok(withheld(request, received))
            }
            Err(problem) => Err(Failure::new(ErrorKind::Malformed, problem.to_string())
                .with_status(received.status)
                .with_quota(received.quota)
                .with_body(&received.body)),
        }
    }

    /// The reason why a trial cannot be put as it is, if there is one. Nothing is left out
    /// silently.
    fn objection(&self, trial: &Trial, prompt: &Prompt) -> Option<String> {
        let fit = self.terms.fit(&trial.sampling);
        let missing = fit
            .missing
            .first()
            .map(|setting| format!("{} wants a value for {setting}", self.terms.provider().name));
        let unsent = fit.unsent.into_iter().next().map(|unsent| unsent.why);
        let turns = self.wire().refuses(&prompt.messages).map(str::to_owned);
        unsent.or(missing).or(turns)
    }
}

/// A base URL. It is stored and shown unchanged, so it must not contain the key.
fn without_key(text: &str, key: Option<&Secret>, wire: Wire) -> Result<Url, SetupError> {
    match key.is_some_and(|key| key.is_in(text)) {
        true => Err(holds_key()),
        false => base_url(text, wire),
    }
}

impl Subject for HostedModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn endpoint(&self) -> &str {
        &self.endpoint
    }

    fn account(&self) -> &str {
        &self.account
    }

    fn first_in_flight(&self) -> Option<usize> {
        let provider = self.terms.provider();
        provider.first_in_flight.or_else(|| is_loopback(&self.url).then_some(FIRST_IF_LOCAL))
    }

    fn fit(&self, sampling: &Sampling) -> Fit {
        self.terms.fit(sampling)
    }

    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(self.attempt(trial, prompt))
    }
}

/// The most bytes of a response to such a question. An answer with the probabilities of tokens,
/// each with its alternatives, can be large.
fn most_bytes(sampling: &Sampling) -> usize {
    let Some(alternatives) = sampling.logprobs else { return RESPONSE_LIMIT };
    let tokens = sampling.max_tokens.map_or(LONGEST, |most| most as usize);
    let each = (usize::from(alternatives) + 1).saturating_mul(ALTERNATIVE);
    RESPONSE_LIMIT.saturating_add(tokens.saturating_mul(each)).min(WITH_LOGPROBS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(url: &str) -> Result<String, String> {
        let subject = HostedModel::new("m", url, None, Timeouts::default());
        subject.map(|s| s.endpoint().to_owned()).map_err(|e| e.to_string())
    }

    #[test]
    fn no_base_url_holds_the_key() {
        let key = "sk-0123456789abcdef";
        let encoded: String = key.bytes().map(|byte| format!("%{byte:02x}")).collect();
        for url in [
            format!("http://localhost/{key}/v1"),
            format!("http://localhost/v1%3Fkey={key}"),
            format!("ftp://{key}"),
            format!("http://localhost:99999/{key}"),
            format!("http://localhost/{encoded}"),
        ] {
            let subject = HostedModel::new("m", &url, Some(Secret::new(key)), Timeouts::default());
            let error = subject.expect_err(&url).to_string();
            assert!(error.contains("holds the API key"), "{error}");
            assert!(!error.contains(key) && !error.contains(&encoded), "{error}");
        }
    }

    #[test]
    fn a_base_url_has_one_form() {
        for url in ["http://localhost/v1", "HTTP://LocalHost:80/v1/", " http://localhost/v1// "] {
            assert_eq!(endpoint(url).as_deref(), Ok("http://localhost/v1"));
        }
        assert_eq!(endpoint("https://a.b:8443").as_deref(), Ok("https://a.b:8443"));
    }

    #[test]
    fn fields_of_the_users_own_are_part_of_the_endpoint() {
        let file = |body: &str| {
            format!("[[provider]]\nname = \"openrouter\"\nbody = {{ provider = {body} }}")
        };
        let endpoint = |providers: &Providers| {
            let terms = providers.terms("openrouter/meta-llama/llama-3:free").expect("terms");
            let url = terms.url(&|_| None).expect("a URL");
            let subject = HostedModel::with_terms(terms, &url, None, Timeouts::default());
            subject.expect("a subject").endpoint().to_owned()
        };
        let ours = Providers::built_in().expect("ours");
        let with = |body: &str| ours.clone().with("mine", &file(body)).expect("a table");
        let one = endpoint(&with("{ order = [\"together\"] }"));
        let other = endpoint(&with("{ order = [\"groq\"] }"));
        assert_eq!(endpoint(&ours), "https://openrouter.ai/api/v1");
        assert!(one.starts_with("https://openrouter.ai/api/v1#"), "{one}");
        assert_ne!(one, other, "{one}");
    }

    #[test]
    fn no_model_leads_out_of_its_path() {
        let providers = Providers::built_in().expect("ours");
        let subject = |model: &str| {
            let terms = providers.terms_of("azure-deployments", model).expect("terms");
            let base = "https://a.example/openai";
            HostedModel::with_terms(terms, base, None, Timeouts::default())
                .map(|s| s.url.to_string())
        };
        let of = |name: &str| {
            format!(
                "https://a.example/openai/deployments/{name}/chat/completions?api-version=2024-10-21"
            )
        };
        assert_eq!(subject("gpt-4o"), Ok(of("gpt-4o")));
        assert_eq!(subject("a?b#c/@d"), Ok(of("a%3Fb%23c/%40d")));
        for outside in ["../x", "..", "a/./b", "a/../../b"] {
            let error = subject(outside).expect_err(outside).to_string();
            assert!(error.contains("leads out of its path"), "{error}");
        }
    }

    #[test]
    fn a_server_of_ones_own_is_asked_little_at_first() {
        let first = |name: &str, base: Option<&str>| {
            let terms = Providers::built_in().expect("ours").terms(name).expect("terms");
            let url = base.map_or_else(|| terms.url(&|_| None).expect("a URL"), str::to_owned);
            let subject = HostedModel::with_terms(terms, &url, None, Timeouts::default());
            subject.expect("a subject").first_in_flight()
        };
        for local in ["ollama/a", "llama-cpp/a", "vllm/a", "lm-studio/a", "sglang/a"] {
            assert_eq!(first(local, None), Some(4), "{local}");
            assert_eq!(first(local, Some("http://10.0.0.7:8000/v1")), Some(4), "{local}");
        }
        for url in ["http://127.0.0.1:9/v1", "http://localhost:9/v1", "http://[::1]:9/v1"] {
            assert_eq!(first("compatible/a", Some(url)), Some(4), "{url}");
        }
        assert_eq!(first("compatible/a", Some("https://gateway.example/v1")), None);
        assert_eq!(first("openai/gpt-4o", None), None);
    }

    #[test]
    fn a_key_in_the_open_is_seen() {
        let exposes = |url: &str, key: Option<&str>| {
            let subject = HostedModel::new("m", url, key.map(Secret::new), Timeouts::default());
            subject.expect("a subject").exposes_key()
        };
        assert!(exposes("http://10.0.0.1/v1", Some("sk-1")));
        assert!(!exposes("http://10.0.0.1/v1", None));
        assert!(!exposes("https://10.0.0.1/v1", Some("sk-1")));
        assert!(!exposes("http://localhost/v1", Some("sk-1")));
    }
}

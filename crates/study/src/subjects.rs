//! Subjects by name: simulated ones, and live ones behind a provider.

use crate::custom::{CustomSubjects, simulated_reply};
use crate::error::{Context as _, Result, bail};
use crate::event::{NoticeCode, SharedSink};
use crate::options::ModelAccess;
use crate::providers;
use peirast_llm::{
    Auth, BoxFuture, Failure, HostedModel, Providers, Reply, Secret, Subject, Terms, Timeouts,
};
use peirast_record::{
    Catalogue, ErrorKind, Key, ModelPlace, Problem, Prompt, Study, Trial, is_simulated,
};
use peirast_task::{Act, Occasion, Protocols, Simulated};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Makes subjects from their names.
#[derive(Clone)]
pub(crate) struct SubjectFactory {
    providers: Providers,
    access: ModelAccess,
    timeout: Duration,
    /// True if a missing key is an error; a forecast needs none.
    needs_key: bool,
    custom: CustomSubjects,
    /// Places of models that the study names; no key is sent there.
    placed: BTreeMap<String, ModelPlace>,
    events: SharedSink,
}

impl SubjectFactory {
    /// Creates a factory for subjects that are reached as `access` says.
    pub fn new(
        access: &ModelAccess,
        timeout: Duration,
        needs_key: bool,
        events: &SharedSink,
    ) -> Result<Self> {
        Ok(Self {
            providers: providers::load(&access.providers)?,
            access: access.clone(),
            timeout,
            needs_key,
            custom: CustomSubjects::default(),
            placed: BTreeMap::new(),
            events: Arc::clone(events),
        })
    }

    /// Adds subjects that the factory returns by their names.
    #[must_use]
    pub fn with_custom(self, custom: CustomSubjects) -> Self {
        Self { custom, ..self }
    }

    /// Adds the places of models that a study names.
    #[must_use]
    pub fn with_placed(self, study: &Study) -> Self {
        Self { placed: study.models.clone(), ..self }
    }

    /// Returns the place of a model that is not at its provider: the command line takes precedence
    /// over the study.
    fn base_url(&self, name: &str) -> Option<&str> {
        let placed = || self.placed.get(name).map(|place| place.base_url.as_str());
        self.access.base_url_of(name).or_else(placed)
    }

    /// Returns true if only the study names the place of a model. A study may come from a stranger,
    /// who must not receive a key.
    fn is_placed_by_study(&self, name: &str) -> bool {
        self.access.base_url_of(name).is_none() && self.placed.contains_key(name)
    }

    /// Returns the same factory for subjects that are not asked, which need no keys.
    #[must_use]
    pub fn keyless(&self) -> Self {
        Self { needs_key: false, ..self.clone() }
    }

    /// Returns the same factory with another base URL.
    #[must_use]
    pub fn at(&self, base_url: &str) -> Self {
        let access = ModelAccess {
            base_url: Some(base_url.to_owned()),
            base_urls: BTreeMap::new(),
            ..self.access.clone()
        };
        Self { access, ..self.clone() }
    }
}

/// The knowledge that a simulated subject needs to answer.
#[derive(Clone, Debug)]
pub(crate) struct ProblemContext {
    /// Problems it may be asked about.
    pub problems: Catalogue,
    pub protocols: Arc<Protocols>,
}

impl ProblemContext {
    /// Creates a context without problems, for subjects that are not asked.
    pub fn empty() -> Self {
        Self { problems: Catalogue::default(), protocols: Arc::new(Protocols::built_in()) }
    }
}

/// Returns the subject with this name.
pub(crate) fn subject(
    name: &str,
    factory: &SubjectFactory,
    seed: u64,
    context: &ProblemContext,
) -> Result<Arc<dyn Subject>> {
    if let Some(custom) = factory.custom.named(name) {
        return Ok(Arc::clone(custom));
    }
    match parsed(name, &factory.providers)? {
        SubjectName::Simulated(simulated) => Ok(Arc::new(SimulatedSubject {
            simulated,
            endpoint: Simulated::endpoint(seed),
            seed,
            context: context.clone(),
            attempts: Mutex::new(BTreeMap::new()),
        })),
        SubjectName::Live { provider, model } => {
            Ok(Arc::new(live(name, provider, model, factory)?))
        }
    }
}

/// Returns the live subject with this name; `None` for a simulated one.
pub(crate) fn hosted(name: &str, factory: &SubjectFactory) -> Result<Option<HostedModel>> {
    match parsed(name, &factory.providers)? {
        SubjectName::Simulated(_) => Ok(None),
        SubjectName::Live { provider, model } => live(name, provider, model, factory).map(Some),
    }
}

/// Returns the limits of a simulated subject's answers to these problems, one sentence each; empty
/// for a live subject.
pub(crate) fn remarks(name: &str, problems: &[Problem]) -> Vec<String> {
    let simulated = is_simulated(name).then(|| Simulated::named(name).ok()).flatten();
    simulated.map(|simulated| simulated.remarks(problems)).unwrap_or_default()
}

/// Checks that a name is that of a subject, without reaching it.
///
/// # Errors
/// A name of no subject.
pub fn check(name: &str) -> Result<()> {
    check_with(name, &[])
}

/// Does the same with providers of these files in addition to the built-in ones.
pub(crate) fn check_with(name: &str, files: &[PathBuf]) -> Result<()> {
    parsed(name, &providers::load(files)?).map(drop)
}

/// A parsed name of a subject.
enum SubjectName<'a> {
    Simulated(Simulated),
    Live { provider: &'a str, model: &'a str },
}

fn parsed<'a>(name: &'a str, providers: &Providers) -> Result<SubjectName<'a>> {
    let how = "name a simulated subject (see `peirast subjects`) or a live one as provider/name (see \
               `peirast models`), for example openai/gpt-4o";
    let Some((provider, model)) = name.split_once([':', '/']) else {
        bail!(Subject, "unknown model `{name}`: {how}");
    };
    if provider == "sim" {
        return Ok(SubjectName::Simulated(Simulated::named(name)?));
    }
    if let Err(unknown) = providers.named(provider) {
        bail!(Subject, "unknown model `{name}`: {unknown}; {how}");
    }
    if model.trim().is_empty() {
        bail!(Subject, "unknown model `{name}`: a provider and no model; {how}");
    }
    // The older form of names, which stored answers have.
    if provider != "openai" && name.as_bytes().get(provider.len()) == Some(&b':') {
        bail!(Subject, "unknown model `{name}`: write {provider}/{model}");
    }
    Ok(SubjectName::Live { provider, model })
}

fn live(name: &str, provider: &str, model: &str, factory: &SubjectFactory) -> Result<HostedModel> {
    let base_url = factory.base_url(name);
    let terms = factory.providers.terms_at(provider, model, base_url)?;
    let setting_up = || format!("setting up `{name}`");
    let url = match base_url {
        Some(url) => url.to_owned(),
        None => terms.url(&providers::variable).with_context(setting_up)?,
    };
    let key = match factory.is_placed_by_study(name) {
        true => None,
        false => key(name, &terms, factory)?,
    };
    let timeouts = Timeouts { total: factory.timeout, ..Timeouts::default() };
    let hosted = HostedModel::with_terms(terms, &url, key, timeouts);
    let hosted = hosted.with_context(setting_up)?.named(name);
    if factory.needs_key && hosted.exposes_key() {
        factory.events.notice(NoticeCode::KeyExposed, &format!(
            "`{name}`: the key is sent to {} unencrypted, for anyone on the way to read: use https://",
            hosted.endpoint()
        ));
    }
    Ok(hosted)
}

/// Returns the key of a subject, from its environment variable.
fn key(name: &str, terms: &Terms, factory: &SubjectFactory) -> Result<Option<Secret>> {
    let provider = terms.provider();
    let variables = match &factory.access.key_env {
        Some(named) => std::slice::from_ref(named),
        None => provider.keys.as_slice(),
    };
    let found = variables.iter().find_map(|name| Some((name, providers::variable(name)?)));
    let Some((variable, key)) = found else {
        if factory.needs_key && !provider.local && factory.base_url(name).is_none() {
            bail!(
                Subject,
                "no API key for `{name}`: set the environment variable {}, or name another with \
                 --key-env, or a server that needs none with --base-url",
                variables.join(" or ")
            );
        }
        return Ok(None);
    };
    let key = Secret::new(key);
    // Names appear in every artifact and in messages.
    if key.is_in(name) {
        bail!(
            Subject,
            "the name of a model holds the key in {variable}, and names are stored and shown: name the model \
             alone, and leave the key in the variable"
        );
    }
    // Errors about a key name the variable in which it was found.
    Auth::new(&provider.auth, &key)
        .with_context(|| format!("setting up `{name}` with the key in {variable}"))?;
    if factory.needs_key && key.is_short() {
        factory.events.notice(
            NoticeCode::KeyExposed,
            &format!(
                "`{name}`: the key in {variable} has fewer than 8 characters and is not masked in \
             answers that repeat it: fine for a placeholder such as `none`, not for a secret"
            ),
        );
    } else if factory.needs_key && key.is_plain() {
        factory.events.notice(NoticeCode::KeyInAnswers, &format!(
            "`{name}`: the key in {variable} is plain words or a plain number; an answer that says it is stored \
             with *** in its place. If the server needs no key, set {variable} to a short word such as `none`"
        ));
    }
    Ok(Some(key))
}

/// A simulated subject, asked through the same trait as a live one.
struct SimulatedSubject {
    simulated: Simulated,
    endpoint: String,
    seed: u64,
    context: ProblemContext,
    /// Attempts made so far at trials that failed.
    attempts: Mutex<BTreeMap<Key, u32>>,
}

impl SimulatedSubject {
    fn act(&self, trial: &Trial) -> Result<Act, Failure> {
        // If one problem is missing, no other will be found either.
        let lost = |what: String| Failure::new(ErrorKind::NotFound, what);
        let problem = self
            .context
            .problems
            .get(&trial.problem)
            .ok_or_else(|| lost(format!("no problem `{}`", trial.problem)))?;
        let found = self.context.protocols.named(&trial.protocol);
        let (_, protocol) = found.map_err(|e| lost(e.to_string()))?;
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let attempt = attempts.get(&trial.key).copied().unwrap_or(0);
        let occasion = Occasion {
            seed: self.seed,
            repeat: trial.repeat,
            attempt,
            temperature: trial.sampling.temperature,
        };
        let act = self.simulated.act(problem, protocol, occasion);
        if act == Act::Overload {
            attempts.insert(trial.key.clone(), attempt + 1);
        }
        Ok(act)
    }
}

impl Subject for SimulatedSubject {
    fn name(&self) -> &str {
        self.simulated.name()
    }

    fn endpoint(&self) -> &str {
        &self.endpoint
    }

    fn backs_off(&self) -> bool {
        false
    }

    fn ask<'a>(
        &'a self,
        trial: &'a Trial,
        prompt: &'a Prompt,
    ) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let (text, finish, after_ms) = match self.act(trial)? {
                Act::Answer { text, finish, after_ms } => (text, finish, after_ms),
                Act::Overload => {
                    return Err(
                        Failure::new(ErrorKind::Server, "simulated overload").with_status(503)
                    );
                }
            };
            if after_ms > 0 {
                tokio::time::sleep(Duration::from_millis(after_ms)).await;
            }
            let request = serde_json::json!({
                "simulated": self.name(), "problem": trial.problem, "prompt": prompt.key(),
            });
            Ok(simulated_reply(&request, text, finish))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::NoEvents;

    #[test]
    fn only_a_live_subject_waits_between_attempts() {
        let access = ModelAccess {
            base_url: Some("http://localhost:1/v1".to_owned()),
            key_env: Some("A_KEY_THAT_IS_NOT_SET".to_owned()),
            ..ModelAccess::default()
        };
        let factory = SubjectFactory::new(
            &access,
            Duration::from_secs(1),
            false,
            &(Arc::new(NoEvents) as SharedSink),
        )
        .expect("a table");
        let backs_off = |name: &str| {
            subject(name, &factory, 1, &ProblemContext::empty()).expect("a subject").backs_off()
        };
        assert!(!backs_off("sim:flaky"));
        assert!(backs_off("openai:m"));
    }
}

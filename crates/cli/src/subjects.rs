//! Subjects by name: simulated ones, and live ones behind a provider.

use crate::args::LiveArgs;
use crate::{providers, voice};
use anyhow::{Context as _, Result, bail};
use peirast_llm::{
    Auth, BoxFuture, Failure, HostedModel, Providers, Reply, Secret, Subject, Terms, Timeouts,
};
use peirast_record::{Catalogue, ErrorKind, Key, Prompt, Trial, Usage};
use peirast_task::{Act, Occasion, Protocols, Simulated};
use peirast_throttle::Quota;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How live subjects are reached.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Who they are behind.
    providers: Providers,
    /// Base URL, in place of the provider's.
    base_url: Option<String>,
    /// Environment variable of the key, in place of the provider's.
    key_env: Option<String>,
    /// How long to wait for one answer.
    timeout: Duration,
    /// Whether a missing key is an error; a dry run needs none.
    needs_key: bool,
}

impl Reach {
    /// As these arguments say.
    pub fn new(args: &LiveArgs, timeout: Duration, needs_key: bool) -> Result<Self> {
        Ok(Self {
            providers: providers::of(args)?,
            base_url: args.base_url.clone(),
            key_env: args.key_env.clone(),
            timeout,
            needs_key,
        })
    }

    /// The same without a word about keys: for what is not asked.
    #[must_use]
    pub fn keyless(&self) -> Self {
        Self { needs_key: false, ..self.clone() }
    }

    /// The same with another base URL.
    #[must_use]
    pub fn at(&self, base_url: &str) -> Self {
        Self { base_url: Some(base_url.to_owned()), ..self.clone() }
    }
}

/// What is asked, for subjects that are told: the problems, and the protocols that put them.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The problems.
    pub problems: Catalogue,
    /// The protocols of the study.
    pub protocols: Arc<Protocols>,
}

impl Asked {
    /// Nothing that a simulated subject could answer.
    pub fn nothing() -> Self {
        Self { problems: Catalogue::default(), protocols: Arc::new(Protocols::built_in()) }
    }
}

/// The subject of this name.
pub fn subject(name: &str, reach: &Reach, seed: u64, asked: &Asked) -> Result<Arc<dyn Subject>> {
    match named(name, &reach.providers)? {
        Named::Simulated(simulated) => Ok(Arc::new(SimulatedSubject {
            simulated,
            endpoint: Simulated::endpoint(seed),
            seed,
            asked: asked.clone(),
            attempts: Mutex::new(BTreeMap::new()),
        })),
        Named::Live { provider, model } => Ok(Arc::new(live(name, provider, model, reach)?)),
    }
}

/// The live subject of this name; none for a simulated one.
pub fn hosted(name: &str, reach: &Reach) -> Result<Option<HostedModel>> {
    match named(name, &reach.providers)? {
        Named::Simulated(_) => Ok(None),
        Named::Live { provider, model } => live(name, provider, model, reach).map(Some),
    }
}

/// Whether a name stands for a simulated subject.
pub fn is_simulated(name: &str) -> bool {
    matches!(name.split_once([':', '/']), Some(("sim", _)))
}

/// Checks that a name stands for a subject, without reaching it.
pub fn check(name: &str) -> Result<()> {
    named(name, &providers::load(&[])?).map(drop)
}

/// What a name stands for.
enum Named<'a> {
    Simulated(Simulated),
    /// A model behind a provider.
    Live {
        provider: &'a str,
        model: &'a str,
    },
}

fn named<'a>(name: &'a str, providers: &Providers) -> Result<Named<'a>> {
    let how = "name a simulated subject (see `peirast subjects`) or a live one as provider/name (see \
               `peirast models`), for example openai/gpt-4o";
    let Some((provider, model)) = name.split_once([':', '/']) else {
        bail!("unknown model `{name}`: {how}");
    };
    if provider == "sim" {
        return Ok(Named::Simulated(Simulated::named(name)?));
    }
    if let Err(unknown) = providers.named(provider) {
        bail!("unknown model `{name}`: {unknown}; {how}");
    }
    if model.trim().is_empty() {
        bail!("unknown model `{name}`: a provider and no model; {how}");
    }
    // The older way to name models, which stored answers have.
    if provider != "openai" && name.as_bytes().get(provider.len()) == Some(&b':') {
        bail!("unknown model `{name}`: write {provider}/{model}");
    }
    Ok(Named::Live { provider, model })
}

fn live(name: &str, provider: &str, model: &str, reach: &Reach) -> Result<HostedModel> {
    let terms = reach.providers.terms_at(provider, model, reach.base_url.as_deref())?;
    let setting_up = || format!("setting up `{name}`");
    let url = match &reach.base_url {
        Some(url) => url.clone(),
        None => terms.url(&providers::variable).with_context(setting_up)?,
    };
    let key = key(name, &terms, reach)?;
    let timeouts = Timeouts { total: reach.timeout, ..Timeouts::default() };
    let hosted = HostedModel::with_terms(terms, &url, key.map(|(_, key)| key), timeouts);
    let hosted = hosted.with_context(setting_up)?.named(name);
    if reach.needs_key && hosted.exposes_key() {
        voice::note(&format!(
            "`{name}`: the key is sent to {} unencrypted, for anyone on the way to read: use https://",
            hosted.endpoint()
        ));
    }
    Ok(hosted)
}

/// The key, with the variable that it comes from.
fn key(name: &str, terms: &Terms, reach: &Reach) -> Result<Option<(String, Secret)>> {
    let provider = terms.provider();
    let variables = match &reach.key_env {
        Some(named) => std::slice::from_ref(named),
        None => provider.keys.as_slice(),
    };
    let found = variables.iter().find_map(|name| Some((name.clone(), providers::variable(name)?)));
    let Some((variable, key)) = found else {
        if reach.needs_key && !provider.local && reach.base_url.is_none() {
            bail!(
                "no API key for `{name}`: set the environment variable {}, or name another with \
                 --key-env, or a server that needs none with --base-url",
                variables.join(" or ")
            );
        }
        return Ok(None);
    };
    let key = Secret::new(key);
    // A name stands in every artifact, and in what is said of them.
    if key.is_in(name) {
        bail!(
            "the name of a model holds the key in {variable}, and names are stored and shown: name the model \
             alone, and leave the key in the variable"
        );
    }
    // What is wrong with a key is said with the place where it was found.
    Auth::new(&provider.auth, &key)
        .with_context(|| format!("setting up `{name}` with the key in {variable}"))?;
    if reach.needs_key && key.is_short() {
        voice::note(&format!(
            "`{name}`: the key in {variable} has fewer than 8 characters and would not be masked in an \
             answer that repeats it: fine for a placeholder such as `none`, not for a secret"
        ));
    }
    Ok(Some((variable, key)))
}

/// A simulated subject behind the same door as a live one.
struct SimulatedSubject {
    simulated: Simulated,
    endpoint: String,
    seed: u64,
    asked: Asked,
    /// Attempts made so far at trials that failed.
    attempts: Mutex<BTreeMap<Key, u32>>,
}

impl SimulatedSubject {
    fn act(&self, trial: &Trial) -> Result<Act, Failure> {
        // Whoever asks for one problem that is not there asks for none that is.
        let lost = |what: String| Failure::new(ErrorKind::NotFound, what);
        let problem = self
            .asked
            .problems
            .get(&trial.problem)
            .ok_or_else(|| lost(format!("no problem `{}`", trial.problem)))?;
        let found = self.asked.protocols.named(&trial.protocol);
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
            Ok(Reply {
                request: request.to_string(),
                body: text.clone(),
                text,
                finish,
                usage: Usage::default(),
                model: None,
                quota: Quota::default(),
                simulated: true,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_live_subject_waits_between_attempts() {
        let args = LiveArgs {
            base_url: Some("http://localhost:1/v1".to_owned()),
            key_env: Some("A_KEY_THAT_IS_NOT_SET".to_owned()),
            ..LiveArgs::default()
        };
        let reach = Reach::new(&args, Duration::from_secs(1), false).expect("a table");
        let backs_off = |name: &str| {
            subject(name, &reach, 1, &Asked::nothing()).expect("a subject").backs_off()
        };
        assert!(!backs_off("sim:flaky"));
        assert!(backs_off("openai:m"));
    }
}

//! Subjects by name: simulated ones, and live ones that speak the OpenAI chat format.

use crate::catalogue::Catalogue;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_record::{ErrorKind, Key, Prompt, Trial, Usage};
use peirast_run::{BoxFuture, Failure, OpenAiChat, Quota, Reply, Secret, Subject, Timeouts};
use peirast_task::{Act, Occasion, Protocols, Simulated};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Where OpenAI's own models answer.
const OPENAI_URL: &str = "https://api.openai.com/v1";

/// How live subjects are reached.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Base URL; OpenAI's unless given.
    pub base_url: Option<String>,
    /// Environment variable of the key.
    pub key_env: String,
    /// How long to wait for one answer.
    pub timeout: Duration,
    /// Whether a missing key is an error; a dry run needs none.
    pub needs_key: bool,
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
    match named(name)? {
        Named::Simulated(simulated) => Ok(Arc::new(SimulatedSubject {
            simulated,
            endpoint: Simulated::endpoint(seed),
            seed,
            asked: asked.clone(),
            attempts: Mutex::new(BTreeMap::new()),
        })),
        Named::Live(model) => live(name, model, reach),
    }
}

/// Checks that a name stands for a subject, without reaching it.
pub fn check(name: &str) -> Result<()> {
    named(name).map(drop)
}

/// What a name stands for.
enum Named<'a> {
    Simulated(Simulated),
    /// A model behind an OpenAI chat API.
    Live(&'a str),
}

fn named(name: &str) -> Result<Named<'_>> {
    match name.split_once([':', '/']) {
        Some(("sim", _)) => Ok(Named::Simulated(Simulated::named(name)?)),
        Some(("openai", model)) if !model.is_empty() => Ok(Named::Live(model)),
        _ => bail!(
            "unknown model `{name}`: name a simulated subject (see `peirast subjects`) or a live \
             one as openai:NAME, with --base-url for a server of your own"
        ),
    }
}

fn live(name: &str, model: &str, reach: &Reach) -> Result<Arc<dyn Subject>> {
    let url = reach.base_url.as_deref().unwrap_or(OPENAI_URL);
    let key = std::env::var(&reach.key_env).ok().filter(|key| !key.trim().is_empty());
    if key.is_none() && reach.base_url.is_none() && reach.needs_key {
        bail!(
            "no API key for `{name}`: set the environment variable {}, or name another with \
             --key-env, or a server that needs none with --base-url",
            reach.key_env
        );
    }
    let key = key.map(Secret::new);
    if reach.needs_key && key.as_ref().is_some_and(Secret::is_short) {
        voice::note(&format!(
            "`{name}`: the key in {} has fewer than 8 characters and would not be masked in an answer \
             that repeats it: fine for a placeholder such as `none`, not for a secret",
            reach.key_env
        ));
    }
    let timeouts = Timeouts { total: reach.timeout, ..Timeouts::default() };
    let chat = OpenAiChat::new(model, url, key, timeouts)
        .with_context(|| format!("setting up `{name}`"))?;
    Ok(Arc::new(chat.named(name)))
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
        let reach = Reach {
            base_url: Some("http://localhost:1/v1".to_owned()),
            key_env: "A_KEY_THAT_IS_NOT_SET".to_owned(),
            timeout: Duration::from_secs(1),
            needs_key: false,
        };
        let backs_off = |name: &str| {
            subject(name, &reach, 1, &Asked::nothing()).expect("a subject").backs_off()
        };
        assert!(!backs_off("sim:flaky"));
        assert!(backs_off("openai:m"));
    }
}

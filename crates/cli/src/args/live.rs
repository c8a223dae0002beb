//! Arguments on live models: where they are, and how they sample.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args};
use peirast_record::{Effort, Sampling};
use peirast_study::ModelAccess;
use std::path::PathBuf;

/// The server of one model, or of all models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    model: Option<String>,
    url: String,
}

/// Parses `URL` or `MODEL=URL`; the URL itself may contain an equals sign.
fn server(text: &str) -> Result<Server, String> {
    let of_model = ["http://", "https://"].iter().filter_map(|scheme| {
        let (model, rest) = text.split_once(&format!("={scheme}"))?;
        let is_name = !model.is_empty() && !model.contains("://");
        is_name.then(|| (model.to_owned(), format!("{scheme}{rest}")))
    });
    Ok(match of_model.into_iter().next() {
        Some((model, url)) => Server { model: Some(model), url },
        None => Server { model: None, url: text.to_owned() },
    })
}

/// Refuses two servers for one model, or two for all models, in the arguments of any command.
pub fn check_servers(matches: &ArgMatches) -> Result<(), clap::Error> {
    let servers = matches.try_get_many::<Server>("base_url").ok().flatten();
    let mut models: Vec<Option<&str>> = Vec::new();
    for server in servers.into_iter().flatten() {
        let model = server.model.as_deref();
        if models.contains(&model) {
            let of = model.map_or_else(|| "all models".to_owned(), |model| format!("`{model}`"));
            let what = format!("--base-url names two servers of {of}: leave one out");
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, what));
        }
        models.push(model);
    }
    matches.subcommand().map_or(Ok(()), |(_, matches)| check_servers(matches))
}

/// Addresses and keys of live models.
#[derive(Clone, Debug, Default, Args)]
pub struct LiveArgs {
    /// Base URL of the model's server, in place of its provider's. For a server that speaks OpenAI's
    /// format, it is the part before /chat/completions. With MODEL= in front, the URL applies to that
    /// model only. May be repeated.
    #[arg(long, value_name = "[MODEL=]URL", value_parser = server)]
    pub base_url: Vec<Server>,
    /// Environment variable that holds the API key, in place of the provider's.
    #[arg(long, value_name = "NAME")]
    pub key_env: Option<String>,
    /// A file of providers (TOML) that adds to the providers of `peirast models`, or changes them.
    #[arg(long, value_name = "FILE")]
    pub providers: Vec<PathBuf>,
}

impl LiveArgs {
    /// The corresponding options of the library.
    pub fn access(&self) -> ModelAccess {
        let of_all = self.base_url.iter().find(|server| server.model.is_none());
        let of_one = |server: &Server| Some((server.model.clone()?, server.url.clone()));
        ModelAccess {
            base_url: of_all.map(|server| server.url.clone()),
            base_urls: self.base_url.iter().filter_map(of_one).collect(),
            key_env: self.key_env.clone(),
            providers: self.providers.clone(),
        }
    }
}

/// Sampling settings of live models.
#[derive(Clone, Debug, Default, Args)]
pub struct SettingArgs {
    /// Nucleus mass, above 0 and at most 1. Replaces the study's.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub top_p: Option<f64>,
    /// Seed sent to the provider with every question. Replaces the study's.
    #[arg(long, value_name = "SEED")]
    pub sampling_seed: Option<u64>,
    /// The most tokens per answer, including reasoning if the provider counts it. Replaces the
    /// study's.
    #[arg(long)]
    pub max_tokens: Option<u32>,
    /// Effort of a reasoning model: none, minimal, low, medium, high, xhigh, max.
    /// Replaces the study's.
    #[arg(long, value_name = "EFFORT")]
    pub reasoning_effort: Option<Effort>,
    /// The most tokens of thinking, out of the tokens of the answer. Replaces the study's.
    #[arg(long, value_name = "TOKENS")]
    pub thinking_budget: Option<u32>,
    /// Request the log-probability of every token of the answer, and this number of alternatives per
    /// token. Replaces the study's.
    #[arg(long, value_name = "ALTERNATIVES")]
    pub logprobs: Option<u8>,
    /// Leave out settings that a model does not accept, and record that they were not sent.
    #[arg(long)]
    pub allow_unsent: bool,
}

impl SettingArgs {
    /// The settings that replace a study's.
    pub fn sampling(&self) -> Sampling {
        Sampling {
            top_p: self.top_p,
            seed: self.sampling_seed,
            max_tokens: self.max_tokens,
            logprobs: self.logprobs,
            reasoning_effort: self.reasoning_effort,
            thinking_budget: self.thinking_budget,
            ..Sampling::default()
        }
    }
}

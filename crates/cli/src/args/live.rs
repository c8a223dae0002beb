//! Arguments on live models: where they are, and how they sample.

use clap::Args;
use peirast_record::{Effort, Sampling};
use peirast_view::shell_line;
use std::path::PathBuf;

/// Where live models are reached.
#[derive(Clone, Debug, Default, Args)]
pub struct LiveArgs {
    /// Base URL of the model's server, in place of its provider's; for a server that speaks OpenAI's
    /// format, the part before /chat/completions.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Environment variable that holds the API key, in place of the provider's.
    #[arg(long, value_name = "NAME")]
    pub key_env: Option<String>,
    /// A file of providers (TOML) that adds to those that `peirast models` lists, or changes them.
    #[arg(long, value_name = "FILE")]
    pub providers: Vec<PathBuf>,
}

impl LiveArgs {
    /// The same arguments for another command line, each after a space.
    pub fn repeated(&self) -> String {
        let one = |name, value: &Option<String>| value.as_ref().map(|value| (name, value.clone()));
        let own = [one("--base-url", &self.base_url), one("--key-env", &self.key_env)];
        let files = self.providers.iter().map(|file| ("--providers", file.display().to_string()));
        let all = own.into_iter().flatten().chain(files);
        all.map(|(name, value)| format!(" {}", shell_line([name, &value]))).collect()
    }
}

/// How live models sample.
#[derive(Clone, Debug, Default, Args)]
pub struct SettingArgs {
    /// Nucleus mass, above 0 and at most 1. Replaces the study's.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub top_p: Option<f64>,
    /// The seed that is sent to the provider with every question. Replaces the study's.
    #[arg(long, value_name = "SEED")]
    pub sampling_seed: Option<u64>,
    /// The most tokens per answer, reasoning included where the provider counts it. Replaces the
    /// study's.
    #[arg(long)]
    pub max_tokens: Option<u32>,
    /// How much a reasoning model should think: none, minimal, low, medium, high, xhigh, max.
    /// Replaces the study's.
    #[arg(long, value_name = "EFFORT")]
    pub reasoning_effort: Option<Effort>,
    /// The most tokens that a model may think, of those that an answer may have. Replaces the study's.
    #[arg(long, value_name = "TOKENS")]
    pub thinking_budget: Option<u32>,
    /// Ask for the log-probability of every token of the answer, and for so many alternatives to each.
    /// Replaces the study's.
    #[arg(long, value_name = "ALTERNATIVES")]
    pub logprobs: Option<u8>,
    /// Leave out the settings that a model cannot be sent, and record that they were not sent.
    #[arg(long)]
    pub allow_unsent: bool,
}

impl SettingArgs {
    /// Puts what is given in place of what a study says. One way to say how much to think replaces
    /// the other.
    pub fn replace(&self, sampling: &mut Sampling) {
        sampling.top_p = self.top_p.or(sampling.top_p);
        sampling.seed = self.sampling_seed.or(sampling.seed);
        sampling.max_tokens = self.max_tokens.or(sampling.max_tokens);
        sampling.logprobs = self.logprobs.or(sampling.logprobs);
        if self.reasoning_effort.is_some() || self.thinking_budget.is_some() {
            sampling.reasoning_effort = self.reasoning_effort;
            sampling.thinking_budget = self.thinking_budget;
        }
    }
}

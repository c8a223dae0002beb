//! A trial: one prompt, put to one subject, under one sampling, once.

use crate::{Key, Prompt};
use serde::{Deserialize, Serialize};

/// How a subject samples its answer. Absent values are not sent, and the provider's default holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Softmax temperature, at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Nucleus mass, in (0, 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// The sampling seed sent to the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The most tokens that an answer may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
}

/// One question to one subject. Two trials with equal content are one trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The content key over everything that shapes the answer.
    pub key: Key,
    /// Key of the prompt, [`Prompt::key`].
    pub prompt: Key,
    /// The problem, by id. Not part of the key.
    pub problem: String,
    /// The protocol, by name. Not part of the key.
    pub protocol: String,
    /// The subject as the user names it, for example `openai:gpt-4o`.
    pub subject: String,
    /// How it samples.
    pub sampling: Sampling,
    /// Which repetition of the same question, from 0.
    pub repeat: u32,
}

impl Trial {
    /// A trial of `prompt` on `subject`, which answers at `endpoint`.
    ///
    /// `endpoint` is the base URL of a live subject, or what determines the answers of a
    /// simulated one; it shapes the answer and so it is part of the key.
    pub fn new(
        prompt: &Prompt,
        subject: &str,
        endpoint: &str,
        sampling: &Sampling,
        repeat: u32,
    ) -> Self {
        let prompt_key = prompt.key();
        let key = Key::of("trial", &(&prompt_key, subject, endpoint, sampling, repeat));
        Self {
            key,
            prompt: prompt_key,
            problem: prompt.problem.clone(),
            protocol: prompt.protocol.clone(),
            subject: subject.to_owned(),
            sampling: sampling.clone(),
            repeat,
        }
    }
}

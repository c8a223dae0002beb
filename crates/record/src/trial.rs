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

/// The repetition that stands for a control: the question as it was, put once more to see whether
/// the subject answers itself alike. Far above any number of repeats that a study may have.
const CONTROL: u32 = 1 << 31;

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
    /// Which repetition of the same question, from 0; of a control, a number that no repeat has.
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

    /// The trial that puts the same question once more as an A/A control: nothing differs, so that
    /// whatever differs in the answers is the subject's own noise.
    ///
    /// ```
    /// use peirast_record::{Message, Prompt, Sampling, Trial};
    /// let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
    /// let trial = Trial::new(&prompt, "sim:yes", "sim:yes/1", &Sampling::default(), 0);
    /// let control = trial.control(&prompt, "sim:yes/1");
    /// assert!(control.is_control() && !trial.is_control());
    /// assert_ne!(control.key, trial.key);
    /// ```
    #[must_use]
    pub fn control(&self, prompt: &Prompt, endpoint: &str) -> Self {
        Self::new(prompt, &self.subject, endpoint, &self.sampling, CONTROL)
    }

    /// Whether this is an A/A control. Its answer takes no part in any test, vote or accuracy.
    pub fn is_control(&self) -> bool {
        self.repeat == CONTROL
    }
}

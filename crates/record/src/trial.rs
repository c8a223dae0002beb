//! Trials: one prompt, put to one subject, with one sampling, once.

use crate::{Key, Name, Prompt, Sampling};
use serde_json::json;
use std::sync::Arc;

/// The mark of an A/A control in the number of the repetition: the same question, repeated to
/// measure the subject's consistency. Far above any number of repeats of a study.
const CONTROL: u32 = 1 << 31;

/// One question to one subject. Two trials with equal content are one trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The content key over everything that determines the answer.
    pub key: Key,
    /// Key of the prompt, [`Prompt::key`].
    pub prompt: Key,
    /// The problem, by id. Not part of the key.
    pub problem: Name,
    /// The protocol, by name. Not part of the key.
    pub protocol: Name,
    /// The subject as the user names it, for example `openai/gpt-4o`.
    pub subject: Name,
    /// The sampling; shared with the other trials of a series.
    pub sampling: Arc<Sampling>,
    /// The number of the repetition of the same question, from 0; for a control, a number that no
    /// repeat has.
    pub repeat: u32,
}

impl Trial {
    /// A trial of `prompt` on `subject`, which answers at `endpoint`.
    ///
    /// `endpoint` is the base URL of a live subject, or the parameters of the answers of a
    /// simulated one. It affects the answer and is therefore part of the key.
    pub fn new(
        prompt: &Prompt,
        subject: &str,
        endpoint: &str,
        sampling: &Sampling,
        repeat: u32,
    ) -> Self {
        Series::new(subject, endpoint, sampling).trial(&prompt.key(), prompt, repeat)
    }

    /// The trial that repeats the same question as an A/A control. Nothing differs, so any
    /// difference between the answers is the subject's own noise.
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

    /// Returns true if this is an A/A control. Its answer enters no test, vote or accuracy.
    pub fn is_control(&self) -> bool {
        self.repeat == CONTROL
    }
}

/// The shared parts of the trials of a subject with one sampling. It makes the same trials as
/// [`Trial::new`], but these share their parts.
///
/// ```
/// use peirast_record::{Message, Prompt, Sampling, Series, Trial};
/// let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
/// let sampling = Sampling::default();
/// let series = Series::new("sim:yes", "sim:yes/1", &sampling);
/// let trial = series.trial(&prompt.key(), &prompt, 2);
/// assert_eq!(trial, Trial::new(&prompt, "sim:yes", "sim:yes/1", &sampling, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Series {
    subject: Name,
    endpoint: String,
    sampling: Arc<Sampling>,
}

impl Series {
    /// The trials on `subject`, which answers at `endpoint`; see [`Trial::new`].
    pub fn new(subject: &str, endpoint: &str, sampling: &Sampling) -> Self {
        Self {
            subject: subject.into(),
            endpoint: endpoint.to_owned(),
            sampling: Arc::new(sampling.clone()),
        }
    }

    /// The trial of `prompt`, whose key is `key`.
    pub fn trial(&self, key: &Key, prompt: &Prompt, repeat: u32) -> Trial {
        Trial {
            key: self::key(key, &self.subject, &self.endpoint, &self.sampling, repeat),
            prompt: key.clone(),
            problem: prompt.problem.clone(),
            protocol: prompt.protocol.clone(),
            subject: self.subject.clone(),
            sampling: Arc::clone(&self.sampling),
            repeat,
        }
    }
}

/// The key of a trial, over everything that determines its answer. [`Shape`](crate::Shape)
/// distinguishes two by the same fields.
pub(crate) fn key(
    prompt: &Key,
    subject: &str,
    endpoint: &str,
    sampling: &Sampling,
    repeat: u32,
) -> Key {
    Key::from_json("trial", json!([prompt, subject, endpoint, sampling, repeat]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effort, Message};
    use proptest::prelude::*;

    fn key(sampling: &Sampling) -> Key {
        let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
        Trial::new(&prompt, "openai:gpt-4o", "https://api.openai.com/v1", sampling, 3).key
    }

    /// Keys of trials that were stored before settings for reasoning and log-probabilities existed.
    #[test]
    fn the_keys_of_stored_trials_stay() {
        let all = Sampling {
            temperature: Some(0.7),
            top_p: Some(0.9),
            seed: Some(1),
            max_tokens: Some(256),
            ..Sampling::default()
        };
        assert_eq!(&*key(&Sampling::default()).text(), "b56444836a86f44e77486a7ea3940c1a");
        assert_eq!(&*key(&all).text(), "1329a2c163287159b357b115f24d4b63");
    }

    #[test]
    fn every_setting_is_part_of_the_key() {
        let none = Sampling::default();
        let mut keys = vec![
            key(&none),
            key(&Sampling { temperature: Some(0.0), ..none.clone() }),
            key(&Sampling { top_p: Some(1.0), ..none.clone() }),
            key(&Sampling { seed: Some(0), ..none.clone() }),
            key(&Sampling { max_tokens: Some(3000), ..none.clone() }),
            key(&Sampling { reasoning_effort: Some(Effort::Low), ..none.clone() }),
            key(&Sampling { reasoning_effort: Some(Effort::High), ..none.clone() }),
            key(&Sampling { thinking_budget: Some(2400), ..none.clone() }),
            key(&Sampling { logprobs: Some(0), ..none.clone() }),
            key(&Sampling { logprobs: Some(5), ..none }),
        ];
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }

    proptest! {
        #[test]
        fn the_key_is_that_of_the_canonical_json(
            subject in ".{0,9}",
            endpoint in ".{0,9}",
            temperature in proptest::option::of(0.0..2.0),
            seed in any::<Option<u64>>(),
            repeat in any::<u32>(),
        ) {
            let prompt = Prompt::new("q", "p", vec![Message::user("Hm?")]);
            let sampling = Sampling { temperature, seed, ..Sampling::default() };
            let trial = Series::new(&subject, &endpoint, &sampling).trial(&prompt.key(), &prompt, repeat);
            let content = (prompt.key(), &subject, &endpoint, &sampling, repeat);
            prop_assert_eq!(Key::from_content("trial", &content), Ok(trial.key.clone()));
            prop_assert_eq!(trial, Trial::new(&prompt, &subject, &endpoint, &sampling, repeat));
        }
    }
}

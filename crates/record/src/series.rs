//! A series: the trials that put many prompts to one subject in one way.

use crate::key::push_quoted;
use crate::{Key, Name, Prompt, Sampling, Trial, canonical_json};
use serde_json::Value;
use std::sync::Arc;

/// What the trials of a subject under one sampling share. It makes the same trials as
/// [`Trial::new`], and does once what is the same for all of them.
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
    sampling: Arc<Sampling>,
    /// What stands in the canonical JSON of a trial between its prompt and its repetition.
    middle: String,
}

impl Series {
    /// The trials on `subject`, which answers at `endpoint`; see [`Trial::new`].
    pub fn new(subject: &str, endpoint: &str, sampling: &Sampling) -> Self {
        let mut middle = String::from(",");
        push_quoted(subject, &mut middle);
        middle.push(',');
        push_quoted(endpoint, &mut middle);
        middle.push(',');
        // As in `Key::of`: a record of ours always serialises.
        let sampling_json = serde_json::to_value(sampling).unwrap_or(Value::Null);
        middle.push_str(&canonical_json(&sampling_json));
        middle.push(',');
        Self { subject: subject.into(), sampling: Arc::new(sampling.clone()), middle }
    }

    /// The trial of `prompt`, whose key is `key`.
    pub fn trial(&self, key: &Key, prompt: &Prompt, repeat: u32) -> Trial {
        let mut json = String::with_capacity(self.middle.len() + 50);
        json.push('[');
        push_quoted(&key.text(), &mut json);
        json.push_str(&self.middle);
        json.push_str(&repeat.to_string());
        json.push(']');
        Trial {
            key: Key::of_canonical("trial", &json),
            prompt: key.clone(),
            problem: prompt.problem.clone(),
            protocol: prompt.protocol.clone(),
            subject: self.subject.clone(),
            sampling: Arc::clone(&self.sampling),
            repeat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;
    use proptest::prelude::*;

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
            let own = Series::new(&subject, &endpoint, &sampling).trial(&prompt.key(), &prompt, repeat);
            let by_value = Key::of("trial", &(prompt.key(), &subject, &endpoint, &sampling, repeat));
            prop_assert_eq!(&own.key, &by_value);
            prop_assert_eq!(own, Trial::new(&prompt, &subject, &endpoint, &sampling, repeat));
        }
    }
}

//! A series: the trials that put many prompts to one subject in one way.

use crate::{Key, Name, Prompt, Sampling, Trial, trial};
use std::sync::Arc;

/// What the trials of a subject under one sampling share. It makes the same trials as
/// [`Trial::new`], and shares what is the same for all of them.
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
            key: trial::key(key, &self.subject, &self.endpoint, &self.sampling, repeat),
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
            let content = (prompt.key(), &subject, &endpoint, &sampling, repeat);
            prop_assert_eq!(Key::from_content("trial", &content), Ok(own.key.clone()));
            prop_assert_eq!(own, Trial::new(&prompt, &subject, &endpoint, &sampling, repeat));
        }
    }
}

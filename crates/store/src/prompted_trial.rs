//! A trial with its prompt.

use peirast_record::{Key, Prompt, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Prompts by their key.
pub type Prompts = BTreeMap<Key, Arc<Prompt>>;

/// A trial with its prompt. The trial belongs to a list, which is shared and not copied.
#[derive(Debug)]
pub struct PromptedTrial {
    trials: Arc<Vec<Trial>>,
    at: usize,
    prompt: Arc<Prompt>,
}

impl PromptedTrial {
    /// Returns the trial with this index in a list, with its prompt; `None` if either is missing.
    pub fn from_list(trials: &Arc<Vec<Trial>>, at: usize, prompts: &Prompts) -> Option<Arc<Self>> {
        let prompt = Arc::clone(prompts.get(&trials.get(at)?.prompt)?);
        Some(Arc::new(Self { trials: Arc::clone(trials), at, prompt }))
    }

    /// Returns the trials of a list whose prompts exist.
    pub fn all(trials: Vec<Trial>, prompts: &Prompts) -> Vec<Arc<Self>> {
        let trials = Arc::new(trials);
        (0..trials.len()).filter_map(|at| Self::from_list(&trials, at, prompts)).collect()
    }

    /// Creates a trial that is in no list.
    pub fn new(trial: Trial, prompt: Arc<Prompt>) -> Arc<Self> {
        Arc::new(Self { trials: Arc::new(vec![trial]), at: 0, prompt })
    }

    /// Returns the trial.
    pub fn trial(&self) -> &Trial {
        // Both constructors check that the index exists.
        &self.trials[self.at]
    }

    /// Returns the prompt.
    pub fn prompt(&self) -> &Arc<Prompt> {
        &self.prompt
    }
}

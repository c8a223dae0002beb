//! Questions of a chunk of a plan, rendered before anything is asked.

use super::renderer::{PromptRenderer, RenderedPrompts};
use crate::error::{Result, bail};
use crate::votes::most_repeats;
use peirast_llm::Subject;
use peirast_record::{Catalogue, Key, Prompt, Setting, Study, Trial};
use peirast_task::Plan;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A subject with its trials, which are shared with the runner.
pub(crate) type SubjectTrials = (Arc<dyn Subject>, Arc<Vec<Trial>>);

/// Rendered questions for every subject: a whole plan, or its first chunk.
pub(crate) struct QuestionSet {
    pub(crate) prompts: Arc<BTreeMap<Key, Arc<Prompt>>>,
    pub(crate) subjects: Vec<SubjectTrials>,
    /// The settings that are not sent, by subject.
    pub(crate) unsent: BTreeMap<String, BTreeSet<Setting>>,
    pub(crate) problems: Catalogue,
    /// The most trials that a subject may have in the end, further chunks and votes included.
    pub(crate) most: u64,
}

impl QuestionSet {
    /// Renders the questions of a plan.
    pub(crate) fn new(
        study: &Study,
        plan: &Plan,
        problems: Catalogue,
        renderer: &PromptRenderer,
    ) -> Result<Self> {
        let rendered = renderer.render(&plan.problems, &plan.questions);
        let trials = renderer.trials(&rendered, study);
        let subjects = renderer.subjects().cloned().zip(trials.into_iter().map(Arc::new));
        let subjects: Vec<SubjectTrials> = subjects.collect();
        let controls = |trials: &[Trial]| trials.iter().filter(|t| t.is_control()).count() as u64;
        let most = rendered.len() as u64 * most_repeats(study)?
            + subjects.first().map_or(0, |(_, trials)| controls(trials));
        let prompts = Arc::new(by_key(rendered)?);
        Ok(Self { prompts, subjects, unsent: renderer.unsent.clone(), problems, most })
    }

    /// Returns the trial that repeats the question of another trial.
    pub(crate) fn again(&self, subject: &dyn Subject, trial: &Trial, repeat: u32) -> Trial {
        let (name, endpoint) = (subject.name(), subject.endpoint());
        let prompt = self.prompts.get(&trial.prompt);
        prompt.map_or_else(
            || trial.clone(),
            |prompt| Trial::new(prompt, name, endpoint, &trial.sampling, repeat),
        )
    }

    /// Returns the trials of each subject.
    pub(crate) fn trials(&self) -> Vec<Arc<Vec<Trial>>> {
        self.subjects.iter().map(|(_, trials)| Arc::clone(trials)).collect()
    }

    /// Returns the number of trials, of all subjects.
    pub(crate) fn len(&self) -> u64 {
        self.subjects.iter().map(|(_, trials)| trials.len() as u64).sum()
    }

    /// Returns the most trials that the whole plan may have, of all subjects.
    pub(crate) fn total(&self) -> u64 {
        self.most * self.subjects.len() as u64
    }

    /// Returns the keys of all trials.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.subjects.iter().flat_map(|(_, trials)| &**trials).map(|trial| &trial.key)
    }

    /// Returns the most questions that each subject may still be asked, where these are `answered`.
    pub(crate) fn open(&self, answered: &BTreeSet<Key>) -> Vec<u64> {
        let open = |(_, trials): &SubjectTrials| {
            let done = trials.iter().filter(|trial| answered.contains(&trial.key)).count() as u64;
            self.most.max(trials.len() as u64) - done
        };
        self.subjects.iter().map(open).collect()
    }

    /// Returns the most tokens of an answer, if that limit is sent to every subject.
    pub(crate) fn limit(&self, study: &Study) -> Option<u32> {
        let unlimited = self.unsent.values().any(|unsent| unsent.contains(&Setting::MaxTokens));
        study.sampling.max_tokens.filter(|_| !unlimited)
    }
}

/// Returns prompts by their keys.
fn by_key(rendered: RenderedPrompts) -> Result<BTreeMap<Key, Arc<Prompt>>> {
    let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
    for (key, prompt) in rendered {
        if let Some(other) = prompts.insert(key, Arc::clone(&prompt)) {
            let name = |one: &Prompt| format!("{} under {}", one.problem, one.protocol);
            bail!(
                Plan,
                "{} and {} read the same: their answers could not be distinguished",
                name(&other),
                name(&prompt)
            );
        }
    }
    Ok(prompts)
}

//! Questions: what a run asks of whom, rendered before anything is asked.

use super::rendering::{Rendered, Rendering};
use super::sequential::Upcoming;
use crate::args::RunArgs;
use crate::ballot_box::Asking;
use crate::costs::RunPurse;
use crate::progress::bar;
use crate::sampling::samplings;
use crate::watch::Watch;
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use peirast_llm::Subject;
use peirast_record::{Catalogue, Key, Prompt, Sampling, Setting, Study, Trial};
use peirast_task::Plan;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A subject with its trials, which are shared with whoever asks them.
pub(super) type SubjectTrials = (Arc<dyn Subject>, Arc<Vec<Trial>>);

const PLANNING: &str = "planning {bar:30} {human_pos} of about {human_len} questions, {eta} left";

/// Every question of a study, rendered, for every subject.
pub(super) struct Questions {
    pub(super) prompts: Arc<BTreeMap<Key, Arc<Prompt>>>,
    pub(super) subjects: Vec<SubjectTrials>,
    /// The settings that are not sent, by subject.
    pub(super) unsent: BTreeMap<String, BTreeSet<Setting>>,
    pub(super) problems: Catalogue,
    /// How many trials of each subject there may be in the end.
    pub(super) most: u64,
    /// Of each subject that is asked step by step, what later steps may ask; empty where all of it stands
    /// among the trials.
    pub(super) later: Vec<Vec<Trial>>,
    /// Who is told how far it has come.
    pub(super) watch: Watch,
    /// Who pays, if it costs anything.
    pub(super) purse: Option<Arc<RunPurse>>,
    /// Those that an earlier plan of the directory did not have, where it had one.
    pub(super) unplanned: Option<BTreeSet<Key>>,
    /// The study of which all that the directory holds will be the plan when that is stored, if nothing else is
    /// there.
    pub(super) plan_of: Option<Key>,
    /// Whether some are still to be stored while the first of them are asked.
    pub(super) stored_later: bool,
    /// Whether these are but the first, and asked from the store, which holds them and more.
    pub(super) in_store: bool,
}

impl Questions {
    /// The questions of a plan about its problems, by what renders them.
    pub(super) fn new(
        study: &Study,
        plan: &Plan,
        problems: Catalogue,
        rendering: &Rendering,
        args: &RunArgs,
    ) -> Result<Self> {
        let rendered = rendering.render(&plan.problems, &plan.questions);
        let trials = rendering.trials(&rendered, study);
        let subjects = rendering.subjects().cloned().zip(trials.into_iter().map(Arc::new));
        let subjects: Vec<SubjectTrials> = subjects.collect();
        let asking = Asking::of(study)?;
        let often = |sampling: &Sampling| u64::from(asking.bounds(sampling.temperature).1);
        let each: u64 = samplings(study).iter().map(often).sum();
        let once_more = |trials: &[Trial]| trials.iter().filter(|t| t.is_control()).count() as u64;
        let most = rendered.len() as u64 * each
            + subjects.first().map_or(0, |(_, trials)| once_more(trials));
        Ok(Self {
            prompts: Arc::new(told_apart(rendered)?),
            subjects,
            unsent: rendering.unsent.clone(),
            problems,
            most,
            later: Vec::new(),
            watch: Watch::plain(args.flow.concurrency),
            purse: None,
            unplanned: None,
            plan_of: None,
            stored_later: false,
            in_store: false,
        })
    }

    /// The trial that asks a subject the question of another one again.
    pub(super) fn again(&self, subject: &dyn Subject, trial: &Trial, repeat: u32) -> Trial {
        let (name, endpoint) = (subject.name(), subject.endpoint());
        let prompt = self.prompts.get(&trial.prompt);
        prompt.map_or_else(
            || trial.clone(),
            |prompt| Trial::new(prompt, name, endpoint, &trial.sampling, repeat),
        )
    }

    /// The trials of each subject.
    pub(super) fn trials(&self) -> Vec<Arc<Vec<Trial>>> {
        self.subjects.iter().map(|(_, trials)| Arc::clone(trials)).collect()
    }

    /// A bar for the making of a plan that begins with these; hidden where no terminal shows it.
    pub(super) fn planning(&self) -> ProgressBar {
        let here: usize = self.subjects.iter().map(|(_, trials)| trials.len()).sum();
        let shown = bar(self.most * self.subjects.len() as u64, PLANNING);
        shown.inc(here as u64);
        shown
    }

    /// Narrows what is asked step by step to the steps that are under way.
    pub(super) fn narrow(&mut self, upcoming: Vec<Upcoming>) {
        for ((_, trials), own) in self.subjects.iter_mut().zip(upcoming) {
            *trials = Arc::new(own.planned);
            self.later.push(own.later);
        }
    }

    /// How many questions each subject may still be asked, where these are `answered`: at most, if votes
    /// call for more.
    pub(super) fn open(&self, answered: &BTreeSet<Key>) -> Vec<u64> {
        let open = |(_, trials): &SubjectTrials| {
            let done = trials.iter().filter(|trial| answered.contains(&trial.key)).count() as u64;
            self.most.max(trials.len() as u64) - done
        };
        self.subjects.iter().map(open).collect()
    }

    /// The most tokens that an answer may have, if every subject is told so.
    pub(super) fn limit(&self, study: &Study) -> Option<u32> {
        let untold = self.unsent.values().any(|unsent| unsent.contains(&Setting::MaxTokens));
        study.sampling.max_tokens.filter(|_| !untold)
    }
}

/// Prompts by their keys; two that read the same are refused.
fn told_apart(rendered: Rendered) -> Result<BTreeMap<Key, Arc<Prompt>>> {
    let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
    for (key, prompt) in rendered {
        if let Some(other) = prompts.insert(key, Arc::clone(&prompt)) {
            let name = |one: &Prompt| format!("{} under {}", one.problem, one.protocol);
            bail!(
                "{} and {} read the same: their answers could not be told apart",
                name(&other),
                name(&prompt)
            );
        }
    }
    Ok(prompts)
}

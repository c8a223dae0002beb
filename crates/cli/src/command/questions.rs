//! Questions: what a run asks of whom, rendered before anything is asked.

use super::trials::{add_first, controls};
use crate::args::RunArgs;
use crate::ballot_box::Asking;
use crate::costs::RunPurse;
use crate::sampling::{self, samplings};
use crate::subjects::{Asked, Reach, subject};
use crate::watch::Watch;
use anyhow::{Result, bail};
use peirast_record::{Catalogue, Key, Name, Prompt, Sampling, Setting, Study, Trial};
use peirast_run::Subject;
use peirast_task::Plan;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A subject with its trials, which are shared with whoever asks them.
pub(super) type SubjectTrials = (Arc<dyn Subject>, Arc<Vec<Trial>>);

/// Every question of a study, rendered, for every subject.
pub(super) struct Questions {
    pub(super) prompts: Arc<BTreeMap<Key, Arc<Prompt>>>,
    pub(super) subjects: Vec<SubjectTrials>,
    /// The settings that are not sent, by subject.
    pub(super) unsent: BTreeMap<String, BTreeSet<Setting>>,
    pub(super) problems: Catalogue,
    /// How many trials of each subject there may be in the end.
    pub(super) most: u64,
    /// Who is told how far it has come.
    pub(super) watch: Watch,
    /// Who pays, if it costs anything.
    pub(super) purse: Option<Arc<RunPurse>>,
    /// Whether they are stored while the first of them are asked.
    pub(super) stored_later: bool,
}

impl Questions {
    pub(super) fn new(study: &Study, plan: &Plan, args: &RunArgs) -> Result<Self> {
        let reach = Reach::new(&args.live, Duration::from_secs(args.timeout), !args.dry_run)?;
        let asked = Asked {
            problems: Catalogue::of(Arc::clone(&plan.problems)),
            protocols: Arc::new(plan.protocols.clone()),
        };
        let protocols = plan.protocols.all();
        let names: Vec<Name> = protocols.iter().map(|one| Name::from(&*one.name)).collect();
        let rendered: Vec<(Key, Arc<Prompt>)> = plan
            .questions
            .par_iter()
            .map(|q| {
                let prompt = plan.asker.ask(&plan.problems[q.problem], &protocols[q.protocol]);
                let prompt = Prompt { protocol: names[q.protocol].clone(), ..prompt };
                (prompt.key(), Arc::new(prompt))
            })
            .collect();
        let asking = Asking::of(study)?;
        let (mut subjects, mut unsent) = (Vec::new(), BTreeMap::new());
        let bounds = |sampling: &Sampling| asking.bounds(sampling.temperature);
        let each: u64 = samplings(study).iter().map(|one| u64::from(bounds(one).1)).sum();
        let most = rendered.len() as u64 * each;
        for name in &study.subjects {
            let subject = subject(name, &reach, study.seed, &asked)?;
            let sent = sampling::sent(subject.as_ref(), study, args.settings.allow_unsent)?;
            unsent.insert(name.clone(), sent.unsent);
            let first = |sampling| bounds(sampling).0 as usize * rendered.len();
            let room = sent.samplings.iter().map(first).sum();
            let mut trials = Vec::with_capacity(room);
            for sampling in sent.samplings {
                let (least, _) = bounds(&sampling);
                let begin = trials.len();
                add_first(&mut trials, &rendered, subject.as_ref(), &sampling, least);
                let own = trials.get(begin..).unwrap_or_default();
                let put_again = controls(own, &rendered, subject.endpoint(), study);
                trials.reserve_exact(put_again.len());
                trials.extend(put_again);
            }
            trials.shrink_to_fit();
            subjects.push((subject, Arc::new(trials)));
        }
        let once_more = |trials: &[Trial]| trials.iter().filter(|t| t.is_control()).count() as u64;
        let most = most + subjects.first().map_or(0, |(_, trials)| once_more(trials));
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
        let watch = Watch::plain(args.flow.concurrency);
        let (prompts, problems) = (Arc::new(prompts), asked.problems);
        let stored_later = false;
        Ok(Self { prompts, subjects, unsent, problems, most, watch, purse: None, stored_later })
    }

    /// The most tokens that an answer may have, if every subject is told so.
    pub(super) fn limit(&self, study: &Study) -> Option<u32> {
        let untold = self.unsent.values().any(|unsent| unsent.contains(&Setting::MaxTokens));
        study.sampling.max_tokens.filter(|_| !untold)
    }
}

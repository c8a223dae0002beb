//! Rendering: the questions of a plan as prompts, and the trials by which each subject is asked them.

use super::trials::{add_first, controls};
use crate::args::RunArgs;
use crate::ballot_box::Asking;
use crate::sampling::{self, Sent};
use crate::subjects::{Asked, Reach, subject};
use anyhow::Result;
use peirast_llm::Subject;
use peirast_record::{Catalogue, Key, Name, Problem, Prompt, Sampling, Setting, Study, Trial};
use peirast_task::{Asker, Plan, Protocols, Question};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Prompts with their keys, in the order of their questions.
pub(super) type Rendered = Vec<(Key, Arc<Prompt>)>;

/// What renders the questions of a study, and who is asked them in what way.
pub(super) struct Rendering {
    asker: Asker,
    protocols: Arc<Protocols>,
    names: Vec<Name>,
    subjects: Vec<Questioned>,
    /// The settings that are not sent, by subject.
    pub(super) unsent: BTreeMap<String, BTreeSet<Setting>>,
}

/// A subject, and how it samples: each sampling with how often a question is asked at first.
struct Questioned {
    subject: Arc<dyn Subject>,
    samplings: Vec<(Sampling, u32)>,
}

impl Rendering {
    /// Of a study with this plan and these problems, or with a plan that begins with it unless a subject is
    /// simulated: those are told the problems.
    pub(super) fn of(
        study: &Study,
        plan: &Plan,
        problems: &Catalogue,
        args: &RunArgs,
    ) -> Result<Self> {
        let reach = Reach::new(&args.live, Duration::from_secs(args.timeout), !args.dry_run)?;
        let protocols = Arc::new(plan.protocols.clone());
        let asked = Asked { problems: problems.clone(), protocols: Arc::clone(&protocols) };
        let asking = Asking::of(study)?;
        let (mut subjects, mut unsent) = (Vec::new(), BTreeMap::new());
        for name in &study.subjects {
            let subject = subject(name, &reach, study.seed, &asked)?;
            let sent = sampling::sent(subject.as_ref(), study, args.settings.allow_unsent)?;
            let Sent { samplings, unsent: own } = sent;
            let often = |one: Sampling| {
                let least = asking.bounds(one.temperature).0;
                (one, least)
            };
            let samplings = samplings.into_iter().map(often).collect();
            unsent.insert(name.clone(), own);
            subjects.push(Questioned { subject, samplings });
        }
        let names = protocols.all().iter().map(|one| Name::from(&*one.name)).collect();
        Ok(Self { asker: plan.asker.clone(), protocols, names, subjects, unsent })
    }

    /// Who is asked.
    pub(super) fn subjects(&self) -> impl Iterator<Item = &Arc<dyn Subject>> + Clone {
        self.subjects.iter().map(|one| &one.subject)
    }

    /// The prompts of some questions, whose places are those in a list of problems.
    pub(super) fn render(&self, problems: &[Problem], questions: &[Question]) -> Rendered {
        let protocols = self.protocols.all();
        let render = |q: &Question| {
            let prompt = self.asker.ask(&problems[q.problem], &protocols[q.protocol]);
            let prompt = Prompt { protocol: self.names[q.protocol].clone(), ..prompt };
            (prompt.key(), Arc::new(prompt))
        };
        questions.par_iter().map(render).collect()
    }

    /// The trials that each subject begins with, with the controls that a study wants.
    pub(super) fn trials(&self, rendered: &Rendered, study: &Study) -> Vec<Vec<Trial>> {
        self.subjects.iter().map(|one| one.trials(rendered, study)).collect()
    }
}

impl Questioned {
    fn trials(&self, rendered: &Rendered, study: &Study) -> Vec<Trial> {
        let Self { subject, samplings } = self;
        let room = samplings.iter().map(|(_, least)| *least as usize * rendered.len());
        let mut trials = Vec::with_capacity(room.sum());
        for (sampling, least) in samplings {
            let begin = trials.len();
            add_first(&mut trials, rendered, subject.as_ref(), sampling, *least);
            let own = trials.get(begin..).unwrap_or_default();
            let put_again = controls(own, rendered, subject.endpoint(), study);
            trials.reserve_exact(put_again.len());
            trials.extend(put_again);
        }
        trials.shrink_to_fit();
        trials
    }
}

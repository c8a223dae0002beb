//! Rendering: questions of a plan as prompts, and the trials of each subject.

use super::trials::{add_first, controls};
use crate::error::{Result, bail};
use crate::event::SharedSink;
use crate::options::PlanOptions;
use crate::sampling::{self, SubjectSampling};
use crate::subjects::{ProblemContext, SubjectFactory, subject};
use crate::votes::Repetition;
use peirast_llm::Subject;
use peirast_record::{Catalogue, Key, Name, Problem, Prompt, Sampling, Setting, Study, Trial};
use peirast_task::{Asker, Plan, Protocols, Question};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Prompts with their keys, in the order of their questions.
pub(crate) type RenderedPrompts = Vec<(Key, Arc<Prompt>)>;

/// Renderer of a study's questions, which also makes the trials of each subject.
pub(crate) struct PromptRenderer {
    asker: Asker,
    protocols: Arc<Protocols>,
    names: Vec<Name>,
    subjects: Vec<SampledSubject>,
    /// The settings that are not sent, by subject.
    pub(crate) unsent: BTreeMap<String, BTreeSet<Setting>>,
}

/// A subject with its samplings, each with the number of times that a question is asked at first.
struct SampledSubject {
    subject: Arc<dyn Subject>,
    samplings: Vec<(Sampling, u32)>,
}

impl PromptRenderer {
    /// Creates a renderer for a study with this plan and these problems. The plan may be only the
    /// beginning of the study's, unless a subject is simulated: simulated subjects have to know all
    /// problems.
    pub(crate) fn new(
        study: &Study,
        plan: &Plan,
        problems: &Catalogue,
        options: &PlanOptions,
        events: &SharedSink,
    ) -> Result<Self> {
        let factory =
            SubjectFactory::new(&options.access, options.timeout, options.needs_keys, events)?
                .with_custom(options.custom.clone())
                .with_placed(study);
        if let Some(name) =
            options.access.base_urls.keys().find(|name| !study.subjects.contains(name))
        {
            bail!(
                Subject,
                "--base-url {name}=...: `{name}` is none of the models, which are {}",
                study.subjects.join(", ")
            );
        }
        let protocols = Arc::new(plan.protocols.clone());
        let context =
            ProblemContext { problems: problems.clone(), protocols: Arc::clone(&protocols) };
        let repetition = Repetition::for_study(study)?;
        let (mut subjects, mut unsent) = (Vec::new(), BTreeMap::new());
        for name in &study.subjects {
            let subject = subject(name, &factory, study.seed, &context)?;
            let sent =
                sampling::sent(subject.as_ref(), study, options.allow_unsent, events.as_ref())?;
            let SubjectSampling { samplings, unsent: left_out } = sent;
            let with_repeats = |one: Sampling| {
                let least = repetition.bounds(one.temperature).0;
                (one, least)
            };
            let samplings = samplings.into_iter().map(with_repeats).collect();
            unsent.insert(name.clone(), left_out);
            subjects.push(SampledSubject { subject, samplings });
        }
        let names = protocols.all().iter().map(|one| Name::from(&*one.name)).collect();
        Ok(Self { asker: plan.asker.clone(), protocols, names, subjects, unsent })
    }

    pub(crate) fn subjects(&self) -> impl Iterator<Item = &Arc<dyn Subject>> + Clone {
        self.subjects.iter().map(|one| &one.subject)
    }

    /// Renders questions, which refer to problems by their places in `problems`.
    pub(crate) fn render(&self, problems: &[Problem], questions: &[Question]) -> RenderedPrompts {
        let protocols = self.protocols.all();
        let render = |q: &Question| {
            let prompt = self.asker.ask(&problems[q.problem], &protocols[q.protocol]);
            let prompt = Prompt { protocol: self.names[q.protocol].clone(), ..prompt };
            (prompt.key(), Arc::new(prompt))
        };
        questions.par_iter().map(render).collect()
    }

    /// Returns the trials that each subject begins with, controls included.
    pub(crate) fn trials(&self, rendered: &RenderedPrompts, study: &Study) -> Vec<Vec<Trial>> {
        self.subjects.iter().map(|one| one.trials(rendered, study)).collect()
    }
}

impl SampledSubject {
    fn trials(&self, rendered: &RenderedPrompts, study: &Study) -> Vec<Trial> {
        let Self { subject, samplings } = self;
        let room = samplings.iter().map(|(_, least)| *least as usize * rendered.len());
        let mut trials = Vec::with_capacity(room.sum());
        for (sampling, least) in samplings {
            let begin = trials.len();
            add_first(&mut trials, rendered, subject.as_ref(), sampling, *least);
            let first = trials.get(begin..).unwrap_or_default();
            let put_again = controls(first, rendered, subject.endpoint(), study);
            trials.reserve_exact(put_again.len());
            trials.extend(put_again);
        }
        trials.shrink_to_fit();
        trials
    }
}

//! Plan: the trials that a run has to ask, and those that it has to store.

use super::{RunError, Runner, Sources, Subjects};
use crate::lease::{Lease, LeasedTrials};
use crate::registration::Registration;
use crate::source::{ChainedSource, Source, StoredTrials};
use crate::{Event, Summary};
use peirast_llm::Subject;
use peirast_record::{Key, Trial};
use peirast_store::{StoreError, TrialProgress};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Runner {
    /// Returns the trials of each subject that have to be asked, and those that have to be stored.
    pub(super) async fn plan(
        &self,
        subjects: Subjects,
        grows: bool,
        summary: &mut Summary,
        lease: Option<&Arc<Lease>>,
    ) -> Result<(Sources, Registration), RunError> {
        let found = match subjects.is_empty() {
            true => Vec::new(),
            false => found(&subjects, &self.store.progress().await?),
        };
        let (mut sources, mut registration) = (Sources::new(), Registration::new(grows));
        for ((subject, trials), found) in subjects.into_iter().zip(found) {
            let (mut missing, mut already) = (Vec::new(), 0);
            for (at, found) in found.into_iter().enumerate() {
                match found {
                    Found::Twice => {}
                    Found::Stored(TrialProgress::Answered) => already += 1,
                    Found::Stored(TrialProgress::Open { failures }) => {
                        missing.push((failures, (false, at)));
                    }
                    Found::New => missing.push((0, (true, at))),
                }
            }
            let missing = least_failed_first(missing);
            self.check_prompts(&trials, &missing)?;
            let planned = (missing.len() as u64 + already, already);
            self.tell_plan(subject.as_ref(), planned, summary);
            let source: Arc<dyn Source> = match lease {
                None => {
                    let place = (subject.name(), subject.endpoint());
                    Arc::new(registration.add_queue(&self.store, place, trials, missing, planned))
                }
                Some(lease) => {
                    let missing =
                        missing.iter().filter_map(|(new, at)| Some((*new, trials.get(*at)?)));
                    Arc::new(self.leased(lease, subject.as_ref(), missing.collect()).await?)
                }
            };
            sources.push((subject, source));
        }
        match lease {
            _ if self.planned.is_empty() => {}
            Some(lease) => sources.extend(self.queued(lease, summary).await?),
            None => sources.extend(self.stored(summary, grows.then_some(&mut registration)).await?),
        }
        Ok((sources, registration))
    }

    /// Returns a source of listed trials that other processes may ask too, and that are in the
    /// queue from the start.
    async fn leased(
        &self,
        lease: &Arc<Lease>,
        subject: &dyn Subject,
        missing: Vec<(bool, &Trial)>,
    ) -> Result<LeasedTrials, StoreError> {
        let fresh = missing.iter().filter(|(new, _)| *new).map(|(_, trial)| *trial);
        let fresh = (subject.endpoint(), fresh.collect());
        self.store.register(&[fresh], &self.prompts, &self.problems).await?;
        let missing = missing.into_iter().map(|(_, trial)| trial.clone()).collect();
        let place = (subject.name(), subject.endpoint());
        Ok(LeasedTrials::listed(Arc::clone(lease), place, missing, Arc::clone(&self.prompts)))
    }

    /// Returns a source of the planned trials in the store, which other processes may ask too.
    async fn queued(
        &self,
        lease: &Arc<Lease>,
        summary: &mut Summary,
    ) -> Result<Sources, StoreError> {
        let known = self.store.subject_plans().await?;
        let source = |subject: &Arc<dyn Subject>| {
            let place = (subject.name(), subject.endpoint());
            let plan = known.iter().find(|known| (&*known.subject, &*known.endpoint) == place);
            let planned = plan.map_or((0, 0), |plan| (plan.trials, plan.answered));
            self.tell_plan(subject.as_ref(), planned, summary);
            let queue = LeasedTrials::planned(Arc::clone(lease), place, self.forever);
            (Arc::clone(subject), Arc::new(queue) as Arc<dyn Source>)
        };
        Ok(self.planned.iter().map(source).collect())
    }

    /// Returns a source of the planned trials in the store, which no other process asks; then of
    /// the trials that are added, if the plan grows.
    async fn stored(
        &self,
        summary: &mut Summary,
        mut growing: Option<&mut Registration>,
    ) -> Result<Sources, StoreError> {
        let mut waiting = self.store.open_rows().await?;
        let source = |subject: &Arc<dyn Subject>| {
            let place = (subject.name(), subject.endpoint());
            let open = waiting.iter_mut().find(|open| (&*open.subject, &*open.endpoint) == place);
            let open = open.map(|open| (open.trials, std::mem::take(&mut open.rows)));
            let (trials, rows) = open.unwrap_or_default();
            let planned = (trials, trials.saturating_sub(rows.len() as u64));
            self.tell_plan(subject.as_ref(), planned, summary);
            let stored = StoredTrials::new(self.store.clone(), rows);
            let source: Arc<dyn Source> = match &mut growing {
                None => Arc::new(stored),
                Some(registration) => {
                    let (store, none) = (&self.store, Arc::default());
                    let added = registration.add_queue(store, place, none, Vec::new(), planned);
                    Arc::new(ChainedSource::new(stored, added))
                }
            };
            (Arc::clone(subject), source)
        };
        Ok(self.planned.iter().map(source).collect())
    }

    fn tell_plan(
        &self,
        subject: &dyn Subject,
        (trials, already): (u64, u64),
        summary: &mut Summary,
    ) {
        summary.trials += trials;
        summary.already += already;
        (self.settings.on_event)(Event::Planned { subject: subject.name(), trials, already });
    }

    fn check_prompts(&self, trials: &[Trial], missing: &[(bool, usize)]) -> Result<(), RunError> {
        let mut missing = missing.iter().filter_map(|(_, at)| trials.get(*at));
        match missing.find(|trial| !self.prompts.contains_key(&trial.prompt)) {
            None => Ok(()),
            Some(trial) => {
                Err(RunError::NoPrompt { trial: trial.key.clone(), prompt: trial.prompt.clone() })
            }
        }
    }
}

/// The state of a trial before the run.
enum Found {
    /// It was given twice.
    Twice,
    /// It is in the store.
    Stored(TrialProgress),
    /// It is not in the store.
    New,
}

/// Returns the state of every trial of every subject.
fn found(subjects: &Subjects, progress: &BTreeMap<Key, TrialProgress>) -> Vec<Vec<Found>> {
    let mut seen = BTreeSet::new();
    let mut find = |trial| match seen.insert(trial) {
        true => progress.get(trial).map_or(Found::New, |progress| Found::Stored(*progress)),
        false => Found::Twice,
    };
    let all = subjects.iter();
    all.map(|(_, trials)| trials.iter().map(|trial| find(&trial.key)).collect()).collect()
}

/// Returns the trials in the order of asking: first those never tried, in the given order, then
/// those that failed before, in increasing order of failures.
///
/// Otherwise a few questions that are refused every time would stop every run before it reached the
/// others. The counts are the failures in the store; a crash can lose the last of them, which
/// changes only this order.
fn least_failed_first<T>(mut trials: Vec<(u64, T)>) -> Vec<T> {
    trials.sort_by_key(|(failures, _)| *failures);
    trials.into_iter().map(|(_, trial)| trial).collect()
}

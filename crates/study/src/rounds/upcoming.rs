//! The next questions of a sequential run, from the answers in its directory.

use super::schedule::{Schedule, still_open};
use crate::error::Result;
use crate::grade::Loading;
use crate::plan::{QuestionSet, SubjectTrials};
use peirast_record::{Key, Study, Trial};
use peirast_report::Outcomes;
use peirast_store::Store;
use std::collections::BTreeSet;

/// The next trials of one subject in a sequential run.
pub(crate) struct UpcomingTrials {
    /// Trials up to the first step with open questions, and stored trials of later steps.
    pub(crate) planned: Vec<Trial>,
    /// Further trials that later steps may ask.
    pub(crate) later: Vec<Trial>,
}

/// Stored trials and outcomes of a sequential run.
struct StoredSteps {
    trials: BTreeSet<Key>,
    outcomes: Outcomes,
}

impl Schedule {
    /// Returns the next trials of each subject, from the steps that are answered or begun.
    pub(crate) async fn upcoming(
        &self,
        store: Option<&Store>,
        answered: &BTreeSet<Key>,
        study: &Study,
        questions: &QuestionSet,
    ) -> Result<Vec<UpcomingTrials>> {
        let mut stored =
            StoredSteps { trials: BTreeSet::new(), outcomes: Outcomes::new(Vec::new()) };
        if let Some(store) = store.filter(|_| !answered.is_empty()) {
            stored.trials = store.trial_keys().await?;
            let problems = Some(questions.problems.clone());
            let loading = Loading { problems, ..Loading::new(Some(study)) };
            stored.outcomes = loading.load(store, |_, _, _| ()).await?.1;
        }
        let upcoming = |(subject, trials): &SubjectTrials| {
            self.upcoming_of(study, subject.name(), trials, answered, &stored)
        };
        questions.subjects.iter().map(upcoming).collect()
    }

    fn upcoming_of(
        &self,
        study: &Study,
        subject: &str,
        trials: &[Trial],
        answered: &BTreeSet<Key>,
        stored: &StoredSteps,
    ) -> Result<UpcomingTrials> {
        let (mut planned, mut later) = (Vec::new(), Vec::new());
        let (mut open, mut is_done) = (self.all(), true);
        for step in 0..=self.last {
            let next = self.step(step, &open, trials);
            if !is_done {
                let (now, then): (Vec<_>, Vec<_>) =
                    next.into_iter().partition(|trial| stored.trials.contains(&trial.key));
                planned.extend(now);
                later.extend(then);
                continue;
            }
            is_done = next.iter().all(|trial| answered.contains(&trial.key));
            if is_done && !next.is_empty() {
                let evidence = self.evidence(study, &stored.outcomes, subject, step)?;
                open = still_open(&evidence);
            }
            planned.extend(next);
        }
        Ok(UpcomingTrials { planned, later })
    }
}

//! What a sequential run would ask next, by what its directory holds.

use super::schedule::{Schedule, still_open};
use crate::error::Result;
use crate::grade::Loading;
use crate::plan::{QuestionSet, SubjectTrials};
use peirast_record::{Key, Study, Trial};
use peirast_report::Outcomes;
use peirast_store::Store;
use std::collections::BTreeSet;

/// What a subject is asked step by step.
pub(crate) struct Upcoming {
    /// The steps up to the first that has open questions, and what is stored of later ones.
    pub(crate) planned: Vec<Trial>,
    /// What later steps may ask besides.
    pub(crate) later: Vec<Trial>,
}

/// What the store says of a sequential run.
struct StoredAnswers {
    stored: BTreeSet<Key>,
    outcomes: Outcomes,
}

impl Schedule {
    /// What each subject is asked, by the steps whose answers are there and by those that are under way.
    pub(crate) async fn upcoming(
        &self,
        store: Option<&Store>,
        answered: &BTreeSet<Key>,
        study: &Study,
        questions: &QuestionSet,
    ) -> Result<Vec<Upcoming>> {
        let mut looked =
            StoredAnswers { stored: BTreeSet::new(), outcomes: Outcomes::new(Vec::new()) };
        if let Some(store) = store.filter(|_| !answered.is_empty()) {
            looked.stored = store.trial_keys().await?;
            let problems = Some(questions.problems.clone());
            let loading = Loading { problems, ..Loading::of(Some(study)) };
            looked.outcomes = loading.load(store, |_, _, _| ()).await?.1;
        }
        let of = |(subject, trials): &SubjectTrials| {
            self.upcoming_of(study, subject.name(), trials, answered, &looked)
        };
        questions.subjects.iter().map(of).collect()
    }

    fn upcoming_of(
        &self,
        study: &Study,
        subject: &str,
        trials: &[Trial],
        answered: &BTreeSet<Key>,
        looked: &StoredAnswers,
    ) -> Result<Upcoming> {
        let (mut planned, mut later) = (Vec::new(), Vec::new());
        let (mut open, mut is_done) = (self.all(), true);
        for step in 0..=self.last {
            let next = self.step(step, &open, trials);
            if !is_done {
                let (now, then): (Vec<_>, Vec<_>) =
                    next.into_iter().partition(|trial| looked.stored.contains(&trial.key));
                planned.extend(now);
                later.extend(then);
                continue;
            }
            is_done = next.iter().all(|trial| answered.contains(&trial.key));
            if is_done && !next.is_empty() {
                let evidence = self.evidence(study, &looked.outcomes, subject, step)?;
                open = still_open(&evidence);
            }
            planned.extend(next);
        }
        Ok(Upcoming { planned, later })
    }
}

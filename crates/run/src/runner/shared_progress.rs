//! Shared progress: the progress of all workers on the plan that one of them asks.

use super::{Listener, RunError, Runner};
use crate::lease::BackgroundTask;
use crate::{Event, Summary};
use peirast_llm::Subject;
use peirast_store::{Store, StoreError};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Interval at which a worker checks the progress of the others.
const LOOK: Duration = Duration::from_secs(2);
/// Pause after a check, as a multiple of its duration.
const SELDOM: u32 = 50;

impl Runner {
    /// Reports the progress of all workers from time to time, until this is dropped.
    pub(super) fn count_along(&self) -> BackgroundTask {
        let (store, tell) = (self.store.clone(), Arc::clone(&self.settings.on_event));
        let subjects = self.planned.clone();
        BackgroundTask(tokio::spawn(async move {
            let mut wait = LOOK;
            loop {
                sleep(wait).await;
                let begun = Instant::now();
                // A database that does not answer now is asked again.
                let _ = counted(&store, &subjects, &tell).await;
                wait = LOOK.max(begun.elapsed() * SELDOM);
            }
        }))
    }

    /// Counts the planned trials that other workers answered meanwhile.
    pub(super) async fn count_planned(&self, summary: &mut Summary) -> Result<(), RunError> {
        let (trials, answered) =
            counted(&self.store, &self.planned, &self.settings.on_event).await?;
        summary.trials = summary.trials.max(trials);
        summary.elsewhere += answered.saturating_sub(summary.already + summary.answered);
        Ok(())
    }
}

/// Counts the trials planned for these subjects, and those with an answer; reports both for each
/// subject.
async fn counted(
    store: &Store,
    subjects: &[Arc<dyn Subject>],
    tell: &Listener,
) -> Result<(u64, u64), StoreError> {
    let (mut trials, mut answered) = (0, 0);
    for plan in store.subject_plans().await? {
        let place = (&*plan.subject, &*plan.endpoint);
        if subjects.iter().any(|subject| (subject.name(), subject.endpoint()) == place) {
            trials += plan.trials;
            answered += plan.answered;
            tell(Event::SharedProgress {
                subject: &plan.subject,
                trials: plan.trials,
                answered: plan.answered,
            });
        }
    }
    Ok((trials, answered))
}

//! A source: where the trials of a lane come from.

use crate::runner::Prompts;
use crate::writer::WriterStopped;
use crate::{BoxFuture, StoreError};
use peirast_record::{Key, Prompt, Trial};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A trial with the prompt that it puts. It is one of a list, which is not copied.
#[derive(Debug)]
pub(crate) struct Posed {
    trials: Arc<Vec<Trial>>,
    at: usize,
    pub(crate) prompt: Arc<Prompt>,
}

impl Posed {
    /// The trial at a place of a list with its prompt; none if one of the two is missing.
    pub(crate) fn of(trials: &Arc<Vec<Trial>>, at: usize, prompts: &Prompts) -> Option<Arc<Self>> {
        let prompt = Arc::clone(prompts.get(&trials.get(at)?.prompt)?);
        Some(Arc::new(Self { trials: Arc::clone(trials), at, prompt }))
    }

    /// A trial that is on no list.
    pub(crate) fn alone(trial: Trial, prompt: Arc<Prompt>) -> Arc<Self> {
        Arc::new(Self { trials: Arc::new(vec![trial]), at: 0, prompt })
    }

    /// The trial.
    pub(crate) fn trial(&self) -> &Trial {
        // `of` has found it there.
        &self.trials[self.at]
    }
}

/// Trials, batch by batch.
pub(crate) trait Source: Send + Sync {
    /// Some trials more, about `most`; none when there are no more to come. This may wait: for a
    /// database, or for a trial that another worker holds. A lane that stops asking drops the
    /// future, and what was on its way stays open.
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<Posed>>, WriterStopped>>;

    /// A trial is given up in this run.
    fn gave_up(&self, _trial: &Key) {}

    /// The lane is done; what it was given and did not ask is free again.
    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    /// Trials that were found answered by somebody else.
    fn elsewhere(&self) -> u64 {
        0
    }

    /// What ended the source before its time.
    fn trouble(&self) -> Option<StoreError> {
        None
    }
}

/// Trials from a list, of which nobody else takes any.
pub(crate) struct Listed {
    trials: Arc<Vec<Trial>>,
    /// How many of them were taken.
    taken: AtomicUsize,
    prompts: Arc<Prompts>,
}

impl Listed {
    /// The trials in this order. Those whose prompt is missing are left out; the run checks before
    /// that there are none.
    pub(crate) fn new(trials: Vec<Trial>, prompts: Arc<Prompts>) -> Self {
        Self { trials: Arc::new(trials), taken: AtomicUsize::new(0), prompts }
    }
}

impl Source for Listed {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<Posed>>, WriterStopped>> {
        let begin = self.taken.fetch_add(most, Ordering::Relaxed).min(self.trials.len());
        let places = begin..begin.saturating_add(most).min(self.trials.len());
        let questions = places.filter_map(|at| Posed::of(&self.trials, at, &self.prompts));
        let questions = Ok(questions.collect());
        Box::pin(async { questions })
    }
}

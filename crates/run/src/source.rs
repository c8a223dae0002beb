//! A source: where the trials of a lane come from.

use crate::runner::Prompts;
use crate::writer::WriterStopped;
use crate::{BoxFuture, StoreError};
use peirast_record::{Key, Prompt, Trial};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// A trial with the prompt that it puts.
#[derive(Debug)]
pub(crate) struct Posed {
    pub(crate) trial: Trial,
    pub(crate) prompt: Arc<Prompt>,
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
    trials: Mutex<VecDeque<Trial>>,
    prompts: Arc<Prompts>,
}

impl Listed {
    /// The trials in this order. Those whose prompt is missing are left out; the run checks before
    /// that there are none.
    pub(crate) fn new(trials: Vec<Trial>, prompts: Arc<Prompts>) -> Self {
        Self { trials: Mutex::new(trials.into()), prompts }
    }
}

impl Source for Listed {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<Posed>>, WriterStopped>> {
        let mut trials = self.trials.lock().unwrap_or_else(PoisonError::into_inner);
        let some = most.min(trials.len());
        let questions = trials.drain(..some).filter_map(|trial| {
            let prompt = Arc::clone(self.prompts.get(&trial.prompt)?);
            Some(Arc::new(Posed { trial, prompt }))
        });
        let questions = Ok(questions.collect());
        Box::pin(async { questions })
    }
}

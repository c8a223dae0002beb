//! A source: where the trials of a lane come from.

use crate::writer::WriterStopped;
use peirast_llm::BoxFuture;
use peirast_record::{Key, Trial};
use peirast_store::{MAX_ROWS_PER_QUERY, PromptedTrial, Prompts, Store, StoreError};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use tokio::sync::Mutex;

/// Trials, batch by batch.
pub(crate) trait Source: Send + Sync {
    /// Some trials more, about `most`; none when there are no more to come. This may wait: for a
    /// database, or for a trial that another worker holds. A lane that stops asking drops the
    /// future, and what was on its way stays open.
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, WriterStopped>>;

    /// How many trials a lane should have left when it asks for more, where it would by itself have so many at most.
    fn ahead(&self, most: usize) -> usize {
        most
    }

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

/// Trials that wait in the store, of which nobody else takes any. They are read when they are asked: there may
/// be a million.
pub(crate) struct StoredTrials {
    store: Store,
    left: Mutex<OpenRows>,
    trouble: std::sync::Mutex<Option<StoreError>>,
}

/// What is left of them.
struct OpenRows {
    /// The number of failures and the row of each, the next one first.
    rows: VecDeque<(u64, i64)>,
    /// Those that were read and not taken.
    read: VecDeque<Arc<PromptedTrial>>,
}

impl StoredTrials {
    /// The trials of `store` in these rows, in this order, each with the number of its failures.
    pub(crate) fn new(store: Store, rows: Vec<(u64, i64)>) -> Self {
        let left = Mutex::new(OpenRows { rows: rows.into(), read: VecDeque::new() });
        Self { store, left, trouble: std::sync::Mutex::default() }
    }
}

impl OpenRows {
    /// The rows that are read next: of trials that failed as often, which come in the order of their rows.
    fn stretch(&self) -> Vec<i64> {
        let first = self.rows.front().map(|(failures, _)| *failures);
        let alike = self.rows.iter().take_while(|(failures, _)| Some(*failures) == first);
        alike.take(MAX_ROWS_PER_QUERY).map(|(_, row)| *row).collect()
    }

    async fn read(&mut self, store: &Store) -> Result<(), StoreError> {
        while self.read.is_empty() && !self.rows.is_empty() {
            let rows = self.stretch();
            let (trials, prompts) = store.trials_at(&rows).await?;
            self.rows.drain(..rows.len());
            let trials = Arc::new(trials);
            self.read.extend(
                (0..trials.len()).filter_map(|at| PromptedTrial::from_list(&trials, at, &prompts)),
            );
        }
        Ok(())
    }
}

impl Source for StoredTrials {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, WriterStopped>> {
        Box::pin(async move {
            let mut left = self.left.lock().await;
            if let Err(error) = left.read(&self.store).await {
                *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                return Err(WriterStopped);
            }
            let count = most.min(left.read.len());
            Ok(left.read.drain(..count).collect())
        })
    }

    fn trouble(&self) -> Option<StoreError> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// One source, and another after it.
pub(crate) struct ChainedSource<A, B> {
    first: A,
    then: B,
    /// Whether the first one has no more.
    is_over: AtomicBool,
}

impl<A: Source, B: Source> ChainedSource<A, B> {
    /// What the first gives, then what the other gives.
    pub(crate) fn new(first: A, then: B) -> Self {
        Self { first, then, is_over: AtomicBool::new(false) }
    }
}

impl<A: Source, B: Source> Source for ChainedSource<A, B> {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, WriterStopped>> {
        Box::pin(async move {
            if !self.is_over.load(Ordering::Relaxed) {
                let some = self.first.next(most).await?;
                if !some.is_empty() {
                    return Ok(some);
                }
                self.is_over.store(true, Ordering::Relaxed);
            }
            self.then.next(most).await
        })
    }

    fn ahead(&self, most: usize) -> usize {
        self.first.ahead(self.then.ahead(most))
    }

    fn gave_up(&self, trial: &Key) {
        self.first.gave_up(trial);
        self.then.gave_up(trial);
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.first.close().await;
            self.then.close().await;
        })
    }

    fn elsewhere(&self) -> u64 {
        self.first.elsewhere() + self.then.elsewhere()
    }

    fn trouble(&self) -> Option<StoreError> {
        self.first.trouble().or_else(|| self.then.trouble())
    }
}

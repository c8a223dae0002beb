//! The sources from which a worker takes the trials of its subject.

use peirast_llm::BoxFuture;
use peirast_record::Key;
use peirast_store::{MAX_ROWS_PER_QUERY, PromptedTrial, Store, StoreError};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Mutex;

/// Trials, batch by batch.
pub(crate) trait Source: Send + Sync {
    /// Takes about `most` further trials; an empty list means that there are no more. This may wait
    /// for a database, or for a trial that another worker leases. A worker that stops drops the
    /// future, and the trials stay open.
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, StoreError>>;

    /// Returns the number of trials left at which a worker should ask for more; `most` is its own
    /// choice.
    fn ahead(&self, most: usize) -> usize {
        most
    }

    /// Records that a trial is given up in this run.
    fn gave_up(&self, _trial: &Key) {}

    /// Ends the use of the source. Trials that were taken and not asked become free.
    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    /// Returns the number of trials that other workers answered meanwhile.
    fn elsewhere(&self) -> u64 {
        0
    }
}

/// Open trials of a store that no other worker takes from. Each is read shortly before it is asked,
/// because there may be a million.
pub(crate) struct StoredTrials {
    store: Store,
    left: Mutex<OpenRows>,
}

/// The open trials that are left.
struct OpenRows {
    /// The number of failures and the row of each trial, in the order of asking.
    rows: VecDeque<(u64, i64)>,
    /// Trials that were read and not taken yet.
    read: VecDeque<Arc<PromptedTrial>>,
}

impl StoredTrials {
    /// Creates a source of the trials in these rows, in this order, each with its number of
    /// failures.
    pub(crate) fn new(store: Store, rows: Vec<(u64, i64)>) -> Self {
        Self { store, left: Mutex::new(OpenRows { rows: rows.into(), read: VecDeque::new() }) }
    }
}

impl OpenRows {
    /// Returns the rows that are read next: trials with equal numbers of failures, in the order of
    /// their rows.
    fn chunk(&self) -> Vec<i64> {
        let first = self.rows.front().map(|(failures, _)| *failures);
        let alike = self.rows.iter().take_while(|(failures, _)| Some(*failures) == first);
        alike.take(MAX_ROWS_PER_QUERY).map(|(_, row)| *row).collect()
    }

    async fn read(&mut self, store: &Store) -> Result<(), StoreError> {
        while self.read.is_empty() && !self.rows.is_empty() {
            let rows = self.chunk();
            let (trials, prompts) = store.trials_at(&rows).await?;
            self.rows.drain(..rows.len());
            self.read.extend(PromptedTrial::all(trials, &prompts));
        }
        Ok(())
    }
}

impl Source for StoredTrials {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, StoreError>> {
        Box::pin(async move {
            let mut left = self.left.lock().await;
            left.read(&self.store).await?;
            let count = most.min(left.read.len());
            Ok(left.read.drain(..count).collect())
        })
    }
}

/// Two sources, one after the other.
pub(crate) struct ChainedSource<A, B> {
    first: A,
    then: B,
    /// True if the first source is empty.
    is_over: AtomicBool,
}

impl<A: Source, B: Source> ChainedSource<A, B> {
    /// Creates a source of the trials of `first`, then those of `then`.
    pub(crate) fn new(first: A, then: B) -> Self {
        Self { first, then, is_over: AtomicBool::new(false) }
    }
}

impl<A: Source, B: Source> Source for ChainedSource<A, B> {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, StoreError>> {
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
}

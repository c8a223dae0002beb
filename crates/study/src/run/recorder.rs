//! Recording of a plan's cost while its chunks are made, before they are asked.

use super::RunMoney;
use crate::error::Result;
use crate::event::SharedSink;
use crate::money::{BudgetTracker, PlanTokenCounter, longest, note_longest};
use crate::plan::ChunkObserver;
use futures::future::BoxFuture;
use peirast_cost::Amount;
use peirast_run::PlanChunk;
use peirast_store::Store;
use std::sync::Arc;

/// Records the most that the chunks of a plan may cost.
pub(crate) struct ForecastRecorder {
    store: Store,
    money: Arc<RunMoney>,
    tracker: Option<Arc<BudgetTracker>>,
    events: SharedSink,
}

impl ForecastRecorder {
    /// Creates a recorder for the plan of a store; with the tracker of the budget, if its questions
    /// are asked meanwhile.
    pub(crate) fn new(
        store: &Store,
        money: &Arc<RunMoney>,
        tracker: Option<&Arc<BudgetTracker>>,
        events: &SharedSink,
    ) -> Self {
        let (store, events) = (store.clone(), Arc::clone(events));
        Self { store, money: Arc::clone(money), tracker: tracker.cloned(), events }
    }

    /// Records what may be in flight once the questions of a chunk are asked as well.
    async fn add(&self, chunk: &PlanChunk) -> Result<()> {
        let Some(longest) = longest(chunk.prompts.values()) else { return Ok(()) };
        let is_longer = match &self.tracker {
            Some(tracker) => tracker.cover_prompt(&self.store, longest).await?,
            None => true,
        };
        match is_longer {
            true => note_longest(&self.store, longest).await,
            false => Ok(()),
        }
    }

    /// Announces the cost of all questions, now that their tokens are counted.
    async fn close(&self, counter: PlanTokenCounter) -> Result<()> {
        let used = self.tracker.as_ref().map_or(Amount::default(), |tracker| tracker.before());
        self.money.announce_counted(&self.store, counter, used, self.events.as_ref()).await
    }
}

impl ChunkObserver for ForecastRecorder {
    fn chunk<'a>(&'a self, chunk: &'a PlanChunk) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.add(chunk))
    }

    fn finish(&self, counter: PlanTokenCounter) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.close(counter))
    }
}

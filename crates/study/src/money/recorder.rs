//! What is recorded of the money of a plan while its chunks are made, before they are asked.

use super::plan_tokens::PlanTokenCounter;
use super::{BudgetTracker, RunMoney, longest, note_longest};
use crate::error::Result;
use crate::event::SharedSink;
use peirast_cost::Amount;
use peirast_run::PlanChunk;
use peirast_store::Store;
use std::sync::Arc;

/// Records what the chunks of a plan may cost.
pub(crate) struct ForecastRecorder {
    store: Store,
    money: Arc<RunMoney>,
    tracker: Option<Arc<BudgetTracker>>,
    events: SharedSink,
}

impl ForecastRecorder {
    /// A recorder for the plan of a store; with the tracker of the budget, if its questions are asked
    /// meanwhile.
    pub(crate) fn new(
        store: &Store,
        money: &Arc<RunMoney>,
        tracker: Option<&Arc<BudgetTracker>>,
        events: &SharedSink,
    ) -> Self {
        let (store, events) = (store.clone(), Arc::clone(events));
        Self { store, money: Arc::clone(money), tracker: tracker.cloned(), events }
    }

    /// Records what may be in flight once these questions are asked, too.
    pub(crate) async fn add(&self, chunk: &PlanChunk) -> Result<()> {
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

    /// Records what all questions cost, now that they are counted.
    pub(crate) async fn close(&self, counter: PlanTokenCounter) -> Result<()> {
        let used = self.tracker.as_ref().map_or(Amount::default(), |tracker| tracker.before());
        self.money.announce_counted(&self.store, counter, used, self.events.as_ref()).await
    }
}

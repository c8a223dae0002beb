//! Recording of a plan's cost while its chunks are made, before they are asked.

use super::RunMoney;
use crate::error::Result;
use crate::event::SharedSink;
use crate::money::{BudgetTracker, PlanTokenCounter, note_longest};
use crate::plan::ChunkObserver;
use futures::future::BoxFuture;
use peirast_record::Prompt;
use peirast_store::Store;
use std::sync::Arc;

/// Records the most that the chunks of a plan may cost.
pub(super) struct ForecastRecorder {
    pub(super) store: Store,
    pub(super) money: Arc<RunMoney>,
    /// Tracker of the budget, if the plan is asked meanwhile.
    pub(super) tracker: Option<Arc<BudgetTracker>>,
    pub(super) events: SharedSink,
}

impl ChunkObserver for ForecastRecorder {
    /// Records what may be in flight once the questions of a chunk are asked as well.
    fn chunk<'a>(&'a self, longest: &'a Prompt) -> BoxFuture<'a, Result<()>> {
        Box::pin(async {
            let is_longer = match &self.tracker {
                Some(tracker) => tracker.cover_prompt(longest).await?,
                None => true,
            };
            match is_longer {
                true => note_longest(&self.store, longest).await,
                false => Ok(()),
            }
        })
    }

    /// Announces the cost of all questions, now that their tokens are counted.
    fn finish(&self, counter: PlanTokenCounter) -> BoxFuture<'_, Result<()>> {
        Box::pin(async {
            let used = self.tracker.as_ref().map(|tracker| tracker.before()).unwrap_or_default();
            self.money.announce_counted(&self.store, counter, used, self.events.as_ref()).await
        })
    }
}

//! Books: what is written down of the money of a plan while it grows, before its questions are asked.

use super::censuses::Censuses;
use super::money::Money;
use crate::costs::{RunPurse, longest, note_longest};
use crate::watch::Watch;
use anyhow::Result;
use peirast_cost::Amount;
use peirast_run::PlanChunk;
use peirast_store::Store;
use std::sync::Arc;

/// The books of a plan that grows.
pub(super) struct Books {
    store: Store,
    money: Arc<Money>,
    purse: Option<Arc<RunPurse>>,
    watch: Watch,
}

impl Books {
    /// Of the plan of a store; with the purse that pays for its questions, if they are asked meanwhile.
    pub(super) fn of(
        store: &Store,
        money: &Arc<Money>,
        purse: Option<&Arc<RunPurse>>,
        watch: &Watch,
    ) -> Self {
        let (store, watch) = (store.clone(), watch.clone());
        Self { store, money: Arc::clone(money), purse: purse.cloned(), watch }
    }

    /// Writes down what may be in flight when these questions are asked, too.
    pub(super) async fn add(&self, addition: &PlanChunk) -> Result<()> {
        let Some(longest) = longest(addition.prompts.values()) else { return Ok(()) };
        let is_longer = match &self.purse {
            Some(purse) => purse.widen(&self.store, longest).await?,
            None => true,
        };
        match is_longer {
            true => note_longest(&self.store, longest).await,
            false => Ok(()),
        }
    }

    /// Writes down what all questions cost, now that they are counted.
    pub(super) async fn close(&self, counted: Censuses) -> Result<()> {
        let used = self.purse.as_ref().map_or(Amount::default(), |purse| purse.before());
        self.money.announce_counted(&self.store, counted, used, &self.watch).await
    }
}

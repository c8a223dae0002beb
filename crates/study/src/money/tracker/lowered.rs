//! The end of a transaction that stores answers and, with them, a smaller exposure.

use super::{BudgetTracker, StoredExposure};
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// An exposure that is being stored with answers; dropped when they are.
pub(super) struct Lowered {
    pub(super) _stored: OwnedMutexGuard<StoredExposure>,
    pub(super) tracker: Option<Arc<BudgetTracker>>,
    pub(super) covered: Vec<u64>,
}

impl Drop for Lowered {
    fn drop(&mut self) {
        if let Some(tracker) = &self.tracker {
            tracker.cover().written(&self.covered);
        }
    }
}

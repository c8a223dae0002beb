//! Cancellation: one switch, many watchers.

use std::sync::Arc;
use tokio::sync::watch;

/// A switch that ends a run early. Clones share it. It can be used once, from any thread.
///
/// ```
/// let cancel = peirast_run::Cancel::new();
/// let same = cancel.clone();
/// same.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<watch::Sender<bool>>);

impl Cancel {
    /// Creates a switch that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the run.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }

    /// Returns true if the run is cancelled.
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the run is cancelled.
    pub async fn cancelled(&self) {
        // The sender lives in `self`, so the channel cannot close while this waits.
        let _ = self.0.subscribe().wait_for(|is_cancelled| *is_cancelled).await;
    }
}

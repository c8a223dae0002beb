//! Cancellation: one switch, many watchers.

use std::sync::Arc;
use tokio::sync::watch;

/// A switch that stops a run. Clones share it; it can be thrown once, from any thread.
///
/// ```
/// let cancel = peirast_run::Cancel::new();
/// let same = cancel.clone();
/// same.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug)]
pub struct Cancel(Arc<watch::Sender<bool>>);

impl Cancel {
    /// A switch not yet thrown.
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Throws it.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }

    /// Whether it is thrown.
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is thrown.
    pub async fn cancelled(&self) {
        // The sender lives in `self`, so the channel cannot close while this waits.
        let _ = self.0.subscribe().wait_for(|thrown| *thrown).await;
    }
}

impl Default for Cancel {
    fn default() -> Self {
        Self::new()
    }
}

//! Interrupts: the first ends a run in order, the second the program.

use crate::ending::Ending;
use crate::voice;
use peirast_run::Cancel;
use tokio::task::JoinHandle;

/// Listens for interrupts until it is dropped.
pub struct Interrupts {
    cancel: Cancel,
    listening: JoinHandle<()>,
}

impl Interrupts {
    /// Begins to listen. Only within a runtime.
    pub fn listen() -> Self {
        let cancel = Cancel::new();
        Self { listening: tokio::spawn(heed(cancel.clone())), cancel }
    }

    /// The switch that the first interrupt throws.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn heed(cancel: Cancel) {
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    voice::note(
        "interrupted; what is in flight is still stored, and all of the plan (interrupt again to drop them)",
    );
    cancel.cancel();
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(i32::from(Ending::Interrupted.code()));
    }
}

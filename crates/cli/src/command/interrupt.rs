//! Interrupts: the first stops a run in good order, the second at once.

use crate::voice;
use peirast_run::Cancel;

/// Exit code of an interrupted run.
pub(super) const INTERRUPTED: u8 = 130;

/// Stops a run on the first interrupt, and the program on the second.
pub(super) async fn cancel_on_interrupt(cancel: Cancel) {
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    voice::note("interrupted; what is in flight is still stored (interrupt again to drop it)");
    cancel.cancel();
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(i32::from(INTERRUPTED));
    }
}

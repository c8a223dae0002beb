//! Patience: what is waited for in silence is told after a while.

use crate::voice;
use peirast_store::Address;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::time::timeout;

/// How long nobody wonders.
const SILENCE: Duration = Duration::from_secs(3);

/// Waits for a database to be opened; one that does not answer may be starting, and is waited for.
pub async fn opening<T>(address: &Address, opened: impl Future<Output = T>) -> T {
    let mut opened = pin!(opened);
    match timeout(SILENCE, &mut opened).await {
        Ok(opened) => opened,
        Err(_) => {
            voice::note(&format!("waiting for {address}: it does not answer yet"));
            opened.await
        }
    }
}

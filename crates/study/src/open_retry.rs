//! Opening a database that may still be starting, with a notice after a while.

use crate::event::{EventSink, NoticeCode};
use peirast_store::Address;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::time::timeout;

/// Wait before the notice.
const SILENCE: Duration = Duration::from_secs(3);

/// Waits until a database is open. After a few seconds a notice says that it does not answer yet.
pub async fn open_with_notice<T>(
    address: &Address,
    events: &dyn EventSink,
    opened: impl Future<Output = T>,
) -> T {
    let mut opened = pin!(opened);
    match timeout(SILENCE, &mut opened).await {
        Ok(opened) => opened,
        Err(_) => {
            let message = format!("waiting for {address}: it does not answer yet");
            events.notice(NoticeCode::Waiting, &message);
            opened.await
        }
    }
}

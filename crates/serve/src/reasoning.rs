//! Pages with long computations, a few at a time, on separate threads.

use peirast_view::{Allowance, Library, PageData, Reply, Request, Response, overdue, respond};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Maximum number of such pages at a time.
const MAX_PAGES: usize = 2;
/// Time that a browser waits for one.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Threads for pages with long computations.
pub(crate) struct ReasoningPool {
    permits: Arc<Semaphore>,
}

impl Default for ReasoningPool {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(MAX_PAGES)) }
    }
}

/// Withdraws the allowance of a page when it is dropped: at the timeout, or when the browser has
/// disconnected.
struct WithdrawOnDrop(Allowance);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

impl ReasoningPool {
    /// Computes the page for a request that needs no run. Other pages are answered meanwhile.
    pub(crate) async fn respond(&self, request: &Request) -> Response {
        match timeout(TIMEOUT, self.work_out(request.clone())).await {
            Ok(Some(Reply::Page(page))) => page,
            Ok(_) => {
                Response::failure("this page could not be computed, which is a bug in the program")
            }
            Err(_) => overdue(),
        }
    }

    async fn work_out(&self, request: Request) -> Option<Reply> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        let data = PageData::default();
        let _waiting = WithdrawOnDrop(data.allowance.clone());
        let work = spawn_blocking(move || {
            let reply = respond(&Library::default(), &request, &data);
            // The permit is held until the work has ended, even if no browser waits for it any
            // more.
            drop(permit);
            reply
        });
        work.await.ok()
    }
}

#[cfg(test)]
impl ReasoningPool {
    /// Takes every permit.
    pub(crate) async fn all_permits(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = u32::try_from(MAX_PAGES).unwrap_or(u32::MAX);
        let permits = Arc::clone(&self.permits).acquire_many_owned(all).await;
        permits.unwrap_or_else(|_| unreachable!("the semaphore is never closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    #[tokio::test]
    async fn whoever_stops_waiting_withdraws_the_work() {
        let allowance = Allowance::new(1_000);
        let waiting = WithdrawOnDrop(allowance.clone());
        let page = async move {
            let _waiting = waiting;
            std::future::pending::<()>().await;
        };
        assert!(timeout(Duration::from_millis(1), page).await.is_err());
        assert_eq!(allowance.left(), 0);
    }

    #[tokio::test]
    async fn a_permit_is_free_again_only_when_the_work_has_ended() {
        let pool = ReasoningPool::default();
        let request = Request::get("/play/premises?case=e1");
        // No browser waits for the first pages: their work continues for a moment and holds its
        // permits.
        for _ in 0..MAX_PAGES {
            assert!(pool.work_out(request.clone()).now_or_never().is_none());
        }
        let page = pool.respond(&request).await;
        assert_eq!(page.status, 200);
        let permits = timeout(Duration::from_secs(60), pool.all_permits()).await;
        assert!(permits.is_ok(), "a permit was never given back");
    }
}

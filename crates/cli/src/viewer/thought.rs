//! Pages that take thought: worked out beside those that are only shown, few at a time.

use peirast_view::{Allowance, Library, Material, Reply, Request, Response, overdue, respond};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// How many pages are worked out at a time.
const AT_ONCE: usize = 2;
/// How long a browser waits for one.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where pages are worked out.
pub struct Thought {
    seats: Arc<Semaphore>,
}

impl Default for Thought {
    fn default() -> Self {
        Self { seats: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

/// Withdraws what a page was allowed as soon as nobody waits for it any more: its time is up, or its browser gone.
struct Waiting(Allowance);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

impl Thought {
    /// The page of a request that needs no run. Other pages are answered meanwhile.
    pub async fn page(&self, request: &Request) -> Response {
        match timeout(PATIENCE, self.worked_out(request.clone())).await {
            Ok(Some(Reply::Page(page))) => page,
            Ok(_) => Response::failure(
                "this page could not be worked out, which is an error of the program",
            ),
            Err(_) => overdue(),
        }
    }

    async fn worked_out(&self, request: Request) -> Option<Reply> {
        let seat = Arc::clone(&self.seats).acquire_owned().await.ok()?;
        let material = Material::default();
        let _waiting = Waiting(material.allowance.clone());
        let work = spawn_blocking(move || {
            let reply = respond(&Library::default(), &request, &material);
            // The seat is taken until the work has really ended, also when nobody waits for it any more.
            drop(seat);
            reply
        });
        work.await.ok()
    }
}

#[cfg(test)]
impl Thought {
    /// Takes every seat.
    pub(super) async fn all_seats(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
        let seats = Arc::clone(&self.seats).acquire_many_owned(all).await;
        seats.unwrap_or_else(|_| unreachable!("seats are never closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    #[tokio::test]
    async fn whoever_stops_waiting_withdraws_the_work() {
        let allowance = Allowance::of(1_000);
        let waiting = Waiting(allowance.clone());
        let page = async move {
            let _waiting = waiting;
            std::future::pending::<()>().await;
        };
        assert!(timeout(Duration::from_millis(1), page).await.is_err());
        assert_eq!(allowance.left(), 0);
    }

    #[tokio::test]
    async fn a_seat_is_free_again_only_when_the_work_has_ended() {
        let thought = Thought::default();
        let request = Request::get("/play/premises?case=e1");
        // Nobody waits for the first pages: their work goes on for a moment, and holds its seats.
        for _ in 0..AT_ONCE {
            assert!(thought.worked_out(request.clone()).now_or_never().is_none());
        }
        let page = thought.page(&request).await;
        assert_eq!(page.status, 200);
        let seats = timeout(Duration::from_secs(60), thought.all_seats()).await;
        assert!(seats.is_ok(), "a seat was never given back");
    }
}

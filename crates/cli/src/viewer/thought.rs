//! Pages that take thought: worked out beside those that are only shown, few at a time.

use peirast_view::{Library, Material, Reply, Request, Response, overdue, respond};
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
        let work = spawn_blocking(move || {
            let reply = respond(&Library::default(), &request, &Material::default());
            // The seat is taken until the work is done, also when nobody waits for it any more.
            drop(seat);
            reply
        });
        work.await.ok()
    }
}

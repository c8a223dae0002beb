//! Answers that a server announces first and completes later.

use super::HostedModel;
use crate::http::HttpRequest;
use crate::{Failure, Http, HttpResponse};
use peirast_record::ErrorKind;
use reqwest::Url;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// The wait before the first request for an announced answer.
const FIRST_POLL: Duration = Duration::from_millis(500);
/// The longest wait, unless the server asks for a longer one.
const LAST_POLL: Duration = Duration::from_secs(5);
/// The longest wait that a server can ask for.
const LONGEST_POLL: Duration = Duration::from_secs(60);

impl HostedModel {
    /// Sends a request, and waits for the answer if it is only announced.
    pub(super) async fn exchange(
        &self,
        request: &str,
        most: usize,
    ) -> Result<HttpResponse, Failure> {
        let wire = self.wire();
        let end = Instant::now().checked_add(self.timeouts.total);
        let place = HttpRequest::new(&self.url, &self.auth);
        let place = HttpRequest { headers: wire.headers(), max_bytes: most, ..place };
        let mut received = self.http.post(place, request).await?;
        let mut wait = FIRST_POLL;
        while Http::kind_of(received.status).is_none()
            && let Some(place) = wire.pending(&received.body)
        {
            let place = self.own_place(&place, &received)?;
            let fetched = self.fetched(&place, wait);
            received = match end {
                Some(end) => timeout_at(end, fetched).await.map_err(|_| self.http.too_late())??,
                None => fetched.await?,
            };
            wait = later(wait);
        }
        Ok(received)
    }

    /// Fetches an announced answer after a wait. If it is not available yet, asks again: the answer
    /// is being made, and a new order would cost twice.
    async fn fetched(&self, place: &Url, wait: Duration) -> Result<HttpResponse, Failure> {
        let mut wait = wait;
        loop {
            sleep(wait).await;
            let fetched = self.http.get(HttpRequest::new(place, &self.auth)).await;
            let (kind, asked) = match &fetched {
                Ok(received) => (Http::kind_of(received.status), received.retry_after),
                Err(failure) => (Some(failure.kind), failure.retry_after),
            };
            if !kind.is_some_and(ErrorKind::is_transient) {
                return fetched;
            }
            wait = later(wait).max(asked.unwrap_or_default().min(LONGEST_POLL));
        }
    }

    /// The URL of an announced answer, if it leads to the server that announced it. The key is sent
    /// to no other server.
    fn own_place(&self, place: &str, received: &HttpResponse) -> Result<Url, Failure> {
        let url = Url::parse(place).ok().filter(|url| url.origin() == self.url.origin());
        url.ok_or_else(|| {
            let message = "the answer is announced at another server, to which no key is sent";
            Failure::new(ErrorKind::Malformed, message)
                .with_status(received.status)
                .with_body(&received.body)
        })
    }
}

/// The wait that follows this one for an announced answer.
fn later(wait: Duration) -> Duration {
    wait.mul_f64(1.5).min(LAST_POLL)
}

//! Probes: checks that a server answers, and the difference of its clock.

use crate::Timeouts;
use crate::http::{client, root_cause};
use reqwest::Url;
use reqwest::header::DATE;
use std::time::{Duration, SystemTime};

/// The response of a server to a GET request without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The HTTP status; any status shows that the server is up.
    pub status: u16,
    /// The lead of its clock over this machine's, in seconds, if it reports the time.
    pub ahead_s: Option<i64>,
    /// The time until its answer.
    pub elapsed: Duration,
}

/// Sends one GET request without a key, following no redirect.
///
/// # Errors
/// The reason why the server cannot be reached.
pub async fn probe(url: &str, timeout: Duration) -> Result<Probe, String> {
    let url = Url::parse(url).map_err(|e| e.to_string())?;
    let timeouts = Timeouts { connect: timeout, total: timeout };
    let client = client(&url, &timeouts).map_err(|e| e.to_string())?;
    let asked = SystemTime::now();
    let sent = client.get(url).timeout(timeout).send().await;
    let response = sent.map_err(|e| root_cause(&e.without_url()))?;
    let elapsed = asked.elapsed().unwrap_or_default();
    let date = response.headers().get(DATE).and_then(|value| value.to_str().ok());
    let told = date.and_then(|date| httpdate::parse_http_date(date).ok());
    // The header has truncated whole seconds, on average half a second too early.
    let told = told.map(|time| time + Duration::from_millis(500));
    let here = asked + elapsed / 2;
    let ahead_s = told.map(|told| match told.duration_since(here) {
        Ok(ahead) => seconds(ahead),
        Err(behind) => -seconds(behind.duration()),
    });
    Ok(Probe { status: response.status().as_u16(), ahead_s, elapsed })
}

fn seconds(span: Duration) -> i64 {
    i64::try_from(span.as_secs()).unwrap_or(i64::MAX)
}

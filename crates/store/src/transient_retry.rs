//! Retries of a database operation that failed for a transient reason, such as a restart of the
//! server.

use super::StoreError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// One minute: enough for a server's restart.
const LIMIT: Duration = Duration::from_secs(60);
/// The first wait; it doubles up to the longest.
const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

/// The waits between attempts at one operation.
pub struct TransientRetry {
    until: Instant,
    wait: Duration,
}

impl TransientRetry {
    /// Begins now.
    pub fn begin() -> Self {
        Self { until: Instant::now() + LIMIT, wait: FIRST }
    }

    /// Waits, and returns whether to try again after `error`: false immediately if the error is
    /// permanent, or if it has lasted too long.
    pub async fn waits_after(&mut self, error: &StoreError) -> bool {
        if !error.may_pass() || Instant::now() >= self.until {
            return false;
        }
        sleep(self.wait).await;
        self.wait = (self.wait * 2).min(LONGEST);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_passes_is_waited_for_a_minute() {
        let gone = StoreError::Unreachable("db".into(), "restart".to_owned());
        let (begun, mut retry, mut tries) = (Instant::now(), TransientRetry::begin(), 0);
        while retry.waits_after(&gone).await {
            tries += 1;
        }
        let waited = begun.elapsed();
        assert!(waited >= LIMIT && waited < LIMIT + LONGEST, "{waited:?}");
        assert!((10..30).contains(&tries), "{tries}");
        let full = StoreError::Full("db".into());
        assert!(!TransientRetry::begin().waits_after(&full).await);
    }
}

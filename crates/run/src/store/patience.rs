//! Patience: how long a passing trouble of a database server is waited out.

use super::StoreError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A minute: a server's restart.
const LIMIT: Duration = Duration::from_secs(60);
/// The first wait; it doubles up to the longest.
const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

/// The waits between attempts to do one thing.
pub(crate) struct Patience {
    until: Instant,
    wait: Duration,
}

impl Patience {
    /// Patience that begins now.
    pub(crate) fn new() -> Self {
        Self { until: Instant::now() + LIMIT, wait: FIRST }
    }

    /// Waits, and tells whether to try again after `error`: false at once if it will not pass, or
    /// if it did not for too long.
    pub(crate) async fn bears(&mut self, error: &StoreError) -> bool {
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
        let gone = StoreError::Unreachable { path: "db".into(), what: "restart".to_owned() };
        let (begun, mut patience, mut tries) = (Instant::now(), Patience::new(), 0);
        while patience.bears(&gone).await {
            tries += 1;
        }
        let waited = begun.elapsed();
        assert!(waited >= LIMIT && waited < LIMIT + LONGEST, "{waited:?}");
        assert!((10..30).contains(&tries), "{tries}");
        let full = StoreError::Full { path: "db".into() };
        assert!(!Patience::new().bears(&full).await);
    }
}

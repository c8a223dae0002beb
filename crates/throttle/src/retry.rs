//! The retry policy: the number of attempts at a trial, and the waits between them.

use crate::FailureDisposition;
use peirast_record::Key;
use serde_json::json;
use std::time::Duration;

/// The longest possible wait.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);
/// Number of rejected attempts to allow for each attempt that counts.
const REJECTIONS_PER_ATTEMPT: u32 = 4;

/// The number of attempts at a trial, and the waits between them.
///
/// The wait is exponential backoff with full jitter: a random time up to a ceiling that doubles
/// with each attempt. So trials that failed together are not retried together. The random number is
/// a hash of trial and attempt, so a repeated run has the same waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The maximum number of attempts in one run, including the first.
    pub max_attempts: u32,
    /// The ceiling of the first wait.
    pub base: Duration,
    /// The highest ceiling.
    pub cap: Duration,
    /// The longest wait that a server can ask for. After it, the attempt is made anyway.
    pub longest_asked: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 6,
            base: Duration::from_secs(1),
            cap: Duration::from_secs(60),
            longest_asked: Duration::from_secs(300),
        }
    }
}

/// The attempts made at one trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttemptCounts {
    /// All attempts.
    pub made: u32,
    /// Attempts that do not count, because of a rejection or an outage.
    pub excused: u32,
    /// The excused attempts that were made during an outage.
    pub in_outage: u32,
}

impl AttemptCounts {
    /// Records the consequence of the failure of the latest attempt.
    pub fn record(&mut self, disposition: FailureDisposition) {
        let FailureDisposition { counts, rejected, .. } = disposition;
        self.excused = self.excused.saturating_add(u32::from(rejected || !counts));
        self.in_outage = self.in_outage.saturating_add(u32::from(!counts));
    }
}

impl RetryPolicy {
    /// Returns true if another attempt after these should be made, provided that the failure was
    /// transient.
    ///
    /// Excused attempts do not count. At most four times `max_attempts` of them may be rejections;
    /// attempts during an outage are unlimited here, because the circuit breaker decides how long
    /// to wait for a server.
    pub fn allows_retry(&self, attempts: AttemptCounts) -> bool {
        let counted = attempts.made.saturating_sub(attempts.excused);
        let rejected = attempts.excused.saturating_sub(attempts.in_outage);
        let may_wait = rejected <= self.max_attempts.saturating_mul(REJECTIONS_PER_ATTEMPT);
        self.max_attempts > 1 && may_wait && counted < self.max_attempts
    }

    /// Returns the part of a wait requested by a server that this policy accepts.
    pub fn kept_wait(&self, asked: Duration) -> Duration {
        asked.min(self.longest_asked)
    }

    /// Returns the wait after the `attempt`-th attempt (from 1): at least as long as the server
    /// asks, up to `longest_asked`. If `max_first_wait` is lower than [`base`](Self::base), it is
    /// the ceiling of the first wait; see
    /// [`FailureDisposition::max_first_wait`](crate::FailureDisposition).
    ///
    /// ```
    /// use peirast_record::Key;
    /// use std::time::Duration;
    /// let policy = peirast_throttle::RetryPolicy::default();
    /// let trial = Key::from_stored("00");
    /// let wait = policy.wait(None, &trial, 1, None);
    /// assert!(wait <= policy.base);
    /// assert_eq!(wait, policy.wait(None, &trial, 1, None));
    /// let asked = Duration::from_secs(9);
    /// assert!(policy.wait(None, &trial, 1, Some(asked)) >= asked);
    /// ```
    pub fn wait(
        &self,
        max_first_wait: Option<Duration>,
        trial: &Key,
        attempt: u32,
        asked: Option<Duration>,
    ) -> Duration {
        let base = max_first_wait.unwrap_or(self.base).min(self.base);
        let doublings = attempt.saturating_sub(1).min(31);
        let ceiling = base.saturating_mul(1 << doublings).min(self.cap);
        let backoff = ceiling.mul_f64(jitter(trial, attempt));
        backoff.max(self.kept_wait(asked.unwrap_or_default())).min(MAX_WAIT)
    }
}

/// Returns a number in [0, 1) that depends only on trial and attempt.
fn jitter(trial: &Key, attempt: u32) -> f64 {
    let digest = Key::from_json("retry", json!([trial, attempt]));
    // 13 hexadecimal digits are 52 bits, which a double represents exactly.
    let bits = u64::from_str_radix(&digest.text()[..13], 16).unwrap_or(0);
    bits as f64 / (1u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(n: u32) -> Key {
        Key::from_json("trial", json!(n))
    }

    fn counts(made: u32, excused: u32, in_outage: u32) -> AttemptCounts {
        AttemptCounts { made, excused, in_outage }
    }

    #[test]
    fn the_ceiling_doubles_up_to_the_cap() {
        let policy = RetryPolicy::default();
        for attempt in 1..40 {
            let ceiling = Duration::from_secs(1 << (attempt - 1).min(6)).min(policy.cap);
            let longest = (0..200).map(|n| policy.wait(None, &trial(n), attempt, None)).max();
            let longest = longest.expect("some waits");
            assert!(longest <= ceiling && longest > ceiling.mul_f64(0.9), "{attempt}: {longest:?}");
        }
    }

    #[test]
    fn waits_spread_over_the_whole_interval() {
        let mean: f64 = (0..2000).map(|n| jitter(&trial(n), 1)).sum::<f64>() / 2000.0;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
    }

    #[test]
    fn a_requested_wait_is_kept_up_to_a_limit() {
        let policy = RetryPolicy::default();
        let hour = Some(Duration::from_secs(3600));
        assert_eq!(policy.wait(None, &trial(1), 1, hour), policy.longest_asked);
        let endless = RetryPolicy { base: Duration::MAX, cap: Duration::MAX, ..policy };
        assert_eq!(endless.wait(None, &trial(1), 9, None), MAX_WAIT);
    }

    #[test]
    fn excused_attempts_do_not_count() {
        let policy = RetryPolicy { max_attempts: 3, ..RetryPolicy::default() };
        let limit = |attempt, spared| policy.allows_retry(counts(attempt, spared, 0));
        assert!(limit(5, 5) && limit(12, 12) && !limit(13, 13));
        assert!(limit(7, 5) && !limit(8, 5), "two of its own, then three");
        let once = RetryPolicy { max_attempts: 1, ..policy };
        assert!(!once.allows_retry(counts(1, 1, 1)), "one attempt is one attempt");
        assert!(policy.allows_retry(counts(500, 500, 490)), "nobody was answered for a night");
        assert!(
            !policy.allows_retry(counts(500, 500, 487))
                && !policy.allows_retry(counts(493, 490, 490))
        );
    }

    #[test]
    fn only_a_lower_first_wait_applies() {
        let policy = RetryPolicy::default();
        let wait = |base| policy.wait(base, &trial(1), 1, None);
        assert!(wait(Some(Duration::from_millis(20))) <= Duration::from_millis(20));
        assert_eq!(wait(Some(Duration::from_secs(9))), wait(None));
    }
}

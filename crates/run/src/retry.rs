//! Retries: how often, and how long between.

use peirast_record::{ErrorKind, Key};
use serde_json::json;
use std::time::Duration;

/// The longest wait of all. Whoever wants to wait longer runs again.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// How many attempts that say nothing of a trial may be made for each that does.
const SPARED_PER_ATTEMPT: u32 = 4;

/// How often a trial is attempted, and how long to wait between attempts.
///
/// The wait is drawn between zero and a ceiling that doubles with every attempt (exponential
/// backoff with full jitter), so that trials which failed together do not come back together. The
/// draw is a hash of trial and attempt: a run that is repeated waits the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Attempts in one run, the first included.
    pub max_attempts: u32,
    /// The ceiling of the first wait.
    pub base: Duration,
    /// The highest ceiling.
    pub cap: Duration,
    /// The longest wait that a server can ask for. Beyond it, the attempt is made all the same.
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

impl RetryPolicy {
    /// Whether a trial whose `attempt`-th attempt (from 1) failed like this is tried again.
    pub fn retries(&self, kind: ErrorKind, attempt: u32) -> bool {
        kind.is_transient() && attempt < self.max_attempts
    }

    /// Whether a trial whose failure may pass is tried again after `attempt` attempts (from 1), `spared`
    /// of which say nothing of it: they were refused by a limit, or nobody was answered at the time. Of
    /// those, four times as many may be made, without the ones `in_vain`: how long a server that answers nobody is
    /// tried is not the trial's affair.
    pub(crate) fn goes_on(&self, attempt: u32, spared: u32, in_vain: u32) -> bool {
        let own = attempt.saturating_sub(spared);
        let refused = spared.saturating_sub(in_vain);
        let patient = refused <= self.max_attempts.saturating_mul(SPARED_PER_ATTEMPT);
        self.max_attempts > 1 && patient && own < self.max_attempts
    }

    /// How long a server is left alone that asks for this wait.
    pub(crate) fn heeded(&self, asked: Duration) -> Duration {
        asked.min(self.longest_asked)
    }

    /// As [`wait`](Self::wait), with another ceiling for the first wait if that is lower: a limit on
    /// what is in flight passes as quickly as answers come.
    pub(crate) fn wait_from(
        &self,
        base: Option<Duration>,
        trial: &Key,
        attempt: u32,
        asked: Option<Duration>,
    ) -> Duration {
        let base = base.unwrap_or(self.base).min(self.base);
        Self { base, ..*self }.wait(trial, attempt, asked)
    }

    /// How long to wait after the `attempt`-th attempt (from 1): at least as long as the server
    /// asks, within reason.
    ///
    /// ```
    /// use peirast_record::Key;
    /// use std::time::Duration;
    /// let policy = peirast_run::RetryPolicy::default();
    /// let trial = Key::from_stored("00");
    /// let wait = policy.wait(&trial, 1, None);
    /// assert!(wait <= policy.base);
    /// assert_eq!(wait, policy.wait(&trial, 1, None));
    /// assert!(policy.wait(&trial, 1, Some(Duration::from_secs(9))) >= Duration::from_secs(9));
    /// ```
    pub fn wait(&self, trial: &Key, attempt: u32, asked: Option<Duration>) -> Duration {
        let doublings = attempt.saturating_sub(1).min(31);
        let ceiling = self.base.saturating_mul(1 << doublings).min(self.cap);
        let backoff = ceiling.mul_f64(fraction(trial, attempt));
        backoff.max(asked.unwrap_or_default().min(self.longest_asked)).min(LONGEST)
    }
}

/// A number in [0, 1) that trial and attempt determine.
fn fraction(trial: &Key, attempt: u32) -> f64 {
    let digest = Key::from_json("retry", json!([trial, attempt]));
    // 13 hexadecimal digits are 52 bits, which a double holds exactly.
    let bits = u64::from_str_radix(&digest.text()[..13], 16).unwrap_or(0);
    bits as f64 / (1u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(n: u32) -> Key {
        Key::from_json("trial", json!(n))
    }

    #[test]
    fn the_ceiling_doubles_up_to_the_cap() {
        let policy = RetryPolicy::default();
        for attempt in 1..40 {
            let ceiling = Duration::from_secs(1 << (attempt - 1).min(6)).min(policy.cap);
            let longest = (0..200).map(|n| policy.wait(&trial(n), attempt, None)).max();
            let longest = longest.expect("some waits");
            assert!(longest <= ceiling && longest > ceiling.mul_f64(0.9), "{attempt}: {longest:?}");
        }
    }

    #[test]
    fn waits_spread_over_the_whole_interval() {
        let mean: f64 = (0..2000).map(|n| fraction(&trial(n), 1)).sum::<f64>() / 2000.0;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
    }

    #[test]
    fn a_server_is_heeded_within_reason() {
        let policy = RetryPolicy::default();
        let hour = Some(Duration::from_secs(3600));
        assert_eq!(policy.wait(&trial(1), 1, hour), policy.longest_asked);
        let endless = RetryPolicy { base: Duration::MAX, cap: Duration::MAX, ..policy };
        assert_eq!(endless.wait(&trial(1), 9, None), LONGEST);
    }

    #[test]
    fn attempts_that_say_nothing_of_a_trial_count_less() {
        let policy = RetryPolicy { max_attempts: 3, ..RetryPolicy::default() };
        let limit = |attempt, spared| policy.goes_on(attempt, spared, 0);
        assert!(limit(5, 5) && limit(12, 12) && !limit(13, 13));
        assert!(limit(7, 5) && !limit(8, 5), "two of its own, then three");
        let once = RetryPolicy { max_attempts: 1, ..policy };
        assert!(!once.goes_on(1, 1, 1), "one attempt is one attempt");
        assert!(policy.goes_on(500, 500, 490), "nobody was answered for a night");
        assert!(!policy.goes_on(500, 500, 487) && !policy.goes_on(493, 490, 490));
    }

    #[test]
    fn a_lower_ceiling_is_heeded_and_a_higher_is_not() {
        let policy = RetryPolicy::default();
        let wait = |base| policy.wait_from(base, &trial(1), 1, None);
        assert!(wait(Some(Duration::from_millis(20))) <= Duration::from_millis(20));
        assert_eq!(wait(Some(Duration::from_secs(9))), wait(None));
    }

    #[test]
    fn only_passing_troubles_are_tried_again() {
        let policy = RetryPolicy { max_attempts: 3, ..RetryPolicy::default() };
        assert!(policy.retries(ErrorKind::Server, 2));
        assert!(!policy.retries(ErrorKind::Server, 3));
        assert!(!policy.retries(ErrorKind::Auth, 1));
    }
}

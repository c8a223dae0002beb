//! Doubt about a refusal: the subject itself or a proxy on the way may have refused.

use std::time::Duration;
use tokio::time::Instant;

/// Consecutive refused attempts after which a refusal is believed.
pub(super) const TRIES: u32 = 5;
/// The longest wait between two of them.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A refusal such as that of a key, by a subject that has answered before. While it lasts, attempts
/// are made one by one, each after a wait twice as long as the one before. Attempts that were in
/// flight when it began are not evidence: only an attempt begun later can end it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    /// The time until which nothing is asked.
    until: Instant,
    /// The last wait.
    wait: Duration,
    /// Attempts made in doubt and refused.
    refused: u32,
    /// The number of the attempt that is being made, if any.
    probe: Option<u64>,
}

impl Doubt {
    /// Creates the doubt after a first refusal; nothing is asked for this time.
    pub(super) fn new(now: Instant, wait: Duration) -> Self {
        Self { until: now + wait, wait, refused: 0, probe: None }
    }

    /// Returns true if an attempt may be made.
    pub(super) fn allows(&self, now: Instant) -> bool {
        self.probe.is_none() && self.until <= now
    }

    /// Returns the time at which an attempt may be made, unless one is in flight.
    pub(super) fn until(&self) -> Option<Instant> {
        self.probe.is_none().then_some(self.until)
    }

    /// Returns the time left until then.
    pub(super) fn left(&self, now: Instant) -> Duration {
        self.until.saturating_duration_since(now)
    }

    /// Records that an attempt is made.
    pub(super) fn begin(&mut self, number: u64) {
        self.probe = Some(number);
    }

    /// Records that an attempt ended; returns true if it was the one made in doubt.
    pub(super) fn end(&mut self, number: u64) -> bool {
        self.probe.take_if(|probe| *probe == number).is_some()
    }

    /// Records that the attempt made in doubt was refused as well; returns true if the refusal is
    /// now believed.
    pub(super) fn refuse(&mut self, now: Instant) -> bool {
        self.refused += 1;
        self.wait = (self.wait * 2).min(LONGEST_WAIT);
        self.until = now + self.wait;
        self.refused >= TRIES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_attempt_at_a_time_is_made_after_growing_waits() {
        let (mut now, second) = (Instant::now(), Duration::from_secs(1));
        let mut doubt = Doubt::new(now, second);
        for number in 7..12 {
            assert!(!doubt.allows(now));
            let waited = doubt.left(now);
            assert_eq!(waited, second * 2_u32.pow(number - 7));
            now += waited;
            assert!(doubt.allows(now));
            doubt.begin(u64::from(number));
            assert!(!doubt.allows(now) && doubt.until().is_none(), "one is under way");
            assert!(!doubt.end(3), "from before");
            assert!(doubt.end(u64::from(number)));
            assert_eq!(doubt.refuse(now), number == 11);
        }
    }
}

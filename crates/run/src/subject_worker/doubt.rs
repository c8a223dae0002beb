//! Doubt: whether a subject that has answered is refused for good, or by something on the way.

use std::time::Duration;
use tokio::time::Instant;

/// Attempts that are refused one after the other before that is believed.
pub(super) const TRIES: u32 = 5;
/// The longest wait between two of them.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A refusal such as that of a key, by a subject that has answered. While it lasts, one attempt is
/// made at a time, each after a wait twice as long as the one before. What was in flight when it
/// began says nothing of what comes: only an attempt begun later can end it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    /// Until when nothing is asked.
    until: Instant,
    /// The last wait.
    wait: Duration,
    /// Attempts made in doubt and refused.
    refused: u32,
    /// The attempt that is being made, by its number.
    probe: Option<u64>,
}

impl Doubt {
    /// A first refusal, after which nothing is asked for this long.
    pub(super) fn new(now: Instant, wait: Duration) -> Self {
        Self { until: now + wait, wait, refused: 0, probe: None }
    }

    /// Returns true if an attempt may be made.
    pub(super) fn allows(&self, now: Instant) -> bool {
        self.probe.is_none() && self.until <= now
    }

    /// When an attempt may be made, unless one is.
    pub(super) fn until(&self) -> Option<Instant> {
        self.probe.is_none().then_some(self.until)
    }

    /// How long until then.
    pub(super) fn left(&self, now: Instant) -> Duration {
        self.until.saturating_duration_since(now)
    }

    /// An attempt is made.
    pub(super) fn begin(&mut self, number: u64) {
        self.probe = Some(number);
    }

    /// An attempt ended; tells whether it was the one made in doubt.
    pub(super) fn end(&mut self, number: u64) -> bool {
        self.probe.take_if(|probe| *probe == number).is_some()
    }

    /// The attempt made in doubt was refused as well; tells whether there is no more hope.
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

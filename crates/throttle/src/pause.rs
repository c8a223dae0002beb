//! Pauses that a server asks for: reports of them, and their total time.

use std::time::Duration;
use tokio::time::Instant;

/// The shortest wait that is reported. Shorter waits are not noticed; without a report, a longer
/// wait would look like a program that hangs.
const MIN_REPORTED: Duration = Duration::from_secs(10);

/// The latest pause that was reported, and the total time in which nothing was sent.
#[derive(Debug, Default)]
pub(crate) struct PauseLog {
    /// Planned end and length of the latest reported pause.
    reported: Option<(Instant, Duration)>,
    /// Beginning and planned end of the current pause.
    current: Option<(Instant, Instant)>,
    /// The total length of earlier pauses.
    earlier: Duration,
}

impl PauseLog {
    /// Begins a pause of this length, or extends the current one.
    pub(crate) fn begin(&mut self, now: Instant, wait: Duration) {
        // A pause beyond the range of the clock has no end to record.
        let Some(until) = now.checked_add(wait) else { return };
        match &mut self.current {
            Some((_, end)) if now <= *end => *end = until.max(*end),
            _ => {
                self.earlier = self.total(now);
                self.current = Some((now, until));
            }
        }
    }

    /// Ends the pause, because a request is sent.
    pub(crate) fn end(&mut self, now: Instant) {
        if self.current.is_some() {
            self.earlier = self.total(now);
            self.current = None;
        }
    }

    /// The planned end of the current pause.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.current.map(|(_, until)| until)
    }

    /// Returns the total time in which nothing was sent. A pause that ends early counts with its
    /// actual length.
    pub(crate) fn total(&self, now: Instant) -> Duration {
        let current =
            self.current.map(|(begin, until)| until.min(now).saturating_duration_since(begin));
        self.earlier + current.unwrap_or_default()
    }

    /// Records that a request has to wait, and returns true if the user should get a report.
    ///
    /// A pause is reported once. It is over when its time is over, not at the next answer: requests
    /// in flight are rejected together, with answers in between. A wait at least twice as long as
    /// the reported one is reported again.
    pub(crate) fn should_report(&mut self, now: Instant, wait: Duration) -> bool {
        let is_known = self.reported.is_some_and(|(until, last)| now < until && wait / 2 < last);
        if wait < MIN_REPORTED || is_known {
            return false;
        }
        self.reported = now.checked_add(wait).map(|until| (until, wait));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_lasts_as_long_as_nothing_is_sent() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pause = PauseLog::default();
        let minute = Duration::from_secs(60);
        pause.begin(at(0), minute);
        assert_eq!(pause.total(at(4)).as_secs(), 4, "a run that ends now has waited so long");
        pause.begin(at(30), minute);
        assert_eq!((pause.total(at(500)).as_secs(), pause.until()), (90, Some(at(90))));
        pause.end(at(100));
        assert_eq!((pause.total(at(500)).as_secs(), pause.until()), (90, None));
        pause.begin(at(200), minute);
        pause.end(at(210));
        assert_eq!(pause.total(at(500)).as_secs(), 100, "it went on sooner than was thought");
        pause.begin(at(300), minute);
        pause.begin(at(400), minute);
        assert_eq!(pause.total(at(410)).as_secs(), 170, "what was between two is neither's");
    }

    #[test]
    fn a_pause_is_reported_once() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let minute = Duration::from_secs(60);
        let mut pause = PauseLog::default();
        assert!(!pause.should_report(at(0), Duration::from_secs(9)), "too short to be told");
        assert!(pause.should_report(at(1), minute));
        assert!(!pause.should_report(at(1), minute), "another request in flight");
        assert!(!pause.should_report(at(50), minute), "and one after answers came in between");
        assert!(pause.should_report(at(51), 2 * minute), "much longer than was said");
        assert!(!pause.should_report(at(52), minute));
        assert!(pause.should_report(at(171), minute), "the next pause");
    }
}

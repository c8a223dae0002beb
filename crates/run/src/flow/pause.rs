//! A pause: the wait that a server asks for, told once and not for every request that it delays, and how
//! long it really was.

use std::time::Duration;
use tokio::time::Instant;

/// A shorter wait passes unnoticed; a longer one would look like a program that hangs.
const LONG: Duration = Duration::from_secs(10);

/// What was last told of a server that asks to wait, and how long nothing was sent.
#[derive(Debug, Default)]
pub(crate) struct Pause {
    told: Option<Told>,
    /// From when to when nothing is sent, unless something is before.
    span: Option<(Instant, Instant)>,
    /// How long earlier spans were.
    before: Duration,
}

#[derive(Debug)]
struct Told {
    until: Instant,
    wait: Duration,
}

impl Pause {
    /// Nothing is sent for so long from now on.
    pub(crate) fn begin(&mut self, now: Instant, wait: Duration) {
        // A pause beyond all clocks does not end.
        let Some(until) = now.checked_add(wait) else { return };
        match &mut self.span {
            Some((_, end)) if now <= *end => *end = until.max(*end),
            _ => {
                self.before = self.so_far(now);
                self.span = Some((now, until));
            }
        }
    }

    /// Something is sent.
    pub(crate) fn end(&mut self, now: Instant) {
        if self.span.is_some() {
            self.before = self.so_far(now);
            self.span = None;
        }
    }

    /// Until when nothing is sent.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.span.map(|(_, until)| until)
    }

    /// How long nothing was sent so far: not how long it was going to be.
    pub(crate) fn so_far(&self, now: Instant) -> Duration {
        let span = self.span.map(|(begin, until)| until.min(now).saturating_duration_since(begin));
        self.before + span.unwrap_or_default()
    }

    /// Takes note that an attempt has to wait, and tells whether the user should hear of it.
    ///
    /// Requests in flight are refused together and answers come in between, so the pause ends
    /// neither with the next refusal nor with the next answer but when the wait is over. A wait at
    /// least twice as long as the one told is news all the same.
    pub(crate) fn is_news(&mut self, now: Instant, wait: Duration) -> bool {
        let known = self.told.as_ref().is_some_and(|told| now < told.until && wait / 2 < told.wait);
        if wait < LONG || known {
            return false;
        }
        self.told = now.checked_add(wait).map(|until| Told { until, wait });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_as_long_as_nothing_was_sent() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pause = Pause::default();
        let minute = Duration::from_secs(60);
        pause.begin(at(0), minute);
        assert_eq!(pause.so_far(at(4)).as_secs(), 4, "a run that ends now has waited so long");
        pause.begin(at(30), minute);
        assert_eq!((pause.so_far(at(500)).as_secs(), pause.until()), (90, Some(at(90))));
        pause.end(at(100));
        assert_eq!((pause.so_far(at(500)).as_secs(), pause.until()), (90, None));
        pause.begin(at(200), minute);
        pause.end(at(210));
        assert_eq!(pause.so_far(at(500)).as_secs(), 100, "it went on sooner than was thought");
        pause.begin(at(300), minute);
        pause.begin(at(400), minute);
        assert_eq!(pause.so_far(at(410)).as_secs(), 170, "what was between two is neither's");
    }

    #[test]
    fn a_pause_is_told_once() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let minute = Duration::from_secs(60);
        let mut pause = Pause::default();
        assert!(!pause.is_news(at(0), Duration::from_secs(9)), "too short to be told");
        assert!(pause.is_news(at(1), minute));
        assert!(!pause.is_news(at(1), minute), "another request in flight");
        assert!(!pause.is_news(at(50), minute), "and one after answers came in between");
        assert!(pause.is_news(at(51), 2 * minute), "much longer than was said");
        assert!(!pause.is_news(at(52), minute));
        assert!(pause.is_news(at(171), minute), "the next pause");
    }
}

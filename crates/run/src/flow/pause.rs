//! A pause: the wait that a server asks for, told once and not for every request that it delays.

use std::time::Duration;
use tokio::time::Instant;

/// A shorter wait passes unnoticed; a longer one would look like a program that hangs.
const LONG: Duration = Duration::from_secs(10);

/// What was last told of a server that asks to wait.
#[derive(Debug, Default)]
pub(crate) struct Pause(Option<Told>);

#[derive(Debug)]
struct Told {
    until: Instant,
    wait: Duration,
}

impl Pause {
    /// Takes note that an attempt has to wait, and tells whether the user should hear of it.
    ///
    /// Requests in flight are refused together and answers come in between, so the pause ends
    /// neither with the next refusal nor with the next answer but when the wait is over. A wait at
    /// least twice as long as the one told is news all the same.
    pub(crate) fn is_news(&mut self, now: Instant, wait: Duration) -> bool {
        let known = self.0.as_ref().is_some_and(|told| now < told.until && wait / 2 < told.wait);
        if wait < LONG || known {
            return false;
        }
        // A pause beyond all clocks does not end.
        self.0 = now.checked_add(wait).map(|until| Told { until, wait });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

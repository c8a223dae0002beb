//! A ceiling: what a server says is left, held against what has been sent since.

use super::Left;
use std::time::Duration;
use tokio::time::Instant;

/// The longest that a header keeps us waiting: then we ask, and see.
const LONGEST: Duration = Duration::from_secs(300);

/// How much may be sent until a limit is whole again.
///
/// A response tells what was left when its request was counted. What was sent later may or may not be
/// counted in; it is taken off, so that a limit is reached from below.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ceiling {
    /// All that was ever sent.
    sent: u64,
    told: Option<Told>,
}

#[derive(Clone, Copy, Debug)]
struct Told {
    /// How much had been sent with the request whose response told.
    mark: u64,
    /// How much may have been sent until the limit is whole again.
    most: u64,
    until: Instant,
}

impl Ceiling {
    /// Until when `count` more cannot be sent, if it cannot.
    pub(crate) fn closed_until(&mut self, count: u64, now: Instant) -> Option<Instant> {
        self.told.take_if(|told| told.until <= now);
        let told = self.told?;
        // One request larger than all that is left of a limit has to be tried when it is whole.
        (self.sent.saturating_add(count) > told.most).then_some(told.until)
    }

    /// Notes that `count` is sent; gives the mark by which a response to it is known.
    pub(crate) fn send(&mut self, count: u64) -> u64 {
        self.sent = self.sent.saturating_add(count);
        self.sent
    }

    /// Takes back what was not sent after all.
    pub(crate) fn unsend(&mut self, count: u64) {
        self.sent = self.sent.saturating_sub(count);
    }

    /// Notes what the response to the request with this mark says is left. Responses come in any
    /// order: the latest request knows best.
    pub(crate) fn note(&mut self, mark: u64, left: Left, now: Instant) {
        if self.told.is_some_and(|told| told.until > now && told.mark > mark) {
            return;
        }
        let most = mark.saturating_add(left.count);
        self.told = Some(Told { mark, most, until: now + left.reset.min(LONGEST) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(count: u64, seconds: u64) -> Left {
        Left { count, reset: Duration::from_secs(seconds) }
    }

    #[test]
    fn what_was_sent_since_is_taken_off() {
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        let mut ceiling = Ceiling::default();
        let marks: Vec<u64> = (0..4).map(|_| ceiling.send(1)).collect();
        assert_eq!(ceiling.closed_until(1, now), None, "nothing told");
        ceiling.note(marks[0], left(5, 60), now);
        assert_eq!(ceiling.closed_until(2, now), None, "five less the three sent since");
        assert_eq!(ceiling.closed_until(3, now), Some(at(60)));
        ceiling.note(marks[3], left(0, 30), now);
        assert_eq!(ceiling.closed_until(1, now), Some(at(30)));
        ceiling.note(marks[1], left(9, 60), now);
        assert_eq!(ceiling.closed_until(1, now), Some(at(30)), "an earlier request knows less");
        assert_eq!(ceiling.closed_until(1000, at(30)), None, "it is whole again");
    }

    #[test]
    fn no_header_keeps_us_waiting_for_long() {
        let now = Instant::now();
        let mut ceiling = Ceiling::default();
        let mark = ceiling.send(1);
        ceiling.note(mark, left(0, 1_000_000), now);
        assert_eq!(ceiling.closed_until(1, now), Some(now + LONGEST));
        ceiling.note(mark, left(u64::MAX, 1), now);
        assert_eq!(ceiling.closed_until(u64::MAX, now), None);
    }
}

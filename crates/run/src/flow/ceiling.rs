//! A ceiling: what a server says is left, held against what has been sent since.

use super::Left;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// The longest that a header keeps us waiting: then we ask, and see.
const LONGEST: Duration = Duration::from_secs(300);

/// How much may be sent until a limit is whole again.
///
/// A response tells what was left when its request was counted. What was sent later may or may not be
/// counted in; it is taken off, so that a limit is reached from below. Several who ask may share a limit or have one
/// each: what was sent is counted together, and what a server says holds for whom it is said to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ceiling {
    /// All that was ever sent.
    sent: u64,
    /// What was said last, to whom.
    told: BTreeMap<usize, Told>,
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
    /// Until when `count` more cannot be sent for this one, if it cannot.
    pub(crate) fn closed_until(&mut self, who: usize, count: u64, now: Instant) -> Option<Instant> {
        let told = *self.told.get(&who)?;
        if told.until <= now {
            self.told.remove(&who);
            return None;
        }
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

    /// Notes what the response to the request with this mark says to this one is left. Responses come in any
    /// order: the latest request knows best.
    pub(crate) fn note(&mut self, who: usize, mark: u64, left: Left, now: Instant) {
        if self.told.get(&who).is_some_and(|told| told.until > now && told.mark > mark) {
            return;
        }
        let most = mark.saturating_add(left.count);
        let told = Told { mark, most, until: now + left.reset.min(LONGEST) };
        self.told.insert(who, told);
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
        assert_eq!(ceiling.closed_until(0, 1, now), None, "nothing told");
        ceiling.note(0, marks[0], left(5, 60), now);
        assert_eq!(ceiling.closed_until(0, 2, now), None, "five less the three sent since");
        assert_eq!(ceiling.closed_until(0, 3, now), Some(at(60)));
        ceiling.note(0, marks[3], left(0, 30), now);
        assert_eq!(ceiling.closed_until(0, 1, now), Some(at(30)));
        ceiling.note(0, marks[1], left(9, 60), now);
        assert_eq!(ceiling.closed_until(0, 1, now), Some(at(30)), "an earlier request knows less");
        assert_eq!(ceiling.closed_until(0, 1000, at(30)), None, "it is whole again");
    }

    #[test]
    fn what_is_said_to_one_holds_for_nobody_else() {
        let now = Instant::now();
        let mut ceiling = Ceiling::default();
        let mark = ceiling.send(1);
        ceiling.note(0, mark, left(0, 60), now);
        assert_eq!(ceiling.closed_until(1, 1, now), None);
        ceiling.note(1, ceiling.clone().send(0), left(2, 30), now);
        // A limit that they share is kept by what the others send.
        ceiling.send(2);
        assert_eq!(ceiling.closed_until(1, 1, now), Some(now + Duration::from_secs(30)));
    }

    #[test]
    fn no_header_keeps_us_waiting_for_long() {
        let now = Instant::now();
        let mut ceiling = Ceiling::default();
        let mark = ceiling.send(1);
        ceiling.note(0, mark, left(0, 1_000_000), now);
        assert_eq!(ceiling.closed_until(0, 1, now), Some(now + LONGEST));
        ceiling.note(0, mark, left(u64::MAX, 1), now);
        assert_eq!(ceiling.closed_until(0, u64::MAX, now), None);
    }
}

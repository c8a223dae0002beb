//! The quota that a server advertises in its headers, less what was sent since.

use crate::Remaining;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// The longest wait for an advertised quota. After it, a request shows whether the quota is back.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// The number of units that may still be sent until a quota resets.
///
/// A response says how much was left when the server counted its request. Requests sent later may
/// or may not be included in that number. They are subtracted, so that the quota is never exceeded.
/// Subjects may share a quota or have one each: all requests are counted together, but a response
/// limits only the subject that received it.
#[derive(Clone, Debug, Default)]
pub(crate) struct AdvertisedQuota {
    /// All units ever sent.
    sent: u64,
    /// The latest advertisement to each subject.
    latest: BTreeMap<usize, Advertisement>,
}

#[derive(Clone, Copy, Debug)]
struct Advertisement {
    /// Units sent up to and including the request whose response carried the advertisement.
    mark: u64,
    /// The number of units that may have been sent until the reset.
    max_sent: u64,
    reset_at: Instant,
}

impl AdvertisedQuota {
    /// Returns the time of the reset, if `count` more units for this subject have to wait for it.
    pub(crate) fn blocked_until(
        &mut self,
        subject: usize,
        count: u64,
        now: Instant,
    ) -> Option<Instant> {
        let latest = *self.latest.get(&subject)?;
        if latest.reset_at <= now {
            self.latest.remove(&subject);
            return None;
        }
        (self.sent.saturating_add(count) > latest.max_sent).then_some(latest.reset_at)
    }

    /// Counts `count` units as sent. Returns the mark with which to record the response.
    pub(crate) fn charge(&mut self, count: u64) -> u64 {
        self.sent = self.sent.saturating_add(count);
        self.sent
    }

    /// Takes back the units of a request that was not sent.
    pub(crate) fn refund(&mut self, count: u64) {
        self.sent = self.sent.saturating_sub(count);
    }

    /// Records the quota that the response to the request with this mark advertises to this
    /// subject. Responses arrive in any order; the response to the latest request is the most
    /// recent information.
    pub(crate) fn record(&mut self, subject: usize, mark: u64, left: Remaining, now: Instant) {
        let is_outdated = |latest: &Advertisement| latest.reset_at > now && latest.mark > mark;
        if self.latest.get(&subject).is_some_and(is_outdated) {
            return;
        }
        let max_sent = mark.saturating_add(left.count);
        let reset_at = now + left.reset.min(MAX_WAIT);
        self.latest.insert(subject, Advertisement { mark, max_sent, reset_at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(count: u64, seconds: u64) -> Remaining {
        Remaining { count, reset: Duration::from_secs(seconds) }
    }

    #[test]
    fn requests_sent_since_are_subtracted() {
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        let mut quota = AdvertisedQuota::default();
        let marks: Vec<u64> = (0..4).map(|_| quota.charge(1)).collect();
        assert_eq!(quota.blocked_until(0, 1, now), None, "nothing told");
        quota.record(0, marks[0], left(5, 60), now);
        assert_eq!(quota.blocked_until(0, 2, now), None, "five less the three sent since");
        assert_eq!(quota.blocked_until(0, 3, now), Some(at(60)));
        quota.record(0, marks[3], left(0, 30), now);
        assert_eq!(quota.blocked_until(0, 1, now), Some(at(30)));
        quota.record(0, marks[1], left(9, 60), now);
        assert_eq!(quota.blocked_until(0, 1, now), Some(at(30)), "an earlier request knows less");
        assert_eq!(quota.blocked_until(0, 1000, at(30)), None, "it is whole again");
    }

    #[test]
    fn an_advertisement_limits_only_its_subject() {
        let now = Instant::now();
        let mut quota = AdvertisedQuota::default();
        let mark = quota.charge(1);
        quota.record(0, mark, left(0, 60), now);
        assert_eq!(quota.blocked_until(1, 1, now), None);
        quota.record(1, quota.clone().charge(0), left(2, 30), now);
        // Requests of other subjects count against a shared quota.
        quota.charge(2);
        assert_eq!(quota.blocked_until(1, 1, now), Some(now + Duration::from_secs(30)));
    }

    #[test]
    fn no_header_causes_a_long_wait() {
        let now = Instant::now();
        let mut quota = AdvertisedQuota::default();
        let mark = quota.charge(1);
        quota.record(0, mark, left(0, 1_000_000), now);
        assert_eq!(quota.blocked_until(0, 1, now), Some(now + MAX_WAIT));
        quota.record(0, mark, left(u64::MAX, 1), now);
        assert_eq!(quota.blocked_until(0, u64::MAX, now), None);
    }
}

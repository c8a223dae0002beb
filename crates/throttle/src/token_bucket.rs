//! A token bucket: the user's limit per minute.

use std::time::Duration;
use tokio::time::Instant;

/// The size of a burst, as a share of the inflow per second: enough to compensate for a late timer.
const BURST_SECONDS: f64 = 0.1;

/// A token bucket. Charges are estimates, and a correction follows when the answer arrives. The
/// level can therefore be negative; then nothing can be taken until it is positive again.
///
/// If units are taken one at a time, no minute exceeds the limit. If larger amounts are taken, some
/// minutes exceed it and the next stay below it, by at most one such amount.
#[derive(Clone, Debug)]
pub(crate) struct TokenBucket {
    per_second: f64,
    capacity: f64,
    level: f64,
    updated_at: Instant,
}

impl TokenBucket {
    /// Creates a bucket that gives `count` units per minute.
    pub(crate) fn per_minute(count: u64, now: Instant) -> Self {
        let count = count.max(1) as f64;
        let capacity = (count / 60.0 * BURST_SECONDS).max(1.0);
        // The burst at the beginning of a minute counts against that minute.
        let per_second = (count - capacity + 1.0) / 60.0;
        Self { per_second, capacity, level: capacity, updated_at: now }
    }

    /// Returns the time from which `count` units can be taken; `now` or earlier if they can be
    /// taken at once. An amount larger than the bucket can be taken when the bucket is full.
    pub(crate) fn ready_at(&mut self, count: u64, now: Instant) -> Instant {
        self.refill(now);
        let missing = (count as f64).min(self.capacity) - self.level;
        if missing <= 0.0 {
            return now;
        }
        let wait = Duration::try_from_secs_f64(missing / self.per_second).ok();
        // One nanosecond more, so that the units are complete in spite of rounding.
        let wait = wait.unwrap_or(Duration::MAX).saturating_add(Duration::from_nanos(1));
        now.checked_add(wait).unwrap_or(now + Duration::from_secs(86_400))
    }

    /// Returns the inflow per minute.
    pub(crate) fn units_per_minute(&self) -> u64 {
        (self.per_second * 60.0) as u64
    }

    /// Takes `count` units.
    pub(crate) fn take(&mut self, count: u64) {
        self.level -= count as f64;
    }

    /// Returns `count` units that were taken and not used; a negative count takes more.
    pub(crate) fn give_back(&mut self, count: i64) {
        self.level = (self.level + count as f64).min(self.capacity);
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.updated_at).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.capacity);
        self.updated_at = self.updated_at.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the times at which units are taken, one at a time, as many as possible in these
    /// seconds.
    fn takings(count: u64, seconds: u64, late: Duration) -> Vec<Duration> {
        let begun = Instant::now();
        let mut bucket = TokenBucket::per_minute(count, begun);
        let (mut now, mut taken) = (begun, Vec::new());
        while now < begun + Duration::from_secs(seconds) {
            let ready = bucket.ready_at(1, now);
            if ready <= now {
                bucket.take(1);
                taken.push(now - begun);
            } else {
                now = ready + late;
            }
        }
        taken
    }

    fn most_in_a_minute(taken: &[Duration]) -> usize {
        let minute = Duration::from_secs(60);
        let until = |at: usize| taken.partition_point(|t| *t < taken[at] + minute);
        (0..taken.len()).map(|at| until(at) - at).max().unwrap_or(0)
    }

    #[test]
    fn a_limit_is_used_to_the_full() {
        for (count, seconds) in [(1, 600), (3, 600), (60, 600), (500, 120), (30_000, 60)] {
            let taken = takings(count, seconds, Duration::ZERO).len() as f64;
            let possible = (count * seconds) as f64 / 60.0;
            assert!(taken >= possible * 0.99 - 1.0, "{count}: {taken} of {possible}");
        }
    }

    #[test]
    fn a_late_timer_costs_nothing() {
        let taken = takings(30_000, 60, Duration::from_millis(2)).len();
        assert!(taken >= 29_700, "{taken}");
    }

    #[test]
    fn an_amount_larger_than_the_bucket_is_paid_afterwards() {
        let begun = Instant::now();
        let mut bucket = TokenBucket::per_minute(60_000, begun);
        assert_eq!(bucket.ready_at(3000, begun), begun);
        bucket.take(3000);
        let wait = bucket.ready_at(3000, begun) - begun;
        assert!(
            wait > Duration::from_millis(2950) && wait < Duration::from_millis(3050),
            "{wait:?}"
        );
        bucket.give_back(2900);
        let wait = bucket.ready_at(3000, begun) - begun;
        assert!(wait < Duration::from_millis(150), "a short answer pays back: {wait:?}");
        bucket.give_back(i64::MAX);
        bucket.take(100);
        assert!(
            bucket.ready_at(1, begun) - begun <= Duration::from_millis(2),
            "and no more than that"
        );
    }

    proptest! {
        #[test]
        fn no_minute_gives_more_than_the_limit(count in 1_u64..2000, late in 0_u64..50) {
            let taken = takings(count, 200, Duration::from_millis(late));
            prop_assert!(most_in_a_minute(&taken) as u64 <= count);
        }

        #[test]
        fn units_can_be_taken_when_they_are_ready(
            count in 1_u64..1_000_000_000, cost in 0_u64..1_000_000, debt in 0_u64..1_000_000,
        ) {
            let begun = Instant::now();
            let mut bucket = TokenBucket::per_minute(count, begun);
            bucket.take(debt);
            let ready = bucket.ready_at(cost, begun);
            prop_assert!(bucket.ready_at(cost, ready) <= ready);
        }
    }
}

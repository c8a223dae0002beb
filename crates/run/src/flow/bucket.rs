//! A bucket: so much in a minute, and no more.

use std::time::Duration;
use tokio::time::Instant;

/// What may be taken at once, as a share of a second's worth: enough to make up for a timer that is
/// late, little enough to spread the rest.
const AT_ONCE: f64 = 0.1;

/// A token bucket. What is taken by an estimate is corrected when more is known, so that it can be in
/// debt; it gives nothing more until the debt is paid.
///
/// Of units taken one at a time, any minute gives no more than was allowed. Of larger takings it is a
/// little more in some minutes and less in the next, by the size of one.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    per_second: f64,
    most: f64,
    level: f64,
    at: Instant,
}

impl Bucket {
    /// A bucket that gives `count` in a minute.
    pub(crate) fn per_minute(count: u64, now: Instant) -> Self {
        let count = count.max(1) as f64;
        let most = (count / 60.0 * AT_ONCE).max(1.0);
        // What is there at the beginning of a minute comes off what flows in during it.
        Self { per_second: (count - most + 1.0) / 60.0, most, level: most, at: now }
    }

    /// When `count` can be taken; no later than `now` if it can be at once. More than the bucket holds
    /// can be taken when it is full.
    pub(crate) fn ready(&mut self, count: u64, now: Instant) -> Instant {
        self.flow(now);
        let missing = (count as f64).min(self.most) - self.level;
        if missing <= 0.0 {
            return now;
        }
        let wait = Duration::try_from_secs_f64(missing / self.per_second).ok();
        // A nanosecond more: what is missing must not be a rounding away at the time told.
        let wait = wait.unwrap_or(Duration::MAX).saturating_add(Duration::from_nanos(1));
        now.checked_add(wait).unwrap_or(now + Duration::from_secs(86_400))
    }

    /// What flows in during a minute.
    pub(crate) fn a_minutes_worth(&self) -> u64 {
        (self.per_second * 60.0) as u64
    }

    /// Takes `count`.
    pub(crate) fn take(&mut self, count: u64) {
        self.level -= count as f64;
    }

    /// Gives back what was not used of what was taken; less than nothing takes more.
    pub(crate) fn give_back(&mut self, count: i64) {
        self.level = (self.level + count as f64).min(self.most);
    }

    fn flow(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.most);
        self.at = self.at.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The moments in which as many as possible are taken, one at a time, in so many seconds.
    fn takings(count: u64, seconds: u64, late: Duration) -> Vec<Duration> {
        let begun = Instant::now();
        let mut bucket = Bucket::per_minute(count, begun);
        let (mut now, mut taken) = (begun, Vec::new());
        while now < begun + Duration::from_secs(seconds) {
            let ready = bucket.ready(1, now);
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
    fn what_is_larger_than_the_bucket_is_paid_for_afterwards() {
        let begun = Instant::now();
        let mut bucket = Bucket::per_minute(60_000, begun);
        assert_eq!(bucket.ready(3000, begun), begun);
        bucket.take(3000);
        let wait = bucket.ready(3000, begun) - begun;
        assert!(
            wait > Duration::from_millis(2950) && wait < Duration::from_millis(3050),
            "{wait:?}"
        );
        bucket.give_back(2900);
        let wait = bucket.ready(3000, begun) - begun;
        assert!(wait < Duration::from_millis(150), "a short answer pays back: {wait:?}");
        bucket.give_back(i64::MAX);
        bucket.take(100);
        assert!(
            bucket.ready(1, begun) - begun <= Duration::from_millis(2),
            "and no more than that"
        );
    }

    proptest! {
        #[test]
        fn no_minute_gives_more(count in 1_u64..2000, late in 0_u64..50) {
            let taken = takings(count, 200, Duration::from_millis(late));
            prop_assert!(most_in_a_minute(&taken) as u64 <= count);
        }

        #[test]
        fn what_is_ready_then_can_be_taken_then(
            count in 1_u64..1_000_000_000, cost in 0_u64..1_000_000, debt in 0_u64..1_000_000,
        ) {
            let begun = Instant::now();
            let mut bucket = Bucket::per_minute(count, begun);
            bucket.take(debt);
            let ready = bucket.ready(cost, begun);
            prop_assert!(bucket.ready(cost, ready) <= ready);
        }
    }
}

//! Pace: recent answers per second.

use std::collections::VecDeque;
use std::time::Duration;

/// The length of the window: long enough for slow models, short enough to forget a slow start.
const WINDOW: Duration = Duration::from_secs(120);
/// The shortest time between two stored samples.
const APART: Duration = Duration::from_secs(1);

/// Counts with their times.
#[derive(Debug, Default)]
pub(super) struct Pace(VecDeque<(Duration, u64)>);

impl Pace {
    /// Records a count, and returns the answers per second over the last two minutes, or since the
    /// beginning if none arrived in these.
    pub(super) fn rate(&mut self, elapsed: Duration, count: u64) -> f64 {
        let per_second = |since: Duration, before: u64| {
            let passed = elapsed.saturating_sub(since).as_secs_f64();
            if passed > 0.0 { count.saturating_sub(before) as f64 / passed } else { 0.0 }
        };
        while self.0.get(1).is_some_and(|(at, _)| elapsed.saturating_sub(*at) >= WINDOW) {
            self.0.pop_front();
        }
        let is_new = self.0.back().is_none_or(|(at, _)| elapsed.saturating_sub(*at) >= APART);
        // The beginning is an implicit sample.
        let (since, before) = match self.0.front() {
            Some((at, before)) if elapsed.saturating_sub(*at) >= WINDOW => (*at, *before),
            _ => (Duration::ZERO, 0),
        };
        if is_new {
            self.0.push_back((elapsed, count));
        }
        match per_second(since, before) {
            late if late > 0.0 => late,
            _ => per_second(Duration::ZERO, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_that_of_the_last_two_minutes() {
        let mut pace = Pace::default();
        let at = Duration::from_secs;
        assert_eq!(pace.rate(at(0), 0), 0.0);
        assert_eq!(pace.rate(at(10), 20), 2.0);
        for second in 11..=1000 {
            pace.rate(at(second), 20);
        }
        assert_eq!(pace.rate(at(1000), 20), 0.02, "nothing of late: since the beginning");
        for second in 1001..1060 {
            pace.rate(at(second), 20 + 10 * (second - 1000));
        }
        assert_eq!(pace.rate(at(1060), 620), 5.0, "a minute of nothing, and one of ten a second");
        assert!(pace.0.len() <= 122, "{}", pace.0.len());
    }
}

//! Measures the time of a piece of work.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The least number of measurements.
const FEWEST: usize = 5;

/// The median time of the work in nanoseconds, without the time for dropping its result. There are
/// `most` measurements, or fewer if they take longer together than `longest`.
pub fn median_ns<T>(most: usize, longest: Duration, mut work: impl FnMut() -> T) -> u64 {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < FEWEST || times.len() < most && begun.elapsed() < longest {
        let start = Instant::now();
        let result = black_box(work());
        times.push(start.elapsed());
        drop(result);
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    u64::try_from(median.as_nanos()).unwrap_or(u64::MAX)
}

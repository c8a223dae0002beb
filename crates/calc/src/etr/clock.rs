//! The time of an operation.

use peirast_etr::batch::{Output, Prepared};
use peirast_etr::{Engine, Error};
use std::hint::black_box;
use std::time::{Duration, Instant};

const FEWEST: usize = 5;
const MOST: usize = 1000;
const LONGEST: Duration = Duration::from_millis(100);

/// The answer of a call, and the median time of the operation in nanoseconds. The time excludes
/// reading the arguments, and rendering and dropping the answer.
pub(super) fn timed(prepared: &Prepared, engine: &mut Engine) -> (Result<Output, Error>, u64) {
    let begun = Instant::now();
    let (answer, first) = once(prepared, engine);
    let mut times = vec![first];
    while times.len() < FEWEST || (times.len() < MOST && begun.elapsed() < LONGEST) {
        times.push(once(prepared, engine).1);
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    (answer, u64::try_from(median.as_nanos()).unwrap_or(u64::MAX))
}

fn once(prepared: &Prepared, engine: &mut Engine) -> (Result<Output, Error>, Duration) {
    let start = Instant::now();
    let answer = black_box(prepared(black_box(engine)));
    (answer, start.elapsed())
}

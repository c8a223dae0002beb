//! All cores where it helps, and the same bits whatever their number.
//!
//! Results come in the order of their numbers, each computed from its number alone; sums are taken
//! afterwards, by one thread and in that order.

use rayon::prelude::*;

/// Fewer elementary steps than this (some tens of microseconds) stay on one thread.
const ALONE: usize = 50_000;

/// The result of each number below `count`, of `steps` elementary steps each. Every thread works
/// with a state of its own, which must not reach the results.
pub(crate) fn mapped<S, T: Send>(
    count: usize,
    steps: usize,
    state: impl Fn() -> S + Sync + Send,
    one: impl Fn(&mut S, usize) -> T + Sync + Send,
) -> Vec<T> {
    if count < 2 || count.saturating_mul(steps) < ALONE {
        let mut state = state();
        return (0..count).map(|number| one(&mut state, number)).collect();
    }
    let least = (ALONE / 4 / steps.max(1)).max(1);
    (0..count).into_par_iter().with_min_len(least).map_init(state, one).collect()
}

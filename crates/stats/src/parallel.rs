//! Parallel computation with results that do not depend on the number of cores.
//!
//! Results are in the order of their numbers, each computed from its number only; sums are computed
//! afterwards, by one thread and in that order.

use rayon::prelude::*;

/// Work of fewer elementary steps than this (some tens of microseconds) stays on one thread.
const ALONE: usize = 50_000;

/// Returns the result of each number below `count`, each of `steps` elementary steps. Every thread
/// has its own scratch state, which must not influence the results.
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

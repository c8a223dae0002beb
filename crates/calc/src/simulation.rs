//! Simulated studies, divided over threads in pieces whose sum does not depend on the division.

use crate::error::{Result, refuse};
use rayon::prelude::*;
use std::ops::Range;

/// The most random pairs; more would take too long.
const MOST_DRAWS: u64 = 2_000_000_000;

/// Number of studies in one piece of work.
const PIECE: u64 = 64;

/// Refuses a simulation that takes too long.
pub fn affordable(studies: u64, size: u64) -> Result<()> {
    if studies.saturating_mul(size) > MOST_DRAWS {
        refuse!("{studies} studies of {size} take too long: simulate fewer");
    }
    Ok(())
}

/// The numbers of simulated studies, in pieces.
pub fn pieces(studies: u64) -> impl IndexedParallelIterator<Item = Range<u64>> {
    let piece = move |at: usize| {
        let first = at as u64 * PIECE;
        first..(first + PIECE).min(studies)
    };
    (0..studies.div_ceil(PIECE) as usize).into_par_iter().map(piece)
}

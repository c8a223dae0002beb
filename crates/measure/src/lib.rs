//! What answers to syllogisms measure.
mod ballot;

pub use ballot::{Ballot, ballots, side, votes};

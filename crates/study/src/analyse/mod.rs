//! Analysis: stored answers, graded, tested, measured and billed.

mod analysis;
mod answer_counter;
mod artifacts;
mod benchmarks;
mod examples;
mod manifest;
mod setup;
mod suspects;

pub(crate) use analysis::Analyser;
pub use analysis::Analysis;
pub use artifacts::write_tables;

//! Analysis: stored answers, graded, tested, measured and billed.

mod analysis;
mod answer_counter;
mod artifacts;
mod benchmarks;
mod examples;
mod manifest;
mod setup;
mod surface;
mod suspects;
mod texts;

pub(crate) use analysis::Analyser;
pub use analysis::Analysis;
pub(crate) use setup::{imported_by, reached};

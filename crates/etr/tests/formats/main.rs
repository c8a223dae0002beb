//! Random views written in a format and read back.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail that way"
)]

#[path = "../support/mod.rs"]
mod support;

mod json;
mod refusals;
mod smt_lib;
mod tolerant;

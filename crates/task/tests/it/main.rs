//! Integration tests of `peirast-task`, in one program: a module for each subject.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do"
)]

mod categorical;
mod conformance;
mod edits;
mod erotetic;
mod families;
mod growth;
mod huge;
mod own_versions;
mod prompts;
mod quoted;
mod races;
mod simulated;
mod strategies;
mod tamper;

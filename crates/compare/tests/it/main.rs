//! Integration tests of `peirast-compare`: a module for each subject.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::expect_used,
    reason = "helpers of tests fail as tests do"
)]

mod families;
mod few;
mod matching;
mod rates;
mod related;
mod robust;
mod sense;
mod shown;
mod statistics;
mod support;
mod verdicts;

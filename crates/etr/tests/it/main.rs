//! Integration tests of `peirast-etr`, in one program: a module for each subject.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do"
)]

mod allowance;
mod formats;
mod hostile;
mod laws;
mod peer;
mod support;
mod unchanged;

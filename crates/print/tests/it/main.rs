//! Integration tests of `peirast-print`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod examples;
#[path = "../../../figure/tests/it/made_up.rs"]
mod made_up;
mod tables;

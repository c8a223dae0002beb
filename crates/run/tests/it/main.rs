//! Integration tests of `peirast-run`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod common;
mod runner;
mod store;

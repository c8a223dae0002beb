//! Integration tests of `peirast-llm`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod cassettes;
mod plain;
mod secure;
mod standstill;
mod wires;

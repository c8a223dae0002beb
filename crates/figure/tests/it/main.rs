//! Integration tests of `peirast-figure`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod examples;
mod laws;
mod made_up;
mod print;

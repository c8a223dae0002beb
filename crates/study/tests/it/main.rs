//! Integration tests of `peirast-study`, in one program: a module for each subject.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "helpers of tests fail as tests do"
)]

mod budgets;
mod events;
mod large;
mod real_tools;
mod register;
mod rounds;
mod runs;
mod sharing;
mod support;
mod texts;

//! Integration tests of `peirast-report`, in one program: a module for each subject.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do"
)]

mod additions;
mod bounds;
mod controls;
mod data;
mod figures;
mod habits;
mod hostile;
mod limitations;
mod lost;
mod page;
mod pooled;
mod prose;
mod support;
mod texts;

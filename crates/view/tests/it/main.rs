//! Integration tests of `peirast-view`, in one program: a module for each subject.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do"
)]

mod compare;
mod guard;
mod hostile;
mod leaderboard;
mod million;
mod pages;
mod play;
mod regrade;
mod support;
mod whole;

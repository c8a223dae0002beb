//! Integration tests of `peirast-stats`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod content_effect;
mod coverage;
mod edges;
mod golden;
mod properties;
mod published;
mod sentences;
mod threads;

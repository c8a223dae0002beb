//! Integration tests of `peirast-exchange`, in one program: a module for each subject.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod compared;
mod inspect;
mod scores;
mod support;
mod unclear;

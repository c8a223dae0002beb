//! Integration tests of `peirast-artefact`, in one program: a module for each subject.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod designs;
mod planted;

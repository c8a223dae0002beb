//! Integration tests of `peirast-audit`, in one program: a module for each subject.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod correct;
mod corrections;
mod decisions;
mod impossible;
mod laws;
mod limits;
mod notation;
mod p_values;
mod published;
mod rows;

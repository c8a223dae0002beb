//! Integration tests of `peirast-logic`, in one program: a module for each subject.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do"
)]

mod entailment;
mod formulas;
mod laws;
mod numbers;
mod syllogisms;

//! Integration tests of `peirast-pairs`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod items;
mod transformation_laws;
mod transformations;

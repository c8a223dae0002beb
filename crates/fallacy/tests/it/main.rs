//! Integration tests of `peirast-fallacy`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod chance;
mod closed;
mod corpus;
mod cures;
mod hostile;
mod missteps;
mod people;
mod reasoners;
mod replay;

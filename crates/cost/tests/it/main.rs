//! Integration tests of `peirast-cost`, in one program: a module for each subject.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod forecasts;
mod ledger;
mod prices;
mod tokens;

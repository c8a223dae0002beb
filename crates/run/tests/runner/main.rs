//! A runner asks servers: what it does with their answers, failures and limits, and when it stops.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

#[path = "../common/mod.rs"]
mod common;

mod apart;
mod http;
mod registration;
mod run;
mod slots;
mod standstill;
mod stops;

//! Stores keep what was asked and answered, on SQLite and on PostgreSQL.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
#[path = "../common/postgres.rs"]
mod server;

mod batch_claims;
mod kept;
mod merge;
mod postgres;
mod stored;

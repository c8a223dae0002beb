//! Stores keep what was asked and answered, on SQLite and on PostgreSQL.

mod batch_claims;
mod kept;
mod merge;
mod postgres;
mod stored;

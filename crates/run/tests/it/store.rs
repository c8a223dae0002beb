//! Stores of questions and answers, on SQLite and on PostgreSQL.

mod batch_claims;
mod kept;
mod merge;
mod postgres;
mod stored;

//! Rows: how each record is written into its table, many at a time.

use super::backend::Transaction;
use super::values::Values;
use super::{FailedAttempt, Store, StoreError};
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Trial, Usage};
use serde::Serialize;
use sqlx::AssertSqlSafe;
use std::fmt::Write as _;
use std::sync::Arc;

/// Rows per statement, largest first; the smaller sizes take what is left. Each statement is a journey
/// to the thread of the connection and back.
const SIZES: [usize; 7] = [64, 32, 16, 8, 4, 2, 1];
/// The same for PostgreSQL, where it is a journey to the server.
const SIZES_SHARED: [usize; 4] = [256, 32, 4, 1];

/// A record that is written as one row.
pub(super) trait Row {
    /// The table.
    const TABLE: &'static str;
    /// Its columns, in the order in which they are bound.
    const COLUMNS: &'static [&'static str];

    /// Adds the value of every column.
    fn bind(&self, values: Values) -> Result<Values, serde_json::Error>;
}

impl Store {
    /// Inserts `rows`, passing over those whose key is there, and counts those that were not.
    pub(super) async fn insert<R: Row + Sync>(
        &self,
        transaction: &mut Transaction,
        rows: &[R],
    ) -> Result<u64, StoreError> {
        let mut rest = rows;
        let mut inserted = 0;
        let shared = self.is_shared();
        let sizes = if shared { SIZES_SHARED.as_slice() } else { SIZES.as_slice() };
        for &size in sizes {
            if rest.len() < size {
                continue;
            }
            let statement: Arc<str> = insert_statement::<R>(size, shared).into();
            while let Some((now, later)) = rest.split_at_checked(size) {
                let mut values = transaction.values();
                for row in now {
                    values = row.bind(values).map_err(|e| StoreError::value(self.path(), e))?;
                }
                let done = transaction.execute(AssertSqlSafe(Arc::clone(&statement)), values);
                inserted += done.await.map_err(|e| self.failed(e))?;
                rest = later;
            }
        }
        Ok(inserted)
    }
}

/// `INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING`
///
/// For SQLite with `?`: numbered parameters are looked up among all before them, several times. And with
/// `OR ROLLBACK`, for rows that break a rule of the table, which none does: of a statement that could fail
/// by itself SQLite keeps a copy of every page that it touches.
fn insert_statement<R: Row>(rows: usize, shared: bool) -> String {
    let insert = if shared { "INSERT" } else { "INSERT OR ROLLBACK" };
    let mut sql = format!("{insert} INTO {} ({}) VALUES ", R::TABLE, R::COLUMNS.join(", "));
    for row in 0..rows {
        sql.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=R::COLUMNS.len() {
            sql.push_str(if column == 1 { "" } else { ", " });
            if shared {
                // Writing to a string cannot fail.
                let _ = write!(sql, "${}", row * R::COLUMNS.len() + column);
            } else {
                sql.push('?');
            }
        }
        sql.push(')');
    }
    sql.push_str(" ON CONFLICT DO NOTHING");
    sql
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    serde_json::to_string(value)
}

/// SQL has no unsigned numbers. No count of tokens comes near the limit.
fn stored(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Counts as they are read back.
pub(super) fn read_back(usage: Usage) -> Usage {
    let back = |count: Option<u64>| count.map(|count| stored(count).unsigned_abs());
    Usage {
        input_tokens: back(usage.input_tokens),
        output_tokens: back(usage.output_tokens),
        reasoning_tokens: back(usage.reasoning_tokens),
        cached_tokens: back(usage.cached_tokens),
    }
}

impl Row for Problem {
    const TABLE: &'static str = "problem";
    const COLUMNS: &'static [&'static str] = &["id", "body"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.id).owned(json(self)?))
    }
}

impl Row for &Problem {
    const TABLE: &'static str = Problem::TABLE;
    const COLUMNS: &'static [&'static str] = Problem::COLUMNS;

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        (**self).bind(values)
    }
}

/// A prompt under its key.
pub(super) struct Keyed<'a>(pub(super) Key, pub(super) &'a Prompt);

impl Row for Keyed<'_> {
    const TABLE: &'static str = "prompt";
    const COLUMNS: &'static [&'static str] = &["key", "messages"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        let Self(key, prompt) = self;
        Ok(values.text(&key.text()).owned(prompt.messages_json()))
    }
}

/// A prompt as it is stored: key and messages.
pub(super) struct RawPrompt(pub(super) String, pub(super) String);

impl Row for RawPrompt {
    const TABLE: &'static str = "prompt";
    const COLUMNS: &'static [&'static str] = &["key", "messages"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.0).text(&self.1))
    }
}

/// A trial at its endpoint.
pub(super) struct Placed<'a>(pub(super) &'a str, pub(super) &'a Trial);

impl Row for Placed<'_> {
    const TABLE: &'static str = "trial";
    const COLUMNS: &'static [&'static str] =
        &["key", "prompt", "problem", "protocol", "subject", "endpoint", "sampling", "repeat"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        let Self(endpoint, trial) = self;
        Ok(values
            .text(&trial.key.text())
            .text(&trial.prompt.text())
            .text(trial.problem.as_str())
            .text(trial.protocol.as_str())
            .text(trial.subject.as_str())
            .text(endpoint)
            .owned(json(&trial.sampling)?)
            .number(i64::from(trial.repeat)))
    }
}

impl Row for &Response {
    const TABLE: &'static str = "response";
    const COLUMNS: &'static [&'static str] = &[
        "trial",
        "attempts",
        "finish",
        "input_tokens",
        "output_tokens",
        "model",
        "sent_us",
        "elapsed_us",
        "text",
        "request",
        "body",
        "reasoning_tokens",
        "cached_tokens",
    ];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values
            .text(&self.trial.text())
            .number(i64::from(self.attempts))
            .text(self.finish.as_str())
            .maybe_number(self.usage.input_tokens.map(stored))
            .maybe_number(self.usage.output_tokens.map(stored))
            .maybe_text(self.model.as_deref())
            .number(self.sent_us)
            .number(self.elapsed_us)
            .text(self.text.as_str())
            .text(self.request.as_str())
            .text(self.body.as_str())
            .maybe_number(self.usage.reasoning_tokens.map(stored))
            .maybe_number(self.usage.cached_tokens.map(stored)))
    }
}

/// A response to a trial that has another, under the key of its content.
pub(super) struct Second<'a>(pub(super) Key, pub(super) &'a Response);

impl Row for Second<'_> {
    const TABLE: &'static str = "duplicate";
    const COLUMNS: &'static [&'static str] = &[
        "digest",
        "trial",
        "attempts",
        "finish",
        "input_tokens",
        "output_tokens",
        "model",
        "sent_us",
        "elapsed_us",
        "text",
        "request",
        "body",
        "reasoning_tokens",
        "cached_tokens",
    ];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        let Self(digest, response) = self;
        response.bind(values.text(&digest.text()))
    }
}

/// A trial whose response was taken over from another store.
pub(super) struct TakenOver<'a>(pub(super) &'a Key, pub(super) &'a str);

impl Row for TakenOver<'_> {
    const TABLE: &'static str = "reused";
    const COLUMNS: &'static [&'static str] = &["trial", "source"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.0.text()).text(self.1))
    }
}

impl Row for FailedAttempt {
    const TABLE: &'static str = "failure";
    const COLUMNS: &'static [&'static str] =
        &["trial", "attempt", "kind", "status", "message", "at_us", "body"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values
            .text(&self.trial.text())
            .number(i64::from(self.attempt))
            .text(self.kind.as_str())
            .maybe_number(self.status.map(i64::from))
            .text(self.message.as_str())
            .number(self.at_us)
            .maybe_text(self.body.as_deref()))
    }
}

impl Row for Recorded {
    const TABLE: &'static str = "recorded";
    const COLUMNS: &'static [&'static str] = &["trial", "grade", "facts"];

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.trial.text()).number(self.grade).owned(json(&self.facts)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_numbers_its_parameters() {
        assert_eq!(
            insert_statement::<Problem>(2, true),
            "INSERT INTO problem (id, body) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING"
        );
        assert_eq!(
            insert_statement::<Problem>(2, false),
            "INSERT OR ROLLBACK INTO problem (id, body) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING"
        );
    }
}

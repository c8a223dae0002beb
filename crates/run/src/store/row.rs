//! Rows: how each record is written into its table, many at a time.

use super::{FailedAttempt, Store, StoreError};
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Trial};
use serde::Serialize;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection};
use std::fmt::Write as _;
use std::sync::Arc;

/// Rows per statement, largest first. SQLite looks a parameter up among its predecessors, so
/// larger statements cost more than they save; the smaller sizes take what is left.
const SIZES: [usize; 3] = [16, 4, 1];

pub(super) type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// A record that is written as one row.
pub(super) trait Row {
    /// The table.
    const TABLE: &'static str;
    /// Its columns, in the order in which they are bound.
    const COLUMNS: &'static [&'static str];

    /// Binds every column.
    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error>;
}

impl Store {
    /// Inserts `rows`, passing over those whose key is there, and counts those that were not.
    pub(super) async fn insert<R: Row + Sync>(
        &self,
        connection: &mut SqliteConnection,
        rows: &[R],
    ) -> Result<u64, StoreError> {
        let mut rest = rows;
        let mut inserted = 0;
        for size in SIZES {
            if rest.len() < size {
                continue;
            }
            let statement: Arc<str> = insert_statement::<R>(size).into();
            while let Some((now, later)) = rest.split_at_checked(size) {
                let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&statement)));
                for row in now {
                    query = row.bind(query).map_err(|e| StoreError::value(self.path(), e))?;
                }
                let done = query.execute(&mut *connection).await.map_err(|e| self.failed(e))?;
                inserted += done.rows_affected();
                rest = later;
            }
        }
        Ok(inserted)
    }
}

/// `INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING`
fn insert_statement<R: Row>(rows: usize) -> String {
    let mut sql = format!("INSERT INTO {} ({}) VALUES ", R::TABLE, R::COLUMNS.join(", "));
    for row in 0..rows {
        sql.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=R::COLUMNS.len() {
            let comma = if column == 1 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(sql, "{comma}${}", row * R::COLUMNS.len() + column);
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

impl Row for Problem {
    const TABLE: &'static str = "problem";
    const COLUMNS: &'static [&'static str] = &["id", "body"];

    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error> {
        Ok(query.bind(self.id.as_str()).bind(json(self)?))
    }
}

/// A prompt under its key.
pub(super) struct Keyed<'a>(pub(super) Key, pub(super) &'a Prompt);

impl Row for Keyed<'_> {
    const TABLE: &'static str = "prompt";
    const COLUMNS: &'static [&'static str] = &["key", "messages"];

    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error> {
        let Self(key, prompt) = self;
        Ok(query.bind(key.as_str()).bind(json(&prompt.messages)?))
    }
}

/// A trial at its endpoint.
pub(super) struct Placed<'a>(pub(super) &'a str, pub(super) &'a Trial);

impl Row for Placed<'_> {
    const TABLE: &'static str = "trial";
    const COLUMNS: &'static [&'static str] =
        &["key", "prompt", "problem", "protocol", "subject", "endpoint", "sampling", "repeat"];

    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error> {
        let Self(endpoint, trial) = self;
        Ok(query
            .bind(trial.key.as_str())
            .bind(trial.prompt.as_str())
            .bind(trial.problem.as_str())
            .bind(trial.protocol.as_str())
            .bind(trial.subject.as_str())
            .bind(*endpoint)
            .bind(json(&trial.sampling)?)
            .bind(i64::from(trial.repeat)))
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
    ];

    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error> {
        Ok(query
            .bind(self.trial.as_str())
            .bind(i64::from(self.attempts))
            .bind(self.finish.as_str())
            .bind(self.usage.input_tokens.map(stored))
            .bind(self.usage.output_tokens.map(stored))
            .bind(self.model.as_deref())
            .bind(self.sent_us)
            .bind(self.elapsed_us)
            .bind(self.text.as_str())
            .bind(self.request.as_str())
            .bind(self.body.as_str()))
    }
}

impl Row for FailedAttempt {
    const TABLE: &'static str = "failure";
    const COLUMNS: &'static [&'static str] =
        &["trial", "attempt", "kind", "status", "message", "at_us", "body"];

    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error> {
        Ok(query
            .bind(self.trial.as_str())
            .bind(i64::from(self.attempt))
            .bind(self.kind.as_str())
            .bind(self.status.map(i64::from))
            .bind(self.message.as_str())
            .bind(self.at_us)
            .bind(self.body.as_deref()))
    }
}

impl Row for Recorded {
    const TABLE: &'static str = "recorded";
    const COLUMNS: &'static [&'static str] = &["trial", "grade", "facts"];

    fn bind<'q>(&self, query: Query<'q>) -> Result<Query<'q>, serde_json::Error> {
        Ok(query.bind(self.trial.as_str()).bind(self.grade).bind(json(&self.facts)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_numbers_its_parameters() {
        assert_eq!(
            insert_statement::<Problem>(2),
            "INSERT INTO problem (id, body) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING"
        );
    }
}

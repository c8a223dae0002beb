//! Rows: writing records into their tables, many at a time.

use super::backend::Transaction;
use super::values::Values;
use super::{FailedAttempt, Store, StoreError};
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Trial, Usage};
use serde::Serialize;
use sqlx::AssertSqlSafe;
use std::sync::Arc;

/// Rows per statement, largest first. Each statement needs a round trip to the thread of the
/// connection.
const SIZES: [usize; 3] = [128, 64, 32];
/// Rows in the statement for the rest: it is cheaper than one round trip for each binary digit.
const ROOM: usize = 16;
/// Rows per statement of PostgreSQL, largest first: each needs a round trip to the server.
const SIZES_SHARED: [usize; 4] = [256, 32, 4, 1];

/// The columns of a table, in the order of binding and reading.
macro_rules! columns {
    (response) => {
        "trial, attempts, finish, input_tokens, output_tokens, model, sent_us, elapsed_us, text, \
         request, body, reasoning_tokens, cached_tokens"
    };
    (failure) => {
        "trial, attempt, kind, status, message, at_us, body, was_sent"
    };
}
pub(super) use columns;

/// A record that is written as one row.
pub(super) trait Row {
    /// The table.
    const TABLE: &'static str;
    /// Its columns, in the order of binding.
    const COLUMNS: &'static str;

    /// Adds the value of every column.
    fn bind(&self, values: Values) -> Result<Values, serde_json::Error>;
}

impl Store {
    /// Inserts `rows` except those whose key exists, and returns the number of inserted rows.
    pub(super) async fn insert<R: Row + Sync>(
        &self,
        transaction: &mut Transaction,
        rows: &[R],
    ) -> Result<u64, StoreError> {
        let mut inserted = 0;
        let mut rest = rows;
        let mut statement: Option<(usize, Arc<str>)> = None;
        while !rest.is_empty() {
            let size = size_for(rest.len(), self.is_shared());
            let sql = match statement.take() {
                Some((same, sql)) if same == size => sql,
                _ if self.is_shared() => numbered_insert::<R>(size).into(),
                _ if size == ROOM => roomy_insert::<R>(size).into(),
                _ => full_insert::<R>(size).into(),
            };
            let (now, later) = rest.split_at(size.min(rest.len()));
            let mut values = self.values();
            for row in now {
                values = row.bind(values).map_err(|e| StoreError::value(self.path(), e))?;
            }
            let done = transaction.execute(AssertSqlSafe(Arc::clone(&sql)), values);
            inserted += done.await.map_err(|e| self.failed(e))?;
            statement = Some((size, sql));
            rest = later;
        }
        Ok(inserted)
    }
}

/// Returns the number of rows of the next statement, with `rows` rows left.
fn size_for(rows: usize, shared: bool) -> usize {
    let (sizes, least) = if shared { (&SIZES_SHARED[..], 1) } else { (&SIZES[..], ROOM) };
    sizes.iter().find(|size| **size <= rows).copied().unwrap_or(least)
}

/// `INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING`
fn numbered_insert<R: Row>(rows: usize) -> String {
    let mut parameters = (1..).map(|number| format!("${number}"));
    let mut row = || parameters.by_ref().take(width::<R>()).collect::<Vec<_>>().join(", ");
    let rows: Vec<String> = (0..rows).map(|_| format!("({})", row())).collect();
    let (columns, rows) = (R::COLUMNS, rows.join(", "));
    format!("INSERT INTO {} ({columns}) VALUES {rows} ON CONFLICT DO NOTHING", R::TABLE)
}

/// The same for SQLite, with `?`: SQLite searches for numbered parameters among all before them,
/// several times. It also has `OR ROLLBACK`, for rows that violate a constraint, which never
/// happens: for a statement that could fail by itself SQLite copies every page that it changes.
fn full_insert<R: Row>(rows: usize) -> String {
    let (rows, columns) = (unnumbered::<R>(rows), R::COLUMNS);
    format!("INSERT OR ROLLBACK INTO {} ({columns}) VALUES {rows} ON CONFLICT DO NOTHING", R::TABLE)
}

/// The same for at most `rows` rows: an unbound parameter is NULL, and the first column of a record
/// never is.
fn roomy_insert<R: Row>(rows: usize) -> String {
    let (rows, columns) = (unnumbered::<R>(rows), R::COLUMNS);
    format!(
        "INSERT OR ROLLBACK INTO {} ({columns}) SELECT * FROM (VALUES {rows}) \
         WHERE column1 IS NOT NULL ON CONFLICT DO NOTHING",
        R::TABLE
    )
}

/// `(?, ?), (?, ?)`
fn unnumbered<R: Row>(rows: usize) -> String {
    let row = format!("({})", vec!["?"; width::<R>()].join(", "));
    vec![row; rows].join(", ")
}

/// Returns the number of columns.
fn width<R: Row>() -> usize {
    R::COLUMNS.split(", ").count()
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    serde_json::to_string(value)
}

/// SQL has no unsigned numbers. No token count is near the limit.
fn stored(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the counts as they are read again.
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
    const COLUMNS: &'static str = "id, body";

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.id).owned(json(self)?))
    }
}

impl Row for &Problem {
    const TABLE: &'static str = Problem::TABLE;
    const COLUMNS: &'static str = Problem::COLUMNS;

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        (**self).bind(values)
    }
}

/// A prompt with its key.
pub(super) struct PromptRow<'a>(pub(super) Key, pub(super) &'a Prompt);

impl Row for PromptRow<'_> {
    const TABLE: &'static str = "prompt";
    const COLUMNS: &'static str = "key, messages";

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        let Self(key, prompt) = self;
        Ok(values.text(&key.text()).owned(json(&prompt.messages)?))
    }
}

/// A prompt as it is stored: key and messages.
pub(super) struct RawPrompt(pub(super) String, pub(super) String);

impl Row for RawPrompt {
    const TABLE: &'static str = "prompt";
    const COLUMNS: &'static str = "key, messages";

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.0).text(&self.1))
    }
}

/// A trial with its endpoint.
pub(super) struct TrialRow<'a>(pub(super) &'a str, pub(super) &'a Trial);

impl Row for TrialRow<'_> {
    const TABLE: &'static str = "trial";
    const COLUMNS: &'static str =
        "key, prompt, problem, protocol, subject, endpoint, sampling, repeat";

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
    const COLUMNS: &'static str = columns!(response);

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values
            .text(&self.trial.text())
            .number(i64::from(self.attempts))
            .text(self.finish.as_str())
            .number(self.usage.input_tokens.map(stored))
            .number(self.usage.output_tokens.map(stored))
            .maybe_text(self.model.as_deref())
            .number(self.sent_us)
            .number(self.elapsed_us)
            .text(self.text.as_str())
            .text(self.request.as_str())
            .text(self.body.as_str())
            .number(self.usage.reasoning_tokens.map(stored))
            .number(self.usage.cached_tokens.map(stored)))
    }
}

/// A response to a trial that has another, with the key of its content.
pub(super) struct Second<'a>(pub(super) Key, pub(super) &'a Response);

impl Row for Second<'_> {
    const TABLE: &'static str = "duplicate";
    const COLUMNS: &'static str = concat!("digest, ", columns!(response));

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        let Self(digest, response) = self;
        response.bind(values.text(&digest.text()))
    }
}

/// A trial whose response was reused from another store.
pub(super) struct ReuseRow<'a>(pub(super) &'a Key, pub(super) &'a str);

impl Row for ReuseRow<'_> {
    const TABLE: &'static str = "reused";
    const COLUMNS: &'static str = "trial, source";

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values.text(&self.0.text()).text(self.1))
    }
}

impl Row for FailedAttempt {
    const TABLE: &'static str = "failure";
    const COLUMNS: &'static str = columns!(failure);

    fn bind(&self, values: Values) -> Result<Values, serde_json::Error> {
        Ok(values
            .text(&self.trial.text())
            .number(i64::from(self.attempt))
            .text(self.kind.as_str())
            .number(self.status.map(i64::from))
            .text(self.message.as_str())
            .number(self.at_us)
            .maybe_text(self.body.as_deref())
            .number(i64::from(self.was_sent)))
    }
}

impl Row for Recorded {
    const TABLE: &'static str = "recorded";
    const COLUMNS: &'static str = "trial, grade, facts";

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
            numbered_insert::<Problem>(2),
            "INSERT INTO problem (id, body) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING"
        );
    }

    #[test]
    fn a_statement_for_a_file_is_full_or_has_room() {
        assert_eq!(
            full_insert::<Problem>(2),
            "INSERT OR ROLLBACK INTO problem (id, body) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING"
        );
        assert_eq!(
            roomy_insert::<Problem>(2),
            "INSERT OR ROLLBACK INTO problem (id, body) SELECT * FROM (VALUES (?, ?), (?, ?)) \
             WHERE column1 IS NOT NULL ON CONFLICT DO NOTHING"
        );
        let sizes = |shared| [1, 16, 31, 32, 127, 9999].map(|rows| size_for(rows, shared));
        assert_eq!(sizes(false), [16, 16, 16, 32, 64, 128]);
        assert_eq!(sizes(true), [1, 4, 4, 32, 32, 256]);
    }
}

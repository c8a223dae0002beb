//! The store of a run: problems, prompts, trials, responses and failures, in one SQLite file or one
//! schema of PostgreSQL.
//!
//! A response counts when it is on disk, and the first stored response to a trial is its answer. On
//! PostgreSQL, several processes share a store: open trials form a queue, from which each worker
//! claims trials under a lease that expires.
//!
//! This crate sends nothing and has no list of servers. It does not know the right answers.
//!
//! ```
//! use peirast_record::{Message, Prompt, Sampling, Trial};
//! use peirast_store::{Batch, Store};
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! # let place = tempfile::tempdir()?;
//! # let directory = place.path().join("run");
//! let prompt = Arc::new(Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]));
//! let trials = [Trial::new(&prompt, "sim:yes", "sim:yes/1", &Sampling::default(), 0)];
//! let store = Store::create(&directory).await?;
//! let batch = Batch {
//!     prompts: &[prompt],
//!     trials: &[("sim:yes/1", &trials)],
//!     ..Batch::default()
//! };
//! store.write(&batch).await?;
//! assert_eq!(store.load_unanswered().await?, trials);
//! # Ok(()) }) }
//! ```

mod address;
mod answered_again;
mod backend;
mod common;
mod database_row;
mod decode;
mod error;
mod facts;
mod failed;
mod folder;
mod health;
mod identity;
mod lock;
mod log;
mod merge;
mod migrate;
mod open;
mod open_trials;
mod plan_state;
mod pointer;
mod postgres;
mod prompted_trial;
mod queue;
mod read;
mod reused;
mod row;
mod row_range;
mod serving_model;
mod sole_writer;
mod sqlite;
mod submission;
mod texts;
mod transient_retry;
mod usage;
mod values;
mod write;

pub use address::{Address, AddressError};
pub use error::StoreError;
pub use failed::FailedTrial;
pub use folder::make_folder;
pub use health::{ServerHealth, StoreHealth};
pub use merge::{MergeError, MergeSummary};
pub use open_trials::{MAX_ROWS_PER_QUERY, OpenTrials};
pub use plan_state::{DESIGN, KIND, PlanState, STUDY};
pub use prompted_trial::{PromptedTrial, Prompts};
pub use queue::{ClaimStatus, SubjectPlan, WorkerState, WorkerToken};
pub use read::{
    AnsweredTrial, StoreCounts, SubjectCounts, TrialDetails, TrialProgress, TrialsWithPrompts,
};
pub use row_range::RowRange;
pub use serving_model::{ServingModel, ServingModels};
pub use submission::{BatchQuestions, Submission, SubmissionStage};
pub use texts::StoredProblem;
pub use transient_retry::TransientRetry;
pub use usage::AnswerUsage;
pub use write::{Batch, FactChange, WriteSummary};

use backend::{Backend, Transaction};
use database_row::DatabaseRow;
use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _};
use identity::Identity;
use lock::RunLock;
use peirast_record::{ErrorKind, Key};
use serde_json::json;
use sole_writer::Durable;
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use values::Values;

/// The name of the database file in a run directory.
const STORE_FILE: &str = "store.sqlite";
/// The schema that this version writes, and the latest that it reads.
const SCHEMA: u32 = 3;
/// SQL that derives from the message of a failed attempt if its request may have reached the
/// server, for schemas before 3.
const WAS_SENT: &str = "CASE WHEN substr(message, 1, 16) = 'no connection to' \
     OR substr(message, 1, 17) = 'cannot connect to' THEN CAST(0 AS BIGINT) ELSE CAST(1 AS BIGINT) END";

/// The problems, prompts, trials, responses and failures of one run.
///
/// Clones share one store. It is a file in the run directory, which one process at a time can have
/// open for writing and any number for reading; or a schema of a PostgreSQL database, to which any
/// number of workers write ([`Store::connect`]). A stored response is never overwritten.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// # let place = tempfile::tempdir()?;
/// # let directory = place.path().join("run");
/// use peirast_store::Store;
/// let store = Store::create(&directory).await?;
/// store.set_meta("study", "token-bias").await?;
/// assert!(Store::open(&directory).await.is_err(), "one writer at a time");
///
/// let reader = Store::open_read_only(&directory).await?;
/// assert_eq!(reader.meta("study").await?.as_deref(), Some("token-bias"));
/// # Ok(()) }) }
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
    /// The schema of the database: it may be an earlier one if the store is open for reading.
    schema: u32,
}

#[derive(Debug)]
struct Inner {
    dir: PathBuf,
    path: PathBuf,
    backend: Backend,
    /// The database file at the time of the first write.
    file: Identity,
    /// Held as long as any clone of the store lives.
    _lock: Option<RunLock>,
}

/// The right to change the definition of a run, which one process has at a time.
pub struct ChangeLock(#[expect(dead_code, reason = "its end is what matters")] Option<Transaction>);

/// A failed attempt, as it is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAttempt {
    /// Key of the trial.
    pub trial: Key,
    /// Number of the attempt in its run, from 1.
    pub attempt: u32,
    /// The kind of failure.
    pub kind: ErrorKind,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The reason, in words.
    pub message: String,
    /// Time in microseconds since 1970 UTC.
    pub at_us: i64,
    /// The response of the server, or its first part.
    pub body: Option<String>,
    /// True if the request may have reached the server, and be charged.
    pub was_sent: bool,
}

impl FailedAttempt {
    /// Returns the content key of the attempt: two attempts that differ in anything have different
    /// keys.
    fn digest(&self) -> Key {
        let Self { trial, attempt, kind, status, message, at_us, body, was_sent: _ } = self;
        Key::from_json("failure", json!([trial, attempt, kind, status, message, at_us, body]))
    }
}

impl Store {
    /// Returns the run directory.
    pub fn dir(&self) -> &Path {
        &self.inner.dir
    }

    /// Returns the database file, or the address of a database without its password.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Returns true if several processes can write to this store at once.
    pub fn is_shared(&self) -> bool {
        self.inner.backend.is_shared()
    }

    /// Returns the schema of the store: see `ARCHITECTURE.md`. A store that is open for writing has
    /// the latest.
    pub fn schema(&self) -> u32 {
        self.schema
    }

    /// Waits for other processes that change the definition of the run, and blocks them until the
    /// result is dropped. A SQLite store has no other processes.
    pub async fn lock_changes(&self) -> Result<ChangeLock, StoreError> {
        if !self.is_shared() {
            return Ok(ChangeLock(None));
        }
        let mut transaction = self.begin().await?;
        self.take_turn(&mut transaction).await?;
        Ok(ChangeLock(Some(transaction)))
    }

    /// Does the same until the end of this transaction.
    async fn take_turn(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        if self.is_shared() {
            let lock = "SELECT pg_advisory_xact_lock(hashtext(current_schema()), 1)";
            transaction.all(lock, self.values()).await.map_err(|e| self.failed(e))?;
        }
        Ok(())
    }

    /// Closes the connections. A store that is open for writing folds its write-ahead log into the
    /// database file, so that only one file has to be copied; a store that is open for reading
    /// cannot, and leaves an empty log. Clones cannot be used afterwards.
    ///
    /// Without this call nothing is lost: stored data stay stored.
    pub async fn close(&self) {
        self.inner.backend.close().await;
    }

    /// Returns a query for the current schema in the form for the schema of the store.
    fn sql(&self, today: &'static str) -> SqlStr {
        if self.schema >= SCHEMA {
            return today.into_sql_str();
        }
        let mut earlier = today.replace("f.was_sent", WAS_SENT).replace("was_sent", WAS_SENT);
        if self.schema < 2 {
            for added in ["reasoning_tokens", "cached_tokens"] {
                earlier = earlier.replace(&format!("r.{added}"), "NULL").replace(added, "NULL");
            }
        }
        AssertSqlSafe(earlier).into_sql_str()
    }

    /// Creates parameters for a statement.
    fn values(&self) -> Values {
        self.inner.backend.values()
    }

    /// Returns the rows of a query as a stream.
    fn rows(
        &self,
        sql: impl SqlSafeStr,
        values: Values,
    ) -> BoxStream<'_, Result<DatabaseRow, StoreError>> {
        self.inner.backend.rows(sql, values).map_err(|e| self.failed(e)).boxed()
    }

    /// Returns the rows of a query, all at once.
    async fn all(
        &self,
        sql: impl SqlSafeStr,
        values: Values,
    ) -> Result<Vec<DatabaseRow>, StoreError> {
        self.rows(sql, values).try_collect().await
    }

    /// Returns the rows of a query, decoded.
    async fn read<T, C: Default + Extend<T>>(
        &self,
        sql: impl SqlSafeStr,
        values: Values,
        mut decode: impl FnMut(&DatabaseRow) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        let (mut rows, mut decoded) = (self.rows(sql, values), C::default());
        while let Some(row) = rows.try_next().await? {
            decoded.extend([decode(&row)?]);
        }
        Ok(decoded)
    }

    /// Returns the first row of a query, decoded.
    async fn first<T>(
        &self,
        sql: impl SqlSafeStr,
        values: Values,
        decode: impl FnOnce(&DatabaseRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.all(sql, values).await?.first().map(decode).transpose()
    }

    /// Returns the rows of a query, decoded; `(?)` in the query is replaced by the list of some
    /// values.
    async fn read_among<P, T, C: Default + Extend<T>>(
        &self,
        sql: &str,
        listed: &[P],
        bind: impl Fn(Values, &P) -> Values,
        mut decode: impl FnMut(&DatabaseRow) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        // The statement has parameters for many values, so that a database prepares it once. SQLite
        // finds a numbered parameter only by a search through all before it.
        let place = |at| if self.is_shared() { format!("${at}") } else { "?".to_owned() };
        let places: Vec<String> = (1..=MAX_ROWS_PER_QUERY).map(place).collect();
        let sql: Arc<str> = sql.replace("(?)", &format!("({})", places.join(", "))).into();
        let mut decoded = C::default();
        for some in listed.chunks(MAX_ROWS_PER_QUERY) {
            // A value that is listed twice is found once.
            let filled = some.iter().cycle().take(MAX_ROWS_PER_QUERY);
            let values = filled.fold(self.values(), &bind);
            let mut rows = self.rows(AssertSqlSafe(Arc::clone(&sql)), values);
            while let Some(row) = rows.try_next().await? {
                decoded.extend([decode(&row)?]);
            }
        }
        Ok(decoded)
    }

    /// Executes statements in one transaction; returns the number of rows that the last one
    /// changed.
    async fn change<const N: usize>(
        &self,
        statements: [(&'static str, Values); N],
    ) -> Result<u64, StoreError> {
        let mut transaction = self.begin().await?;
        let mut changed = 0;
        for (sql, values) in statements {
            changed = transaction.execute(sql, values).await.map_err(|e| self.failed(e))?;
        }
        transaction.commit().await.map_err(|e| self.failed(e))?;
        Ok(changed)
    }

    /// Begins a write transaction, which is on disk when it is committed.
    async fn begin(&self) -> Result<Transaction, StoreError> {
        self.begin_to_be(Durable::AtOnce).await
    }

    /// Begins a write transaction.
    async fn begin_to_be(&self, durable: Durable) -> Result<Transaction, StoreError> {
        let closed = || StoreError::OpenedToRead(self.inner.path.clone());
        // No connection is opened to another file: it would use the log of this one.
        self.must_not_have_moved()?;
        let begun = self.inner.backend.begin(durable).await.map_err(|e| self.failed(e))?;
        let transaction = begun.ok_or_else(closed)?;
        self.must_not_have_moved()?;
        Ok(transaction)
    }

    /// Checks that the file still exists: data written to a file that was moved would be lost.
    fn must_not_have_moved(&self) -> Result<(), StoreError> {
        match self.is_shared() || self.inner.file.is_of(&self.inner.path) {
            true => Ok(()),
            false => Err(StoreError::Moved(self.inner.path.clone())),
        }
    }

    /// Waits until all committed data are on disk.
    pub async fn flush(&self) -> Result<(), StoreError> {
        self.inner.backend.flush().await.map_err(|e| StoreError::flush(&self.inner.path, e))
    }

    /// Makes every later flush of this file fail.
    #[cfg(all(any(test, feature = "fault-injection"), unix))]
    pub fn flush_in_vain(&self) {
        if let Backend::Sqlite { writer: Some(writer), .. } = &self.inner.backend {
            writer.flush_in_vain();
        }
    }

    /// Turns an error of the database into one that names this store.
    fn failed(&self, error: sqlx::Error) -> StoreError {
        StoreError::database(&self.inner.path, error)
    }
}

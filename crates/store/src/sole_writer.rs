//! The sole writer: the one connection that writes to a file, passed from one transaction to the
//! next.

use super::log::Log;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use sqlx::{Error, Sqlite, SqlitePool};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

/// The longest wait for earlier transactions. Bulk imports write for several seconds.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// The time at which the data of a transaction are on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Durable {
    /// At the commit.
    AtOnce,
    /// At the next flush of the log, or when another transaction is on disk: a crash before it
    /// loses only the end of the committed data.
    Later,
}

/// The mode of a new connection, which is durable at the commit.
pub(super) const AT_FIRST: SqliteSynchronous = SqliteSynchronous::Full;

impl Durable {
    /// Returns the SQLite setting. In `NORMAL` it flushes the log before folding it, and the
    /// database before restarting the log, as in `FULL`.
    fn pragma(self) -> &'static str {
        match self {
            Self::AtOnce => "PRAGMA synchronous = FULL",
            Self::Later => "PRAGMA synchronous = NORMAL",
        }
    }
}

/// A connection that is opened at the first use, and again after a transaction that was not
/// committed.
///
/// It is kept between transactions. A pool would return it by a separate task, which waits for a
/// thread: with thousands of answers a second, this takes as long as the transaction.
#[derive(Debug)]
pub(super) struct SoleWriter {
    path: PathBuf,
    pool: SqlitePool,
    held: Arc<Mutex<Option<OpenConnection>>>,
    /// The log of the latest connection: it is flushed while the connection is in use. If a
    /// connection was opened again, the commits of the one before are in the same file, or in the
    /// database and on disk.
    log: RwLock<Option<Log>>,
}

/// The connection, and its last durability setting.
#[derive(Debug)]
struct OpenConnection {
    connection: PoolConnection<Sqlite>,
    durable: Durable,
    /// True if there is a log that can be flushed later. Some network drives cannot have one; then
    /// only the file at its path can be flushed.
    is_logged: bool,
}

/// A transaction, rolled back if it is dropped before the commit.
#[derive(Debug)]
pub(super) struct Writing {
    connection: OwnedMutexGuard<Option<OpenConnection>>,
    is_committed: bool,
}

impl SoleWriter {
    pub(super) fn new(path: &Path, options: SqliteConnectOptions) -> Self {
        let pool = super::sqlite::pool_options(1).connect_lazy_with(options);
        Self { path: path.to_owned(), pool, held: Arc::default(), log: RwLock::default() }
    }

    /// Begins a transaction when earlier ones have ended.
    pub(super) async fn begin(&self, durable: Durable) -> Result<Writing, Error> {
        let held = Arc::clone(&self.held).lock_owned();
        let connection = timeout(LONGEST_WAIT, held).await.map_err(|_| Error::PoolTimedOut)?;
        let mut writing = Writing { connection, is_committed: false };
        if writing.connection.is_none() {
            *writing.connection = Some(self.open().await?);
        }
        writing.be(durable).await?;
        // Immediate, so that it waits for another writing program: SQLite does not wait if a
        // transaction has read before it writes.
        sqlx::query("BEGIN IMMEDIATE").execute(writing.get()?).await?;
        Ok(writing)
    }

    /// Opens a connection, and its log.
    async fn open(&self) -> Result<OpenConnection, Error> {
        let mut connection = self.pool.acquire().await?;
        let mode = sqlx::query_scalar("PRAGMA journal_mode");
        let mode: String = mode.fetch_one(&mut *connection).await?;
        // The log exists after the connection has read something.
        sqlx::query("PRAGMA schema_version").execute(&mut *connection).await?;
        let log = match mode.eq_ignore_ascii_case("wal") {
            true => Log::open(&self.path).ok(),
            false => None,
        };
        let is_logged = log.is_some();
        *self.log.write().unwrap_or_else(PoisonError::into_inner) = log;
        Ok(OpenConnection { connection, durable: Durable::AtOnce, is_logged })
    }

    /// Waits until all committed data are on disk.
    pub(super) async fn flush(&self) -> io::Result<()> {
        match self.log() {
            Some(log) => log.flush().await,
            None => Ok(()),
        }
    }

    /// Makes every later flush of the log fail.
    #[cfg(all(any(test, feature = "fault-injection"), unix))]
    pub(super) fn flush_in_vain(&self) {
        *self.log.write().unwrap_or_else(PoisonError::into_inner) = Some(Log::that_fails());
    }

    fn log(&self) -> Option<Log> {
        self.log.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) async fn close(&self) {
        drop(self.held.lock().await.take());
        self.pool.close().await;
    }
}

impl Writing {
    /// Returns the connection.
    pub(super) fn get(&mut self) -> Result<&mut SqliteConnection, Error> {
        let held = self.connection.as_mut().ok_or(Error::PoolClosed)?;
        Ok(&mut held.connection)
    }

    /// Sets the durability of the connection, unless it is set already. Without a log all commits
    /// are durable.
    async fn be(&mut self, durable: Durable) -> Result<(), Error> {
        let is_logged = self.connection.as_ref().is_some_and(|held| held.is_logged);
        let durable = if is_logged { durable } else { Durable::AtOnce };
        if self.connection.as_ref().is_some_and(|held| held.durable != durable) {
            sqlx::query(durable.pragma()).execute(self.get()?).await?;
            self.connection.iter_mut().for_each(|held| held.durable = durable);
        }
        Ok(())
    }

    pub(super) async fn commit(mut self) -> Result<(), Error> {
        sqlx::query("COMMIT").execute(self.get()?).await?;
        self.is_committed = true;
        Ok(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // SQLite has rolled the transaction back at the latest when the connection is closed.
        if !self.is_committed
            && let Some(connection) = self.connection.take()
        {
            drop(connection.connection.detach());
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::super::log::log_of;
    use super::*;
    use sqlx::sqlite::SqliteJournalMode;

    fn writer_of(path: &Path, mode: SqliteJournalMode) -> SoleWriter {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        SoleWriter::new(path, options.journal_mode(mode).synchronous(AT_FIRST))
    }

    async fn synchronous(writing: &mut Writing) -> i64 {
        let connection = writing.get().expect("a connection");
        sqlx::query_scalar("PRAGMA synchronous").fetch_one(connection).await.expect("a mode")
    }

    #[tokio::test]
    async fn a_transaction_is_flushed_by_itself_unless_it_is_to_be_later() {
        let dir = tempfile::tempdir().expect("a directory");
        let writer = writer_of(&dir.path().join("a.sqlite"), SqliteJournalMode::Wal);
        let (normal, full) = (1, 2);
        for (durable, expected) in [
            (Durable::AtOnce, full),
            (Durable::Later, normal),
            (Durable::Later, normal),
            (Durable::AtOnce, full),
        ] {
            let mut writing = writer.begin(durable).await.expect("a transaction");
            assert_eq!(synchronous(&mut writing).await, expected);
            writing.commit().await.expect("a commit");
        }
        drop(writer.begin(Durable::Later).await.expect("a transaction"));
        let mut writing = writer.begin(Durable::AtOnce).await.expect("one after it was undone");
        assert_eq!(synchronous(&mut writing).await, full);
        drop(writing);
        writer.flush().await.expect("a flush");
    }

    /// When the last connection closes, a log is folded and removed; the next connection begins
    /// another.
    #[cfg(unix)]
    #[tokio::test]
    async fn what_is_flushed_is_the_log_of_the_connection_that_writes() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.sqlite");
        let writer = writer_of(&path, SqliteJournalMode::Wal);
        for table in ["a", "b", "c"] {
            let mut writing = writer.begin(Durable::Later).await.expect("a transaction");
            assert_eq!(synchronous(&mut writing).await, 1);
            let create = sqlx::AssertSqlSafe(format!("CREATE TABLE {table} (x)"));
            sqlx::query(create).execute(writing.get().expect("a connection")).await.expect(table);
            writing.commit().await.expect("a commit");
            assert!(writer.log().expect("a log").is_that_of(&path));
            writer.flush().await.expect("a flush");

            drop(writer.begin(Durable::Later).await.expect("one that is undone"));
            while log_of(&path).exists() {
                tokio::task::yield_now().await;
            }
            writer.flush().await.expect("a flush of what was folded");
        }
    }

    #[tokio::test]
    async fn without_a_log_all_is_on_disk_at_once() {
        let dir = tempfile::tempdir().expect("a directory");
        let writer = writer_of(&dir.path().join("a.sqlite"), SqliteJournalMode::Delete);
        let mut writing = writer.begin(Durable::Later).await.expect("a transaction");
        assert_eq!(synchronous(&mut writing).await, 2);
        writing.commit().await.expect("a commit");
        writer.flush().await.expect("nothing to flush");
    }
}

//! Connections to SQLite: settings that make the store durable, and fast for rows whose keys are
//! hashes.

use super::backend::Backend;
use super::log::{beside, log_of};
use super::sole_writer::{AT_FIRST, SoleWriter};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};
use sqlx::{ConnectOptions, SqlitePool};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The time for which SQLite waits for a lock of another program: longer for writing, because a
/// long run depends on it.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const BUSY_TIMEOUT_TO_WRITE: Duration = Duration::from_secs(30);
/// The longest wait for a connection. Bulk imports block the writer for several seconds.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(600);
/// Connections for reading.
const READERS: u32 = 3;
/// Page cache of the writing connection, in KiB, which SQLite expects as a negative number. Keys
/// are hashes, so each row is on another page of the index: the indices of some ten thousand rows
/// fit. Further pages come from the system's cache, which costs a few microseconds a row; a larger
/// cache is not faster.
const CACHE_TO_WRITE: &str = "-2048";
/// Page cache of a reading connection, which reads tables once, in the order of the keys: a page of
/// the rows of each recent transaction at a time.
const CACHE_TO_READ: &str = "-1024";
/// Bytes of a page: a response is longer than SQLite's default of 4 KiB.
const PAGE: u32 = 16384;
/// Pages of the write-ahead log that are folded into the file at once. For the same reason: the
/// more rows are folded together, the fewer times each page of the index is written.
const LOG_PAGES: &str = "2048";
/// Rows that a connection fetches ahead. An answer and its body may have megabytes each. More rows
/// are not faster: 190,000 short answers take 1.4 s with 16 and with 512 rows, and 2,000 answers of
/// a mebibyte take 42 MB of memory instead of 560.
const ROWS_AHEAD: usize = 16;

/// Opens a database for writing, at the first use.
pub(super) fn to_write(path: &Path) -> Backend {
    let writing = options(path)
        .pragma("cache_size", CACHE_TO_WRITE)
        .busy_timeout(BUSY_TIMEOUT_TO_WRITE)
        .create_if_missing(true)
        .page_size(PAGE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(AT_FIRST)
        .pragma("wal_autocheckpoint", LOG_PAGES);
    Backend::Sqlite {
        readers: pool(READERS, options(path).read_only(true)),
        writer: Some(SoleWriter::new(path, writing)),
    }
}

/// Opens a database for reading, at the first use. `immutable` promises that nobody changes it.
pub(super) fn to_read(path: &Path, immutable: bool) -> Backend {
    let reading = options(path).read_only(true).immutable(immutable);
    Backend::Sqlite { readers: pool(READERS, reading), writer: None }
}

/// Opens a database for reading, with permission to roll back an unfinished transaction. The
/// journal mode does not change.
pub(super) fn to_take_back(path: &Path) -> Backend {
    Backend::Sqlite { readers: pool(1, options(path)), writer: None }
}

/// Returns true if there is a journal next to a database, as in a store before its log exists.
pub(super) fn is_half_done(path: &Path) -> bool {
    fs::metadata(beside(path, "-journal")).is_ok_and(|journal| journal.len() > 0)
}

/// Returns the bytes of a database's write-ahead log.
pub(super) fn log_size(path: &Path) -> u64 {
    fs::metadata(log_of(path)).map_or(0, |log| log.len())
}

fn pool(connections: u32, options: SqliteConnectOptions) -> SqlitePool {
    pool_options(connections).connect_lazy_with(options)
}

pub(super) fn pool_options(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .min_connections(0)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        .busy_timeout(BUSY_TIMEOUT)
        .row_buffer_size(ROWS_AHEAD)
        .pragma("cache_size", CACHE_TO_READ)
        .disable_statement_logging()
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use futures::TryStreamExt as _;
    use sqlx::Connection as _;
    use sqlx::sqlite::SqliteConnection;

    /// Returns the memory of this process, in kB.
    fn memory() -> u64 {
        let status = fs::read_to_string("/proc/self/status").expect("a status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn long_rows_are_not_all_fetched_ahead() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("long.sqlite");
        let making = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut making = SqliteConnection::connect_with(&making).await.expect("a connection");
        let sql = "CREATE TABLE t (x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n \
             WHERE i < 200) INSERT INTO t SELECT printf('%.*c', 1048576, 'x') FROM n";
        sqlx::raw_sql(sql).execute(&mut making).await.expect("rows");
        let readers = pool(1, options(&path).read_only(true));
        let before = memory();
        let mut rows = sqlx::query("SELECT x FROM t").fetch(&readers);
        let first = rows.try_next().await.expect("a row");
        tokio::time::sleep(Duration::from_millis(300)).await;
        let grown = memory().saturating_sub(before) / 1024;
        assert!(first.is_some() && grown < 100, "{grown} MiB");
    }
}

//! Opening a run directory: to create it, to write, or to read.

use super::{Inner, RunLock, SCHEMA, STORE_FILE, Store, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlitePool};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long SQLite waits for a lock that another program holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a caller waits for a connection. Bulk imports hold the writer for seconds.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(600);
/// Connections for reading.
const READERS: u32 = 3;
/// Page cache of a connection, in KiB as SQLite wants it: below zero. Keys are hashes, so each row
/// lands on another page of the index; with a small cache every one is fetched from the file.
const CACHE: &str = "-65536";
/// Bytes of a page: a response is longer than SQLite's usual 4 KiB.
const PAGE: u32 = 16384;
/// Pages of the write-ahead log that are folded into the file at once. For the same reason: the
/// more rows a fold takes, the fewer times it writes each page of the index.
const LOG_PAGES: &str = "2048";
/// Rows that a connection fetches ahead.
const ROWS_AHEAD: usize = 512;

impl Store {
    /// Makes a new store in `dir`, which is made if it does not exist, and opens it for writing.
    ///
    /// # Errors
    /// [`StoreError::Exists`] where a store is, [`StoreError::Locked`] where another process is
    /// making one, and what the file system refuses.
    pub async fn create(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(dir.as_ref(), Expect::Nothing).await
    }

    /// Opens the store in `dir` for writing.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where there is none, [`StoreError::Locked`] where another process
    /// has it open for writing, and what is wrong with the file.
    pub async fn open(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(dir.as_ref(), Expect::Store).await
    }

    /// Opens the store in `dir` for writing, and makes it if it is not there.
    ///
    /// # Errors
    /// As [`Store::open`], but for a missing store.
    pub async fn open_or_create(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(dir.as_ref(), Expect::Either).await
    }

    /// Opens the store in `dir` for reading. It needs no lock and works while a run goes on.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where there is none, and what is wrong with the file.
    pub async fn open_read_only(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        let path = dir.join(STORE_FILE);
        must_exist(dir, &path)?;
        match Self::read_with(dir, &path, reading(&path)).await {
            // Without permission to write beside the file, SQLite can read it only if told that
            // nobody will change it. That holds when there is no log of unfolded changes.
            Err(e) if e.lacks_helper_files() && !has_log(&path) => {
                Self::read_with(dir, &path, reading(&path).immutable(true)).await
            }
            opened => opened,
        }
    }

    async fn read_with(
        dir: &Path,
        path: &Path,
        options: SqliteConnectOptions,
    ) -> Result<Self, StoreError> {
        let readers = pool(READERS).connect_lazy_with(options);
        let store = assemble(dir, path, readers, None, None);
        match store.schema().await? {
            true => Ok(store),
            false => Err(unfinished(path)),
        }
    }

    async fn open_to_write(dir: &Path, expect: Expect) -> Result<Self, StoreError> {
        let path = dir.join(STORE_FILE);
        match expect {
            Expect::Store => must_exist(dir, &path)?,
            _ => fs::create_dir_all(dir).map_err(|e| StoreError::io(dir, e))?,
        }
        let lock = RunLock::take(dir)?;
        let found = Self::look(dir, &path).await?;
        if found && matches!(expect, Expect::Nothing) {
            return Err(StoreError::Exists { dir: dir.to_owned() });
        }
        let writer = pool(1).connect_lazy_with(writing(&path));
        let readers = pool(READERS).connect_lazy_with(reading(&path));
        let store = assemble(dir, &path, readers, Some(writer), Some(lock));
        if !found {
            // A new file, or one whose making was interrupted.
            store.make_schema().await?;
        }
        Ok(store)
    }

    /// Whether a store of ours is there. Looks without writing, because a connection that can
    /// write would change the journal mode of a database that is not ours.
    async fn look(dir: &Path, path: &Path) -> Result<bool, StoreError> {
        if fs::metadata(path).map_or(0, |file| file.len()) == 0 {
            return Ok(false);
        }
        let readers = pool(1).connect_lazy_with(reading(path));
        let store = assemble(dir, path, readers, None, None);
        let found = store.schema().await;
        store.close().await;
        found
    }

    async fn make_schema(&self) -> Result<(), StoreError> {
        let mut transaction = self.writer()?.begin().await.map_err(|e| self.failed(e))?;
        sqlx::raw_sql(include_str!("schema.sql"))
            .execute(&mut *transaction)
            .await
            .map_err(|e| self.failed(e))?;
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    /// Whether there is a schema that this version knows; false in a database without tables.
    async fn schema(&self) -> Result<bool, StoreError> {
        let tables: Vec<String> =
            sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
                .fetch_all(self.readers())
                .await
                .map_err(|e| self.failed(e))?;
        if tables.is_empty() {
            return Ok(false);
        }
        let found = match tables.iter().any(|name| name == "meta") {
            true => self.meta("schema").await?,
            false => None,
        };
        match found {
            Some(found) => self.check_schema(&found).map(|()| true),
            None => Err(StoreError::NotAStore {
                path: self.path().to_owned(),
                what: "it is the database of another program".to_owned(),
            }),
        }
    }

    fn check_schema(&self, found: &str) -> Result<(), StoreError> {
        match found.parse::<u32>() {
            Ok(version) if (1..=SCHEMA).contains(&version) => Ok(()),
            _ => Err(StoreError::Newer {
                path: self.path().to_owned(),
                found: found.to_owned(),
                known: SCHEMA,
            }),
        }
    }
}

/// What must be in a directory that is opened for writing.
#[derive(Clone, Copy)]
enum Expect {
    Nothing,
    Store,
    Either,
}

fn assemble(
    dir: &Path,
    path: &Path,
    readers: SqlitePool,
    writer: Option<SqlitePool>,
    lock: Option<RunLock>,
) -> Store {
    let (dir, path) = (dir.to_owned(), path.to_owned());
    Store { inner: Arc::new(Inner { dir, path, readers, writer, _lock: lock }) }
}

fn must_exist(dir: &Path, path: &Path) -> Result<(), StoreError> {
    match path.try_exists() {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Missing { dir: dir.to_owned() }),
        Err(e) => Err(StoreError::io(path, e)),
    }
}

fn unfinished(path: &Path) -> StoreError {
    StoreError::NotAStore { path: path.to_owned(), what: "it has no tables".to_owned() }
}

/// Whether a write-ahead log with changes stands beside the database.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

fn pool(connections: u32) -> SqlitePoolOptions {
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
        .pragma("cache_size", CACHE)
        .disable_statement_logging()
}

fn writing(path: &Path) -> SqliteConnectOptions {
    options(path)
        .create_if_missing(true)
        .page_size(PAGE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("wal_autocheckpoint", LOG_PAGES)
}

fn reading(path: &Path) -> SqliteConnectOptions {
    options(path).read_only(true)
}

//! The store: everything that one run directory holds, in one SQLite file.

mod decode;
mod error;
mod failed;
mod lock;
mod open;
mod read;
mod row;
mod write;

pub use error::StoreError;
pub use failed::FailedTrial;
pub(crate) use read::Progress;
pub use read::{Answered, Counts, Exchange, SubjectCounts};
pub use write::Batch;

use lock::RunLock;
use peirast_record::{ErrorKind, Key};
use sqlx::SqlitePool;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the database file in a run directory.
const STORE_FILE: &str = "store.sqlite";
/// The schema that this version writes, and the latest that it reads.
const SCHEMA: u32 = 1;

/// The problems, prompts, trials, responses and failures of one run directory.
///
/// Clones share one store. One process at a time can have a directory open for writing; any
/// number can read it meanwhile. A response once stored is never overwritten.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// # let place = tempfile::tempdir()?;
/// # let directory = place.path().join("run");
/// use peirast_run::Store;
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
}

#[derive(Debug)]
struct Inner {
    dir: PathBuf,
    path: PathBuf,
    readers: SqlitePool,
    /// One connection: SQLite has one writer at a time, and a queue of our own is faster than a
    /// race for its lock. None when opened for reading.
    writer: Option<SqlitePool>,
    /// Held as long as any clone of the store lives.
    _lock: Option<RunLock>,
}

/// A failed attempt, as it is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAttempt {
    /// Key of the trial.
    pub trial: Key,
    /// Which attempt of its run, from 1.
    pub attempt: u32,
    /// Why it failed.
    pub kind: ErrorKind,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// Why it failed, in words.
    pub message: String,
    /// When, in microseconds since 1970 UTC.
    pub at_us: i64,
    /// What the server sent, or the first part of it.
    pub body: Option<String>,
}

impl Store {
    /// The run directory.
    pub fn dir(&self) -> &Path {
        &self.inner.dir
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Closes the connections and folds the write-ahead log into the database file, so that the
    /// one file is all there is to copy. Clones cannot be used afterwards.
    ///
    /// Nothing is lost without it: what was stored stays stored.
    pub async fn close(&self) {
        // The last connection to close folds the log, and only a writing one can.
        self.inner.readers.close().await;
        if let Some(writer) = &self.inner.writer {
            writer.close().await;
        }
    }

    fn readers(&self) -> &SqlitePool {
        &self.inner.readers
    }

    fn writer(&self) -> Result<&SqlitePool, StoreError> {
        let closed = || StoreError::OpenedToRead { path: self.inner.path.clone() };
        self.inner.writer.as_ref().ok_or_else(closed)
    }

    /// Turns an error of the database into one that names this store.
    fn failed(&self, error: sqlx::Error) -> StoreError {
        StoreError::database(&self.inner.path, error)
    }
}

//! The sole writer: the one connection that writes to a file, handed from one transaction to the next.

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Error, Sqlite, SqlitePool};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

/// How long a transaction waits for those before it. Bulk imports write for seconds.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// A connection that is opened when first used, and anew after a transaction that was not committed.
///
/// It is held between transactions. By way of a pool it would be given back by a task of its own, which waits for a
/// thread: where thousands of answers come in a second, that is as long as the transaction takes.
#[derive(Debug)]
pub(super) struct SoleWriter {
    pool: SqlitePool,
    held: Arc<Mutex<Option<PoolConnection<Sqlite>>>>,
}

/// A transaction, undone when dropped before it is committed.
#[derive(Debug)]
pub(super) struct Writing {
    connection: OwnedMutexGuard<Option<PoolConnection<Sqlite>>>,
    is_committed: bool,
}

impl SoleWriter {
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        let pool = super::sqlite::of_at_most(1).connect_lazy_with(options);
        Self { pool, held: Arc::default() }
    }

    /// Begins a transaction when those before it have ended.
    pub(super) async fn begin(&self) -> Result<Writing, Error> {
        let held = Arc::clone(&self.held).lock_owned();
        let connection = timeout(LONGEST_WAIT, held).await.map_err(|_| Error::PoolTimedOut)?;
        let mut writing = Writing { connection, is_committed: false };
        if writing.connection.is_none() {
            *writing.connection = Some(self.pool.acquire().await?);
        }
        // At once, so that another program that writes is waited for: SQLite does not wait for one where a
        // transaction has read something before it writes.
        sqlx::query("BEGIN IMMEDIATE").execute(writing.get()?).await?;
        Ok(writing)
    }

    pub(super) async fn close(&self) {
        drop(self.held.lock().await.take());
        self.pool.close().await;
    }
}

impl Writing {
    /// The connection.
    pub(super) fn get(&mut self) -> Result<&mut SqliteConnection, Error> {
        self.connection.as_deref_mut().ok_or(Error::PoolClosed)
    }

    pub(super) async fn commit(mut self) -> Result<(), Error> {
        sqlx::query("COMMIT").execute(self.get()?).await?;
        self.is_committed = true;
        Ok(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // Whether SQLite took the transaction back already, or has to, it has when the connection is closed.
        if !self.is_committed
            && let Some(connection) = self.connection.take()
        {
            drop(connection.detach());
        }
    }
}

//! Backend: the database behind a store, with the few things that are asked of it.
//!
//! Both databases are given the same statements; what differs is how values are put in, how they
//! are taken out, and how a connection is set up. So this is two typed pools behind one small
//! interface and not the `Any` driver, which would know no connection options and copy every value.

use super::database_row::DatabaseRow;
use super::sole_writer::{Durable, SoleWriter, Writing};
use super::values::{Arguments, Values};
use futures::stream::{self, BoxStream, StreamExt as _, TryStreamExt as _};
use sqlx::SqlSafeStr;
use sqlx::{Error, PgPool, Postgres, SqlitePool};
use std::io;

/// The connections to a database.
#[derive(Debug)]
pub(super) enum Backend {
    Sqlite {
        readers: SqlitePool,
        /// One connection: SQLite has one writer at a time, and a queue of our own is faster than a
        /// race for its lock. None when opened for reading.
        writer: Option<SoleWriter>,
    },
    Postgres {
        pool: PgPool,
        writes: bool,
    },
}

impl Backend {
    /// Parameters for a statement.
    pub(super) fn values(&self) -> Values {
        match self {
            Self::Sqlite { .. } => Values::sqlite(),
            Self::Postgres { .. } => Values::postgres(),
        }
    }

    /// Returns true if several processes may write at once.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres { .. })
    }

    /// The rows of a query, as they come.
    pub(super) fn rows(
        &self,
        sql: impl SqlSafeStr,
        values: Values,
    ) -> BoxStream<'_, Result<DatabaseRow, Error>> {
        match (self, values.arguments()) {
            (Self::Sqlite { readers, .. }, Ok(Arguments::Sqlite(arguments))) => {
                sqlx::query_with(sql, arguments).fetch(readers).map_ok(DatabaseRow::Sqlite).boxed()
            }
            (Self::Postgres { pool, .. }, Ok(Arguments::Postgres(arguments))) => {
                sqlx::query_with(sql, arguments).fetch(pool).map_ok(DatabaseRow::Postgres).boxed()
            }
            (_, other) => stream::once(async move { Err(mismatch(other)) }).boxed(),
        }
    }

    /// Begins a transaction that writes. None where the store was opened for reading.
    pub(super) async fn begin(&self, durable: Durable) -> Result<Option<Transaction>, Error> {
        Ok(match self {
            Self::Sqlite { writer: Some(writer), .. } => {
                Some(Transaction::Sqlite(writer.begin(durable).await?))
            }
            Self::Postgres { pool, writes: true } => {
                Some(Transaction::Postgres(pool.begin().await?))
            }
            _ => None,
        })
    }

    /// Waits until all that was committed is on disk. On PostgreSQL it is so at once.
    pub(super) async fn flush(&self) -> io::Result<()> {
        match self {
            Self::Sqlite { writer: Some(writer), .. } => writer.flush().await,
            _ => Ok(()),
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite { readers, writer } => {
                // The last connection to close folds the log, and only a writing one can.
                readers.close().await;
                if let Some(writer) = writer {
                    writer.close().await;
                }
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// A transaction, undone when dropped before it is committed.
pub(super) enum Transaction {
    Sqlite(Writing),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Transaction {
    /// Executes a statement; gives the number of rows that it changed.
    pub(super) async fn execute(
        &mut self,
        sql: impl SqlSafeStr,
        values: Values,
    ) -> Result<u64, Error> {
        Ok(match (self, values.arguments()) {
            (Self::Sqlite(connection), Ok(Arguments::Sqlite(arguments))) => {
                let done = sqlx::query_with(sql, arguments).execute(connection.get()?).await?;
                done.rows_affected()
            }
            (Self::Postgres(connection), Ok(Arguments::Postgres(arguments))) => {
                let done = sqlx::query_with(sql, arguments).execute(&mut **connection).await?;
                done.rows_affected()
            }
            (_, other) => return Err(mismatch(other)),
        })
    }

    /// The rows of a query, all at once.
    pub(super) async fn all(
        &mut self,
        sql: impl SqlSafeStr,
        values: Values,
    ) -> Result<Vec<DatabaseRow>, Error> {
        match (self, values.arguments()) {
            (Self::Sqlite(connection), Ok(Arguments::Sqlite(arguments))) => {
                let rows = sqlx::query_with(sql, arguments).fetch(connection.get()?);
                rows.map_ok(DatabaseRow::Sqlite).try_collect().await
            }
            (Self::Postgres(connection), Ok(Arguments::Postgres(arguments))) => {
                let rows = sqlx::query_with(sql, arguments).fetch(&mut **connection);
                rows.map_ok(DatabaseRow::Postgres).try_collect().await
            }
            (_, other) => Err(mismatch(other)),
        }
    }

    /// Executes statements without parameters.
    pub(super) async fn script(&mut self, sql: impl SqlSafeStr) -> Result<(), Error> {
        match self {
            Self::Sqlite(connection) => {
                sqlx::raw_sql(sql).execute(connection.get()?).await?;
            }
            Self::Postgres(connection) => {
                sqlx::raw_sql(sql).execute(&mut **connection).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn commit(self) -> Result<(), Error> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await,
            Self::Postgres(transaction) => transaction.commit().await,
        }
    }
}

/// Why there are no arguments to send; that they are for the other database cannot be, since a
/// store makes them itself.
fn mismatch(arguments: Result<Arguments, Error>) -> Error {
    match arguments {
        Err(error) => error,
        Ok(_) => Error::Encode("parameters of another database".into()),
    }
}

//! Backend: the database behind a store, with the few operations that it needs.
//!
//! Both databases get the same statements; they differ in binding values, reading values, and
//! setting up connections. So this is two typed pools behind one small interface. The `Any` driver
//! is not used, because it would have no connection options and copy every value.

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
        /// One connection: SQLite has one writer at a time, and a queue in this process is faster
        /// than competition for its lock. `None` if the store is open for reading.
        writer: Option<SoleWriter>,
    },
    Postgres {
        pool: PgPool,
        writes: bool,
    },
}

impl Backend {
    /// Creates parameters for a statement.
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

    /// Returns the rows of a query as a stream.
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

    /// Begins a write transaction. `None` if the store is open for reading.
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

    /// Waits until all committed data are on disk. On PostgreSQL they are immediately.
    pub(super) async fn flush(&self) -> io::Result<()> {
        match self {
            Self::Sqlite { writer: Some(writer), .. } => writer.flush().await,
            _ => Ok(()),
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite { readers, writer } => {
                // The last connection to close folds the log, which only a writing connection can
                // do.
                readers.close().await;
                if let Some(writer) = writer {
                    writer.close().await;
                }
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// A transaction, rolled back if it is dropped before the commit.
pub(super) enum Transaction {
    Sqlite(Writing),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Transaction {
    /// Executes a statement; returns the number of changed rows.
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

    /// Returns the rows of a query, all at once.
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

/// Returns the error of missing arguments; arguments for the other database cannot occur, because a
/// store makes them itself.
fn mismatch(arguments: Result<Arguments, Error>) -> Error {
    match arguments {
        Err(error) => error,
        Ok(_) => Error::Encode("parameters of another database".into()),
    }
}

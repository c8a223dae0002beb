//! Connections to PostgreSQL: each uses the schema of its run.

use super::backend::Backend;
use super::{Address, Store, StoreError};
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The longest wait for a connection, including its creation.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// Connections of one process: the writer, the lease, and concurrent readers.
const CONNECTIONS: u32 = 6;
/// Query for the encoding of a database.
pub(super) const ENCODING: &str = "SELECT current_setting('server_encoding')";

/// Opens the schema of a run, at the first use.
pub(super) fn open(address: &Address, writes: bool) -> Result<Backend, StoreError> {
    address.check_files()?;
    let schema = address.schema().ok_or_else(|| StoreError::NoRun(place(address)))?;
    let access = if writes { "read write" } else { "read only" };
    let setup: Arc<str> = format!(
        "SET search_path TO {schema}; SET client_min_messages TO warning; \
         SET SESSION CHARACTERISTICS AS TRANSACTION {access}; SET synchronous_commit TO on"
    )
    .into();
    let pool: PgPool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .min_connections(0)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(move |connection, _| {
            let setup = Arc::clone(&setup);
            Box::pin(async move { connection.execute(AssertSqlSafe(setup)).await.map(drop) })
        })
        .connect_lazy_with(address.options().clone());
    Ok(Backend::Postgres { pool, writes })
}

impl Store {
    /// Returns the names of the runs in a database.
    pub async fn runs_at(address: &Address) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT nspname::text FROM pg_namespace ORDER BY nspname";
        let schemas = texts(address, sql).await?;
        Ok(schemas.iter().filter_map(|name| Address::run_of(name)).map(str::to_owned).collect())
    }

    /// Returns the encoding of a database's texts, even without a run.
    pub async fn encoding_at(address: &Address) -> Result<String, StoreError> {
        Ok(texts(address, ENCODING).await?.pop().unwrap_or_default())
    }
}

/// Makes a connection and closes it. An unreachable server is reported immediately here; a pool
/// tries again until its time is over, and then reports only the timeout.
pub(super) async fn reach(address: &Address) -> Result<(), StoreError> {
    let connection = connect(address).await?;
    // Closing is optional.
    let _ = connection.close().await;
    Ok(())
}

/// Makes a separate connection.
async fn connect(address: &Address) -> Result<PgConnection, StoreError> {
    let connecting = PgConnection::connect_with(address.options());
    match tokio::time::timeout(ACQUIRE_TIMEOUT, connecting).await {
        Ok(connected) => connected.map_err(|e| StoreError::database(&place(address), e)),
        Err(_) => {
            let why = format!("no answer within {} s", ACQUIRE_TIMEOUT.as_secs());
            Err(StoreError::Unreachable(place(address), why))
        }
    }
}

/// Returns the texts from a query on a separate connection.
async fn texts(address: &Address, sql: &'static str) -> Result<Vec<String>, StoreError> {
    address.check_files()?;
    let failed = |e| StoreError::database(&place(address), e);
    let mut connection = connect(address).await?;
    let texts = sqlx::query_scalar(sql).fetch_all(&mut connection).await.map_err(failed)?;
    // Closing is optional.
    let _ = connection.close().await;
    Ok(texts)
}

/// Returns the address for error messages.
pub(super) fn place(address: &Address) -> PathBuf {
    address.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[tokio::test]
    async fn a_refused_connection_is_told_at_once_with_its_cause() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let address = format!("postgres://me@127.0.0.1:{port}/d?run=r&sslmode=disable");
        let address = Address::parse(&address).expect("an address");
        let dir = tempfile::tempdir().expect("a directory");
        let begun = Instant::now();
        for error in [
            Store::open_or_create_at(dir.path(), &address).await.expect_err("closed"),
            Store::connect(&address).await.expect_err("closed"),
            Store::connect_read_only(&address).await.expect_err("closed"),
        ] {
            assert!(matches!(error, StoreError::Unreachable(..)), "{error}");
            assert!(error.to_string().contains("refused"), "{error}");
        }
        assert!(begun.elapsed() < ACQUIRE_TIMEOUT / 3, "{:?}", begun.elapsed());
    }
}

//! Connections to PostgreSQL: each looks into the schema of its run.

use super::backend::Backend;
use super::{Address, Store, StoreError};
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The longest wait for a connection, which includes making one.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// Connections of one process: the writer, the lease, and what is read meanwhile.
const CONNECTIONS: u32 = 6;
/// Asks for the encoding of a database.
pub(super) const ENCODING: &str = "SELECT current_setting('server_encoding')";

/// Opens the schema of a run, when first used.
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
    /// The names of the runs in a database.
    pub async fn runs_at(address: &Address) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT nspname::text FROM pg_namespace ORDER BY nspname";
        let schemas = texts(address, sql).await?;
        Ok(schemas.iter().filter_map(|name| Address::run_of(name)).map(str::to_owned).collect())
    }

    /// The encoding in which a database keeps text, whether or not it holds a run.
    pub async fn encoding_at(address: &Address) -> Result<String, StoreError> {
        Ok(texts(address, ENCODING).await?.pop().unwrap_or_default())
    }
}

/// The texts that a query gives, asked on a connection of its own.
async fn texts(address: &Address, sql: &'static str) -> Result<Vec<String>, StoreError> {
    address.check_files()?;
    let failed = |e| StoreError::database(&place(address), e);
    let mut connection = PgConnection::connect_with(address.options()).await.map_err(failed)?;
    let texts = sqlx::query_scalar(sql).fetch_all(&mut connection).await.map_err(failed)?;
    // Closing is a courtesy.
    let _ = connection.close().await;
    Ok(texts)
}

/// The address as errors name it.
pub(super) fn place(address: &Address) -> PathBuf {
    address.to_string().into()
}

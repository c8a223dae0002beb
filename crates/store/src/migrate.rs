//! Schemas: creation of a store, and migration of an older one to the current schema.

use super::backend::Transaction;
use super::open::HAS_META;
use super::{SCHEMA, ServerHealth, Store, StoreError, postgres};
use sqlx::AssertSqlSafe;

/// The steps from one schema to the next. A new store executes all of them.
const STEPS: [&str; SCHEMA as usize] =
    [include_str!("schema/1.sql"), include_str!("schema/2.sql"), include_str!("schema/3.sql")];
/// The tables that only PostgreSQL needs.
const WORK: &str = include_str!("schema/work.sql");
/// Fills the queue of a store that had none.
const FILL: &str = "INSERT INTO work (trial, subject, endpoint) \
     SELECT t.key, t.subject, t.endpoint FROM trial t \
     WHERE NOT EXISTS (SELECT 1 FROM response r WHERE r.trial = t.key) ON CONFLICT DO NOTHING";

impl Store {
    /// Executes the steps that a store of schema `found` lacks, in one transaction.
    pub(super) async fn migrate(&self, found: u32) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        self.take_steps(&mut transaction, found).await?;
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    /// Creates the schema of a run on PostgreSQL, or migrates it to the current one. Processes that
    /// start together wait for each other. Refuses a database that cannot store every answer,
    /// before anything is asked.
    pub(super) async fn migrate_shared(&self, schema: &str) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        self.check_encoding(&mut transaction).await?;
        let lock = "SELECT pg_advisory_xact_lock(hashtext($1))";
        let values = self.values().text(schema);
        transaction.all(lock, values).await.map_err(|e| self.failed(e))?;
        // Checked first: using an existing schema does not need the right to create one.
        let there = "SELECT COUNT(*) FROM pg_namespace WHERE '\"' || nspname || '\"' = $1";
        let values = self.values().text(schema);
        let rows = transaction.all(there, values).await.map_err(|e| self.failed(e))?;
        if rows.first().map(|row| self.count(row, 0)).transpose()? == Some(0) {
            let make = format!("CREATE SCHEMA IF NOT EXISTS {schema}");
            transaction.script(AssertSqlSafe(make)).await.map_err(|e| self.failed(e))?;
        }
        let found = self.found(&mut transaction).await?;
        if found < SCHEMA {
            self.take_steps(&mut transaction, found).await?;
            transaction.script(WORK).await.map_err(|e| self.failed(e))?;
            let values = self.values();
            transaction.execute(FILL, values).await.map_err(|e| self.failed(e))?;
        }
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    async fn check_encoding(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        let values = self.values();
        let rows = transaction.all(postgres::ENCODING, values).await.map_err(|e| self.failed(e))?;
        match rows.first().map(|row| self.text(row, 0)).transpose()? {
            Some(encoding) if !ServerHealth::keeps_any_text(&encoding) => {
                Err(StoreError::Encoding { path: self.path().to_owned(), encoding })
            }
            _ => Ok(()),
        }
    }

    /// Returns the current schema of the run, 0 if there is none.
    async fn found(&self, transaction: &mut Transaction) -> Result<u32, StoreError> {
        let values = self.values();
        let tables = transaction.all(HAS_META, values).await.map_err(|e| self.failed(e))?;
        if tables.first().map(|row| self.count(row, 0)).transpose()? != Some(1) {
            return Ok(0);
        }
        let (schema, values) = ("SELECT value FROM meta WHERE name = 'schema'", self.values());
        let rows = transaction.all(schema, values).await.map_err(|e| self.failed(e))?;
        rows.first().map_or(Ok(0), |row| self.check_schema(&self.str(row, 0)?))
    }

    async fn take_steps(
        &self,
        transaction: &mut Transaction,
        found: u32,
    ) -> Result<(), StoreError> {
        for step in STEPS.iter().skip(found as usize) {
            let done = match self.is_shared() {
                false => transaction.script(*step).await,
                // Keys and names are compared byte by byte, as in SQLite, under every locale.
                true => {
                    let step = step.replace("TEXT", "TEXT COLLATE \"C\"");
                    transaction.script(AssertSqlSafe(step)).await
                }
            };
            done.map_err(|e| self.failed(e))?;
        }
        Ok(())
    }
}

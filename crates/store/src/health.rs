//! Consistency check of a store.

use super::database_row::DatabaseRow;
use super::lock::RunLock;
use super::{Store, StoreError, sqlite};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Answers, failures and grades without a trial.
macro_rules! orphans {
    ($table:literal) => {
        concat!(
            "SELECT COUNT(*) FROM ",
            $table,
            " o WHERE NOT EXISTS (SELECT 1 FROM trial t WHERE t.key = o.trial)"
        )
    };
}
const ORPHANS: [(&str, &str); 3] = [
    ("responses", orphans!("response")),
    ("failed attempts", orphans!("failure")),
    ("recorded grades", orphans!("recorded")),
];
/// Open trials that are missing in the queue.
const UNQUEUED: &str = "SELECT COUNT(*) FROM trial t \
     WHERE NOT EXISTS (SELECT 1 FROM response r WHERE r.trial = t.key) \
     AND NOT EXISTS (SELECT 1 FROM work w WHERE w.trial = t.key)";
/// Leases of workers that no longer exist.
const ABANDONED: &str = "SELECT COUNT(*) FROM work w WHERE w.owner > 0 \
     AND NOT EXISTS (SELECT 1 FROM worker k WHERE k.id = w.owner)";
const SERVER: &str = "SELECT current_setting('server_version'), current_setting('server_encoding'), \
     (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint, current_setting('fsync')";
/// The answers with the first keys (which are hashes, and so a random sample), and the bytes of
/// their long texts.
const DRAWN: &str = "SELECT COUNT(*), \
     COALESCE(SUM(OCTET_LENGTH(text) + OCTET_LENGTH(request) + OCTET_LENGTH(body)), 0) \
     FROM (SELECT text, request, body FROM response ORDER BY trial LIMIT 1000) AS drawn";

/// The result of checking a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreHealth {
    /// The faults that the database finds in its pages. PostgreSQL has no such check.
    pub damage: Vec<String>,
    /// Rows without a trial, by kind.
    pub orphans: Vec<(&'static str, u64)>,
    /// Average bytes of an answer with its request and response; `None` without answers.
    pub answer_bytes: Option<u64>,
    /// Bytes of the write-ahead log of a SQLite file.
    pub log_bytes: u64,
    /// The result of checking its server, on PostgreSQL.
    pub server: Option<ServerHealth>,
}

/// The result of checking the database server of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerHealth {
    /// Its version.
    pub version: String,
    /// The encoding of its texts.
    pub encoding: String,
    /// True if acknowledged data are on disk.
    pub durable: bool,
    /// The time of a query with a short result, in microseconds.
    pub latency_us: u64,
    /// The lead of its clock over that of this machine, in microseconds.
    pub ahead_us: i64,
    /// Open trials that are missing in the queue.
    pub unqueued: u64,
    /// Leases of workers that no longer exist, which the next worker without work takes over.
    pub abandoned: u64,
}

impl ServerHealth {
    /// Returns true if a database with this encoding can store any text: a run is stored in no
    /// other. A database without an encoding stores the bytes unchanged.
    pub fn keeps_any_text(encoding: &str) -> bool {
        matches!(encoding, "UTF8" | "SQL_ASCII")
    }
}

impl Store {
    /// Returns whether a process is writing to the store now: the owner of a SQLite store, or a
    /// worker with valid leases.
    pub async fn is_under_way(&self) -> Result<bool, StoreError> {
        if !self.is_shared() {
            return Ok(RunLock::is_held(self.dir()));
        }
        Ok(self.workers().await?.iter().any(|worker| worker.expires_in_us > 0))
    }

    /// Checks the store: its pages, its rows, its server. Reads everything once, and writes
    /// nothing.
    pub async fn health(&self) -> Result<StoreHealth, StoreError> {
        let mut health = StoreHealth::default();
        for (what, sql) in ORPHANS {
            match self.counted(sql).await? {
                0 => {}
                count => health.orphans.push((what, count)),
            }
        }
        if let Some(row) = self.all(DRAWN, self.values()).await?.first() {
            health.answer_bytes = self.count(row, 1)?.checked_div(self.count(row, 0)?);
        }
        if self.is_shared() {
            self.look_at_server(&mut health).await?;
        } else {
            let line = |row: &DatabaseRow| self.text(row, 0);
            health.damage = self.read("PRAGMA quick_check", self.values(), line).await?;
            health.damage.retain(|line| line != "ok");
            health.log_bytes = sqlite::log_size(self.path());
        }
        Ok(health)
    }

    async fn look_at_server(&self, health: &mut StoreHealth) -> Result<(), StoreError> {
        // The first query also makes the connection.
        self.counted("SELECT COUNT(*) FROM worker").await?;
        let asked = Instant::now();
        let rows = self.all(SERVER, self.values()).await?;
        let taken = asked.elapsed();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let Some(row) = rows.first() else { return Ok(()) };
        let here = i64::try_from((now.saturating_sub(taken / 2)).as_micros()).unwrap_or(i64::MAX);
        health.server = Some(ServerHealth {
            version: self.text(row, 0)?,
            encoding: self.text(row, 1)?,
            durable: self.text(row, 3)? == "on",
            latency_us: u64::try_from(taken.as_micros()).unwrap_or(u64::MAX),
            ahead_us: self.long(row, 2)? - here,
            unqueued: self.counted(UNQUEUED).await?,
            abandoned: self.counted(ABANDONED).await?,
        });
        Ok(())
    }

    async fn counted(&self, sql: &'static str) -> Result<u64, StoreError> {
        let count = self.first(sql, self.values(), |row| self.count(row, 0)).await?;
        Ok(count.unwrap_or(0))
    }
}

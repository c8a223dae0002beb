//! Health of a store: whether what a store holds fits together.

use super::database_row::DatabaseRow;
use super::lock::RunLock;
use super::{Store, StoreError, sqlite};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Answers, failures and grades of trials that are not there.
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
/// Open trials that no worker would find.
const UNQUEUED: &str = "SELECT COUNT(*) FROM trial t \
     WHERE NOT EXISTS (SELECT 1 FROM response r WHERE r.trial = t.key) \
     AND NOT EXISTS (SELECT 1 FROM work w WHERE w.trial = t.key)";
/// Leases of workers that are gone.
const ABANDONED: &str = "SELECT COUNT(*) FROM work w WHERE w.owner > 0 \
     AND NOT EXISTS (SELECT 1 FROM worker k WHERE k.id = w.owner)";
const SERVER: &str = "SELECT current_setting('server_version'), current_setting('server_encoding'), \
     (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint, current_setting('fsync')";
/// The answers with the first keys, which are hashes and so as good as drawn by lot, and the bytes
/// of all that is long in them.
const DRAWN: &str = "SELECT COUNT(*), \
     COALESCE(SUM(OCTET_LENGTH(text) + OCTET_LENGTH(request) + OCTET_LENGTH(body)), 0) \
     FROM (SELECT text, request, body FROM response ORDER BY trial LIMIT 1000) AS drawn";

/// The findings about a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreHealth {
    /// The faults that the database finds in its pages. PostgreSQL is not asked.
    pub damage: Vec<String>,
    /// Rows that belong to no trial, by what they are.
    pub orphans: Vec<(&'static str, u64)>,
    /// Bytes of an answer on average, with what was sent and received for it; none where there is
    /// none.
    pub answer_bytes: Option<u64>,
    /// Bytes of the write-ahead log beside a SQLite file.
    pub log_bytes: u64,
    /// The findings about its server, on PostgreSQL.
    pub server: Option<ServerHealth>,
}

/// The findings about the database server of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerHealth {
    /// Its version.
    pub version: String,
    /// The encoding of its texts.
    pub encoding: String,
    /// True if what it acknowledges is on disk.
    pub durable: bool,
    /// The time of a query with a short result, in microseconds.
    pub latency_us: u64,
    /// The lead of its clock over that of this machine, in microseconds.
    pub ahead_us: i64,
    /// Open trials that no worker would find.
    pub unqueued: u64,
    /// Leases of workers that are gone, which the next worker without work takes over.
    pub abandoned: u64,
}

impl ServerHealth {
    /// Returns true if a database of this encoding can keep any text: a run is stored in no other.
    /// One without an encoding keeps bytes as they come.
    pub fn keeps_any_text(encoding: &str) -> bool {
        matches!(encoding, "UTF8" | "SQL_ASCII")
    }
}

impl Store {
    /// Returns whether a process is writing to the store now: one that has a SQLite store to
    /// itself, or a worker whose leases hold.
    pub async fn is_under_way(&self) -> Result<bool, StoreError> {
        if !self.is_shared() {
            return Ok(RunLock::is_held(self.dir()));
        }
        Ok(self.workers().await?.iter().any(|worker| worker.expires_in_us > 0))
    }

    /// Looks a store over: its pages, its rows, its server. Reads everything once, and writes
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
        // The first question also makes the connection.
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

//! The queue: trials without a response, leased to workers. Only a store on PostgreSQL has such a
//! queue.
//!
//! A worker is a row that expires unless it is renewed; a lease is a worker's id in a trial's row.
//! A worker without free trials frees the trials of expired workers, and removes these workers: a
//! slow worker finds its row gone, gives up its remaining trials, and returns with another id. All
//! times come from the database's clock, so the clocks of workers do not matter.
//!
//! A batch also claims its questions, with a negative number. It does not expire: the questions are
//! free when the batch is collected, failed or forgotten. Until then no worker waits for them.

use super::backend::Transaction;
use super::database_row::DatabaseRow;
use super::read::Decoding;
use super::values::Values;
use super::{PromptedTrial, Store, StoreError};
use peirast_record::{Key, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The database's clock.
macro_rules! now {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint"
    };
}

const ENROL: &str = concat!(
    "INSERT INTO worker (name, version, started_us, seen_us, expires_us) \
     SELECT $1, $2, now, now, now + $3 FROM (SELECT ",
    now!(),
    " AS now) AS clock RETURNING id, started_us"
);
const RENEW: &str = concat!(
    "UPDATE worker SET seen_us = ",
    now!(),
    ", expires_us = ",
    now!(),
    " + $2 WHERE id = $1"
);
const BURY: &str = concat!("DELETE FROM worker WHERE expires_us <= ", now!());
/// Also frees a trial that a worker claimed at the moment in which it was found dead.
const FREE: &str = "UPDATE work SET owner = NULL WHERE trial IN \
     (SELECT w.trial FROM work w WHERE w.owner > 0 \
     AND NOT EXISTS (SELECT 1 FROM worker k WHERE k.id = w.owner) FOR UPDATE SKIP LOCKED)";
/// The row of a worker cannot be removed while it claims.
const ENROLLED: &str = "SELECT id FROM worker WHERE id = $1 FOR KEY SHARE";
/// Trials that were given up after this worker began are left to workers that begin later.
const CLAIM: &str = "WITH picked AS MATERIALIZED (SELECT trial FROM work WHERE owner IS NULL \
     AND subject = $2 AND endpoint = $3 AND failed_us < $4 \
     ORDER BY failures, trial LIMIT $5 FOR UPDATE SKIP LOCKED) \
     UPDATE work SET owner = $1 FROM picked WHERE work.trial = picked.trial RETURNING work.trial";
const CLAIM_LISTED: &str = "WITH picked AS MATERIALIZED (SELECT trial FROM work \
     WHERE owner IS NULL AND trial = ANY($2) FOR UPDATE SKIP LOCKED) \
     UPDATE work SET owner = $1 FROM picked WHERE work.trial = picked.trial RETURNING work.trial";
const QUESTIONS: &str = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, \
     t.repeat, p.messages, r.trial FROM trial t JOIN prompt p ON p.key = t.prompt \
     LEFT JOIN response r ON r.trial = t.key WHERE t.key = ANY($1) ORDER BY t.key";
const STATUS: &str = "SELECT t.key, CASE WHEN r.trial IS NOT NULL THEN -1::bigint \
     WHEN w.trial IS NULL OR w.owner < 0 THEN -2 ELSE COALESCE(w.owner, 0) END \
     FROM trial t LEFT JOIN work w ON w.trial = t.key \
     LEFT JOIN response r ON r.trial = t.key WHERE t.key = ANY($1)";
/// Trials that another worker freed since the last check are neither claimed nor done.
const LEFT: &str = "SELECT COUNT(*) FROM work WHERE subject = $2 AND endpoint = $3 \
     AND ((owner > 0 AND owner <> $1) OR (owner IS NULL AND failed_us < $4))";
const DONE: &str = "DELETE FROM work WHERE trial = ANY($1)";
const GIVE_UP: &str = concat!(
    "UPDATE work SET owner = NULL, failures = failures + 1, failed_us = ",
    now!(),
    " WHERE owner = $1 AND trial = ANY($2)"
);
const RELEASE: &str =
    "UPDATE work SET owner = NULL WHERE owner = $1 AND subject = $2 AND endpoint = $3";
const RELEASE_ALL: &str = "UPDATE work SET owner = NULL WHERE owner = $1";
const LEAVE: &str = "DELETE FROM worker WHERE id = $1";
const PLANS: &str = "SELECT t.subject, t.endpoint, COUNT(*), COUNT(r.trial) FROM trial t \
     LEFT JOIN response r ON r.trial = t.key GROUP BY t.subject, t.endpoint \
     ORDER BY t.subject, t.endpoint";
const WORKERS: &str = concat!(
    "SELECT k.name, k.expires_us - ",
    now!(),
    ", COUNT(w.trial) FROM worker k LEFT JOIN work w ON w.owner = k.id \
     GROUP BY k.id, k.name, k.expires_us ORDER BY k.id"
);

/// A worker's registration in the store: its id protects everything that it has claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerToken {
    pub(crate) id: i64,
    /// Time of its start, by the database's clock.
    started_us: i64,
}

/// The state of a trial that could not be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStatus {
    /// Another worker answered it.
    Answered,
    /// Another worker leases it.
    Leased,
    /// It was freed at this moment.
    Free,
    /// It is not in the queue, or in a batch.
    NotQueued,
}

/// The trials of one subject at one endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectPlan {
    /// The subject.
    pub subject: String,
    /// Its endpoint.
    pub endpoint: String,
    /// The number of its trials.
    pub trials: u64,
    /// The number of its trials with a response.
    pub answered: u64,
}

/// A worker as the store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerState {
    /// Its name.
    pub name: String,
    /// The time until its leases run out, in microseconds; negative once they have.
    pub expires_in_us: i64,
    /// Trials that it has leased.
    pub holds: u64,
}

impl Store {
    /// Returns the plan of each subject at each endpoint.
    pub async fn subject_plans(&self) -> Result<Vec<SubjectPlan>, StoreError> {
        let plan = |row: &DatabaseRow| {
            Ok(SubjectPlan {
                subject: self.text(row, 0)?,
                endpoint: self.text(row, 1)?,
                trials: self.count(row, 2)?,
                answered: self.count(row, 3)?,
            })
        };
        self.read(PLANS, self.values(), plan).await
    }

    /// Returns the registered workers; empty for a SQLite store.
    pub async fn workers(&self) -> Result<Vec<WorkerState>, StoreError> {
        if !self.is_shared() {
            return Ok(Vec::new());
        }
        let state = |row: &DatabaseRow| {
            Ok(WorkerState {
                name: self.text(row, 0)?,
                expires_in_us: self.long(row, 1)?,
                holds: self.count(row, 2)?,
            })
        };
        self.read(WORKERS, self.values(), state).await
    }

    /// Registers a worker whose leases last for `time` unless renewed.
    pub async fn enrol(&self, name: &str, time: Duration) -> Result<WorkerToken, StoreError> {
        let values = self.values().text(name).text(env!("CARGO_PKG_VERSION")).number(us(time));
        let mut transaction = self.begin().await?;
        let rows = transaction.all(ENROL, values).await.map_err(|e| self.failed(e))?;
        transaction.commit().await.map_err(|e| self.failed(e))?;
        let row = rows.first().ok_or_else(|| StoreError::value(self.path(), "no worker's id"))?;
        Ok(WorkerToken { id: self.long(row, 0)?, started_us: self.long(row, 1)? })
    }

    /// Renews all leases of a worker. Returns false if they expired and were given to others.
    pub async fn renew(&self, worker: WorkerToken, time: Duration) -> Result<bool, StoreError> {
        let values = self.values().number(worker.id).number(us(time));
        Ok(self.change([(RENEW, values)]).await? > 0)
    }

    /// Frees the trials of dead workers; returns their number.
    pub async fn free_expired(&self) -> Result<u64, StoreError> {
        self.change([(BURY, self.values()), (FREE, self.values())]).await
    }

    /// Leases up to `most` free trials of a subject at an endpoint; none if the worker is no longer
    /// registered.
    pub async fn claim(
        &self,
        worker: WorkerToken,
        (subject, endpoint): (&str, &str),
        most: usize,
    ) -> Result<Option<Vec<Arc<PromptedTrial>>>, StoreError> {
        let values = self.values().number(worker.id).text(subject).text(endpoint);
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let values = values.number(worker.started_us).number(most);
        match self.claimed(worker, CLAIM, values).await? {
            Some(claimed) => self.questions(&claimed).await.map(Some),
            None => Ok(None),
        }
    }

    /// Leases the free ones of `trials`; none if the worker is no longer registered.
    pub async fn claim_listed(
        &self,
        worker: WorkerToken,
        trials: &[Trial],
    ) -> Result<Option<Vec<Key>>, StoreError> {
        let keys = trials.iter().map(|trial| &trial.key);
        let values = self.values().number(worker.id).keys(keys);
        self.claimed(worker, CLAIM_LISTED, values).await
    }

    /// Claims the free ones of `trials` for a batch; returns their number. In a store with one
    /// writer these are all of them.
    pub(super) async fn claim_for_batch(
        &self,
        transaction: &mut Transaction,
        number: u32,
        trials: &[Key],
    ) -> Result<u64, StoreError> {
        if !self.is_shared() {
            return Ok(trials.len() as u64);
        }
        let values = self.values().number(-i64::from(number));
        let values = values.keys(trials.iter());
        let claimed = transaction.all(CLAIM_LISTED, values).await;
        Ok(claimed.map_err(|e| self.failed(e))?.len() as u64)
    }

    /// Frees the trials of a batch.
    pub(super) async fn release_batch(
        &self,
        transaction: &mut Transaction,
        number: u32,
    ) -> Result<(), StoreError> {
        if !self.is_shared() {
            return Ok(());
        }
        let values = self.values().number(-i64::from(number));
        transaction.execute(RELEASE_ALL, values).await.map(drop).map_err(|e| self.failed(e))
    }

    /// Returns the trials that a worker claims by a statement. If its lease expired, others or the
    /// worker itself may have removed it from the list: new claims would then be free immediately,
    /// and asked again and again.
    async fn claimed(
        &self,
        worker: WorkerToken,
        sql: &'static str,
        values: Values,
    ) -> Result<Option<Vec<Key>>, StoreError> {
        let mut transaction = self.begin().await?;
        let failed = |e| self.failed(e);
        let id = self.values().number(worker.id);
        if transaction.all(ENROLLED, id).await.map_err(failed)?.is_empty() {
            return Ok(None);
        }
        let rows = transaction.all(sql, values).await.map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        rows.iter().map(|row| self.key(row, 0)).collect::<Result<_, _>>().map(Some)
    }

    /// Returns the claimed trials with their prompts. A trial that got a response in the meantime,
    /// because it was planned again at that moment, is removed from the queue.
    async fn questions(&self, claimed: &[Key]) -> Result<Vec<Arc<PromptedTrial>>, StoreError> {
        if claimed.is_empty() {
            return Ok(Vec::new());
        }
        let values = self.values().keys(claimed.iter());
        let (mut decoding, mut done) = (Decoding::default(), Vec::new());
        let add = |row: &DatabaseRow| match self.maybe_text(row, 8)? {
            Some(_) => {
                done.push(self.key(row, 0)?);
                Ok(())
            }
            None => decoding.add(self, row),
        };
        let () = self.read(QUESTIONS, values, add).await?;
        if !done.is_empty() {
            let values = self.values().keys(done.iter());
            self.change([(DONE, values)]).await?;
        }
        let (trials, prompts) = decoding.finish();
        Ok(PromptedTrial::all(trials, &prompts))
    }

    /// Returns the states of trials that could not be claimed.
    pub async fn claim_status(
        &self,
        trials: &[Trial],
    ) -> Result<BTreeMap<Key, ClaimStatus>, StoreError> {
        let values = self.values().keys(trials.iter().map(|trial| &trial.key));
        let status = |row: &DatabaseRow| {
            let status = match self.long(row, 1)? {
                -2 => ClaimStatus::NotQueued,
                -1 => ClaimStatus::Answered,
                0 => ClaimStatus::Free,
                _ => ClaimStatus::Leased,
            };
            Ok((self.key(row, 0)?, status))
        };
        self.read(STATUS, values, status).await
    }

    /// Returns the number of trials of a subject at an endpoint that a worker may still get: those
    /// that others have leased, and those that are free again.
    pub async fn left_to(
        &self,
        worker: WorkerToken,
        (subject, endpoint): (&str, &str),
    ) -> Result<u64, StoreError> {
        let values = self.values().number(worker.id).text(subject).text(endpoint);
        let values = values.number(worker.started_us);
        Ok(self.first(LEFT, values, |row| self.count(row, 0)).await?.unwrap_or(0))
    }

    /// Frees trials that failed too often, for workers that begin later.
    pub async fn give_up(&self, worker: WorkerToken, trials: &[Key]) -> Result<(), StoreError> {
        let values = self.values().number(worker.id).keys(trials.iter());
        self.change([(GIVE_UP, values)]).await.map(drop)
    }

    /// Frees the trials of a subject at an endpoint that a worker has leased.
    pub async fn release(
        &self,
        worker: WorkerToken,
        (subject, endpoint): (&str, &str),
    ) -> Result<(), StoreError> {
        let values = self.values().number(worker.id).text(subject).text(endpoint);
        self.change([(RELEASE, values)]).await.map(drop)
    }

    /// Removes a worker, and frees its trials.
    pub async fn leave(&self, worker: WorkerToken) -> Result<(), StoreError> {
        let id = || self.values().number(worker.id);
        self.change([(RELEASE_ALL, id()), (LEAVE, id())]).await.map(drop)
    }
}

fn us(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

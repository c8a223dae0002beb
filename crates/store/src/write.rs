//! Writing to a store: always whole transactions, and never over an answer.

use super::Prompts;
use super::backend::Transaction;
use super::facts::FORGET;
use super::read::RESPONSE;
use super::row::{PromptRow, ReuseRow, Row, Second, TrialRow};
use super::sole_writer::Durable;
use super::{FailedAttempt, RowRange, Store, StoreError, TransientRetry};
use peirast_record::{Catalogue, Key, Problem, Prompt, Recorded, Response, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of trials in one statement of PostgreSQL.
const KEYS: usize = 4096;
/// The queue of a store on PostgreSQL has every open trial.
const OPEN: &str = "INSERT INTO work (trial, subject, endpoint) \
     SELECT t.key, t.subject, t.endpoint FROM trial t WHERE t.key = ANY($1) \
     AND NOT EXISTS (SELECT 1 FROM response r WHERE r.trial = t.key) ON CONFLICT DO NOTHING";
const ANSWERED: &str = "DELETE FROM work WHERE trial = ANY($1)";

/// Records to be written in one transaction: after a crash, all of them are stored, or none.
///
/// The front page of this crate has an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch<'a> {
    /// Problems.
    pub problems: &'a [Problem],
    /// Prompts; equal messages are stored once.
    pub prompts: &'a [Arc<Prompt>],
    /// Trials, by the endpoint of their subject.
    pub trials: &'a [(&'a str, &'a [Trial])],
    /// Responses. If its trial is answered already, a response is not stored as its answer; if it
    /// differs from that answer, it is stored as a duplicate.
    pub responses: &'a [Response],
    /// The source of the responses, if they were reused. None of these is stored as a duplicate.
    pub reused_from: Option<&'a str>,
    /// Failed attempts, which are always added.
    pub failures: &'a [FailedAttempt],
    /// Recorded grades.
    pub recorded: &'a [Recorded],
    /// Facts about the run that change with the rest.
    pub facts: &'a [FactChange],
}

/// A fact about the run that is stored under a name, in place of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactChange {
    /// Its name.
    pub name: String,
    /// Its new value; `None` to delete it.
    pub value: Option<String>,
}

/// The result of a transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteSummary {
    /// New rows, without duplicates.
    pub new: u64,
    /// Trials of the responses that came second: they already have another answer.
    pub second: BTreeSet<Key>,
}

impl Store {
    /// Writes `batch` in one transaction, on disk when this returns. Records that are stored
    /// already are skipped.
    ///
    /// PostgreSQL may abort a transaction for transient reasons, such as a restart; it is then
    /// repeated for up to a minute.
    pub async fn write(&self, batch: &Batch<'_>) -> Result<WriteSummary, StoreError> {
        self.write_to_be(Durable::AtOnce, batch).await
    }

    /// Writes the same, on disk at the latest after the next [`Store::flush`].
    pub async fn write_unflushed(&self, batch: &Batch<'_>) -> Result<WriteSummary, StoreError> {
        self.write_to_be(Durable::Later, batch).await
    }

    async fn write_to_be(
        &self,
        durable: Durable,
        batch: &Batch<'_>,
    ) -> Result<WriteSummary, StoreError> {
        let mut retry = TransientRetry::begin();
        loop {
            match self.write_once(durable, batch).await {
                Err(error) if self.is_shared() && retry.waits_after(&error).await => {}
                done => return done,
            }
        }
    }

    /// Inserts rows in a separate transaction.
    pub(super) async fn insert_alone<R: Row + Sync>(&self, rows: &[R]) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        self.insert(&mut transaction, rows).await?;
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    async fn write_once(
        &self,
        durable: Durable,
        batch: &Batch<'_>,
    ) -> Result<WriteSummary, StoreError> {
        let mut transaction = self.begin_to_be(durable).await?;
        let within = &mut transaction;
        let mut new = self.insert(within, batch.problems).await?;
        let prompts = batch.prompts.iter().map(|prompt| PromptRow(prompt.key(), prompt));
        new += self.insert(within, &sorted(prompts, |row| &row.0)).await?;
        for (endpoint, trials) in batch.trials {
            let placed = trials.iter().map(|trial| TrialRow(endpoint, trial));
            new += self.insert_placed(within, &sorted(placed, |row| &row.1.key)).await?;
        }
        let responses = sorted(batch.responses.iter(), |row| &row.trial);
        let answered = self.insert(within, &responses).await?;
        let second = match answered < responses.len() as u64 {
            true => self.second(within, &responses).await?,
            false => Vec::new(),
        };
        // A reused answer that comes second is stored in the directory that paid for it.
        if batch.reused_from.is_none() {
            self.insert(within, &second).await?;
        }
        let second: BTreeSet<Key> =
            second.iter().map(|Second(_, response)| response.trial.clone()).collect();
        let trials: Vec<&Key> = responses.iter().map(|response| &response.trial).collect();
        self.update_queue(within, ANSWERED, &trials).await?;
        if let Some(source) = batch.reused_from {
            let first = responses.iter().filter(|response| !second.contains(&response.trial));
            let taken: Vec<_> = first.map(|response| ReuseRow(&response.trial, source)).collect();
            self.insert(within, &taken).await?;
        }
        new += answered;
        new += self.insert(within, batch.failures).await?;
        new += self.insert(within, batch.recorded).await?;
        for FactChange { name, value } in batch.facts {
            match value {
                Some(value) => self.set_meta_within(within, name, value).await?,
                None => self.remove_meta_within(within, name).await?,
            }
        }
        transaction.commit().await.map_err(|e| self.failed(e))?;
        Ok(WriteSummary { new, second })
    }

    /// Returns those of `responses` that are not the stored answer of their trial.
    async fn second<'r>(
        &self,
        transaction: &mut Transaction,
        responses: &[&'r Response],
    ) -> Result<Vec<Second<'r>>, StoreError> {
        let mut second = Vec::new();
        for response in responses {
            let values = self.values().text(&response.trial.text());
            let rows = transaction.all(RESPONSE, values).await.map_err(|e| self.failed(e))?;
            let stored = rows.first().map(|row| self.response_from(row)).transpose()?;
            if stored.is_some_and(|stored| stored != **response) {
                second.push(Second(response.digest(), response));
            }
        }
        Ok(second)
    }

    async fn insert_placed(
        &self,
        transaction: &mut Transaction,
        placed: &[TrialRow<'_>],
    ) -> Result<u64, StoreError> {
        let inserted = self.insert(transaction, placed).await?;
        let keys: Vec<&Key> = placed.iter().map(|TrialRow(_, trial)| &trial.key).collect();
        self.update_queue(transaction, OPEN, &keys).await?;
        Ok(inserted)
    }

    /// Executes a statement about the queue of a store on PostgreSQL for these trials.
    async fn update_queue(
        &self,
        transaction: &mut Transaction,
        sql: &'static str,
        trials: &[&Key],
    ) -> Result<(), StoreError> {
        for some in trials.chunks(KEYS).filter(|_| self.is_shared()) {
            let values = self.values().keys(some.iter().copied());
            transaction.execute(sql, values).await.map_err(|e| self.failed(e))?;
        }
        Ok(())
    }

    /// Stores trials by the endpoint of their subject, in one transaction, with their problems and
    /// prompts, whose keys the caller has computed already. Returns their rows in a store that is a
    /// file; the data are on disk at the latest after the next [`Store::flush`].
    pub async fn register(
        &self,
        trials: &[(&str, Vec<&Trial>)],
        prompts: &Prompts,
        problems: &Catalogue,
    ) -> Result<Option<RowRange>, StoreError> {
        let all = || trials.iter().flat_map(|(_, trials)| trials).copied();
        if all().next().is_none() {
            return Ok(None);
        }
        let about: BTreeSet<&str> = all().map(|trial| trial.problem.as_str()).collect();
        let about: Vec<&Problem> = about.into_iter().filter_map(|id| problems.get(id)).collect();
        let put: BTreeMap<&Key, &Arc<Prompt>> =
            all().filter_map(|trial| prompts.get_key_value(&trial.prompt)).collect();
        let keyed: Vec<_> =
            put.into_iter().map(|(key, prompt)| PromptRow(key.clone(), prompt)).collect();
        let mut transaction = self.begin_to_be(Durable::Later).await?;
        self.insert(&mut transaction, &about).await?;
        self.insert(&mut transaction, &keyed).await?;
        let mut new = 0;
        for (endpoint, trials) in trials {
            let placed = trials.iter().map(|trial| TrialRow(endpoint, trial));
            let placed = sorted(placed, |row| &row.1.key);
            new += self.insert_placed(&mut transaction, &placed).await?;
        }
        let span = match self.is_shared() {
            true => None,
            false => Some(self.span_of_last(&mut transaction, new).await?),
        };
        transaction.commit().await.map_err(|e| self.failed(e))?;
        Ok(span)
    }

    /// Stores problems, in one transaction.
    pub async fn add_problems(&self, problems: &[&Problem]) -> Result<(), StoreError> {
        match problems {
            [] => Ok(()),
            some => self.insert_alone(some).await,
        }
    }

    /// Stores problems, in one transaction; returns the number of new ones.
    pub async fn insert_problems(&self, problems: &[Problem]) -> Result<u64, StoreError> {
        Ok(self.write(&Batch { problems, ..Batch::default() }).await?.new)
    }

    /// Stores a fact about the run under a name, in place of an earlier one.
    pub async fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        self.set_meta_within(&mut transaction, name, value).await?;
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    /// Does the same as part of a transaction.
    pub(super) async fn set_meta_within(
        &self,
        transaction: &mut Transaction,
        name: &str,
        value: &str,
    ) -> Result<(), StoreError> {
        const SQL: &str = "INSERT INTO meta (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let values = self.values().text(name).text(value);
        transaction.execute(SQL, values).await.map(drop).map_err(|e| self.failed(e))
    }

    async fn remove_meta_within(
        &self,
        transaction: &mut Transaction,
        name: &str,
    ) -> Result<(), StoreError> {
        let values = self.values().text(name);
        transaction.execute(FORGET, values).await.map(drop).map_err(|e| self.failed(e))
    }
}

/// Returns rows in the order of their keys. Keys are hashes; in the order of arrival, every row
/// would be on another page of the index, and a scan in key order would read another page of the
/// table for each row.
fn sorted<R>(rows: impl Iterator<Item = R>, key: impl Fn(&R) -> &Key) -> Vec<R> {
    let mut rows: Vec<R> = rows.collect();
    rows.sort_by(|a, b| key(a).cmp(key(b)));
    rows
}

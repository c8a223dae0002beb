//! Writing to a store: always whole transactions, never over an answer.

use super::row::{Keyed, Placed};
use super::{FailedAttempt, Store, StoreError};
use crate::runner::Prompts;
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Records to be written in one transaction: all of them, or after a crash none.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// # let place = tempfile::tempdir()?;
/// # let directory = place.path().join("run");
/// use peirast_record::{Message, Prompt, Sampling, Trial};
/// use peirast_run::{Batch, Store};
/// use std::sync::Arc;
///
/// let prompt = Arc::new(Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]));
/// let trials = [Trial::new(&prompt, "sim:yes", "sim:yes/1", &Sampling::default(), 0)];
/// let store = Store::create(&directory).await?;
/// let batch = Batch {
///     prompts: &[prompt],
///     trials: &[("sim:yes/1", &trials)],
///     ..Batch::default()
/// };
/// store.write(&batch).await?;
/// assert_eq!(store.load_trials().await?, trials);
/// # Ok(()) }) }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch<'a> {
    /// Problems.
    pub problems: &'a [Problem],
    /// Prompts; equal messages are stored once.
    pub prompts: &'a [Arc<Prompt>],
    /// Trials, by the endpoint of their subject.
    pub trials: &'a [(&'a str, &'a [Trial])],
    /// Responses. One whose trial is answered already is passed over.
    pub responses: &'a [Response],
    /// Failed attempts, which are always added.
    pub failures: &'a [FailedAttempt],
    /// Recorded grades.
    pub recorded: &'a [Recorded],
}

impl Store {
    /// Writes `batch` in one transaction, on disk when this returns. What is stored already is
    /// passed over. Gives the number of rows that were new.
    ///
    /// # Errors
    /// What the database refuses; nothing of the batch is stored then.
    pub async fn write(&self, batch: &Batch<'_>) -> Result<u64, StoreError> {
        let mut transaction = self.writer()?.begin().await.map_err(|e| self.failed(e))?;
        let connection = &mut *transaction;
        let mut inserted = self.insert(connection, batch.problems).await?;
        let prompts = batch.prompts.iter().map(|prompt| Keyed(prompt.key(), prompt));
        inserted += self.insert(connection, &sorted(prompts, |row| &row.0)).await?;
        for (endpoint, trials) in batch.trials {
            let placed = trials.iter().map(|trial| Placed(endpoint, trial));
            inserted += self.insert(connection, &sorted(placed, |row| &row.1.key)).await?;
        }
        let responses = sorted(batch.responses.iter(), |row| &row.trial);
        inserted += self.insert(connection, &responses).await?;
        inserted += self.insert(connection, batch.failures).await?;
        inserted += self.insert(connection, batch.recorded).await?;
        transaction.commit().await.map_err(|e| self.failed(e))?;
        Ok(inserted)
    }

    /// Stores trials with their prompts, whose keys the caller has computed already.
    pub(crate) async fn register(
        &self,
        endpoint: &str,
        trials: &[Trial],
        prompts: &Prompts,
    ) -> Result<(), StoreError> {
        let put: BTreeMap<&Key, &Arc<Prompt>> =
            trials.iter().filter_map(|trial| prompts.get_key_value(&trial.prompt)).collect();
        let keyed: Vec<_> =
            put.into_iter().map(|(key, prompt)| Keyed(key.clone(), prompt)).collect();
        let placed = trials.iter().map(|trial| Placed(endpoint, trial));
        let placed = sorted(placed, |row| &row.1.key);
        let mut transaction = self.writer()?.begin().await.map_err(|e| self.failed(e))?;
        self.insert(&mut transaction, &keyed).await?;
        self.insert(&mut transaction, &placed).await?;
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    /// Stores problems, in one transaction; gives the number of new ones.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn insert_problems(&self, problems: &[Problem]) -> Result<u64, StoreError> {
        self.write(&Batch { problems, ..Batch::default() }).await
    }

    /// Stores prompts, in one transaction; gives the number of new ones.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn insert_prompts(&self, prompts: &[Arc<Prompt>]) -> Result<u64, StoreError> {
        self.write(&Batch { prompts, ..Batch::default() }).await
    }

    /// Stores the trials of a subject that answers at `endpoint`, in one transaction; gives the
    /// number of new ones.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn insert_trials(&self, endpoint: &str, trials: &[Trial]) -> Result<u64, StoreError> {
        self.write(&Batch { trials: &[(endpoint, trials)], ..Batch::default() }).await
    }

    /// Stores responses, in one transaction; gives the number of new ones. A trial that has a
    /// response keeps it.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn insert_responses(&self, responses: &[Response]) -> Result<u64, StoreError> {
        self.write(&Batch { responses, ..Batch::default() }).await
    }

    /// Stores recorded grades, in one transaction; gives the number of new ones.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn insert_recorded(&self, recorded: &[Recorded]) -> Result<u64, StoreError> {
        self.write(&Batch { recorded, ..Batch::default() }).await
    }

    /// Stores a fact about the run under a name, in place of an earlier one.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        const SQL: &str = "INSERT INTO meta (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let writer = self.writer()?;
        let done = sqlx::query(SQL).bind(name).bind(value).execute(writer).await;
        done.map(drop).map_err(|e| self.failed(e))
    }
}

/// Rows in the order of their keys. Keys are hashes; written as they come, every row would touch
/// another page of the index, and a scan in key order another page of the table.
fn sorted<R>(rows: impl Iterator<Item = R>, key: impl Fn(&R) -> &Key) -> Vec<R> {
    let mut rows: Vec<R> = rows.collect();
    rows.sort_by(|a, b| key(a).cmp(key(b)));
    rows
}

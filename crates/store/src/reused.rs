//! Answers that were reused from other stores instead of asked for.

use super::database_row::DatabaseRow;
use super::{Batch, Store, StoreError};
use peirast_record::{Key, Prompt, Response, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Answers in one transaction.
const GROUP: usize = 1000;

const REUSED: &str = "SELECT trial, source FROM reused ORDER BY trial";
const NOT_REUSED: &str = "DELETE FROM reused WHERE trial = $1";

impl Store {
    /// The keys of the trials whose responses were reused from other stores.
    pub async fn reused_keys(&self) -> Result<BTreeSet<Key>, StoreError> {
        Ok(self.reused().await?.into_keys().collect())
    }

    /// The same with the names of the source stores.
    pub(super) async fn reused(&self) -> Result<BTreeMap<Key, String>, StoreError> {
        if self.schema() < 2 {
            return Ok(BTreeMap::new());
        }
        let reused = |row: &DatabaseRow| Ok((self.key(row, 0)?, self.text(row, 1)?));
        self.read(REUSED, self.values(), reused).await
    }

    /// Records that answers were paid for: a stored answer is then no longer marked as reused.
    /// `reused` are the trials that still have the mark.
    pub(super) async fn note_paid(
        &self,
        paid: &[Response],
        reused: &mut BTreeSet<Key>,
    ) -> Result<(), StoreError> {
        for response in paid {
            let stored = match reused.contains(&response.trial) {
                true => self.response(&response.trial).await?,
                false => continue,
            };
            if stored.as_ref() == Some(response) {
                let values = self.values().text(&response.trial.text());
                self.change([(NOT_REUSED, values)]).await?;
                reused.remove(&response.trial);
            }
        }
        Ok(())
    }

    /// Reuses the answers to `wanted` that `source` has and this store has not, and records their
    /// source. Returns their number.
    pub async fn reuse(
        &self,
        source: &Store,
        name: &str,
        endpoint: &str,
        wanted: &[Trial],
        prompts: &BTreeMap<Key, Arc<Prompt>>,
    ) -> Result<u64, StoreError> {
        let (here, there) = (self.answered_keys().await?, source.answered_keys().await?);
        let takes = |trial: &&Trial| there.contains(&trial.key) && !here.contains(&trial.key);
        let taken: Vec<Trial> = wanted.iter().filter(takes).cloned().collect();
        let mut new = 0;
        for some in taken.chunks(GROUP) {
            let put: Vec<Arc<Prompt>> =
                some.iter().filter_map(|trial| prompts.get(&trial.prompt).cloned()).collect();
            let mut responses = Vec::with_capacity(some.len());
            for trial in some {
                responses.extend(source.response(&trial.key).await?);
            }
            let batch = Batch {
                prompts: &put,
                trials: &[(endpoint, some)],
                responses: &responses,
                reused_from: Some(name),
                ..Batch::default()
            };
            self.write(&batch).await?;
            new += responses.len() as u64;
        }
        Ok(new)
    }
}

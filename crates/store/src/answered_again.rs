//! Stored answers to questions that are answered again.

use super::database_row::DatabaseRow;
use super::{Store, StoreError};
use peirast_record::Key;
use std::collections::BTreeSet;

const ANSWERED_AT: &str = "SELECT t.key FROM trial t JOIN response r ON r.trial = t.key \
     WHERE t.subject = $1 AND t.endpoint = $2 ORDER BY t.key";
const BODIES: &str = "SELECT body FROM response WHERE trial = $1 \
     UNION ALL SELECT body FROM duplicate WHERE trial = $1";

impl Store {
    /// Returns the keys of the trials of a subject at an endpoint that have a response.
    pub async fn answered_keys_at(
        &self,
        (subject, endpoint): (&str, &str),
    ) -> Result<BTreeSet<Key>, StoreError> {
        let values = self.values().text(subject).text(endpoint);
        self.read(ANSWERED_AT, values, |row| self.key(row, 0)).await
    }

    /// Returns whether this body was stored for a trial before, as its answer or as a duplicate.
    /// For a store that is open for writing.
    pub async fn holds_body(&self, trial: &Key, body: &str) -> Result<bool, StoreError> {
        let is_it = |row: &DatabaseRow| Ok(self.str(row, 0)? == body);
        let found: Vec<bool> = self.read(BODIES, self.values().text(&trial.text()), is_it).await?;
        Ok(found.contains(&true))
    }
}

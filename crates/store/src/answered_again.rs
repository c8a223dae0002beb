//! What a store holds of questions that are answered again.

use super::{Store, StoreError};
use futures::stream::{StreamExt as _, TryStreamExt as _};
use peirast_record::Key;
use std::collections::BTreeSet;

const ANSWERED_AT: &str = "SELECT t.key FROM trial t JOIN response r ON r.trial = t.key \
     WHERE t.subject = $1 AND t.endpoint = $2 ORDER BY t.key";
const BODIES: &str = "SELECT body FROM response WHERE trial = $1 \
     UNION ALL SELECT body FROM duplicate WHERE trial = $1";

impl Store {
    /// The keys of the trials of a subject at an endpoint that have a response.
    pub async fn answered_keys_at(
        &self,
        (subject, endpoint): (&str, &str),
    ) -> Result<BTreeSet<Key>, StoreError> {
        let rows = self.rows(ANSWERED_AT, self.values().text(subject).text(endpoint));
        rows.map(|row| self.key(&row?, 0)).try_collect().await
    }

    /// Whether just this body was stored for a trial before, as its answer or as one that came
    /// second, whenever it came. Of a store that can be written to.
    pub async fn holds_body(&self, trial: &Key, body: &str) -> Result<bool, StoreError> {
        let rows = self.all(BODIES, self.values().text(&trial.text())).await?;
        for row in &rows {
            if self.text(row, 0)? == body {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

//! Facts about a run of which there may be any number, under names that begin alike.

use super::{Store, StoreError};
use futures::stream::TryStreamExt as _;
use std::collections::BTreeMap;

impl Store {
    /// The facts whose names begin with `prefix`, by the rest of their names.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # tokio::runtime::Runtime::new()?.block_on(async {
    /// # let place = tempfile::tempdir()?;
    /// let store = peirast_store::Store::create(&place.path().join("run")).await?;
    /// store.set_meta("note/one", "1").await?;
    /// store.set_meta("note/two", "2").await?;
    /// store.remove_meta("note/one").await?;
    /// let facts = store.metas("note/").await?;
    /// assert_eq!(facts.into_iter().collect::<Vec<_>>(), [("two".to_owned(), "2".to_owned())]);
    /// # Ok(()) }) }
    /// ```
    pub async fn metas(&self, prefix: &str) -> Result<BTreeMap<String, String>, StoreError> {
        let mut facts = BTreeMap::new();
        let mut rows = self.rows("SELECT name, value FROM meta ORDER BY name", self.values());
        while let Some(row) = rows.try_next().await? {
            if let Some(rest) = self.text(&row, 0)?.strip_prefix(prefix) {
                facts.insert(rest.to_owned(), self.text(&row, 1)?);
            }
        }
        Ok(facts)
    }

    /// Forgets a fact about the run.
    pub async fn remove_meta(&self, name: &str) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let values = transaction.values().text(name);
        let sql = "DELETE FROM meta WHERE name = $1";
        transaction.execute(sql, values).await.map_err(|e| self.failed(e))?;
        transaction.commit().await.map_err(|e| self.failed(e))
    }
}

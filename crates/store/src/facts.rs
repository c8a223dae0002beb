//! Facts about a run with names of a common prefix, in any number.

use super::database_row::DatabaseRow;
use super::{Store, StoreError};
use std::collections::BTreeMap;

/// Forgets a fact.
pub(super) const FORGET: &str = "DELETE FROM meta WHERE name = $1";

impl Store {
    /// Returns the facts whose names begin with `prefix`, by the rest of their names.
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
        let sql = "SELECT name, value FROM meta ORDER BY name";
        let fact = |row: &DatabaseRow| match self.str(row, 0)?.strip_prefix(prefix) {
            Some(rest) => Ok(Some((rest.to_owned(), self.text(row, 1)?))),
            None => Ok(None),
        };
        let facts: Vec<_> = self.read(sql, self.values(), fact).await?;
        Ok(facts.into_iter().flatten().collect())
    }

    /// Forgets a fact about the run.
    pub async fn remove_meta(&self, name: &str) -> Result<(), StoreError> {
        let values = self.values().text(name);
        self.change([(FORGET, values)]).await.map(drop)
    }
}

//! Values that many trials of a query share, stored once.

use super::{Store, StoreError};
use peirast_record::{Name, Names, Sampling};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names and samplings of the rows that were read so far. A million trials have few subjects and
/// few protocols.
#[derive(Default)]
pub(super) struct Common {
    names: Names,
    /// By their JSON.
    samplings: BTreeMap<String, Arc<Sampling>>,
    /// The problem of the last row, if rows about one problem are adjacent.
    by_problem: Option<Name>,
}

impl Common {
    /// Creates the cache for rows that are sorted by problem: names of problems are forgotten after
    /// their rows.
    pub(super) fn by_problem() -> Self {
        Self { by_problem: Some(Name::default()), ..Self::default() }
    }

    /// Returns the id of the problem of a row.
    pub(super) fn problem(&mut self, id: &str) -> Name {
        match &mut self.by_problem {
            Some(last) => {
                if *last != id {
                    *last = Name::from(id);
                }
                last.clone()
            }
            None => self.name(id),
        }
    }

    /// Returns the name with this text.
    pub(super) fn name(&mut self, text: &str) -> Name {
        self.names.shared(text)
    }

    /// Returns the sampling with this `json`, for the trial with this key.
    pub(super) fn sampling(
        &mut self,
        store: &Store,
        trial: &str,
        json: &str,
    ) -> Result<Arc<Sampling>, StoreError> {
        if let Some(known) = self.samplings.get(json) {
            return Ok(Arc::clone(known));
        }
        let sampling = Arc::new(store.parsed(format_args!("trial {trial}, sampling"), json)?);
        self.samplings.insert(json.to_owned(), Arc::clone(&sampling));
        Ok(sampling)
    }
}

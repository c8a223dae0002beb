//! What the trials of a query have in common, held once.

use super::{Store, StoreError};
use peirast_record::{Name, Names, Sampling};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names and samplings of the rows that were read so far. A million trials are of a few subjects
/// under a few protocols.
#[derive(Default)]
pub(super) struct Common {
    names: Names,
    /// By their JSON.
    samplings: BTreeMap<String, Arc<Sampling>>,
    /// The problem of the last row, if those about one problem stand beside each other.
    by_problem: Option<Name>,
}

impl Common {
    /// For rows that are sorted by problem: the names of a million problems are forgotten as they
    /// pass.
    pub(super) fn by_problem() -> Self {
        Self { by_problem: Some(Name::default()), ..Self::default() }
    }

    /// The id of the problem of a row.
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

    /// The name of this text.
    pub(super) fn name(&mut self, text: &str) -> Name {
        self.names.shared(text)
    }

    /// The sampling that is written as `json` for the trial of this key.
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

//! The cache: the problems at hand while answers are graded.

use super::each;
use crate::error::{Error, Result};
use hashbrown::HashMap;
use peirast_pairs::VERSION;
use peirast_record::{Catalogue, Name, Problem, Sharing, Task};
use peirast_store::Store;
use std::collections::BTreeSet;
use std::hash::RandomState;
use std::sync::Arc;

/// Problems by id. Ids may come from untrusted files, so the hash is seeded at random.
type Problems = HashMap<Name, Problem, RandomState>;

/// Cache of problems while answers are graded: all of the store, or those of the latest answers.
pub(crate) struct ProblemCache {
    all: Option<Catalogue>,
    /// Problems that are needed to the end.
    kept: Problems,
    /// Problems of the latest answers.
    latest: Problems,
    /// Problems of earlier answers, which are dropped next.
    earlier: Problems,
    /// Number of `latest` problems after which they become `earlier`.
    room: usize,
    sharing: Sharing,
}

impl ProblemCache {
    /// Creates a cache of all problems.
    pub(crate) fn full(all: Catalogue) -> Self {
        Self { all: Some(all), ..Self::empty(0) }
    }

    /// Creates an empty cache of `room` problems, in addition to those that are fetched at once.
    pub(crate) fn empty(room: usize) -> Self {
        Self {
            all: None,
            kept: Problems::default(),
            latest: Problems::default(),
            earlier: Problems::default(),
            room: room / 2,
            sharing: Sharing::default(),
        }
    }

    /// Returns true if the cache has all problems.
    pub(crate) fn is_full(&self) -> bool {
        self.all.is_some()
    }

    /// Fetches these problems; others may be dropped.
    pub(crate) async fn fetch<'n>(
        &mut self,
        store: &Store,
        wanted: impl Iterator<Item = &'n Name>,
    ) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        if self.latest.len() > self.room {
            self.earlier = std::mem::take(&mut self.latest);
        }
        let missing: BTreeSet<&Name> = wanted.filter(|id| !self.recall(id)).collect();
        let ids: Vec<&str> = missing.iter().map(|id| id.as_str()).collect();
        let stored = store.some_problems(&ids).await?;
        for mut problem in each(&stored, |one| Ok(store.problem_from(one)?))? {
            self.sharing.share(&mut problem);
            if let Some(id) = missing.get(&problem.id) {
                problem.id = Name::clone(id);
            }
            let cache = if is_kept(&problem) { &mut self.kept } else { &mut self.latest };
            cache.insert(problem.id.clone(), problem);
        }
        Ok(())
    }

    /// Returns true if a problem is cached; an `earlier` one becomes one of the `latest`.
    fn recall(&mut self, id: &Name) -> bool {
        if self.latest.contains_key(id) || self.kept.contains_key(id) {
            return true;
        }
        let earlier = self.earlier.remove_entry(id);
        let is_earlier = earlier.is_some();
        self.latest.extend(earlier);
        is_earlier
    }

    /// Returns a problem of the last fetch.
    pub(crate) fn problem(&self, id: &Name) -> Result<&Problem> {
        let found = match &self.all {
            Some(all) => all.get(id),
            None => self.latest.get(id).or_else(|| self.kept.get(id)),
        };
        found.ok_or_else(|| missing(id))
    }

    /// Returns all problems, or those that are needed to the end.
    pub(crate) fn into_catalogue(self) -> Catalogue {
        self.all.unwrap_or_else(|| Catalogue::new(Arc::new(self.kept.into_values().collect())))
    }
}

/// Returns true if a problem is needed to the end: answers about conclusions are judged together,
/// and so are those to versions of one's own items.
fn is_kept(problem: &Problem) -> bool {
    problem.worded.is_some()
        || problem.task == Task::Conclusion
        || problem.factors.get(VERSION).is_some()
}

/// Returns the error for a problem that a store lacks.
pub fn missing(id: &str) -> Error {
    Error::Missing(format!("the store holds no problem `{id}`"))
}

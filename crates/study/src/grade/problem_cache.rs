//! The cache: the problems at hand while answers are graded.

use super::each;
use crate::error::{Error, Result};
use hashbrown::HashMap;
use peirast_record::{Catalogue, Name, Problem, Sharing, Task};
use peirast_store::Store;
use std::collections::BTreeSet;
use std::hash::RandomState;
use std::sync::Arc;

/// Problems by id. Ids may come from anywhere: the seed of the hash is drawn.
type Problems = HashMap<Name, Problem, RandomState>;

/// The problems at hand while answers are graded: all of the store, or those of the latest answers.
pub(crate) struct ProblemCache {
    all: Option<Catalogue>,
    /// Those that are needed to the end.
    kept: Problems,
    /// Those of the latest answers.
    latest: Problems,
    /// Those of answers before them: the next to go.
    earlier: Problems,
    /// How many `latest` are before they count as earlier.
    room: usize,
    sharing: Sharing,
}

impl ProblemCache {
    /// With all problems.
    pub(crate) fn full(all: Catalogue) -> Self {
        Self { all: Some(all), ..Self::empty(0) }
    }

    /// With none yet, and `room` for so many besides those that are asked for at once.
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

    /// Whether all problems are here.
    pub(crate) fn is_full(&self) -> bool {
        self.all.is_some()
    }

    /// Sees to it that these problems are at hand; others may go.
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

    /// Whether a problem is here. If it was among the earlier ones, it is of the latest now.
    fn recall(&mut self, id: &Name) -> bool {
        if self.latest.contains_key(id) || self.kept.contains_key(id) {
            return true;
        }
        let earlier = self.earlier.remove_entry(id);
        let is_earlier = earlier.is_some();
        self.latest.extend(earlier);
        is_earlier
    }

    /// A problem that was fetched last.
    pub(crate) fn problem(&self, id: &Name) -> Result<&Problem> {
        let found = match &self.all {
            Some(all) => all.get(id),
            None => self.latest.get(id).or_else(|| self.kept.get(id)),
        };
        found.ok_or_else(|| missing(id))
    }

    /// All problems, or those that are needed to the end.
    pub(crate) fn into_catalogue(self) -> Catalogue {
        self.all.unwrap_or_else(|| Catalogue::of(Arc::new(self.kept.into_values().collect())))
    }
}

/// Whether a problem is needed after its answers were read: those about conclusions are judged together.
fn is_kept(problem: &Problem) -> bool {
    problem.worded.is_some() || problem.task == Task::Conclusion
}

/// That a store lacks a problem.
pub fn missing(id: &str) -> Error {
    Error::Missing(format!("the store holds no problem `{id}`"))
}

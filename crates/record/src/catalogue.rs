//! The problems of a study by their ids.

use crate::Problem;
use hashbrown::HashTable;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

/// Problems that are found by their ids. Clones share them, also with whoever made the list.
///
/// ```
/// use peirast_record::Catalogue;
/// let catalogue = Catalogue::of(Vec::new().into());
/// assert!(catalogue.all().is_empty() && catalogue.get("q1").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    problems: Arc<Vec<Problem>>,
    by_id: Arc<Places>,
}

/// Places in a list of problems, found by the hash of an id. Ids may come from anywhere: the seed of the hash
/// is drawn.
#[derive(Debug, Default)]
struct Places {
    table: HashTable<u32>,
    seed: RandomState,
}

impl Catalogue {
    /// The catalogue of these problems, no two of which have one id.
    pub fn of(problems: Arc<Vec<Problem>>) -> Self {
        let seed = RandomState::new();
        let mut table = HashTable::with_capacity(problems.len());
        let hash = |at: &u32| seed.hash_one(id(&problems, *at));
        for at in 0..u32::try_from(problems.len()).unwrap_or(u32::MAX) {
            table.insert_unique(hash(&at), at, hash);
        }
        Self { by_id: Arc::new(Places { table, seed }), problems }
    }

    /// Every problem, in the order in which they were given.
    pub fn all(&self) -> &[Problem] {
        &self.problems
    }

    /// The problem of this id.
    pub fn get(&self, wanted: &str) -> Option<&Problem> {
        let Places { table, seed } = &*self.by_id;
        let is_it = |at: &u32| id(&self.problems, *at) == wanted;
        let at = table.find(seed.hash_one(wanted), is_it)?;
        self.problems.get(*at as usize)
    }
}

fn id(problems: &[Problem], at: u32) -> &str {
    problems.get(at as usize).map_or("", |problem| problem.id.as_str())
}

//! The problems of a study by their ids.

use crate::Problem;
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
    /// Places in `problems`, in the order of the ids.
    by_id: Arc<Vec<usize>>,
}

impl Catalogue {
    /// The catalogue of these problems, no two of which have one id.
    pub fn of(problems: Arc<Vec<Problem>>) -> Self {
        let id = |at: &usize| problems.get(*at).map(|problem| &problem.id);
        let mut by_id: Vec<usize> = (0..problems.len()).collect();
        by_id.sort_by(|a, b| id(a).cmp(&id(b)));
        Self { by_id: Arc::new(by_id), problems }
    }

    /// Every problem, in the order in which they were given.
    pub fn all(&self) -> &[Problem] {
        &self.problems
    }

    /// The problem of this id.
    pub fn get(&self, id: &str) -> Option<&Problem> {
        let own = |at: &usize| self.problems.get(*at).map(|problem| problem.id.as_str());
        let found = self.by_id.binary_search_by(|at| own(at).cmp(&Some(id))).ok()?;
        self.problems.get(*self.by_id.get(found)?)
    }
}

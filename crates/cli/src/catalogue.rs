//! The problems of a study by their ids.

use peirast_record::Problem;
use std::sync::Arc;

/// The problems of a study, found by id. It shares them with the plan that they come from.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    problems: Arc<Vec<Problem>>,
    /// Places in `problems`, in the order of the ids.
    by_id: Arc<Vec<usize>>,
}

impl Catalogue {
    /// The catalogue of these problems.
    pub fn of(problems: &Arc<Vec<Problem>>) -> Self {
        let mut by_id: Vec<usize> = (0..problems.len()).collect();
        by_id.sort_by(|a, b| problems[*a].id.cmp(&problems[*b].id));
        Self { problems: Arc::clone(problems), by_id: Arc::new(by_id) }
    }

    /// Every problem.
    pub fn all(&self) -> &[Problem] {
        &self.problems
    }

    /// The problem of this id.
    pub fn get(&self, id: &str) -> Option<&Problem> {
        let found =
            self.by_id.binary_search_by(|at| self.problems[*at].id.as_str().cmp(id)).ok()?;
        self.problems.get(*self.by_id.get(found)?)
    }
}

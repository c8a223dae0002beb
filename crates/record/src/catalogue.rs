//! The problems of a study by their ids.

use crate::{Name, Problem};
use hashbrown::HashMap;
use std::hash::RandomState;
use std::sync::Arc;

/// Problems that can be looked up by id. Clones share them, also with the caller's list.
///
/// ```
/// use peirast_record::Catalogue;
/// let catalogue = Catalogue::new(Vec::new().into());
/// assert!(catalogue.all().is_empty() && catalogue.get("q1").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    problems: Arc<Vec<Problem>>,
    /// The index of each problem in the list.
    by_id: Arc<HashMap<Name, usize, RandomState>>,
}

impl Catalogue {
    /// The catalogue of these problems, whose ids must differ.
    pub fn new(problems: Arc<Vec<Problem>>) -> Self {
        let by_id = problems.iter().map(|problem| problem.id.clone()).zip(0..).collect();
        Self { by_id: Arc::new(by_id), problems }
    }

    /// Every problem, in the given order.
    pub fn all(&self) -> &[Problem] {
        &self.problems
    }

    /// The problem with this id.
    pub fn get(&self, id: &str) -> Option<&Problem> {
        self.problems.get(*self.by_id.get(id)?)
    }
}

//! The shelf: the problems at hand while answers are graded.

use super::each;
use anyhow::{Result, anyhow};
use hashbrown::HashMap;
use peirast_record::{Catalogue, Name, Problem, Sharing, Task};
use peirast_store::Store;
use std::collections::BTreeSet;
use std::hash::RandomState;
use std::sync::Arc;

/// Problems that are held because questions about them are going to be answered, at most: a few stretches of a
/// plan that grows no faster than its questions are asked.
const HELD: usize = 4096;

/// Problems by id. Ids may come from anywhere: the seed of the hash is drawn.
type Problems = HashMap<Name, Problem, RandomState>;

/// The problems at hand while answers are graded: all of the store, or those of the latest answers.
pub(super) struct Shelf {
    all: Option<Catalogue>,
    /// Those whose questions are going to be answered.
    held: Vec<Held>,
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

/// Problems, until the questions about them are answered.
struct Held {
    problems: Catalogue,
    /// How many of those are left.
    left: usize,
}

impl Shelf {
    /// With all problems.
    pub(super) fn full(all: Catalogue) -> Self {
        Self { all: Some(all), ..Self::empty(0) }
    }

    /// With none yet, and `room` for so many besides those that are asked for at once.
    pub(super) fn empty(room: usize) -> Self {
        Self {
            all: None,
            held: Vec::new(),
            kept: Problems::default(),
            latest: Problems::default(),
            earlier: Problems::default(),
            room: room / 2,
            sharing: Sharing::default(),
        }
    }

    /// Whether all problems are here.
    pub(super) fn is_full(&self) -> bool {
        self.all.is_some()
    }

    /// Holds problems until so many questions about them are answered, if there is room: others are fetched.
    pub(super) fn hold(&mut self, problems: Catalogue, questions: usize) {
        let held: usize = self.held.iter().map(|own| own.problems.all().len()).sum();
        if self.is_full() || held + problems.all().len() > HELD {
            return;
        }
        let kept = problems.all().iter().filter(|problem| is_kept(problem));
        self.kept.extend(kept.map(|problem| (problem.id.clone(), problem.clone())));
        self.held.push(Held { problems, left: questions });
    }

    /// A question about this problem is answered, and graded.
    pub(super) fn let_go(&mut self, id: &Name) {
        let own = self.held.iter().position(|own| own.problems.get(id).is_some());
        let Some((at, own)) = own.and_then(|at| Some((at, self.held.get_mut(at)?))) else { return };
        own.left = own.left.saturating_sub(1);
        if own.left == 0 {
            self.held.remove(at);
        }
    }

    /// A problem that is held.
    fn held(&self, id: &Name) -> Option<&Problem> {
        self.held.iter().find_map(|own| own.problems.get(id))
    }

    /// Sees to it that these problems are at hand; others may go.
    pub(super) async fn fetch<'n>(
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
            let shelf = if is_kept(&problem) { &mut self.kept } else { &mut self.latest };
            shelf.insert(problem.id.clone(), problem);
        }
        Ok(())
    }

    /// Whether a problem is here. If it was among the earlier ones, it is of the latest now.
    fn recall(&mut self, id: &Name) -> bool {
        if self.held(id).is_some() || self.latest.contains_key(id) || self.kept.contains_key(id) {
            return true;
        }
        let earlier = self.earlier.remove_entry(id);
        let is_earlier = earlier.is_some();
        self.latest.extend(earlier);
        is_earlier
    }

    /// A problem that was fetched last.
    pub(super) fn problem(&self, id: &Name) -> Result<&Problem> {
        let found = match &self.all {
            Some(all) => all.get(id),
            None => {
                let fetched = || self.latest.get(id).or_else(|| self.kept.get(id));
                self.held(id).or_else(fetched)
            }
        };
        found.ok_or_else(|| missing(id))
    }

    /// All problems, or those that are needed to the end.
    pub(super) fn into_catalogue(self) -> Catalogue {
        self.all.unwrap_or_else(|| Catalogue::of(Arc::new(self.kept.into_values().collect())))
    }
}

/// Whether a problem is needed after its answers were read: those about conclusions are judged together.
fn is_kept(problem: &Problem) -> bool {
    problem.worded.is_some() || problem.task == Task::Conclusion
}

/// That a store lacks a problem.
pub fn missing(id: &str) -> anyhow::Error {
    anyhow!("the store holds no problem `{id}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_task::{Plan, built_in_study};

    /// So many problems.
    fn problems(count: usize) -> Catalogue {
        let study = built_in_study("token-bias").expect("built in").expect("a study");
        let plan = Plan::new(&study).expect("a plan");
        let named = |at: usize| Problem {
            id: Name::from(format!("{count}-{at}")),
            ..plan.problems[0].clone()
        };
        Catalogue::of(Arc::new((0..count).map(named).collect()))
    }

    fn has(shelf: &Shelf, id: &str) -> bool {
        shelf.problem(&Name::from(id.to_owned())).is_ok()
    }

    #[test]
    fn problems_are_held_until_the_questions_about_them_are_answered() {
        let mut shelf = Shelf::empty(8);
        shelf.hold(problems(2), 3);
        shelf.hold(problems(3), 1);
        let answered = |shelf: &mut Shelf, id: &str| shelf.let_go(&Name::from(id.to_owned()));
        for id in ["2-0", "2-1", "nobody's"] {
            answered(&mut shelf, id);
        }
        assert!(has(&shelf, "2-0") && has(&shelf, "2-1") && has(&shelf, "3-2"));
        answered(&mut shelf, "2-0");
        assert!(!has(&shelf, "2-0") && !has(&shelf, "2-1") && has(&shelf, "3-2"));
        answered(&mut shelf, "3-0");
        assert!(!has(&shelf, "3-2"));
    }

    #[test]
    fn no_more_problems_are_held_than_there_is_room_for() {
        let mut shelf = Shelf::empty(8);
        shelf.hold(problems(HELD - 1), 1);
        shelf.hold(problems(2), 2);
        assert!(has(&shelf, &format!("{}-0", HELD - 1)) && !has(&shelf, "2-0"));
        shelf.hold(problems(1), 1);
        assert!(has(&shelf, "1-0"));
    }
}

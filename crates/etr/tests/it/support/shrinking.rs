//! Random views as a strategy that makes failing ones smaller.

use super::dice::Dice;
use super::draft::{Draft, Term, Weight};
use super::profile::Profile;
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

/// Random views of a profile.
#[derive(Clone, Copy, Debug)]
pub struct Drafts(pub Profile);

pub fn view(profile: Profile) -> Drafts {
    Drafts(profile)
}

impl Strategy for Drafts {
    type Tree = Shrinking;
    type Value = Draft;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let current = self.0.draw(&mut Dice(runner.rng().next_u64()));
        Ok(Shrinking { failing: current.clone(), current, next: 0 })
    }
}

/// Tries to leave out one thing after another.
pub struct Shrinking {
    failing: Draft,
    current: Draft,
    next: usize,
}

impl Shrinking {
    fn advance(&mut self) -> bool {
        match reductions(&self.failing).into_iter().nth(self.next) {
            Some(smaller) => self.current = smaller,
            None => {
                self.current = self.failing.clone();
                return false;
            }
        }
        true
    }
}

impl ValueTree for Shrinking {
    type Value = Draft;

    fn current(&self) -> Draft {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        self.failing = self.current.clone();
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        self.next += 1;
        self.advance()
    }
}

/// Every view that lacks one thing.
fn reductions(draft: &Draft) -> Vec<Draft> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Draft)| {
        let mut smaller = draft.clone();
        change(&mut smaller);
        let smaller = smaller.tidied();
        if smaller != *draft {
            all.push(smaller);
        }
    };
    with(&|draft| draft.supposition = None);
    for at in 0..draft.stage.len() {
        with(&|draft| drop(draft.stage.remove(at)));
        with(&|draft| draft.stage[at].0 = Weight::default());
    }
    for at in 0..draft.supposition.as_ref().map_or(0, Vec::len) {
        with(&|draft| {
            if let Some(states) = &mut draft.supposition {
                states.remove(at);
            }
        });
    }
    for (at, state) in draft.states().enumerate() {
        for item in 0..state.len() {
            with(&|draft| {
                if let Some(state) = draft.states_mut().nth(at) {
                    state.remove(item);
                }
            });
        }
    }
    let mut terms = 0;
    draft.clone().change_terms(&mut |_| terms += 1);
    for at in 0..terms {
        with(&|draft| reduce_term(draft, at));
    }
    all
}

/// Unmarks the term at a place, or puts a constant there.
fn reduce_term(draft: &mut Draft, at: usize) {
    let mut seen = 0;
    draft.change_terms(&mut |term| {
        if seen == at {
            *term = match &*term {
                Term::Marked(inner) => (**inner).clone(),
                Term::Times(..) | Term::Sum(_) => Term::Apply("a", Vec::new()),
                Term::Apply(_, terms) if !terms.is_empty() => terms[0].clone(),
                other => other.clone(),
            };
        }
        seen += 1;
    });
}

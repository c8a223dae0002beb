//! Tests if a closed question is suitable for people: neither the form of options nor a single
//! premise gives the answer.

use super::facts::Facts;
use super::options::OfferPlan;
use crate::draft::Draft;
use crate::error::Error;
use crate::grounds::{Grounds, Support, statements};
use crate::problem::Problem;
use crate::repertoire::Repertoire;
use crate::statement::{Literal, State, Statement};

/// Tests if people can answer a choice about this problem. No option repeats a premise, has symbols
/// that the premises lack, or is a sentence that nobody would say. The conclusion that follows
/// needs several premises. All options have one shape.
pub(crate) fn is_fair(problem: &Problem) -> bool {
    look_if_fair(problem).is_some()
}

/// The features of options that a reader sees without any inference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OptionLook {
    /// Number of wrong options that the premises exclude, with those that contradict a fact counted
    /// twice, because a reader sees that at once.
    pub(crate) denied: usize,
    /// True if a conclusion that follows is offered and repeats a fact.
    pub(crate) right_repeats: bool,
}

/// The look of the options; `None` if the choice is not suitable for people.
pub(crate) fn look_if_fair(problem: &Problem) -> Option<OptionLook> {
    look(problem).ok().flatten()
}

fn look(problem: &Problem) -> Result<Option<OptionLook>, Error> {
    // The test that rejects most problems comes first, and the slow one last.
    let plan = OfferPlan::new(problem, problem.seed)?;
    let Some(following) = plan.following.clone() else { return Ok(None) };
    let alike = |view: &Statement| shape(view) == shape(&following);
    let mut look = ProblemLook::new(problem)?;
    if !plan.lure.iter().all(|lure| alike(lure) && look.is_said(lure))
        || !look.is_said(&following)
        || !look.is_joint(&following)?
    {
        return Ok(None);
    }
    let right_repeats = plan.is_right_offered() && look.facts.repeated(&following) > 0;
    let views = plan.filled()?.views;
    if !views.iter().all(|view| alike(view) && look.is_said(view)) {
        return Ok(None);
    }
    let mut denied = 0;
    for view in &views {
        // A conclusion that follows from consistent premises is not excluded.
        denied += usize::from(look.grounds.excludes(view)?) + usize::from(look.denies_fact(view));
    }
    Ok(Some(OptionLook { denied, right_repeats }))
}

struct ProblemLook {
    premises: Vec<Statement>,
    facts: Facts,
    repertoire: Repertoire,
    grounds: Grounds,
}

impl ProblemLook {
    fn new(problem: &Problem) -> Result<ProblemLook, Error> {
        let premises = statements(&problem.premises)?;
        let (repertoire, grounds) = (Repertoire::new(&premises), Grounds::new(&premises)?);
        Ok(ProblemLook { facts: Facts::of(&premises), premises, repertoire, grounds })
    }

    /// Tests if a literal of it is the denial of a fact. In a disjunction it may be harmless.
    fn denies_fact(&self, view: &Statement) -> bool {
        view.stage.len() == 1 && self.facts.denied(view) > 0
    }

    /// Tests if somebody would say it next to these premises.
    fn is_said(&self, view: &Statement) -> bool {
        let is_natural = |draft: Draft| draft.is_natural() && !draft.contradicts_itself();
        view.to_string().parse().is_ok_and(is_natural)
            && !self.premises.iter().any(|premise| comes_to(premise, view))
            && view.literals().all(|literal| self.is_named(literal))
    }

    fn is_named(&self, literal: &Literal) -> bool {
        let Repertoire { ground, open, names } = &self.repertoire;
        ground.iter().chain(open).any(|atom| atom.predicate == literal.predicate)
            && (!literal.is_ground() || literal.terms.iter().all(|term| names.contains(term)))
    }

    fn is_joint(&mut self, view: &Statement) -> Result<bool, Error> {
        Ok(self.grounds.support(view)? == Some(Support::Joint))
    }
}

/// Tests if it is the same view, in any order of alternatives and literals.
fn comes_to(one: &Statement, other: &Statement) -> bool {
    let sorted = |states: &[State]| {
        let mut states: Vec<State> = states.to_vec();
        states.iter_mut().for_each(|state| state.sort_unstable());
        states.sort_unstable();
        states
    };
    one.prefix == other.prefix
        && sorted(&one.stage) == sorted(&other.stage)
        && sorted(&one.supposition) == sorted(&other.supposition)
}

/// The shape: the quantifiers, the numbers of literals in the alternatives and in the supposition,
/// and the number of denials.
fn shape(view: &Statement) -> (usize, Vec<usize>, Vec<usize>, usize) {
    let sizes = |states: &[State]| {
        let mut sizes: Vec<usize> = states.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes
    };
    (view.prefix.len(), sizes(&view.stage), sizes(&view.supposition), view.denials())
}

//! The truth of formulas in a structure.

use super::Structure;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::VariableId;
use std::collections::BTreeSet;

/// Evaluates a formula by the definition of truth.
pub(super) struct Evaluation<'s> {
    structure: &'s Structure,
    /// The values of the variables in scope.
    bound: Vec<(VariableId, usize)>,
    /// The number of steps that remain.
    left: u64,
    /// For each individual, the first one with which it can be exchanged.
    like: Vec<usize>,
}

/// A part of a formula, and the truth value that it should have.
type Goal<'f> = (&'f Formula, bool);

impl<'s> Evaluation<'s> {
    pub(super) fn new(structure: &'s Structure, steps: u64) -> Evaluation<'s> {
        Evaluation { structure, bound: Vec::new(), left: steps, like: exchangeable(structure) }
    }

    pub(super) fn truth(&mut self, formula: &Formula) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        Some(match formula {
            Formula::Truth(value) => *value,
            Formula::Atom(predicate, terms) => {
                let of: Vec<usize> = terms.iter().map(|term| self.denoted(term)).collect();
                self.structure.holds(*predicate, &of)
            }
            Formula::Equal(one, two) => self.denoted(one) == self.denoted(two),
            Formula::Not(inner) => !self.truth(inner)?,
            Formula::And(all) => self.each(all, false)?,
            Formula::Or(all) => self.each(all, true)?,
            Formula::Implies(one, two) => !self.truth(one)? || self.truth(two)?,
            Formula::Iff(one, two) => self.truth(one)? == self.truth(two)?,
            Formula::Quantified(quantifier, ..) => {
                let decisive = *quantifier == Quantifier::Some;
                let (variables, body) = chain(formula);
                let mut goals = Vec::new();
                gather(body, decisive, &mut goals);
                // A goal is tested as soon as all its variables have values.
                let mut by_variable: Vec<Vec<Goal<'_>>> = vec![Vec::new(); variables.len()];
                for (goal, wanted) in goals {
                    let last = variables.iter().rposition(|variable| goal.mentions(*variable));
                    match last {
                        Some(at) => by_variable[at].push((goal, wanted)),
                        None if self.truth(goal)? != wanted => return Some(!decisive),
                        None => {}
                    }
                }
                let steps: Vec<_> = variables.into_iter().zip(by_variable).collect();
                self.search(&steps)? == decisive
            }
        })
    }

    /// Tests if the variables can have values for which all goals are met.
    fn search(&mut self, steps: &[(VariableId, Vec<Goal<'_>>)]) -> Option<bool> {
        let Some(((variable, goals), rest)) = steps.split_first() else { return Some(true) };
        let mut tried: Vec<usize> = Vec::new();
        for individual in 0..self.structure.size {
            // An individual that is no value of a variable can be exchanged with an equivalent one.
            if !self.bound.iter().any(|bound| bound.1 == individual) {
                let like = self.like[individual];
                if tried.contains(&like) {
                    continue;
                }
                tried.push(like);
            }
            self.bound.push((*variable, individual));
            let met =
                self.all(goals).and_then(|met| if met { self.search(rest) } else { Some(false) });
            self.bound.pop();
            if met? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn all(&mut self, goals: &[Goal<'_>]) -> Option<bool> {
        for (goal, wanted) in goals {
            if self.truth(goal)? != *wanted {
                return Some(false);
            }
        }
        Some(true)
    }

    /// `decisive` if one of them is, otherwise the opposite.
    fn each(&mut self, all: &[Formula], decisive: bool) -> Option<bool> {
        for one in all {
            if self.truth(one)? == decisive {
                return Some(decisive);
            }
        }
        Some(!decisive)
    }

    fn denoted(&self, term: &Term) -> usize {
        match term {
            Term::Variable(variable) => {
                self.bound.iter().rev().find(|one| one.0 == *variable).map_or(0, |one| one.1)
            }
            Term::Apply(function, terms) => {
                let of: Vec<usize> = terms.iter().map(|term| self.denoted(term)).collect();
                self.structure.value(*function, &of)
            }
        }
    }
}

/// The leading quantifiers of one kind: their variables, as far as they occur, and the formula
/// after them.
fn chain(formula: &Formula) -> (Vec<VariableId>, &Formula) {
    let (mut variables, mut body, mut front) = (Vec::new(), formula, None);
    while let Formula::Quantified(quantifier, variable, inner) = body {
        if front.is_some_and(|front| front != *quantifier) {
            break;
        }
        front = Some(*quantifier);
        variables.push(*variable);
        body = inner;
    }
    variables.retain(|variable| body.mentions(*variable));
    (variables, body)
}

/// The parts that must all have their truth value for the formula to have this one.
fn gather<'f>(formula: &'f Formula, wanted: bool, goals: &mut Vec<Goal<'f>>) {
    match (formula, wanted) {
        (Formula::Not(inner), _) => gather(inner, !wanted, goals),
        (Formula::And(all), true) | (Formula::Or(all), false) => {
            all.iter().for_each(|one| gather(one, wanted, goals));
        }
        (Formula::Implies(one, other), false) => {
            gather(one, true, goals);
            gather(other, false, goals);
        }
        _ => goals.push((formula, wanted)),
    }
}

/// For each individual, the first indistinguishable one. If all facts are about single individuals
/// and neither has a name, each can replace the other.
fn exchangeable(structure: &Structure) -> Vec<usize> {
    let related = structure.functions.values().flatten().any(|(of, _)| !of.is_empty())
        || structure.predicates.values().flatten().any(|of| of.len() > 1);
    if related {
        return (0..structure.size).collect();
    }
    let named: BTreeSet<usize> =
        structure.functions.values().flat_map(|values| values.values().copied()).collect();
    let alike = |one: usize, other: usize| {
        let mut all = structure.predicates.values();
        all.all(|holds| holds.contains(&vec![one]) == holds.contains(&vec![other]))
    };
    let like = |one: usize| {
        // A function without a recorded value has the first individual as its value.
        let free = |one: &usize| *one > 0 && !named.contains(one);
        let known = (1..one).find(|other| free(&one) && free(other) && alike(one, *other));
        known.unwrap_or(one)
    };
    (0..structure.size).map(like).collect()
}

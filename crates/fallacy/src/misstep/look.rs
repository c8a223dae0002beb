//! Detects the marks of each misstep.

use super::instance::{self, Binding};
use super::surface;
use crate::error::Error;
use crate::grounds::{Grounds, Support};
use crate::repertoire::Repertoire;
use crate::statement::{Literal, State, Statement, Term};
use peirast_etr::Quantifier;

/// An answer that does not follow, with the premises.
pub(super) struct Look<'l> {
    pub(super) premises: &'l [Statement],
    pub(super) answer: &'l Statement,
    pub(super) grounds: Grounds,
}

impl Look<'_> {
    pub(super) fn is_matched(&self) -> bool {
        surface::is_matched(self.premises, self.answer)
    }

    pub(super) fn is_converse(&self) -> bool {
        let (supposed, said) = (&self.answer.supposition, consequent(self.answer));
        self.answer.is_conditional()
            && self.conditionals().any(|premise| {
                instance::states(&premise.supposition, &said, &Binding::new(), &|binding| {
                    instance::states(&consequent(premise), supposed, binding, &|_| true)
                })
            })
    }

    /// Tests if it is a conditional of two literals with both denied.
    pub(super) fn is_inverse(&self) -> bool {
        let (supposed, said) = (&self.answer.supposition, consequent(self.answer));
        self.answer.is_conditional()
            && self.conditionals().any(|premise| {
                let denied = (denial(&premise.supposition), denial(&consequent(premise)));
                let (Some(antecedent), Some(consequent)) = denied else { return false };
                instance::states(&antecedent, supposed, &Binding::new(), &|binding| {
                    instance::states(&consequent, &said, binding, &|_| true)
                })
            })
    }

    pub(super) fn affirms_consequent(&mut self) -> Result<bool, Error> {
        for (antecedent, consequent) in self.instances() {
            if self.grounds.follows(&consequent)?
                && !self.grounds.follows(&antecedent)?
                && self.says(&antecedent)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn denies_antecedent(&mut self) -> Result<bool, Error> {
        for (antecedent, consequent) in self.instances() {
            if self.grounds.excludes(&antecedent)?
                && !self.grounds.excludes(&consequent)?
                && self.grounds.clash(self.answer, &consequent)?
                && self.grounds.is_contingent(self.answer)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn denies_premises(&mut self) -> Result<bool, Error> {
        Ok(self.grounds.can_be_true() && self.grounds.excludes(self.answer)?)
    }

    pub(super) fn takes_alternative(&mut self) -> Result<bool, Error> {
        if self.answer.is_conditional() {
            return Ok(false);
        }
        match self.answer.stage.as_slice() {
            [state] => self.states_alternatives(state),
            _ => Ok(self.disjunctions().any(|premise| is_part(&self.answer.stage, &premise.stage))),
        }
    }

    /// Tests if all parts of it that do not follow belong to some alternatives of premises and not
    /// to others.
    fn states_alternatives(&mut self, state: &State) -> Result<bool, Error> {
        let mut new = false;
        for literal in state {
            if self.grounds.follows(&self.answer.alone(literal.clone()))? {
                continue;
            }
            let optional = self.disjunctions().any(|premise| {
                let holding = premise.stage.iter().filter(|state| has(state, literal)).count();
                (1..premise.stage.len()).contains(&holding)
            });
            if !optional {
                return Ok(false);
            }
            new = true;
        }
        Ok(new)
    }

    pub(super) fn overgeneralises(&mut self) -> Result<bool, Error> {
        if !self.answer.prefix.iter().any(|(kind, _)| *kind == Quantifier::Universal) {
            return Ok(false);
        }
        let mut stage = Vec::new();
        for supposed in &self.answer.supposition {
            for said in &self.answer.stage {
                stage.push(supposed.iter().chain(said).cloned().collect());
            }
        }
        let some = Statement::new(stage).quantified(Quantifier::Existential);
        let support = self.grounds.support(&some)?;
        Ok(support.is_some_and(|support| support != Support::Nothing))
    }

    fn conditionals(&self) -> impl Iterator<Item = &Statement> {
        self.premises.iter().filter(|premise| premise.is_conditional())
    }

    fn disjunctions(&self) -> impl Iterator<Item = &Statement> {
        self.premises.iter().filter(|one| one.stage.len() > 1 && !one.is_conditional())
    }

    /// Antecedents and consequents of conditional premises about all things, or about named ones,
    /// applied to the named things of premises or answer.
    fn instances(&self) -> Vec<(Statement, Statement)> {
        let names: Vec<Term> =
            Repertoire::new(&[self.premises, std::slice::from_ref(self.answer)].concat()).names;
        let mut found = Vec::new();
        for premise in self.conditionals() {
            if premise.prefix.iter().any(|(kind, _)| *kind == Quantifier::Existential) {
                continue;
            }
            let objects: Vec<String> =
                premise.prefix.iter().map(|(_, name)| name.clone()).collect();
            for binding in instance::bindings(&objects, &names) {
                let of = |states: &[State]| Statement::new(instance::put(states, &binding));
                found.push((of(&premise.supposition), of(&consequent(premise))));
            }
        }
        found
    }

    /// Tests if the answer implies this without being absurd.
    fn says(&mut self, what: &Statement) -> Result<bool, Error> {
        Ok(self.grounds.implies(self.answer, what)? && self.grounds.is_contingent(self.answer)?)
    }
}

/// Tests if both are equal up to the names of objects.
pub(super) fn is_alike(one: &Literal, other: &Literal) -> bool {
    let either_way = |one, other| instance::literal(one, other, &Binding::new()).is_some();
    either_way(one, other) && either_way(other, one)
}

/// Tests if the state contains this, about something or about everything.
fn has(state: &State, literal: &Literal) -> bool {
    state.iter().any(|one| instance::literal(one, literal, &Binding::new()).is_some())
}

/// Tests if these are part of some of those alternatives, and not of all.
fn is_part(these: &[State], those: &[State]) -> bool {
    let within = |one: &State, whole: &State| one.iter().all(|literal| has(whole, literal));
    let full = these.iter().all(|one| !one.is_empty());
    let all = these.iter().all(|one| those.iter().any(|whole| within(one, whole)));
    full && all && those.iter().any(|whole| !these.iter().any(|one| within(one, whole)))
}

/// The consequent, without repetitions of the supposition.
fn consequent(conditional: &Statement) -> Vec<State> {
    let [supposed] = conditional.supposition.as_slice() else { return conditional.stage.clone() };
    let new = |state: &State| -> State {
        state.iter().filter(|literal| !supposed.contains(literal)).cloned().collect()
    };
    conditional.stage.iter().map(new).collect()
}

/// The denial of a single literal.
fn denial(states: &[State]) -> Option<Vec<State>> {
    let [state] = states else { return None };
    let [literal] = state.as_slice() else { return None };
    Some(vec![vec![literal.flipped()]])
}

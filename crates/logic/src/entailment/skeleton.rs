//! Tests what follows by connectives alone. Quantified formulas count as atoms.

use super::Map;
use super::sat::{Literal, Sat};
use crate::argument::Argument;
use crate::entailment::Effort;
use crate::formula::{Formula, Quantifier, Term};
use crate::signature::VariableId;

/// Tests if the premises and the denied conclusion contradict each other for all truth values of
/// their atoms and quantified formulas. Formulas that differ only in the names of bound variables,
/// or in `∀` for `¬∃¬`, count as one. `false` proves nothing.
pub(super) fn contradicts(argument: &Argument, effort: &Effort) -> bool {
    let mut skeleton = Skeleton { sat: Sat::within(effort), names: Map::default() };
    for premise in &argument.premises {
        let premise = skeleton.literal(premise);
        skeleton.sat.add(&[premise]);
    }
    let conclusion = skeleton.literal(&argument.conclusion);
    skeleton.sat.add(&[-conclusion]);
    skeleton.sat.solve(&[]) == Ok(false)
}

struct Skeleton {
    sat: Sat,
    names: Map<Formula, Literal>,
}

impl Skeleton {
    fn literal(&mut self, formula: &Formula) -> Literal {
        match formula {
            Formula::Truth(value) => {
                let truth = self.name(Formula::Truth(true));
                self.sat.add(&[truth]);
                if *value { truth } else { -truth }
            }
            Formula::Not(inner) => -self.literal(inner),
            Formula::And(all) => {
                let denied: Vec<Literal> = all.iter().map(|one| -self.literal(one)).collect();
                -self.any(&denied)
            }
            Formula::Or(all) => {
                let affirmed: Vec<Literal> = all.iter().map(|one| self.literal(one)).collect();
                self.any(&affirmed)
            }
            Formula::Implies(one, two) => {
                let both = [-self.literal(one), self.literal(two)];
                self.any(&both)
            }
            Formula::Iff(one, two) => {
                let (one, two) = (self.literal(one), self.literal(two));
                let there = self.any(&[-one, two]);
                let back = self.any(&[one, -two]);
                -self.any(&[-there, -back])
            }
            Formula::Atom(..) | Formula::Equal(..) => self.name(formula.clone()),
            Formula::Quantified(Quantifier::Some, ..) => self.name(plain(formula, &mut Vec::new())),
            Formula::Quantified(Quantifier::All, ..) => {
                -self.name(plain(formula, &mut Vec::new()).negated())
            }
        }
    }

    fn name(&mut self, formula: Formula) -> Literal {
        let sat = &mut self.sat;
        *self.names.entry(formula).or_insert_with(|| sat.literal())
    }

    /// A literal that is true if and only if one of these is.
    fn any(&mut self, literals: &[Literal]) -> Literal {
        let any = self.sat.literal();
        for literal in literals {
            self.sat.add(&[any, -literal]);
        }
        let mut clause = literals.to_vec();
        clause.push(-any);
        self.sat.add(&clause);
        any
    }
}

/// The formula with variables numbered by the depth of their quantifiers, without `∀`.
fn plain(formula: &Formula, bound: &mut Vec<VariableId>) -> Formula {
    let all = |parts: &[Formula], bound: &mut Vec<VariableId>| -> Vec<Formula> {
        parts.iter().map(|part| plain(part, bound)).collect()
    };
    match formula {
        Formula::Truth(value) => Formula::Truth(*value),
        Formula::Atom(predicate, terms) => {
            Formula::Atom(*predicate, terms.iter().map(|term| numbered(term, bound)).collect())
        }
        Formula::Equal(one, two) => Formula::Equal(numbered(one, bound), numbered(two, bound)),
        Formula::Not(inner) => plain(inner, bound).negated(),
        Formula::And(parts) => Formula::And(all(parts, bound)),
        Formula::Or(parts) => Formula::Or(all(parts, bound)),
        Formula::Implies(one, two) => plain(one, bound).implies(plain(two, bound)),
        Formula::Iff(one, two) => plain(one, bound).iff(plain(two, bound)),
        Formula::Quantified(quantifier, variable, body) => {
            let number = VariableId(bound.len() as u32);
            bound.push(*variable);
            let body = plain(body, bound);
            bound.pop();
            match quantifier {
                Quantifier::Some => Formula::Quantified(Quantifier::Some, number, Box::new(body)),
                Quantifier::All => {
                    Formula::Quantified(Quantifier::Some, number, Box::new(body.negated()))
                        .negated()
                }
            }
        }
    }
}

fn numbered(term: &Term, bound: &[VariableId]) -> Term {
    match term {
        Term::Variable(variable) => {
            let at = bound.iter().rposition(|one| one == variable);
            Term::Variable(at.map_or(*variable, |at| VariableId(at as u32)))
        }
        Term::Apply(function, terms) => {
            Term::Apply(*function, terms.iter().map(|term| numbered(term, bound)).collect())
        }
    }
}

//! Adds a literal about a new arbitrary object.

use super::{Material, Step, marked_and_not};
use crate::draft::{Draft, DraftLiteral, DraftTerm};
use peirast_etr::Quantifier;

/// Steps for every predicate, old or new, with either sign, added to every alternative.
pub(super) fn steps(draft: &Draft, marks: bool, into: &mut Vec<Step>) {
    let material = Material::new(draft, draft.literals());
    let Some(object) = material.new_object() else { return };
    for predicate in material.predicates_and_new() {
        for negated in [false, true] {
            let term = DraftTerm::Object(object);
            let literal = DraftLiteral { predicate, term, negated, marked: false };
            for literal in marked_and_not(literal, marks) {
                for state in 0..draft.stage.len() {
                    for quantifier in [Quantifier::Universal, Quantifier::Existential] {
                        into.push(Step::AddVariable { state, quantifier, literal });
                    }
                }
            }
        }
    }
}

/// The new quantifier is inside all others.
pub(super) fn add_variable(
    draft: &Draft,
    state: usize,
    quantifier: Quantifier,
    literal: DraftLiteral,
) -> Option<Draft> {
    let DraftTerm::Object(object) = literal.term else { return None };
    let mut draft = draft.clone();
    draft.prefix.push((quantifier, object));
    draft.stage.get_mut(state)?.push(literal);
    Some(draft)
}

#[cfg(test)]
mod tests {
    use crate::mutation::{Rule, testing::made};

    #[test]
    fn the_new_quantifier_is_the_innermost() {
        let all = made(Rule::AddVariable, "Ax {A(x*)}^{A(a())}");
        assert_eq!(all.len(), 2 * 2 * 2 * 2);
        assert_eq!(all[0], "∀x ∀y {A(x*)A(y)}^{A(a())}");
        assert!(all.contains(&"∀x ∃y {A(x*)~B(y*)}^{A(a())}".to_owned()), "{all:?}");
    }
}

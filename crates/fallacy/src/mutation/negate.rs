//! Denies a literal in its place.

use super::Step;
use crate::draft::{Draft, Place};

/// Steps for every literal of stage and supposition.
pub(super) fn steps(draft: &Draft, into: &mut Vec<Step>) {
    for place in [Place::Stage, Place::Supposition] {
        for (state, held) in draft.states(place).iter().enumerate() {
            into.extend((0..held.len()).map(|literal| Step::Negate { place, state, literal }));
        }
    }
}

pub(super) fn negate(draft: &Draft, place: Place, state: usize, literal: usize) -> Draft {
    let mut draft = draft.clone();
    let held = draft.states_mut(place).get_mut(state).and_then(|held| held.get_mut(literal));
    if let Some(literal) = held {
        literal.negated = !literal.negated;
    }
    draft
}

#[cfg(test)]
mod tests {
    use crate::mutation::{Rule, testing::made};

    #[test]
    fn signs_change_in_place() {
        let all = made(Rule::Negate, "Ax {A(x*)~B(x)}^{C(a())}");
        let expected =
            ["∀x {~A(x*)~B(x)}^{C(a())}", "∀x {A(x*)B(x)}^{C(a())}", "∀x {A(x*)~B(x)}^{~C(a())}"];
        assert_eq!(all, expected);
    }
}

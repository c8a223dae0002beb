//! Removes a literal.

use super::Step;
use crate::draft::{Draft, Place};

/// Steps for every literal of stage and supposition.
pub(super) fn steps(draft: &Draft, into: &mut Vec<Step>) {
    for place in [Place::Stage, Place::Supposition] {
        for (state, held) in draft.states(place).iter().enumerate() {
            into.extend((0..held.len()).map(|literal| Step::Remove { place, state, literal }));
        }
    }
}

/// Removes an empty state too, so that the view does not become trivial.
pub(super) fn remove(draft: &Draft, place: Place, state: usize, literal: usize) -> Draft {
    let mut draft = draft.clone();
    let states = draft.states_mut(place);
    if let Some(held) = states.get_mut(state)
        && literal < held.len()
    {
        held.remove(literal);
        if held.is_empty() {
            states.remove(state);
        }
    }
    draft
}

#[cfg(test)]
mod tests {
    use crate::mutation::{Rule, testing::made};

    #[test]
    fn what_is_left_stays_and_unused_quantifiers_go() {
        let all = made(Rule::Remove, "Ax {A(x*)B(a()),B(b()*)}^{C(b())}");
        let expected = [
            "{B(a()),B(b()*)}^{C(b())}",
            "∀x {A(x*),B(b()*)}^{C(b())}",
            "∀x {A(x*)B(a())}^{C(b())}",
            "∀x {A(x*)B(a()),B(b()*)}",
        ];
        assert_eq!(all, expected);
        assert!(made(Rule::Remove, "{A(a())}").is_empty(), "something must be said");
    }
}

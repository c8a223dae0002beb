//! Changes of suppositions: adds a literal, moves one between supposition and alternatives, or
//! drops the supposition.

use super::{Step, material};
use crate::draft::{Draft, DraftLiteral, DraftState, Place};

/// Steps for every literal that is not yet supposed.
pub(super) fn steps(draft: &Draft, marks: bool, into: &mut Vec<Step>) {
    let supposed =
        |literal: &DraftLiteral| draft.supposition.iter().flatten().any(|one| one.is(literal));
    let new = material::addable(draft, marks).filter(|literal| !supposed(literal));
    into.extend(new.map(|literal| Step::Suppose { literal }));
}

/// Adds a literal to each alternative of the supposition.
pub(super) fn suppose(draft: &Draft, literal: DraftLiteral) -> Draft {
    let mut draft = draft.clone();
    if draft.supposition.is_empty() {
        draft.supposition.push(DraftState::new());
    }
    draft.supposition.iter_mut().for_each(|state| state.push(literal));
    draft
}

/// Steps for every literal of either half, into the other.
pub(super) fn moves(draft: &Draft, into: &mut Vec<Step>) {
    for from in [Place::Stage, Place::Supposition] {
        let mut seen: Vec<DraftLiteral> = Vec::new();
        for literal in draft.states(from).iter().flatten() {
            if !seen.iter().any(|one| one.is(literal)) {
                seen.push(*literal);
                into.push(Step::Move { literal: *literal, from });
            }
        }
    }
}

/// Removes a literal everywhere from one half, and adds it to every state of the other.
pub(super) fn moved(draft: &Draft, literal: DraftLiteral, from: Place) -> Draft {
    let mut draft = draft.clone();
    let states = draft.states_mut(from);
    states.iter_mut().for_each(|state| state.retain(|one| !one.is(&literal)));
    states.retain(|state| !state.is_empty());
    match from {
        Place::Stage => suppose(&draft, literal),
        Place::Supposition => {
            draft.stage.iter_mut().for_each(|state| state.push(literal));
            draft
        }
    }
}

pub(super) fn unsuppose(draft: &Draft) -> Draft {
    Draft { supposition: Vec::new(), ..draft.clone() }
}

#[cfg(test)]
mod tests {
    use crate::mutation::testing::{draft, literal, made};
    use crate::mutation::{Rule, Step, apply};

    #[test]
    fn a_literal_is_supposed_in_every_alternative_of_the_supposition() {
        let step = Step::Suppose { literal: literal("~D(x)") };
        let view = apply(&draft("Ax {A(x*)}^{B(x),C(x)}"), step).expect("a draft");
        assert_eq!(view.to_string(), "∀x {A(x*)}^{B(x)~D(x),C(x)~D(x)}");
        let view = apply(&draft("Ax {A(x*)}"), step).expect("a draft");
        assert_eq!(view.to_string(), "∀x {A(x*)}^{~D(x)}");
    }

    #[test]
    fn literals_move_to_and_fro() {
        let all = made(Rule::Move, "{A(a()*)B(a()),C(a())}^{D(a())}");
        let expected = [
            "{B(a()),C(a())}^{D(a())A(a()*)}",
            "{A(a()*),C(a())}^{D(a())B(a())}",
            "{A(a()*)B(a())}^{D(a())C(a())}",
            "{A(a()*)B(a())D(a()),C(a())D(a())}",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn suppositions_are_dropped() {
        assert_eq!(made(Rule::Unsuppose, "Ax {A(x*)}^{B(x)}"), ["∀x {A(x*)}"]);
        assert!(made(Rule::Unsuppose, "{A(a())}").is_empty());
    }
}

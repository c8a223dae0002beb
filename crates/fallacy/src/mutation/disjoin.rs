//! Adds a literal as a new alternative.

use super::{Step, material};
use crate::draft::{Draft, DraftLiteral, DraftState};

/// Steps for every literal that is not yet an alternative.
pub(super) fn steps(draft: &Draft, marks: bool, into: &mut Vec<Step>) {
    for literal in material::addable(draft, marks) {
        let known = |state: &DraftState| matches!(state.as_slice(), [one] if one.is(&literal));
        if !draft.stage.iter().any(known) {
            into.push(Step::Disjoin { literal });
        }
    }
}

pub(super) fn disjoin(draft: &Draft, literal: DraftLiteral) -> Draft {
    let mut draft = draft.clone();
    draft.stage.push([literal].into_iter().collect());
    draft
}

#[cfg(test)]
mod tests {
    use crate::mutation::testing::{draft, literal, made};
    use crate::mutation::{Rule, Step, apply};

    #[test]
    fn nothing_is_lost() {
        let step = Step::Disjoin { literal: literal("B(a())") };
        let view = apply(&draft("Ax {A(x*)}^{C(x)}"), step).expect("a draft");
        assert_eq!(view.to_string(), "∀x {A(x*),B(a())}^{C(x)}");
    }

    #[test]
    fn there_are_as_many_as_there_should_be() {
        assert_eq!(made(Rule::Disjoin, "{A(a())}").len(), 2 * 2 * 2 * 2 - 2);
    }
}

//! Adds a literal to an alternative.

use super::{Step, material};
use crate::draft::{Draft, DraftLiteral};

/// Steps for every literal that is not yet in the alternative.
pub(super) fn steps(draft: &Draft, marks: bool, into: &mut Vec<Step>) {
    for literal in material::addable(draft, marks) {
        for (state, held) in draft.stage.iter().enumerate() {
            if !held.iter().any(|one| one.is(&literal)) {
                into.push(Step::Conjoin { state, literal });
            }
        }
    }
}

pub(super) fn conjoin(draft: &Draft, state: usize, literal: DraftLiteral) -> Draft {
    let mut draft = draft.clone();
    if let Some(state) = draft.stage.get_mut(state) {
        state.push(literal);
    }
    draft
}

#[cfg(test)]
mod tests {
    use crate::mutation::testing::{draft, literal, made};
    use crate::mutation::{Rule, Step, apply};

    #[test]
    fn nothing_is_lost() {
        let step = Step::Conjoin { state: 1, literal: literal("~A(a()*)") };
        let view = apply(&draft("Ax {A(x*),B(x)}^{C(x)}"), step).expect("a draft");
        assert_eq!(view.to_string(), "∀x {A(x*),B(x)~A(a()*)}^{C(x)}");
    }

    #[test]
    fn there_are_as_many_as_there_should_be() {
        // Two predicates and two constants, with either sign, marked or not, except A(a()) itself.
        assert_eq!(made(Rule::Conjoin, "{A(a())}").len(), 2 * 2 * 2 * 2 - 2);
    }
}

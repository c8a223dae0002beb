//! Replaces a constant by an arbitrary object.

use super::{Material, Step};
use crate::draft::{Draft, DraftTerm};
use peirast_etr::Quantifier;

/// Steps for every constant with either quantifier, at issue or unchanged.
pub(super) fn steps(draft: &Draft, marks: bool, into: &mut Vec<Step>) {
    for constant in Material::new(draft, draft.literals()).constants {
        for quantifier in [Quantifier::Universal, Quantifier::Existential] {
            into.push(Step::Quantify { constant, quantifier, marked: false });
            if marks {
                into.push(Step::Quantify { constant, quantifier, marked: true });
            }
        }
    }
}

pub(super) fn quantify(
    draft: &Draft,
    constant: u8,
    quantifier: Quantifier,
    marked: bool,
) -> Option<Draft> {
    let object = Material::new(draft, draft.literals()).new_object()?;
    let mut draft = draft.clone();
    draft.prefix.insert(0, (quantifier, object));
    for literal in draft.literals_mut().filter(|one| one.term == DraftTerm::Constant(constant)) {
        literal.term = DraftTerm::Object(object);
        literal.marked |= marked;
    }
    Some(draft)
}

#[cfg(test)]
mod tests {
    use crate::mutation::{Rule, testing::made};

    #[test]
    fn the_rest_of_the_view_stays() {
        let all = made(Rule::Quantify, "Ey {A(a()*)B(y)}^{C(a())}");
        assert_eq!(
            all,
            [
                "∀x ∃y {A(x*)B(y)}^{C(x)}",
                "∀x ∃y {A(x*)B(y)}^{C(x*)}",
                "∃x ∃y {A(x*)B(y)}^{C(x)}",
                "∃x ∃y {A(x*)B(y)}^{C(x*)}",
            ]
        );
    }
}

//! Tests of sentences that somebody would say, and of premises that are each needed.

use crate::draft::{Draft, DraftLiteral, DraftState, DraftTerm, includes};
use crate::rejection::{Rejection, Tried};
use crate::scene::{Candidate, Scene};
use peirast_etr::Quantifier;

impl Draft {
    /// Tests if somebody would say it in English. The conditions are:
    ///
    /// - No alternative includes another (*A, or A and B*), and no supposition does.
    /// - The consequent does not repeat the supposition (*if A, then A and B*).
    /// - At most one thing is quantified. Then every literal is about that thing, so that *every*,
    ///   *no* or *some* can express it (not *there is a card such that, if it is red, then the ace
    ///   is*). There are no alternatives (not *every card either is red, or is bent*), and no
    ///   denial after *no* (not *no card that is not red is bent*).
    pub(crate) fn is_natural(&self) -> bool {
        !has_part(&self.stage)
            && !has_part(&self.supposition)
            && !self.speaks_of_what_it_supposes()
            && self.is_said_without_letters()
    }

    fn speaks_of_what_it_supposes(&self) -> bool {
        let supposed = || self.supposition.iter().flatten();
        self.stage.iter().flatten().any(|one| supposed().any(|other| one.is_of_the_atom(other)))
    }

    /// Tests if *every*, *no* or *some* can express it, if it is quantified.
    fn is_said_without_letters(&self) -> bool {
        let [(kind, _)] = self.prefix[..] else { return self.prefix.is_empty() };
        if self.literals().any(|literal| matches!(literal.term, DraftTerm::Constant(_))) {
            return false;
        }
        let [said] = self.stage.as_slice() else { return false };
        let denies = |state: &DraftState| state.iter().any(|literal| literal.negated);
        match (kind, self.supposition.as_slice()) {
            (Quantifier::Existential, supposed) => supposed.is_empty(),
            (Quantifier::Universal, []) => !denies(said) || said.len() == 1,
            (Quantifier::Universal, [supposed]) => {
                !denies(said) || said.len() == 1 && !denies(supposed)
            }
            (Quantifier::Universal, _) => false,
        }
    }
}

impl DraftLiteral {
    pub(crate) fn is_of_the_atom(&self, other: &DraftLiteral) -> bool {
        self.predicate == other.predicate && self.term == other.term
    }
}

/// Tests if one of these includes another.
fn has_part(states: &[DraftState]) -> bool {
    let others = |at: usize| states.iter().enumerate().filter(move |(other, _)| *other != at);
    states.iter().enumerate().any(|(at, one)| others(at).any(|(_, other)| includes(other, one)))
}

/// Tests if each premise says something that the others leave open.
///
/// # Errors
/// [`Rejection::Redundant`], if one does not.
pub(crate) fn check_each_needed(scene: &Scene, candidate: &Candidate) -> Tried<()> {
    for at in 0..candidate.premises.len() {
        let mut others = candidate.premises.clone();
        let premise = others.remove(at);
        if scene.is_entailed(&others, &premise.view)? {
            return Err(Rejection::Redundant);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::draft::Draft;

    #[test]
    fn what_nobody_would_say_is_told_from_what_somebody_would() {
        let natural = |text: &str| text.parse::<Draft>().expect("a draft").is_natural();
        for text in [
            "{A(a())B(a()),C(a())}",
            "{A(a())B(a()),A(a())C(a())}",
            "{A(a()),~A(a())B(b())}",
            "{B(a())}^{A(a())}",
            "{B(a()),C(b())}^{A(a()),A(b())}",
            "Ax {A(x)B(x)}^{~C(x)}",
            "Ax {~A(x)}^{C(x)}",
            "Ax {~A(x)}",
            "Ex {A(x)~B(x)}",
        ] {
            assert!(natural(text), "{text}");
        }
        for text in [
            "{A(a()),A(a())B(a())}",
            "{A(a())B(a()),A(a())}",
            "{C(a())}^{A(a())B(a()),B(a())}",
            "{A(a())B(a())}^{A(a())}",
            "{~A(a()),C(a())}^{A(a())}",
            "Ex {A(x)}^{B(x)}",
            "Ex {A(x)B(a())}",
            "Ax {A(a())}^{B(x)}",
            "Ax {A(x)}^{B(a())}",
            "Ax Ay {A(x),B(y)}",
            "Ax {~A(x),B(x)}",
            "Ax {A(x),B(x)}",
            "Ax {A(x),B(x)}^{C(x)}",
            "Ax {~A(x)}^{~C(x)}",
            "Ax {~A(x)}^{B(x)~C(x)}",
            "Ex {A(x),B(x)}",
            "Ax {C(x)}^{A(x),B(x)}",
        ] {
            assert!(!natural(text), "{text}");
        }
    }
}

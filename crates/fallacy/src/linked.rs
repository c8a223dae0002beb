//! Views that use the atoms of a premise. With few atoms, other views rarely do.

use crate::draft::{Draft, DraftLiteral, DraftState, DraftTerm};
use crate::mutation::Material;
use crate::scene::Premise;
use peirast_random::Stream;

/// Number of ways to use a literal.
const WAYS: usize = 6;

/// A view about a random literal of the premises. It says one of these: the literal holds; it does
/// not; another holds as well, or instead, or if it does; it fails or another holds. A premise's
/// literal about everything or something is used for a named thing. `None` if the premises have no
/// literal.
pub(crate) fn linked(premises: &[Premise], stream: &mut Stream) -> Option<Draft> {
    let known = || premises.iter().flat_map(|premise| premise.draft.literals());
    let material = Material::new(&Draft::default(), known());
    let named: Vec<DraftTerm> =
        material.constants.iter().copied().map(DraftTerm::Constant).collect();
    let literals: Vec<DraftLiteral> = known().copied().collect();
    let taken = *stream.choose(&literals)?;
    let term = match taken.term {
        DraftTerm::Object(_) => *stream.choose(&named).unwrap_or(&DraftTerm::Constant(0)),
        named => named,
    };
    let taken = DraftLiteral { term, ..taken.unmarked() };
    let others: Vec<DraftLiteral> =
        material.literals().into_iter().filter(|one| !one.is_of_the_atom(&taken)).collect();
    let other = *stream.choose(&others)?;
    let one = |literal: DraftLiteral| DraftState::from_slice(&[literal]);
    let (supposition, stage) = match stream.below(WAYS) {
        0 => (Vec::new(), vec![one(taken)]),
        1 => (Vec::new(), vec![one(taken.flipped())]),
        2 => (Vec::new(), vec![DraftState::from_slice(&[taken, other])]),
        3 => (Vec::new(), vec![one(taken), one(other)]),
        4 => (vec![one(taken)], vec![one(other)]),
        _ => (Vec::new(), vec![one(taken.flipped()), one(other)]),
    };
    Some(Draft { prefix: Vec::new(), supposition, stage })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::stream::Purpose;
    use peirast_etr::Reading;

    #[test]
    fn what_is_drawn_takes_up_a_literal_and_would_be_said() {
        let mut scene = Scene::new(Reading::SOUND);
        let premises: Vec<Premise> = ["{A(a())B(b()),C(a())}", "Ax {B(x)}^{A(x)}"]
            .map(|text| scene.premise(text.parse().expect("a draft")).expect("a premise"))
            .to_vec();
        let mut stream = Purpose::Problem.stream(1, 1);
        let drawn: Vec<Draft> = (0..200).filter_map(|_| linked(&premises, &mut stream)).collect();
        assert_eq!(drawn.len(), 200);
        for draft in &drawn {
            assert!(draft.is_well_formed() && draft.is_natural(), "{draft}");
            assert!(premises.iter().any(|premise| premise.draft.can_meet(draft)), "{draft}");
        }
        assert!(drawn.iter().any(Draft::is_conditional));
        assert!(linked(&[], &mut stream).is_none());
    }
}

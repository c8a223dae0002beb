//! Conclusions in pairs that look alike beside the premises: one follows, and the other does not.
//!
//! Whichever of the two is asked about, the premises are the same ones, and so is the number of denials.
//! So neither the premises nor the conclusion alone tell what is right, and what they have in common
//! tells hardly anything.

use crate::draft::{Draft, DraftLiteral, DraftState};
use crate::grounds::{Grounds, statements};
use crate::probe::{ProbeDemand, ProbeForm};
use crate::rejection::{Rejection, Tried};
use crate::scene::{Candidate, Premise};
use crate::search::Search;
use crate::truth_table::TruthTable;
use peirast_etr::Following;

/// In so many respects at most may the two look different.
const FURTHEST: usize = 3;

/// What is seen of a literal of a conclusion.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ClaimLook {
    denied: bool,
    /// What each premise shares with it.
    shared: Vec<Shared>,
}

/// What a premise shares with a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shared {
    /// Its predicate.
    predicate: bool,
    /// What it speaks of.
    term: bool,
    /// All of it.
    literal: bool,
    /// All of it but for the sign.
    denial: bool,
}

/// A conclusion and its looks.
struct Claim {
    draft: Draft,
    looks: Vec<ClaimLook>,
}

/// Of the two conclusions of the form that look most alike, the one that is wanted. Both are predicted as
/// is wanted, and the one that follows takes several premises.
///
/// # Errors
///
/// [`Rejection::Unprobed`] if there are none that look alike enough.
pub(crate) fn found(
    search: &mut Search<'_>,
    candidate: &Candidate,
    atoms: &[DraftLiteral],
    wanted: ProbeDemand,
) -> Tried<Draft> {
    let (wrong, right) = claims(search, candidate, atoms, wanted)?;
    let far = |(wrong, right): &(&Claim, &Claim)| distance(&wrong.looks, &right.looks);
    let pairs = wrong.iter().flat_map(|wrong| right.iter().map(move |right| (wrong, right)));
    let measured = pairs.filter_map(|pair| Some((far(&pair)?, pair)));
    let near = measured.filter(|(far, _)| *far <= FURTHEST);
    // Of several, the first, in random order.
    let (_, (wrong, right)) = near.min_by_key(|(far, _)| *far).ok_or(Rejection::Unprobed)?;
    let mut draft = if wanted.entailed { right } else { wrong }.draft.clone();
    if search.stream.coin() {
        draft.stage.reverse();
        draft.stage.iter_mut().for_each(|state| state.reverse());
    }
    Ok(draft)
}

/// The conclusions that may be asked about, in random order: those that do not follow, and those that do.
fn claims(
    search: &mut Search<'_>,
    candidate: &Candidate,
    atoms: &[DraftLiteral],
    wanted: ProbeDemand,
) -> Tried<(Vec<Claim>, Vec<Claim>)> {
    let premises: Vec<String> = candidate.drafts().iter().map(Draft::to_string).collect();
    let read = statements(&premises).map_err(|_| Rejection::Unreadable)?;
    let mut grounds = Grounds::new(&read).map_err(|_| Rejection::Unreadable)?;
    let table = TruthTable::new(candidate.premises.iter().map(|one| &one.draft));
    let (mut wrong, mut right) = (Vec::new(), Vec::new());
    let mut drafts = of_form(wanted.form, atoms);
    search.stream.shuffle(&mut drafts);
    for draft in drafts {
        if candidate.premises.iter().any(|premise| premise.draft.says_the_same_as(&draft)) {
            continue;
        }
        let text = draft.to_string();
        let view = search.scene.read(&text)?;
        let entailed = match table.as_ref().and_then(|table| table.entails(&draft)) {
            Some(entailed) => entailed,
            None => search.scene.is_entailed(&candidate.premises, &view)?,
        };
        let following = Following::RegardlessOfIssues;
        let accepted = search.scene.is_accepted(&candidate.premises, &view, following)?;
        if accepted != wanted.predicted.of(entailed) {
            continue;
        }
        if entailed {
            let read = statements(&[text]).map_err(|_| Rejection::Unreadable)?;
            let is_joint =
                read.iter().map(|one| grounds.is_joint(one)).all(|joint| joint == Ok(true));
            if !is_joint {
                continue;
            }
        }
        let looks = draft.literals().map(|one| ClaimLook::new(one, &candidate.premises)).collect();
        if entailed { &mut right } else { &mut wrong }.push(Claim { draft, looks });
    }
    Ok((wrong, right))
}

/// Every conclusion of a form about these atoms.
fn of_form(form: ProbeForm, atoms: &[DraftLiteral]) -> Vec<Draft> {
    let literals: Vec<DraftLiteral> =
        atoms.iter().flat_map(|atom| [*atom, atom.flipped()]).collect();
    let pairs = literals.iter().enumerate().flat_map(|(at, one)| {
        let others = literals[at + 1..].iter().filter(|other| !other.is_of_the_atom(one));
        others.map(|other| (*one, *other))
    });
    let state = |all: &[DraftLiteral]| DraftState::from_slice(all);
    let stages: Vec<Vec<DraftState>> = match form {
        ProbeForm::One => literals.iter().map(|one| vec![state(&[*one])]).collect(),
        ProbeForm::Both => pairs.map(|(one, other)| vec![state(&[one, other])]).collect(),
        ProbeForm::Either => {
            pairs.map(|(one, other)| vec![state(&[one]), state(&[other])]).collect()
        }
    };
    stages.into_iter().map(|stage| Draft { stage, ..Draft::default() }).collect()
}

impl ClaimLook {
    fn new(literal: &DraftLiteral, premises: &[Premise]) -> ClaimLook {
        let shared = |premise: &Premise| {
            let any = |is: &dyn Fn(&DraftLiteral) -> bool| premise.draft.literals().any(is);
            Shared {
                predicate: any(&|one| one.predicate == literal.predicate),
                term: any(&|one| one.term == literal.term),
                literal: any(&|one| one.is(literal)),
                denial: any(&|one| one.is(&literal.flipped())),
            }
        };
        ClaimLook { denied: literal.negated, shared: premises.iter().map(shared).collect() }
    }

    /// In how many respects two literals look different; none if one is denied and the other is not.
    fn distance(&self, other: &ClaimLook) -> Option<usize> {
        let each = self.shared.iter().zip(&other.shared);
        (self.denied == other.denied).then(|| each.map(|(one, other)| one.differing(*other)).sum())
    }
}

impl Shared {
    fn differing(self, other: Shared) -> usize {
        let respects = |of: Shared| [of.predicate, of.term, of.literal, of.denial];
        respects(self).iter().zip(respects(other)).filter(|(one, other)| **one != *other).count()
    }
}

/// In how many respects two conclusions look different, whichever literal comes first in each; none if
/// they have not as many denials.
fn distance(ones: &[ClaimLook], others: &[ClaimLook]) -> Option<usize> {
    let sum = |pairs: &mut dyn Iterator<Item = (&ClaimLook, &ClaimLook)>| -> Option<usize> {
        pairs.map(|(one, other)| one.distance(other)).sum()
    };
    let straight = sum(&mut ones.iter().zip(others));
    let crossed = sum(&mut ones.iter().zip(others.iter().rev()));
    straight.into_iter().chain(crossed).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use peirast_etr::Reading;

    fn premises() -> Vec<Premise> {
        let mut scene = Scene::new(Reading::SOUND);
        ["{A(a())B(a()),C(b())}", "{~C(b())}"]
            .map(|text| scene.premise(text.parse().expect("a draft")).expect("a premise"))
            .to_vec()
    }

    fn far(one: &str, other: &str) -> Option<usize> {
        let looks = |text: &str| -> Vec<ClaimLook> {
            let draft: Draft = text.parse().expect("a draft");
            draft.literals().map(|literal| ClaimLook::new(literal, &premises())).collect()
        };
        distance(&looks(one), &looks(other))
    }

    #[test]
    fn looks_are_what_premises_share_with_a_conclusion() {
        assert_eq!(far("{A(a())}", "{B(a())}"), Some(0));
        assert_eq!(far("{A(a())B(a())}", "{B(a())A(a())}"), Some(0));
        // The second premise has the predicate, the term and the contrary.
        assert_eq!(far("{A(a())}", "{C(b())}"), Some(1 + 1 + 1));
        assert_eq!(far("{A(a())C(b())}", "{C(b())B(a())}"), Some(0), "in whatever order");
        assert_eq!(far("{A(a())}", "{~B(a())}"), None, "as many denials");
        assert_eq!(far("{A(a()),~C(b())}", "{~C(b()),B(a())}"), Some(0));
    }

    #[test]
    fn conclusions_of_a_form_are_each_once() {
        let draft: Draft = "{A(a())B(a())C(b())}".parse().expect("a draft");
        let atoms: Vec<DraftLiteral> = draft.literals().copied().collect();
        let count = |form| of_form(form, &atoms).len();
        assert_eq!(count(ProbeForm::One), 6);
        assert_eq!(count(ProbeForm::Both), 3 * 4);
        let either = of_form(ProbeForm::Either, &atoms);
        assert_eq!(either.len(), 3 * 4);
        for (at, one) in either.iter().enumerate() {
            assert!(!either[at + 1..].iter().any(|other| other.says_the_same_as(one)), "{one}");
        }
    }
}

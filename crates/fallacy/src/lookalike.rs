//! Pairs of conclusions that look alike next to the premises: one follows, and the other does not.
//!
//! Both conclusions have the same premises and the same number of denials. So neither the premises
//! nor the conclusion alone show the right answer, and their relation shows almost nothing.

use crate::draft::{Draft, DraftLiteral, DraftState};
use crate::grounds::{Grounds, statements};
use crate::probe::{ProbeDemand, ProbeForm};
use crate::rejection::{Rejection, Tried};
use crate::scene::{Candidate, Premise};
use crate::search::Search;
use crate::truth_table::TruthTable;
use peirast_etr::Following;
use std::slice;

/// The most respects in which the two may look different.
const FURTHEST: usize = 3;

/// The appearance of a literal in a conclusion.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ClaimLook {
    denied: bool,
    /// For each premise, the features shared with the literal.
    shared: Vec<Shared>,
}

/// The features that a premise shares with a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shared {
    /// True if it shares the predicate.
    predicate: bool,
    /// True if it shares the term.
    term: bool,
    /// True if it has the literal.
    literal: bool,
    /// True if it has the denial of the literal.
    denial: bool,
}

/// A conclusion and its appearance.
struct Claim {
    draft: Draft,
    looks: Vec<ClaimLook>,
    /// Number of literals that premises state as facts, and of those that they deny as facts.
    given: (usize, usize),
    /// For a conclusion that follows: true if one of its alternatives follows alone. For a
    /// conclusion that does not: true if the premises exclude it.
    is_odd: bool,
    /// True if it needs several premises, once known.
    is_joint: Option<bool>,
    /// True if the prediction is the wanted one, once known.
    is_predicted: Option<bool>,
}

/// The wanted one of the two conclusions of a form that look most alike. Both have the wanted
/// prediction, and the one that follows needs several premises.
///
/// Pairs come first that have as many literals each that a premise states as a fact, and as many
/// that it denies. Among these, pairs come first whose wrong conclusion the premises do not exclude,
/// because the premises rarely exclude wrong conclusions of fallacies. Then come pairs in which no
/// half of an "either ... or" follows by itself, because nobody would then state the other half.
///
/// # Errors
/// [`Rejection::Unprobed`], if no pair looks alike enough.
pub(crate) fn found(
    search: &mut Search<'_>,
    candidate: &Candidate,
    atoms: &[DraftLiteral],
    wanted: ProbeDemand,
) -> Tried<Draft> {
    let premises: Vec<String> = candidate.drafts().iter().map(Draft::to_string).collect();
    let read = statements(&premises).map_err(|_| Rejection::Unreadable)?;
    let mut grounds = Grounds::new(&read).map_err(|_| Rejection::Unreadable)?;
    let (mut wrong, mut right) = claims(search, candidate, atoms, wanted.form)?;
    // The theory's predictions take longest, so they come last and are computed only if needed.
    for (_, at, with) in alike(&wrong, &right) {
        let (one, other) = (&mut wrong[at], &mut right[with]);
        if !other.is_joint(&mut grounds)?
            || !one.is_predicted(search, candidate, wanted, false)?
            || !other.is_predicted(search, candidate, wanted, true)?
        {
            continue;
        }
        let mut draft = if wanted.entailed { other } else { one }.draft.clone();
        if search.stream.coin() {
            draft.stage.reverse();
            draft.stage.iter_mut().for_each(|state| state.reverse());
        }
        return Ok(draft);
    }
    Err(Rejection::Unprobed)
}

/// The order of pairs: true if premises state or deny different numbers of literals, the oddity of
/// the wrong conclusion and of the right one, and their distance.
type PairOrder = (bool, bool, bool, usize);

/// Pairs that look alike enough, by their positions. The best come first, then those that look most
/// alike, then the first in random order.
fn alike(wrong: &[Claim], right: &[Claim]) -> Vec<(PairOrder, usize, usize)> {
    let mut near = Vec::new();
    for (at, one) in wrong.iter().enumerate() {
        for (with, other) in right.iter().enumerate() {
            match distance(&one.looks, &other.looks) {
                Some(far) if far <= FURTHEST => {
                    let differs = one.given != other.given;
                    near.push(((differs, one.is_odd, other.is_odd, far), at, with));
                }
                _ => {}
            }
        }
    }
    near.sort_by_key(|(order, ..)| *order);
    near
}

/// The possible conclusions in random order: those that do not follow and that no premise excludes
/// alone, and those that do follow.
fn claims(
    search: &mut Search<'_>,
    candidate: &Candidate,
    atoms: &[DraftLiteral],
    form: ProbeForm,
) -> Tried<(Vec<Claim>, Vec<Claim>)> {
    let table = TruthTable::new(candidate.premises.iter().map(|one| &one.draft));
    let (mut wrong, mut right) = (Vec::new(), Vec::new());
    let mut drafts = of_form(form, atoms);
    search.stream.shuffle(&mut drafts);
    for draft in drafts {
        if candidate.premises.iter().any(|premise| premise.draft.says_the_same_as(&draft)) {
            continue;
        }
        let mut follows = |draft: &Draft| -> Tried<bool> {
            if let Some(entailed) = table.as_ref().and_then(|table| table.entails(draft)) {
                return Ok(entailed);
            }
            let view = search.scene.read(&draft.to_string())?;
            search.scene.is_entailed(&candidate.premises, &view)
        };
        let entailed = follows(&draft)?;
        let mut is_odd = false;
        if !entailed {
            is_odd = follows(&denial(&draft))?;
            if is_odd && is_excluded_by_one(search, candidate, table.as_ref(), &draft)? {
                continue;
            }
        } else if draft.stage.len() > 1 {
            for state in &draft.stage {
                let half = Draft { stage: vec![state.clone()], ..Draft::default() };
                is_odd |= follows(&half)?;
            }
        }
        let looks = draft.literals().map(|one| ClaimLook::new(one, &candidate.premises)).collect();
        let given = given(&draft, &candidate.premises);
        let claim = Claim { draft, looks, given, is_odd, is_joint: None, is_predicted: None };
        if entailed { &mut right } else { &mut wrong }.push(claim);
    }
    Ok((wrong, right))
}

impl Claim {
    /// For a conclusion that follows: tests if it needs several premises.
    fn is_joint(&mut self, grounds: &mut Grounds) -> Tried<bool> {
        if self.is_joint.is_none() {
            let read = statements(&[self.draft.to_string()]).map_err(|_| Rejection::Unreadable)?;
            let joint = read.iter().map(|one| grounds.is_joint(one)).all(|joint| joint == Ok(true));
            self.is_joint = Some(joint);
        }
        Ok(self.is_joint == Some(true))
    }

    /// Tests if people have the wanted reaction to it, given if it follows.
    fn is_predicted(
        &mut self,
        search: &mut Search<'_>,
        candidate: &Candidate,
        wanted: ProbeDemand,
        entailed: bool,
    ) -> Tried<bool> {
        if self.is_predicted.is_none() {
            let view = search.scene.read(&self.draft.to_string())?;
            let following = Following::RegardlessOfIssues;
            let accepted = search.scene.is_accepted(&candidate.premises, &view, following)?;
            self.is_predicted = Some(accepted == wanted.predicted.of(entailed));
        }
        Ok(self.is_predicted == Some(true))
    }
}

/// Tests if one premise alone excludes a conclusion, which would then need no reasoning.
fn is_excluded_by_one(
    search: &mut Search<'_>,
    candidate: &Candidate,
    table: Option<&TruthTable>,
    draft: &Draft,
) -> Tried<bool> {
    if let Some(excluded) = table.and_then(|table| table.is_excluded_by_one(draft)) {
        return Ok(excluded);
    }
    let view = search.scene.read(&denial(draft).to_string())?;
    for premise in &candidate.premises {
        if search.scene.is_entailed(slice::from_ref(premise), &view)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Number of literals that premises state as facts, and of those that they deny as facts.
fn given(draft: &Draft, premises: &[Premise]) -> (usize, usize) {
    let is_fact = |one: &DraftLiteral| {
        premises.iter().any(|premise| premise.draft.is_fact() && premise.draft.has(one))
    };
    let count = |is: &dyn Fn(&DraftLiteral) -> bool| draft.literals().filter(|one| is(one)).count();
    (count(&is_fact), count(&|one| is_fact(&one.flipped())))
}

/// The denial of a conclusion of one alternative, or of alternatives with one literal each.
fn denial(draft: &Draft) -> Draft {
    let state = |all: &[DraftLiteral]| DraftState::from_slice(all);
    let denied: Vec<DraftLiteral> = draft.literals().map(|one| one.flipped()).collect();
    let stage = match draft.stage.len() {
        1 => denied.iter().map(|one| state(&[*one])).collect(),
        _ => vec![state(&denied)],
    };
    Draft { stage, ..Draft::default() }
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

    /// Number of respects in which two literals look different. `None` if only one is denied.
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

/// Number of respects in which two conclusions look different, with the literals of each in any
/// order. `None` if their numbers of denials differ.
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
        // The second premise shares the predicate, the term and the denial.
        assert_eq!(far("{A(a())}", "{C(b())}"), Some(1 + 1 + 1));
        assert_eq!(far("{A(a())C(b())}", "{C(b())B(a())}"), Some(0), "in whatever order");
        assert_eq!(far("{A(a())}", "{~B(a())}"), None, "as many denials");
        assert_eq!(far("{A(a()),~C(b())}", "{~C(b()),B(a())}"), Some(0));
    }

    #[test]
    fn a_denial_is_true_where_the_conclusion_is_false() {
        for (one, other) in [
            ("{A(a())}", "{~A(a())}"),
            ("{A(a())~B(a())}", "{~A(a()),B(a())}"),
            ("{A(a()),~B(a())}", "{~A(a())B(a())}"),
        ] {
            let draft: Draft = one.parse().expect("a draft");
            assert_eq!(denial(&draft).to_string(), other);
        }
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

//! Conclusions for closed questions: correct or not, predicted or not.

use crate::draft::{Draft, DraftLiteral, DraftTerm};
use crate::lookalike;
use crate::rejection::Rejection;
use crate::scene::Candidate;
use crate::search::Search;
use peirast_etr::Following;
use peirast_record::Probe;
use std::iter;

/// Number of conclusions that are tried.
const TRIES: usize = 60;

/// The form of a conclusion in a closed question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProbeForm {
    /// A literal.
    One,
    /// Two literals of different atoms.
    Both,
    /// The disjunction of two literals.
    Either,
}

impl ProbeForm {
    /// True for a conclusion of this form.
    pub(crate) fn is_of(self, draft: &Draft) -> bool {
        match (self, draft.stage.len()) {
            (ProbeForm::Either, alternatives) => alternatives > 1,
            (ProbeForm::One, 1) => draft.literals().count() == 1,
            (ProbeForm::Both, 1) => draft.literals().count() > 1,
            _ => false,
        }
    }
}

/// The demand of a conclusion in a closed question. The form is chosen before the right answer, so
/// that it does not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProbeDemand {
    pub(crate) entailed: bool,
    pub(crate) predicted: WantedPrediction,
    pub(crate) form: ProbeForm,
    /// The form if there is no such conclusion of the first.
    pub(crate) otherwise: Option<ProbeForm>,
}

/// The wanted prediction of people's answer to a conclusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WantedPrediction {
    Yes,
    No,
    /// For controls, for which no error is predicted.
    WhatIsRight,
}

impl WantedPrediction {
    /// True if people should be predicted to accept a conclusion that does, or does not, follow.
    pub(crate) fn of(self, entailed: bool) -> bool {
        match self {
            WantedPrediction::Yes => true,
            WantedPrediction::No => false,
            WantedPrediction::WhatIsRight => entailed,
        }
    }
}

/// Finds a conclusion about the premises' atoms with the wanted form, correctness and prediction.
/// If the questions about the problem must be fair, there is another conclusion that looks like it
/// and has the opposite answer.
///
/// # Errors
/// [`Rejection::Unprobed`], if there is none.
pub(crate) fn found(
    search: &mut Search<'_>,
    candidate: &Candidate,
    wanted: ProbeDemand,
    fair: bool,
) -> Result<Probe, Rejection> {
    let atoms = ground_atoms(search, candidate);
    if atoms.is_empty() {
        return Err(Rejection::Unprobed);
    }
    let (entailed, predicted) = (wanted.entailed, wanted.predicted.of(wanted.entailed));
    for form in iter::once(wanted.form).chain(wanted.otherwise) {
        let wanted = ProbeDemand { form, ..wanted };
        let found = match fair {
            true => lookalike::found(search, candidate, &atoms, wanted).map(|one| one.to_string()),
            false => any_of_form(search, candidate, &atoms, wanted),
        };
        match found {
            Err(Rejection::Unprobed) => {}
            Err(reason) => return Err(reason),
            Ok(conclusion) => return Ok(Probe { conclusion, entailed, predicted }),
        }
    }
    Err(Rejection::Unprobed)
}

/// A random conclusion with this form, correctness and prediction.
fn any_of_form(
    search: &mut Search<'_>,
    candidate: &Candidate,
    atoms: &[DraftLiteral],
    wanted: ProbeDemand,
) -> Result<String, Rejection> {
    let predicted = wanted.predicted.of(wanted.entailed);
    for _ in 0..TRIES {
        let Some(conclusion) = drawn(search, atoms, wanted.form) else { break };
        let view = search.scene.read(&conclusion)?;
        let following = Following::RegardlessOfIssues;
        if search.scene.is_accepted(&candidate.premises, &view, following)? == predicted
            && search.scene.is_entailed(&candidate.premises, &view)? == wanted.entailed
        {
            return Ok(conclusion);
        }
    }
    Err(Rejection::Unprobed)
}

/// The atoms about constants, without signs. Problems for people also use the instances of
/// quantified atoms, because a quantified premise seldom yields another conclusion about a named
/// thing.
fn ground_atoms(search: &Search<'_>, candidate: &Candidate) -> Vec<DraftLiteral> {
    let literals = candidate.premises.iter().flat_map(|premise| premise.draft.literals());
    let (mut atoms, open): (Vec<DraftLiteral>, Vec<DraftLiteral>) = literals
        .map(|literal| literal.atom())
        .partition(|atom| matches!(atom.term, DraftTerm::Constant(_)));
    if search.source.profile.for_people {
        let mut named: Vec<DraftTerm> = atoms.iter().map(|atom| atom.term).collect();
        named.sort_unstable();
        named.dedup();
        let instances =
            |atom: DraftLiteral| named.iter().map(move |term| DraftLiteral { term: *term, ..atom });
        atoms.extend(open.into_iter().flat_map(instances).collect::<Vec<_>>());
    }
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// A random conclusion of a form; `None` if there are too few atoms.
fn drawn(search: &mut Search<'_>, atoms: &[DraftLiteral], form: ProbeForm) -> Option<String> {
    let stream = &mut search.stream;
    let one = stream.below(atoms.len());
    let mut other = stream.below(atoms.len().saturating_sub(1));
    other += usize::from(other >= one);
    let mut signed = |at: usize| {
        let negated = stream.coin();
        atoms.get(at).map(|atom| DraftLiteral { negated, ..*atom })
    };
    let first = signed(one)?;
    Some(match form {
        ProbeForm::One => format!("{{{first}}}"),
        ProbeForm::Both => format!("{{{first}{}}}", signed(other)?),
        ProbeForm::Either => format!("{{{first},{}}}", signed(other)?),
    })
}

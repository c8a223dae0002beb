//! Conclusions for closed questions: correct or not, predicted or not.

use crate::draft::{DraftLiteral, DraftTerm};
use crate::rejection::Rejection;
use crate::scene::Candidate;
use crate::search::Search;
use peirast_etr::Following;
use peirast_record::Probe;

/// So many conclusions are tried.
const TRIES: usize = 60;

/// A conclusion of one or two literals of the premises' atoms, correct and predicted as is wanted.
///
/// # Errors
///
/// [`Rejection::Unprobed`] if none was found.
pub(crate) fn found(
    search: &mut Search<'_>,
    candidate: &Candidate,
    wanted: (bool, bool),
) -> Result<Probe, Rejection> {
    let atoms = ground_atoms(candidate);
    if atoms.is_empty() {
        return Err(Rejection::Unprobed);
    }
    for _ in 0..TRIES {
        let conclusion = drawn(search, &atoms);
        let view = search.scene.read(&conclusion)?;
        let predicted =
            search.scene.is_accepted(&candidate.premises, &view, Following::RegardlessOfIssues)?;
        if predicted != wanted.1 {
            continue;
        }
        let entailed = search.scene.is_entailed(&candidate.premises, &view)?;
        if entailed == wanted.0 {
            return Ok(Probe { conclusion, entailed, predicted });
        }
    }
    Err(Rejection::Unprobed)
}

/// The atoms about constants, without signs.
fn ground_atoms(candidate: &Candidate) -> Vec<DraftLiteral> {
    let literals = candidate.premises.iter().flat_map(|premise| premise.draft.literals());
    let mut atoms: Vec<DraftLiteral> = literals
        .filter(|literal| matches!(literal.term, DraftTerm::Constant(_)))
        .map(|literal| DraftLiteral { negated: false, ..literal.unmarked() })
        .collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// A literal, two of different atoms, or one or the other of two.
fn drawn(search: &mut Search<'_>, atoms: &[DraftLiteral]) -> String {
    let stream = &mut search.stream;
    let one = stream.below(atoms.len());
    let mut other = stream.below(atoms.len().saturating_sub(1));
    other += usize::from(other >= one);
    let mut signed = |at: usize| DraftLiteral { negated: stream.coin(), ..atoms[at] };
    let first = signed(one);
    if atoms.len() < 2 {
        return format!("{{{first}}}");
    }
    let second = signed(other);
    match stream.below(3) {
        0 => format!("{{{first}}}"),
        1 => format!("{{{first}{second}}}"),
        _ => format!("{{{first},{second}}}"),
    }
}

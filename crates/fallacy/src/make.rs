//! Makes one problem from its number.

use crate::canonical::canonical;
use crate::closed::is_fair;
use crate::control;
use crate::demand::Demand;
use crate::draft::Draft;
use crate::natural::check_each_needed;
use crate::probe;
use crate::problem::{Problem, VERSION};
use crate::rejection::{Rejection, Rejections};
use crate::scene::Candidate;
use crate::search::{Search, Source};
use crate::stream::Purpose;
use crate::verification::verify;
use peirast_etr::InternedView;
use peirast_record::ArgumentKind as Kind;

/// Number of candidates before the search for a problem stops.
const ATTEMPTS: usize = 20_000;
/// After this many candidates, the demanded features no longer matter, because too few problems
/// have them.
const HARD: usize = 4_000;
/// The distance between streams of rounds that replace duplicates.
const ROUND: u32 = 48;

/// A problem, followed by its controls.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) problems: Vec<Problem>,
    /// Its canonical form.
    pub(crate) key: String,
    pub(crate) atoms: usize,
}

/// The position of a problem in its corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) seed: u64,
    pub(crate) number: u64,
    pub(crate) round: u64,
}

/// The problem for this position, if one is found, with the rejected candidates.
pub(crate) fn made(source: &Source, demand: Demand, ticket: Ticket) -> (Option<Made>, Rejections) {
    let stream = Purpose::Problem.stream(ticket.seed, ticket.number | ticket.round << ROUND);
    let mut search = Search::new(source, demand, stream);
    for attempt in 0..ATTEMPTS {
        if attempt == HARD {
            // Few atoms cannot have all demanded features at once.
            search.demand.features = None;
        }
        match whole(&mut search, ticket) {
            Ok(made) => return (Some(made), search.rejections),
            Err(reason) => search.rejections.count(reason),
        }
    }
    (None, search.rejections)
}

/// A problem with its controls and questions.
fn whole(search: &mut Search<'_>, ticket: Ticket) -> Result<Made, Rejection> {
    let profile = &search.source.profile;
    let candidate = search.candidate()?;
    let kind = if search.demand.fallacy { Kind::Fallacy } else { Kind::ControlValid };
    let mut problem = record(search, ticket, kind, &candidate)?;
    let fair = search.wants_fair_questions(&candidate);
    if let Some(wanted) = search.demand.probe {
        problem.probe = Some(probe::found(search, &candidate, wanted, fair)?);
    }
    if fair && !is_fair(&problem) {
        return Err(Rejection::Telling);
    }
    let key = if profile.distinct { canonical(&candidate.drafts()) } else { String::new() };
    let mut problems = vec![problem];
    if profile.controls && kind == Kind::Fallacy {
        let mut others = Vec::new();
        for kind in [Kind::ControlValid, Kind::ControlBlocked] {
            let (control, problem) = control::found(search, &candidate, kind, &others, ticket)?;
            others = control.drafts();
            problems.push(problem);
        }
    }
    let right = |problem: &Problem| verify(problem).is_ok_and(|differences| differences.is_empty());
    if !problems.iter().all(right) {
        return Err(Rejection::Unverified);
    }
    if search.passes_over(&candidate) {
        return Err(Rejection::Repeated);
    }
    Ok(Made { problems, key, atoms: candidate.atoms() })
}

/// The record of a problem.
pub(crate) fn record(
    search: &mut Search<'_>,
    ticket: Ticket,
    kind: Kind,
    candidate: &Candidate,
) -> Result<Problem, Rejection> {
    let profile = &search.source.profile;
    let (conclusion, conclusion_atoms) = search.scene.render(&candidate.conclusion)?;
    Ok(Problem {
        version: VERSION,
        profile: profile.name.clone(),
        reading: profile.reading.name.to_owned(),
        seed: ticket.seed,
        number: ticket.number,
        kind,
        premises: candidate.premises.iter().map(|one| one.draft.to_string()).collect(),
        conclusion,
        entailed: search.scene.is_entailed(&candidate.premises, &candidate.conclusion)?,
        categorical: candidate.is_categorical(),
        conclusion_atoms,
        atoms: candidate.atoms(),
        matched: None,
        probe: None,
    })
}

/// The premises with one replaced, and the conclusion from them.
pub(crate) fn exchanged(
    search: &mut Search<'_>,
    candidate: &Candidate,
    place: usize,
    draft: Draft,
) -> Result<Candidate, Rejection> {
    if !search.source.profile.contradictions && draft.contradicts_itself() {
        return Err(Rejection::Contradiction);
    }
    let for_people = search.source.profile.for_people;
    if for_people && !draft.is_natural() {
        return Err(Rejection::Unnatural);
    }
    let mut premises = candidate.premises.clone();
    premises[place] = search.scene.premise(draft)?;
    search.scene.check_premise(&premises[place], &search.source.profile)?;
    let conclusion: InternedView = search.scene.conclusion(&premises, None)?;
    let exchanged = Candidate { premises, conclusion };
    if for_people {
        check_each_needed(&search.scene, &exchanged)?;
    }
    Ok(exchanged)
}

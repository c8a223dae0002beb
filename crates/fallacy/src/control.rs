//! Controls: problems that differ little from a fallacy and are not fallacies.
//!
//! A control changes one premise. Another order of the premises would often suffice. But then the
//! control would have the same text as the fallacy in that order, which is a question of its own.

use crate::closed::{OptionLook, look_if_fair};
use crate::demand::{ControlProbes, Demand};
use crate::draft::{Draft, DraftLiteral};
use crate::make::{Ticket, exchanged, record};
use crate::mutation::{Rule, apply, steps};
use crate::probe;
use crate::problem::Problem;
use crate::rejection::{Rejection, Tried};
use crate::scene::Candidate;
use crate::search::Search;
use crate::truth_table::TruthTable;
use peirast_etr::Following;
use peirast_record::{ArgumentKind as Kind, Change, Match};
use std::mem;

/// Number of changes of a premise that are tried.
const CHANGES: usize = 120;
/// Number of controls with fair questions from which the closest to a fallacy is chosen.
const FAIR: usize = 6;
/// The percentage of blocked controls that are rejected if their right option repeats a fact. More
/// would leave fewer repetitions, but take longer: a rejection discards the fallacy, too.
const REPEATS_REJECTED: usize = 75;
/// A control with this [`OptionLook::denied`] or more is rejected: two wrong options contradict
/// facts, so that the others are easily found.
const DENIALS_REJECTED: usize = 4;
/// The most alternatives in the conclusion of a control. Nobody could say more.
const ALTERNATIVES: usize = 8;
/// The rules that may change a premise: its meaning, not its marks or its kind.
const RULES: [Rule; 4] = [Rule::Negate, Rule::Remove, Rule::Conjoin, Rule::Disjoin];

/// Finds a control of this kind: one premise changed by one step. A valid change may also serve as
/// a blocked control; the premises of the other control are not used again.
///
/// # Errors
/// [`Rejection::Uncontrolled`] if there is none; [`Rejection::Telling`] if two options contradict
/// facts, and sometimes if the right option of a blocked control repeats a fact, so that not too
/// many do.
pub(crate) fn found(
    search: &mut Search<'_>,
    candidate: &Candidate,
    kind: Kind,
    other: &[Draft],
    ticket: Ticket,
) -> Tried<(Candidate, Problem)> {
    let fair = search.wants_fair_questions(candidate);
    let place = ControlPlace { candidate, kind, other, ticket };
    let mut changes = changes(search, candidate);
    let balanced = match fair {
        true => balanced_first(search, candidate, kind, &mut changes),
        false => changes.len(),
    };
    let mut best: Option<(usize, OptionLook, (Candidate, Problem))> = None;
    let mut left = FAIR;
    for (at, (premise, draft)) in changes.into_iter().enumerate() {
        if at == balanced && best.is_some() {
            break;
        }
        let Some(control) = changed(search, &place, premise, draft)? else { continue };
        if !fair {
            return Ok(control);
        }
        let Some(look) = look_if_fair(&control.1) else { continue };
        // Differences from a fallacy: options that premises deny, a right one that repeats a fact
        // although another change might not need that, and the second form.
        let repeats = at < balanced && look.right_repeats;
        let faults = look.denied
            + usize::from(repeats)
            + usize::from(is_second_form(&control.1, search.demand));
        if best.as_ref().is_none_or(|(fewest, ..)| faults < *fewest) {
            best = Some((faults, look, control));
        }
        left -= 1;
        if faults == 0 || left == 0 {
            break;
        }
    }
    let (_, look, control) = best.ok_or(Rejection::Uncontrolled)?;
    let is_frequent = kind == Kind::ControlBlocked && look.right_repeats;
    let is_telling = look.denied >= DENIALS_REJECTED
        || is_frequent && search.stream.below(100) < REPEATS_REJECTED;
    if is_telling {
        return Err(Rejection::Telling);
    }
    Ok(control)
}

/// A control's fallacy and its place in the corpus.
struct ControlPlace<'c> {
    candidate: &'c Candidate,
    kind: Kind,
    /// The premises of the other control.
    other: &'c [Draft],
    ticket: Ticket,
}

/// Changes of one premise in random order: its index, and what it becomes.
fn changes(search: &mut Search<'_>, candidate: &Candidate) -> Vec<(usize, Draft)> {
    let mut all = Vec::new();
    for (place, premise) in candidate.premises.iter().enumerate() {
        let mut tries = Vec::new();
        RULES.into_iter().for_each(|rule| steps(rule, &premise.draft, false, &mut tries));
        all.extend(tries.into_iter().map(|step| (place, step)));
    }
    let mut changes = Vec::new();
    for _ in 0..CHANGES.min(all.len()) {
        let at = search.stream.below(all.len());
        let (place, step) = all.swap_remove(at);
        let draft = apply(&candidate.premises[place].draft, step);
        changes.extend(draft.map(|draft| (place, draft)));
    }
    changes
}

/// The control with this premise changed, with the conclusion of its yes/no question; `None` if it
/// is none of this kind.
fn changed(
    search: &mut Search<'_>,
    place: &ControlPlace<'_>,
    premise: usize,
    draft: Draft,
) -> Tried<Option<(Candidate, Problem)>> {
    let ControlPlace { candidate, kind, other, ticket } = *place;
    let was = &candidate.premises[premise].draft;
    let Ok(control) = exchanged(search, candidate, premise, draft) else { return Ok(None) };
    let change = Change { place: premise, was: was.to_string() };
    let matched = match kind {
        Kind::ControlBlocked => blocked(search, candidate, &control, change),
        _ => valid(search, candidate, &control, change),
    };
    let Ok(Some(matched)) = matched else { return Ok(None) };
    if control.drafts() == other || search.passes_over(&control) {
        return Ok(None);
    }
    let mut problem = Problem { matched: Some(matched), ..record(search, ticket, kind, &control)? };
    if let Some(ControlProbes { valid, blocked }) = search.demand.control_probes {
        let wanted = if kind == Kind::ControlBlocked { blocked } else { valid };
        let fair = search.wants_fair_questions(candidate);
        let Ok(probe) = probe::found(search, &control, wanted, fair) else { return Ok(None) };
        problem.probe = Some(probe);
    }
    Ok(Some((control, problem)))
}

/// Sorts the changes so that those come first that leave the options of a control like those of a
/// fallacy. Returns their number.
///
/// For a valid control, the premises should not exclude the lure. For a blocked one, a conclusion
/// of the lure's form should follow that repeats no fact of a premise: the right option of a
/// fallacy nearly always repeats one, so that of a control should not.
fn balanced_first(
    search: &Search<'_>,
    candidate: &Candidate,
    kind: Kind,
    changes: &mut Vec<(usize, Draft)>,
) -> usize {
    let lure: Result<Draft, _> = search.scene.engine.show(&candidate.conclusion).parse();
    let Ok(lure) = lure else { return changes.len() };
    let is_balanced = |(place, draft): &(usize, Draft)| {
        let all = candidate.premises.iter().enumerate();
        let premises = all.map(|(at, one)| if at == *place { draft } else { &one.draft });
        TruthTable::new(premises.clone()).is_some_and(|table| match kind {
            Kind::ControlBlocked => has_new_conclusion(&table, premises, &lure),
            _ => table.excludes(&lure) != Some(true),
        })
    };
    let (mut first, rest): (Vec<_>, Vec<_>) = mem::take(changes).into_iter().partition(is_balanced);
    let count = first.len();
    first.extend(rest);
    *changes = first;
    count
}

/// Tests if the literals that follow and are no facts of premises are enough for a conclusion with
/// as many asserted and denied literals as the lure.
fn has_new_conclusion<'d>(
    table: &TruthTable,
    premises: impl Iterator<Item = &'d Draft> + Clone,
    lure: &Draft,
) -> bool {
    let facts = premises.filter(|premise| premise.is_fact());
    let is_fact = |one: &DraftLiteral| facts.clone().any(|premise| premise.has(one));
    let mut new = table.certain();
    new.retain(|one| !is_fact(one));
    let signs = |literals: &[DraftLiteral]| {
        let denied = literals.iter().filter(|one| one.negated).count();
        (denied, literals.len() - denied)
    };
    let (wanted, found) = (signs(&lure.distinct()), signs(&new));
    found.0 >= wanted.0 && found.1 >= wanted.1
}

/// Tests if the conclusion of the closed question has the second allowed form.
fn is_second_form(problem: &Problem, demand: Demand) -> bool {
    let (Some(both), Some(probe)) = (demand.control_probes, &problem.probe) else { return false };
    let wanted = if problem.kind == Kind::ControlBlocked { both.blocked } else { both.valid };
    let probe: Result<Draft, _> = probe.conclusion.parse();
    probe.is_ok_and(|probe| !wanted.form.is_of(&probe))
}

/// A valid control predicts a conclusion that follows, from consistent premises, and people accept
/// it.
fn valid(
    search: &mut Search<'_>,
    candidate: &Candidate,
    control: &Candidate,
    change: Change,
) -> Tried<Option<Match>> {
    let profile = &search.source.profile;
    let form = control.is_categorical() || !profile.categorical;
    if control.conclusion.is_verum() || !form {
        return Ok(None);
    }
    let scene = &mut search.scene;
    if !scene.is_entailed(&control.premises, &control.conclusion)?
        || scene.is_valid(&control.conclusion)?
        || !scene.is_satisfiable(&control.premises)?
    {
        return Ok(None);
    }
    scene.check(control, profile)?;
    Ok(Some(matched(search, candidate, control, change)?))
}

/// A blocked control predicts no conclusion that does not follow. The fallacious conclusion does
/// not follow, and people no longer accept it.
fn blocked(
    search: &mut Search<'_>,
    candidate: &Candidate,
    control: &Candidate,
    change: Change,
) -> Tried<Option<Match>> {
    let scene = &mut search.scene;
    if control.conclusion.states() > ALTERNATIVES {
        return Ok(None);
    }
    if !control.conclusion.is_verum()
        && !scene.is_entailed(&control.premises, &control.conclusion)?
    {
        return Ok(None);
    }
    // A conclusion that does not follow is false in some model of the premises, so the premises are
    // consistent.
    if scene.is_entailed(&control.premises, &candidate.conclusion)? {
        return Ok(None);
    }
    let matched = matched(search, candidate, control, change)?;
    Ok((!matched.accepted).then_some(matched))
}

fn matched(
    search: &mut Search<'_>,
    candidate: &Candidate,
    control: &Candidate,
    change: Change,
) -> Tried<Match> {
    let (fallacy, _) = search.scene.render(&candidate.conclusion)?;
    let accepted = search.scene.is_accepted(
        &control.premises,
        &candidate.conclusion,
        Following::RegardlessOfIssues,
    )?;
    Ok(Match { change, fallacy, accepted })
}

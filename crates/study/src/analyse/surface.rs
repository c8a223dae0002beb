//! Surface cues in the problems that were asked.

use crate::error::Result;
use crate::grade::missing;
use crate::run_dir;
use peirast_artefact::{BOUND, Design, Score, examine};
use peirast_record::{Problem, Profile};
use peirast_report::{Outcomes, SurfaceCheck, SurfaceCue};
use peirast_store::Store;
use std::collections::{BTreeMap, BTreeSet};

/// The most problems of a family that are examined: more would add little.
const MOST_PROBLEMS: usize = 4_000;

/// Examines the problems that were asked, if a study of Peirast made them.
pub(super) async fn surface(store: &Store, outcomes: &Outcomes) -> Result<Vec<SurfaceCheck>> {
    match run_dir::kind(store).await?.study() {
        Some(study) => examined(store, outcomes, study.profile).await,
        None => Ok(Vec::new()),
    }
}

async fn examined(
    store: &Store,
    outcomes: &Outcomes,
    profile: Profile,
) -> Result<Vec<SurfaceCheck>> {
    let mut families: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for outcome in outcomes.rows() {
        let known = families.entry(outcome.factors.get("family").unwrap_or_default()).or_default();
        if known.len() < MOST_PROBLEMS {
            known.insert(outcome.problem().into_owned());
        }
    }
    let ids: Vec<&str> = families.values().flatten().map(String::as_str).collect();
    let mut problems: Vec<Problem> = Vec::new();
    for stored in store.some_problems(&ids).await? {
        problems.push(store.problem_from(&stored)?);
    }
    if problems.len() < ids.len() {
        let found: BTreeSet<&str> = problems.iter().map(|problem| &*problem.id).collect();
        return match ids.iter().find(|id| !found.contains(*id)) {
            Some(id) => Err(missing(id)),
            None => Ok(Vec::new()),
        };
    }
    problems.sort_by(|one, other| one.id.cmp(&other.id));
    let designs = tokio::task::spawn_blocking(move || examine(&problems, profile));
    Ok(designs.await.unwrap_or_default().iter().map(check).collect())
}

fn check(design: &Design) -> SurfaceCheck {
    let mut over: Vec<&Score> = design.scores.iter().filter(|score| score.is_over()).collect();
    over.sort_by(|one, other| other.over_chance.total_cmp(&one.over_chance));
    let cue = |score: &&Score| SurfaceCue {
        cue: score.cue.to_string(),
        accuracy: score.accuracy,
        why: score.exception.map(|exception| exception.why.clone()),
    };
    SurfaceCheck {
        family: design.family.clone(),
        task: design.task,
        items: design.items as u64,
        chance: design.chance,
        bound: BOUND,
        cues: design.scores.len() as u64,
        over: over.iter().map(cue).collect(),
    }
}

//! What there is to compare, told where a hypothesis wants something else.

use super::planner::problem_levels;
use peirast_record::{Factors, Hypothesis, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// More combinations than this are told by their factors alone.
const MOST_COMBINATIONS: usize = 12;

/// The combinations in which the factors that a hypothesis names occur, if it names but factors
/// that are there, with levels that are.
pub(super) fn known_combinations(
    problems: &[Problem],
    hypothesis: &Hypothesis,
    over: &str,
) -> Option<String> {
    let own = || problems.iter().filter(|p| over == format!("{}/{}", p.family, p.variant));
    let named = hypothesis.given.merged(&hypothesis.original).merged(&hypothesis.perturbed);
    let sides = [&hypothesis.given, &hypothesis.original, &hypothesis.perturbed];
    let is_known = |(name, level): (&str, &str)| own().any(|p| p.factors.get(name) == Some(level));
    if !sides.iter().all(|side| problem_levels(side).iter().all(is_known)) {
        return None;
    }
    let combinations: BTreeSet<String> = own()
        .map(|p| {
            let levels = p.factors.iter().filter(|(name, _)| named.get(name).is_some());
            levels.collect::<Factors>().to_string()
        })
        .collect();
    let all = combinations.into_iter().collect::<Vec<_>>();
    (all.len() <= MOST_COMBINATIONS).then(|| all.join("; "))
}

/// Every level that there is, by factor.
pub(super) fn known_levels(problems: &[Problem], over: &str) -> String {
    let mut levels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for problem in problems.iter().filter(|p| over == format!("{}/{}", p.family, p.variant)) {
        for (name, level) in problem.factors.iter() {
            levels.entry(name).or_default().insert(level);
        }
    }
    let name = |(factor, levels): (&str, BTreeSet<&str>)| {
        format!("{factor} ({})", levels.into_iter().collect::<Vec<_>>().join(", "))
    };
    levels.into_iter().map(name).collect::<Vec<_>>().join("; ")
}

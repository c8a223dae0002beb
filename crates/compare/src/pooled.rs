//! Rows over several tasks.

use crate::cluster::Clusters;
use crate::comparison::{Draft, score_pairs};
use crate::estimate::statistics;
use crate::matching::{ItemsAlone, MOST_ALONE, MatchCounts};
use crate::numbers::number;
use crate::{
    CompareError, CompareOptions, ComparedTasks, ComparisonVerdict, PassScores, RunComparison,
    ScoredRun,
};
use std::collections::{BTreeMap, BTreeSet};

/// The rows to pool, with the metric of the pool: rows of one metric in several tasks. If no metric
/// is one of every task, the main metrics of all tasks too.
pub(crate) fn poolable<'d, 'r>(drafts: &'d [Draft<'r>]) -> Vec<(String, Vec<&'d Draft<'r>>)> {
    let mut metrics: BTreeMap<&str, Vec<&Draft<'r>>> = BTreeMap::new();
    for draft in drafts {
        metrics.entry(&draft.metric).or_default().push(draft);
    }
    // The drafts of a task follow one another, that of its main metric first.
    let of_tasks = drafts.chunk_by(|one, other| one.tasks == other.tasks);
    let main: Vec<&Draft<'r>> = of_tasks.filter_map(<[Draft<'r>]>::first).collect();
    let of_all = metrics.values().any(|own| own.len() == main.len());
    let mut pools: Vec<(String, Vec<&Draft<'r>>)> = metrics
        .into_iter()
        .filter(|(_, own)| own.len() > 1)
        .map(|(metric, own)| (metric.to_owned(), own))
        .collect();
    let are_shares = main.iter().all(|draft| draft.found.counts.is_some());
    if main.len() > 1 && !of_all && are_shares {
        let names: BTreeSet<&str> = main.iter().map(|draft| draft.metric.as_str()).collect();
        pools.push((names.into_iter().collect::<Vec<_>>().join(" + "), main));
    }
    pools
}

/// All items of several tasks together.
pub(crate) fn pooled<'r>(
    metric: String,
    (a, b): (&'r ScoredRun, &'r ScoredRun),
    drafts: &[&Draft<'r>],
    options: &CompareOptions,
) -> Result<Draft<'r>, CompareError> {
    let mut items = Vec::new();
    let mut alone = ItemsAlone::default();
    let (mut matching, mut unscored, mut repeated) = (MatchCounts::default(), (0, 0), (0, 0));
    for draft in drafts {
        items.extend(draft.items.iter().cloned());
        matching = matching.and(draft.matching);
        for (all, own) in alone.iter_mut().zip(&draft.alone) {
            all.extend(own.iter().take(MOST_ALONE - all.len()).cloned());
        }
        unscored = (unscored.0 + draft.unscored.0, unscored.1 + draft.unscored.1);
        repeated = (repeated.0 + draft.repeated.0, repeated.1 + draft.repeated.1);
    }
    let sum: f64 = drafts.iter().map(|draft| draft.found.difference.estimate).sum();
    let tasks = drafts.iter().map(|draft| draft.tasks.name().to_owned()).collect();
    let of_tasks = drafts.iter().map(|draft| (draft.tasks.name(), &draft.clusters));
    let clusters = Clusters::together(of_tasks);
    let are_shares = drafts.iter().all(|draft| draft.are_shares);
    let found = statistics(&score_pairs(&items, &clusters.names), are_shares, options)?;
    Ok(Draft {
        tasks: ComparedTasks::Pooled(tasks),
        metric,
        is_primary: drafts.iter().all(|draft| draft.is_primary),
        are_shares,
        a,
        b,
        items,
        clusters,
        matching,
        alone,
        repeated,
        unscored,
        passes: (PassScores::default(), PassScores::default()),
        found,
        macro_difference: Some(sum / drafts.len() as f64),
    })
}

/// Adds a remark to each row over several tasks that hides what its tasks show: one is better and another
/// worse, or the mean over tasks has the other sign.
pub(crate) fn note_contradictions(rows: &mut [RunComparison<'_>]) {
    let remarks: Vec<Vec<String>> = rows.iter().map(|row| contradictions(row, rows)).collect();
    for (row, remarks) in rows.iter_mut().zip(remarks) {
        row.remarks.extend(remarks);
    }
}

fn contradictions(row: &RunComparison<'_>, rows: &[RunComparison<'_>]) -> Vec<String> {
    let ComparedTasks::Pooled(tasks) = &row.tasks else { return Vec::new() };
    let is_part = |one: &&RunComparison<'_>| {
        let is_pooled_metric = row.metric.split(" + ").any(|metric| metric == one.metric);
        matches!(&one.tasks, ComparedTasks::One(task) if tasks.contains(task))
            && (one.a, one.b) == (row.a, row.b)
            && (one.metric == row.metric || is_pooled_metric && one.is_primary)
    };
    let of = |verdict: ComparisonVerdict| -> Vec<&str> {
        let parts = rows.iter().filter(is_part).filter(|one| one.verdict == verdict);
        parts.map(|one| one.tasks.name()).collect()
    };
    let (better, worse) = (of(ComparisonVerdict::Better), of(ComparisonVerdict::Worse));
    let mut remarks = Vec::new();
    if !better.is_empty() && !worse.is_empty() {
        remarks.push(format!(
            "the tasks contradict one another: {} is better on {} and worse on {}; the difference over all of \
             them hides that",
            row.b,
            better.join(", "),
            worse.join(", ")
        ));
    }
    if row.macro_difference.is_some_and(|mean| mean * row.difference.estimate < 0.0) {
        remarks.push(format!(
            "over items the difference is {}, and the mean over tasks, each counting alike, is {}: tasks of many \
             items decide here",
            number(row, row.difference.estimate),
            row.macro_difference.map_or_else(String::new, |mean| number(row, mean))
        ));
    }
    remarks
}

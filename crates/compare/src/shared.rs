//! The tasks that two runs share.

use crate::{LeftOut, ScoredRun, ScoredTask, Side};
use std::collections::BTreeMap;

/// The wanted tasks that both runs have, and what only one has.
pub(crate) fn shared_tasks<'r>(
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    is_wanted: impl Fn(&str) -> bool,
    left_out: &mut Vec<LeftOut>,
) -> Vec<(String, &'r ScoredTask, &'r ScoredTask)> {
    let wanted = |run: &'r ScoredRun| -> BTreeMap<&'r str, &'r ScoredTask> {
        let tasks = run.tasks.iter().map(|(name, task)| (name.as_str(), task));
        tasks.filter(|(name, _)| is_wanted(name)).collect()
    };
    let (first, second) = (wanted(a), wanted(b));
    let in_both = first
        .iter()
        .filter_map(|(name, task)| Some(((*name).to_owned(), *task, *second.get(name)?)));
    let shared: Vec<_> = in_both.collect();
    if let (true, Some((own, one)), Some((theirs, other)), 1, 1) = (
        shared.is_empty(),
        first.first_key_value(),
        second.first_key_value(),
        a.tasks.len(),
        b.tasks.len(),
    ) {
        // The only task of each: one data set under two names, if its items are the same.
        left_out.push(LeftOut::Renamed {
            a: ((*own).to_owned(), a.name.clone()),
            b: ((*theirs).to_owned(), b.name.clone()),
        });
        return vec![((*own).to_owned(), one, other)];
    }
    for (own, theirs, run, other, lacking) in
        [(&first, &second, a, b, Side::B), (&second, &first, b, a, Side::A)]
    {
        let alone = own.keys().filter(|name| !theirs.contains_key(*name));
        left_out.extend(alone.map(|name| LeftOut::TaskAlone {
            task: (*name).to_owned(),
            run: run.name.clone(),
            lacking,
            other: other.name.clone(),
        }));
    }
    shared
}

/// The wanted metrics of a task that only one of two runs has.
pub(crate) fn metrics_alone(
    task: &str,
    (a, own): (&ScoredRun, &[String]),
    (b, theirs): (&ScoredRun, &[String]),
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<LeftOut> {
    let mut found = Vec::new();
    for (has, lacks, run, other, lacking) in
        [(own, theirs, a, b, Side::B), (theirs, own, b, a, Side::A)]
    {
        for metric in has.iter().filter(|metric| is_wanted(metric) && !lacks.contains(metric)) {
            found.push(LeftOut::MetricAlone {
                task: task.to_owned(),
                metric: metric.clone(),
                run: run.name.clone(),
                lacking,
                other: other.name.clone(),
            });
        }
    }
    found
}

//! The tasks that two runs share.

use crate::{LeftOut, ScoredRun, ScoredTask, Side};
use std::collections::BTreeMap;

/// A task that two runs share.
#[derive(Clone, Debug)]
pub(crate) struct SharedTask<'r> {
    /// Its name, in the first run.
    pub name: &'r str,
    /// Its name in the second run, if it differs.
    pub renamed: Option<&'r str>,
    pub a: &'r ScoredTask,
    pub b: &'r ScoredTask,
}

/// The wanted tasks that both runs have. Tasks that only one run has go to `left_out`.
pub(crate) fn shared_tasks<'r>(
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    is_wanted: impl Fn(&str) -> bool,
    left_out: &mut Vec<LeftOut>,
) -> Vec<SharedTask<'r>> {
    let wanted = |run: &'r ScoredRun| -> BTreeMap<&'r str, &'r ScoredTask> {
        let tasks = run.tasks.iter().map(|(name, task)| (name.as_str(), task));
        tasks.filter(|(name, _)| is_wanted(name)).collect()
    };
    let (first, second) = (wanted(a), wanted(b));
    let in_both = first.iter().filter_map(|(name, task)| {
        Some(SharedTask { name, renamed: None, a: task, b: second.get(name)? })
    });
    let shared: Vec<_> = in_both.collect();
    if let (true, Some((own, one)), Some((theirs, other)), 1, 1) = (
        shared.is_empty(),
        first.first_key_value(),
        second.first_key_value(),
        a.tasks.len(),
        b.tasks.len(),
    ) {
        // Each run has one task: this is one data set under two names, if its items are the same.
        return vec![SharedTask { name: own, renamed: Some(theirs), a: one, b: other }];
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

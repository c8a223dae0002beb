//! The remarks on comparisons, each once, with the tasks and runs that it is about.

use crate::sentence::{matching_remarks, repeated_answers};
use crate::terminal::comparison_notes;
use crate::{RunComparison, RunComparisons};
use peirast_decimals::counted;
use peirast_report::abridged;
use std::collections::{BTreeMap, BTreeSet};

/// The most tasks or pairs of runs that are named.
const MOST_NAMES: usize = 3;

/// Two runs, by their names.
type Runs<'a> = (&'a str, &'a str);

/// Notes on the runs, on everything that was left out and on the comparisons, each once.
pub fn comparison_remarks(of: &RunComparisons<'_>) -> Vec<String> {
    let mut remarks = comparison_notes(of);
    let mut told = BTreeSet::new();
    let mut places: BTreeMap<String, BTreeMap<Runs<'_>, BTreeSet<&str>>> = BTreeMap::new();
    let of_tasks = || of.rows.iter().filter(|row| !row.tasks.is_pooled());
    for row in of_tasks() {
        for remark in repeated_answers(row) {
            told.insert(format!("{}: {remark}", row.tasks.name()));
        }
        for remark in matching_remarks(row) {
            let runs = places.entry(remark).or_default();
            runs.entry((row.a, row.b)).or_default().insert(row.tasks.name());
        }
    }
    let all: BTreeSet<Runs<'_>> = of_tasks().map(|row| (row.a, row.b)).collect();
    for (remark, places) in places {
        told.extend(placed(places, &all).into_iter().map(|place| format!("{place}: {remark}")));
    }
    told.extend(of_pools(of));
    remarks.extend(told);
    remarks
}

/// The places of a remark: tasks with the pairs of runs that it is about in exactly these tasks.
fn placed(places: BTreeMap<Runs<'_>, BTreeSet<&str>>, all: &BTreeSet<Runs<'_>>) -> Vec<String> {
    let mut alike: BTreeMap<BTreeSet<&str>, BTreeSet<Runs<'_>>> = BTreeMap::new();
    for (runs, tasks) in places {
        alike.entry(tasks).or_default().insert(runs);
    }
    let place = |(tasks, runs): (BTreeSet<&str>, BTreeSet<Runs<'_>>)| {
        let tasks: Vec<&str> = tasks.into_iter().collect();
        format!("{} ({})", abridged(&tasks, MOST_NAMES), pairs_of_runs(&runs, all))
    };
    alike.into_iter().map(place).collect()
}

/// Pairs of runs by their names, unless they are all that were compared and more than one.
fn pairs_of_runs(runs: &BTreeSet<Runs<'_>>, all: &BTreeSet<Runs<'_>>) -> String {
    if runs.len() > 1 && runs == all {
        return format!("all {} pairs of runs", runs.len());
    }
    let names: Vec<String> = runs.iter().map(|(a, b)| format!("{a} and {b}")).collect();
    match names.len() {
        0..=MOST_NAMES => names.join("; "),
        all => {
            let more = counted((all - MOST_NAMES) as u64, "more pair", "more pairs");
            format!("{}; {more}", names[..MOST_NAMES].join("; "))
        }
    }
}

/// The remarks on comparisons over all tasks that no comparison of a task has.
fn of_pools<'a>(of: &'a RunComparisons<'_>) -> impl Iterator<Item = String> + use<'a> {
    let is_pooled = |row: &&RunComparison<'_>| row.tasks.is_pooled();
    let known: BTreeSet<&String> =
        of.rows.iter().filter(|row| !is_pooled(row)).flat_map(|row| &row.remarks).collect();
    of.rows.iter().filter(is_pooled).flat_map(move |row| {
        let place = format!("{}, {} ({} and {})", row.tasks.name(), row.metric, row.a, row.b);
        let is_new = |remark: &&String| !known.contains(remark);
        let own: Vec<String> = row.remarks.iter().filter(is_new).cloned().collect();
        own.into_iter().map(move |remark| format!("{place}: {remark}"))
    })
}

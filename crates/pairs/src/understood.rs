//! What was understood of a file of own problems.

use crate::ItemSet;
use crate::hypotheses::Compared;
use crate::problem::task_name;
use peirast_record::Factors;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What was understood of a file of own problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Understood {
    /// Number of items.
    pub items: usize,
    /// The versions, the original first.
    pub versions: Vec<String>,
    /// What is asked for: `choice`, `yes-no`, `validity`, `number` or `text`; several with commas between
    /// them.
    pub task: String,
    /// Matched pairs: of each version but the original, the items that have both.
    pub pairs: usize,
    /// Clusters of related items; as many as items if no column names them.
    pub clusters: usize,
    /// What may be wrong, a sentence each.
    pub warnings: Vec<String>,
    /// Which column was taken for what.
    pub columns: BTreeMap<&'static str, String>,
    /// Columns that were taken for nothing.
    pub unused_columns: Vec<String>,
    /// Items that have each version.
    pub items_by_version: BTreeMap<String, usize>,
}

impl Understood {
    /// What was understood of these items.
    pub fn new(items: &ItemSet) -> Self {
        let versions = || items.items.iter().flat_map(|item| &item.versions);
        let tasks: BTreeSet<&str> =
            versions().map(|version| task_name(version.key.task())).collect();
        let pairs = items
            .compared(Compared::WithOriginal)
            .into_iter()
            .map(|pair| items.matched(pair).count())
            .sum();
        let cluster = |kept: &Factors| {
            items.cluster.as_ref().and_then(|name| kept.get(name)).map(str::to_owned)
        };
        let clusters: BTreeSet<String> =
            items.items.iter().filter_map(|item| cluster(&item.kept)).collect();
        let having = |version: &String| {
            items.items.iter().filter(|item| item.version(version).is_some()).count()
        };
        Self {
            items: items.items.len(),
            versions: items.versions.iter().map(|name| items.shown_name(name)).collect(),
            task: tasks.into_iter().collect::<Vec<_>>().join(", "),
            pairs,
            clusters: if items.cluster.is_some() { clusters.len() } else { items.items.len() },
            warnings: items.warnings(),
            columns: items.columns.iter().cloned().collect(),
            unused_columns: items.unused.clone(),
            items_by_version: items
                .versions
                .iter()
                .map(|name| (items.shown_name(name), having(name)))
                .collect(),
        }
    }
}

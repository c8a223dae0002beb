//! The interpretation of a data file of problems.

use crate::hypotheses::Compared;
use crate::{Item, ItemSet, ItemVersion};
use peirast_record::Factors;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The interpretation of a data file of problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Understood {
    /// Number of items.
    pub items: usize,
    /// The versions, the original first.
    pub versions: Vec<String>,
    /// The task: `choice`, `yes-no`, `validity`, `number` or `text`; several are separated by
    /// commas.
    pub task: String,
    /// Number of matched pairs: for each version but the original, the items that have both. A text that
    /// several versions or items share is asked once and counts for the first.
    pub pairs: usize,
    /// Number of clusters of related items; the number of items if no column names clusters.
    pub clusters: usize,
    /// Warnings, a sentence each.
    pub warnings: Vec<String>,
    /// The columns by role.
    pub columns: BTreeMap<&'static str, String>,
    /// Columns without a role.
    pub unused_columns: Vec<String>,
    /// The mark of each version: `as given`, `certified` or `not certified`.
    pub marks: BTreeMap<String, &'static str>,
    /// Number of items that have each version.
    pub items_by_version: BTreeMap<String, usize>,
}

impl Understood {
    /// The interpretation of these items.
    pub fn new(items: &ItemSet) -> Self {
        let versions = || items.items.iter().flat_map(|item| &item.versions);
        let tasks: BTreeSet<&str> = versions().map(|version| version.key.task().name()).collect();
        let is_asked = asked_once(items);
        let pairs = items
            .compared(Compared::WithOriginal)
            .into_iter()
            .map(|(original, other)| {
                let is_pair = |item: &&Item| {
                    [original, other].iter().all(|name| is_asked.contains(&(&item.name, *name)))
                };
                items.matched((original, other)).filter(is_pair).count()
            })
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
            marks: items.marks(),
            items_by_version: items
                .versions
                .iter()
                .map(|name| (items.shown_name(name), having(name)))
                .collect(),
        }
    }
}

/// The versions that are asked, by item and name: a version that reads like an earlier one is left out.
fn asked_once(items: &ItemSet) -> BTreeSet<(&str, &str)> {
    let mut texts = BTreeSet::new();
    let versions =
        items.items.iter().flat_map(|item| item.versions.iter().map(move |own| (item, own)));
    let is_new = |(_, version): &(&Item, &ItemVersion)| {
        let text: String = version.segments().into_iter().map(|segment| segment.text).collect();
        texts.insert((version.key.task().name(), text))
    };
    let asked = versions.filter(is_new);
    asked.map(|(item, version)| (item.name.as_str(), version.name.as_str())).collect()
}

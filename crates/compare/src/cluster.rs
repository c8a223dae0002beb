//! Which items are related.

use crate::{CompareError, CompareOptions, DiscordantItem, ScoredItem};
use peirast_table::is_missing;
use std::collections::BTreeSet;

/// What the name of a cluster begins with that is one item without a level.
const OWN: char = '\u{1f}';

/// Whether a cluster is one item without a level.
pub(crate) fn is_own_cluster(name: &str) -> bool {
    name.starts_with(OWN)
}

/// The clusters of items, and what a reader has to know of them. An item without a level is a cluster of its
/// own.
pub(crate) fn clusters(
    items: &[DiscordantItem<'_>],
    task: &str,
    options: &CompareOptions,
) -> Result<(Vec<Option<String>>, Vec<String>), CompareError> {
    let Some(column) = options.by.as_deref() else {
        return Ok((vec![None; items.len()], Vec::new()));
    };
    let level = |item: &ScoredItem| -> Option<String> {
        item.column(column).map(str::trim).filter(|level| !is_missing(level)).map(str::to_owned)
    };
    let (mut without, mut unlike) = (0_u64, 0_u64);
    let mut clusters = Vec::with_capacity(items.len());
    for (number, item) in items.iter().enumerate() {
        let (first, second) = (level(item.a), level(item.b));
        unlike += u64::from(first.is_some() && second.is_some() && first != second);
        let found = first.or(second);
        without += u64::from(found.is_none());
        clusters.push(Some(found.unwrap_or_else(|| format!("{OWN}{number}"))));
    }
    if without == items.len() as u64 {
        let columns =
            items.iter().take(1).flat_map(|item| item.a.columns().chain(item.b.columns()));
        let known: BTreeSet<&str> = columns.map(|(name, _)| name).collect();
        return Err(CompareError::NoColumn {
            column: column.to_owned(),
            task: task.to_owned(),
            known: known.into_iter().collect::<Vec<_>>().join(", "),
        });
    }
    let said = |count: u64, one: &str, many: &str| {
        (count > 0).then(|| format!("{} {}", count, if count == 1 { one } else { many }))
    };
    let remarks = [
        said(without, "item has", "items have")
            .map(|count| format!("{count} no {column}: each counts as a cluster of its own")),
        said(unlike, "item has", "items have").map(|count| {
            format!("{count} another {column} in the second run: that of the first counts")
        }),
    ];
    Ok((clusters, remarks.into_iter().flatten().collect()))
}

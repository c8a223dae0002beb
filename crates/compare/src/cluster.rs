//! Clusters of related items.

use crate::answers::ITEM_COLUMN;
use crate::{CompareError, CompareOptions, CountInterval, DiscordantItem, ScoredItem, ScoredRun};
use peirast_decimals::counted;
use peirast_table::is_missing;
use std::collections::BTreeSet;

/// The first character of the name of a cluster that is one item without a level.
const OWN: char = '\u{1f}';

/// The clusters of the items of a comparison.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clusters {
    /// The cluster of each item; `None` if items are not related.
    pub names: Vec<Option<String>>,
    /// The column that names the clusters.
    pub by: Option<String>,
    /// Notes for the reader of the comparison.
    pub remarks: Vec<String>,
}

impl Clusters {
    /// Groups the items of a task by the requested column. Without one, groups questions by the column that
    /// both runs name: the item, or the cluster of items if a run has clusters. An item without a level is a
    /// cluster of its own.
    ///
    /// # Errors
    /// If no item has the column, or the chosen interval does not exist for related items.
    pub(crate) fn of_task(
        items: &[DiscordantItem<'_>],
        task: &str,
        runs: [&ScoredRun; 2],
        options: &CompareOptions,
    ) -> Result<Self, CompareError> {
        if let Some(column) = &options.by {
            return by_column(items, task, column);
        }
        let said = |run: &ScoredRun| run.versions_of.clone();
        let (Some(first), Some(second)) = (said(runs[0]), said(runs[1])) else {
            return Ok(Self::unrelated(items.len()));
        };
        // Clusters of items are larger than items: those of one run hold for both.
        let column = if first == ITEM_COLUMN { second } else { first };
        let levels = items.iter().filter_map(|one| one.a.column(&column).or(one.b.column(&column)));
        let levels: BTreeSet<&str> = levels.collect();
        if levels.is_empty() || levels.len() == items.len() {
            return Ok(Self::unrelated(items.len()));
        }
        if options.interval == CountInterval::Tango {
            return Err(CompareError::Options(format!(
                "questions of task {task} are versions of one item, or of one cluster of items, but \
                 Tango's interval requires unrelated items: leave --interval out, or choose the bootstrap"
            )));
        }
        let mut found = by_column(items, task, &column)?;
        found.remarks.push(match column == ITEM_COLUMN {
            true => "questions are versions of items; the versions of one item are tested as a cluster, because they \
                     are related"
                .to_owned(),
            false => format!("the questions of one {column} are tested together, because they are related"),
        });
        Ok(found)
    }

    /// Groups the items of several tasks together. A level that two tasks share is one cluster,
    /// such as translations of one question.
    pub(crate) fn together<'c>(tasks: impl Iterator<Item = (&'c str, &'c Self)> + Clone) -> Self {
        let by = tasks.clone().find_map(|(_, one)| one.by.clone());
        let in_task = |task: &str, number: usize, name: &Option<String>| match name {
            Some(name) if name.starts_with(OWN) => format!("{name}{OWN}{task}"),
            Some(name) => name.clone(),
            None => format!("{OWN}{number}{OWN}{task}"),
        };
        let mut names = Vec::new();
        for (task, one) in tasks {
            let own = one.names.iter().enumerate();
            names.extend(own.map(|(at, name)| by.is_some().then(|| in_task(task, at, name))));
        }
        Self { names, by, remarks: Vec::new() }
    }

    fn unrelated(items: usize) -> Self {
        Self { names: vec![None; items], ..Self::default() }
    }
}

fn by_column(
    items: &[DiscordantItem<'_>],
    task: &str,
    column: &str,
) -> Result<Clusters, CompareError> {
    let level = |item: &ScoredItem| -> Option<String> {
        item.column(column).map(str::trim).filter(|level| !is_missing(level)).map(str::to_owned)
    };
    let (mut without, mut unlike) = (0_u64, 0_u64);
    let mut names = Vec::with_capacity(items.len());
    for (number, item) in items.iter().enumerate() {
        let (first, second) = (level(item.a), level(item.b));
        unlike += u64::from(first.is_some() && second.is_some() && first != second);
        let found = first.or(second);
        without += u64::from(found.is_none());
        names.push(Some(found.unwrap_or_else(|| format!("{OWN}{number}"))));
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
    let said = |count: u64, one: &str, many: &str| (count > 0).then(|| counted(count, one, many));
    let remarks = [
        said(without, "item has", "items have")
            .map(|count| format!("{count} no {column}: each counts as a cluster of its own")),
        said(unlike, "item has", "items have").map(|count| {
            format!("{count} another {column} in the second run; the value in the first run counts")
        }),
    ];
    let remarks = remarks.into_iter().flatten().collect();
    Ok(Clusters { names, by: Some(column.to_owned()), remarks })
}

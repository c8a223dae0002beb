//! The column that names the version of a row.

use super::items::stripped;
use crate::columns::{Column, ColumnFinder, Columns, ITEM, VERSION};
use crate::names::folded;
use peirast_rows::DataRow;
use std::collections::{BTreeMap, BTreeSet};

/// Names of columns that are certainly those of versions.
const SURE_VERSIONS: [&str; 3] = ["version", "variant", "condition"];

/// The column that distinguishes the rows of one item: the first of the usual ones with at least
/// two values, each of them once per item.
pub(super) fn version_column(finder: &ColumnFinder<'_>, columns: &Columns) -> Option<Column> {
    let items = item_columns(finder, columns);
    let tells = finder.candidates(&VERSION).find(|version| {
        let Some(values) = levels(finder, version) else { return false };
        let alone = || items.is_empty() && has_few(&values) && is_even(&values);
        items.iter().any(|item| tells(finder, item, version)) || alone()
    });
    // A column that is certainly meant, although an item has a version twice; the error is then
    // about that row.
    tells.or_else(|| {
        let repeats = items.iter().any(|item| repeats(finder, item));
        finder.candidates(&VERSION).find(|column| is_sure(column) && repeats)
    })
}

/// The column of versions that no other column can put in doubt: it tells apart the rows of the
/// column that is most certainly that of items, or is certainly one of versions itself.
pub(super) fn certain_version(finder: &ColumnFinder<'_>, columns: &Columns) -> Option<Column> {
    columns.question.as_ref()?;
    let items = item_columns(finder, columns);
    let version = version_column(finder, columns)?;
    levels(finder, &version)?;
    let tells_first = items.first().is_some_and(|item| tells(finder, item, &version));
    let repeats = || items.iter().any(|item| repeats(finder, item));
    (tells_first || is_sure(&version) && repeats()).then_some(version)
}

/// A column that is certainly one of versions, and the column of items, although no item has two
/// versions: the ids of versions are written in different ways.
pub(super) fn unmatched_version(
    finder: &ColumnFinder<'_>,
    columns: &Columns,
) -> Option<(Column, Column)> {
    columns.question.as_ref()?;
    let is_full = |item: &Column| finder.file.rows.iter().all(|row| item.text(row).is_some());
    let item = item_columns(finder, columns).into_iter().find(is_full)?;
    let mut versions = finder.candidates(&VERSION).filter(is_sure);
    let version = versions.find(|version| {
        levels(finder, version).is_some_and(|values| has_few(&values) && has_several(&values))
    })?;
    Some((version, item))
}

fn item_columns(finder: &ColumnFinder<'_>, columns: &Columns) -> Vec<Column> {
    match &columns.item {
        Some(item) => vec![item.clone()],
        None => finder.candidates(&ITEM).collect(),
    }
}

fn is_sure(column: &Column) -> bool {
    SURE_VERSIONS.contains(&folded(&column.name()).as_str())
}

/// The values of a column of versions, if it names one in every row, and at least two in all.
fn levels(finder: &ColumnFinder<'_>, version: &Column) -> Option<Vec<Option<String>>> {
    let values: Vec<Option<String>> =
        finder.file.rows.iter().map(|row| version.text(row)).collect();
    let levels: BTreeSet<&String> = values.iter().flatten().collect();
    (levels.len() >= 2 && values.iter().all(Option::is_some)).then_some(values)
}

/// Returns true if there are at least two rows for every value. Unless items have several rows, a
/// column of names that are all different is no column of versions.
fn has_few(values: &[Option<String>]) -> bool {
    let levels: BTreeSet<&Option<String>> = values.iter().collect();
    2 * levels.len() <= values.len()
}

/// Returns true if at least two values are those of several rows each.
fn has_several(values: &[Option<String>]) -> bool {
    let mut counts: BTreeMap<&Option<String>, usize> = BTreeMap::new();
    values.iter().for_each(|value| *counts.entry(value).or_default() += 1);
    counts.values().filter(|count| **count > 1).count() > 1
}

/// The rows that name an item.
fn filled<'f>(finder: &ColumnFinder<'f>, item: &Column) -> Vec<(&'f DataRow, String)> {
    let rows = finder.file.rows.iter();
    rows.filter_map(|row| Some((row, item.text(row)?))).collect()
}

fn repeats(finder: &ColumnFinder<'_>, item: &Column) -> bool {
    let filled = filled(finder, item);
    let own: BTreeSet<&String> = filled.iter().map(|(_, item)| item).collect();
    own.len() < filled.len()
}

/// Returns true if every item has each version at most once, and some have several.
pub(super) fn tells(finder: &ColumnFinder<'_>, item: &Column, version: &Column) -> bool {
    let filled = filled(finder, item);
    let keys: BTreeSet<(&String, Option<String>)> =
        filled.iter().map(|(row, item)| (item, version.text(row))).collect();
    let own: BTreeSet<&String> = filled.iter().map(|(_, item)| item).collect();
    let values: Vec<Option<String>> = filled.iter().map(|(row, _)| version.text(row)).collect();
    // Items that have one row each are versions under another name: see `stripped`.
    let rows = &finder.file.rows;
    keys.len() == filled.len()
        && (own.len() < filled.len() || has_few(&values) && stripped(rows, item, version).is_some())
}

/// Returns true if most items have several versions, and nine rows of ten are the only one of their item and
/// version: the others stand twice.
pub(super) fn nearly_tells(finder: &ColumnFinder<'_>, item: &Column, version: &Column) -> bool {
    let filled = filled(finder, item);
    let mut versions: BTreeMap<&String, BTreeSet<Option<String>>> = BTreeMap::new();
    for (row, item) in &filled {
        versions.entry(item).or_default().insert(version.text(row));
    }
    let keys: usize = versions.values().map(BTreeSet::len).sum();
    let several = versions.values().filter(|own| own.len() > 1).count();
    10 * keys >= 9 * filled.len() && 2 * several > versions.len()
}

/// Returns true if every value occurs equally often.
pub(super) fn is_even(values: &[Option<String>]) -> bool {
    let mut counts: BTreeMap<&Option<String>, usize> = BTreeMap::new();
    values.iter().for_each(|value| *counts.entry(value).or_default() += 1);
    let mut counts = counts.values();
    let first = counts.next();
    counts.all(|count| Some(count) == first)
}

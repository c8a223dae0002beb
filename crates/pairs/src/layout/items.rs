//! The items of rows.

use super::Layout;
use super::version::{is_even, nearly_tells, tells};
use crate::PairsError;
use crate::columns::{Column, ColumnFinder, Columns, ITEM};
use crate::names::folded;
use peirast_rows::DataRow;
use peirast_table::escape_line;
use std::collections::{BTreeMap, BTreeSet};

/// Names of columns that are certainly those of items.
const SURE_ITEMS: [&str; 4] = ["item", "itemid", "pair", "pairid"];

/// Ids without the name of the version at their end or beginning (`g00-noop` as `g00`), if all have
/// it.
pub(super) fn stripped(rows: &[DataRow], item: &Column, version: &Column) -> Option<Vec<String>> {
    const SIGNS: [char; 7] = ['-', '_', '/', ':', '.', ' ', '#'];
    let one = |row: &DataRow| {
        let (id, version) = (item.text(row)?, version.text(row)?);
        let before = id.strip_suffix(&version).and_then(|rest| rest.strip_suffix(SIGNS));
        let behind = id.strip_prefix(&version).and_then(|rest| rest.strip_prefix(SIGNS));
        before.or(behind).filter(|rest| !rest.is_empty()).map(str::to_owned)
    };
    let ids: Vec<String> = rows.iter().map(one).collect::<Option<_>>()?;
    let distinct: BTreeSet<&String> = ids.iter().collect();
    (distinct.len() < ids.len()).then_some(ids)
}

/// The item of every row.
pub(super) fn items(
    finder: &mut ColumnFinder<'_>,
    columns: &mut Columns,
    layout: &Layout,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, PairsError> {
    let rows = &finder.file.rows;
    let texts =
        |column: &Column| rows.iter().map(|row| column.text(row)).collect::<Option<Vec<String>>>();
    if let Some(item) = &columns.item {
        let items = all_named(finder, item)?;
        if let Layout::Long(version) = layout {
            notes.extend(unmatched(finder, item, version, &items));
        }
        return Ok(items);
    }
    let candidates: Vec<Column> = finder.candidates(&ITEM).collect();
    let is_item = |items: &[String]| {
        let keys: BTreeSet<(&String, Option<String>)> = match layout {
            Layout::Long(version) => {
                items.iter().zip(rows.iter().map(|row| version.text(row))).collect()
            }
            _ => items.iter().map(|item| (item, None)).collect(),
        };
        let own: BTreeSet<&String> = items.iter().collect();
        keys.len() == items.len() && (own.len() < items.len() || !matches!(layout, Layout::Long(_)))
    };
    for column in &candidates {
        if let Some(items) = texts(column).filter(|items| is_item(items)) {
            finder.take(column);
            columns.item = Some(column.clone());
            return Ok(items);
        }
    }
    if let Layout::Long(version) = layout {
        for column in &candidates {
            if let Some(items) = stripped(rows, column, version) {
                finder.take(column);
                let name = escape_line(&column.name());
                notes.push(format!(
                    "column `{name}` without the name of the version identifies the items"
                ));
                columns.item = Some(column.clone());
                return Ok(items);
            }
        }
        // A column that names the items of most rows: the first row without one is an error.
        let has_any = |column: &Column| rows.iter().any(|row| column.text(row).is_some());
        let names_items = |column: &&Column| {
            let is_sure = SURE_ITEMS.contains(&folded(&column.name()).as_str());
            is_sure && has_any(column) || tells(finder, column, version)
        };
        // A few rows that stand twice do not hide the column of items: they are errors at their places.
        let nearly = |column: &&Column| nearly_tells(finder, column, version);
        let found = candidates.iter().find(names_items).or_else(|| candidates.iter().find(nearly));
        if let Some(column) = found {
            let items = all_named(finder, column)?;
            finder.take(column);
            notes.extend(unmatched(finder, column, version, &items));
            columns.item = Some(column.clone());
            return Ok(items);
        }
        return by_order(finder, version, notes);
    }
    if let Some(column) = candidates.first() {
        notes.extend(repeated_item(finder, column));
    }
    let width = rows.len().to_string().len();
    Ok((1..=rows.len()).map(|number| format!("{number:0width$}")).collect())
}

/// The items that a column names.
///
/// # Errors
/// A row without one.
fn all_named(finder: &ColumnFinder<'_>, item: &Column) -> Result<Vec<String>, PairsError> {
    let name = |row: &DataRow| {
        item.text(row).ok_or_else(|| {
            let what = format!("column `{}` names no item: write one", escape_line(&item.name()));
            PairsError::at(finder.file.place(row), what)
        })
    };
    finder.file.rows.iter().map(name).collect()
}

/// A note on ids of which none occurs in two versions.
fn unmatched(
    finder: &ColumnFinder<'_>,
    item: &Column,
    version: &Column,
    items: &[String],
) -> Option<String> {
    let versions: Vec<Option<String>> =
        finder.file.rows.iter().map(|row| version.text(row)).collect();
    let is_matched = |fold: &dyn Fn(&String) -> String| {
        let mut first: BTreeMap<String, &Option<String>> = BTreeMap::new();
        items
            .iter()
            .zip(&versions)
            .any(|(item, version)| *first.entry(fold(item)).or_insert(version) != version)
    };
    let levels: BTreeSet<&Option<String>> = versions.iter().collect();
    if levels.len() < 2 || is_matched(&String::clone) {
        return None;
    }
    let cause = match is_matched(&|item| folded(item)) {
        true => ", and they differ in capitals or signs alone",
        false => "",
    };
    Some(format!(
        "no id in column `{}` occurs in two versions, so there is no pair{cause}: write the same id in all versions \
         of an item, or name another column with --item",
        escape_line(&item.name())
    ))
}

/// A note on a column that seems to name items, but names one twice or leaves one empty.
fn repeated_item(finder: &ColumnFinder<'_>, column: &Column) -> Option<String> {
    let mut seen = BTreeMap::new();
    let twice = finder.file.rows.iter().find_map(|row| {
        let Some(item) = column.text(row) else {
            return Some(format!("names no item in {}", finder.file.place(row)));
        };
        let place = finder.file.place(row);
        let first = seen.insert(item.clone(), place.clone())?;
        Some(format!("names `{}` in {first} and again in {place}", escape_line(&item)))
    })?;
    let name = escape_line(&column.name());
    Some(format!(
        "column `{name}` {twice}, so it does not identify the items: every row is an item of its \
         own; --version-column names the column that distinguishes rows of one item"
    ))
}

/// Items by their order: the first row of each version is the first item.
fn by_order(
    finder: &ColumnFinder<'_>,
    version: &Column,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, PairsError> {
    let versions: Vec<Option<String>> =
        finder.file.rows.iter().map(|row| version.text(row)).collect();
    if !is_even(&versions) {
        return Err(finder.unrecognised(&ITEM));
    }
    notes.push(
        "no column names the item: the first row of each version is taken as the first item, and so on".to_owned(),
    );
    let width = versions.len().to_string().len();
    let mut counts: BTreeMap<&Option<String>, usize> = BTreeMap::new();
    let number = |version| {
        let count = counts.entry(version).or_default();
        *count += 1;
        format!("{count:0width$}")
    };
    Ok(versions.iter().map(number).collect())
}

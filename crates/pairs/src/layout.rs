//! Layouts of versions in a file: one row each, one column each, or a single version.

mod items;
mod wide;

use crate::choices::Choices;
use crate::columns::{
    ANSWER, ChoiceColumns, Column, ColumnFinder, Columns, ITEM, QUESTION, VERSION,
};
use crate::entry::Entry;
use crate::names::folded;
use crate::{PairsError, value};
use items::{items, stripped};
use peirast_record::ColumnNames;
use peirast_rows::{DataFile, DataRow};
use peirast_table::{escape_line, truth_value};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wide::{WideVersion, version_names, wide, wide_version};

/// Names of columns that mark a row as changed, with `true` or `false`.
const CHANGED: [&str; 5] = ["perturbed", "perturbation", "transformed", "changed", "modified"];

/// Names of columns that are certainly those of versions.
const SURE_VERSIONS: [&str; 3] = ["version", "variant", "condition"];

/// Layouts of versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A single version: one row per item.
    Single,
    /// One row for every version, which this column names.
    Long(Column),
    /// One column for every version.
    Wide(Vec<WideVersion>),
}

/// The entries of a file, and notes from reading them.
pub(crate) struct Entries {
    pub(crate) entries: Vec<Entry>,
    pub(crate) layout: Layout,
    pub(crate) columns: Columns,
    /// Columns without a role.
    pub(crate) left: Vec<String>,
    pub(crate) notes: Vec<String>,
}

/// The name of the version in a file with a single one.
pub(crate) const ONLY: &str = "original";

/// Reads the entries of a file.
pub(crate) fn entries(file: &DataFile, names: &ColumnNames) -> Result<Entries, PairsError> {
    let mut finder = ColumnFinder::new(file);
    let mut columns = finder.columns(names)?;
    let layout = layout(&mut finder, &columns, names)?;
    let mut notes = Vec::new();
    let items = items(&mut finder, &mut columns, &layout, &mut notes)?;
    let has_answers = columns.answer.is_some() || layout.has_answers();
    let left: Vec<&str> = finder.left().chain(names.keep.iter().map(String::as_str)).collect();
    let mut entries = Vec::new();
    for (row, item) in file.rows.iter().zip(items) {
        let rest = left
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), value::text(row.value(name)?)?)));
        let entry = Entry {
            item,
            place: file.place(row),
            context: columns.context.as_ref().and_then(|column| column.text(row)),
            choices: columns.choices.read(row)?.unwrap_or_default(),
            answer: columns.answer.as_ref().and_then(|column| column.value(row)).cloned(),
            lure: columns.lure.as_ref().and_then(|column| column.value(row)).cloned(),
            alternatives: columns
                .alternatives
                .as_ref()
                .map_or_else(Vec::new, |column| listed(column, row)),
            tolerance: columns.tolerance.as_ref().and_then(|column| column.text(row)),
            cluster: columns.cluster.as_ref().and_then(|column| column.text(row)),
            after: columns.after.as_ref().and_then(|column| column.text(row)),
            option_labels: columns.option_labels.as_ref().and_then(|column| column.text(row)),
            option_separator: columns.option_separator.as_ref().and_then(|column| column.text(row)),
            writer: columns.writer.as_ref().and_then(|column| column.text(row)),
            mark: columns.mark.as_ref().and_then(|column| column.text(row)),
            rest: rest.collect(),
            ..Entry::default()
        };
        match &layout {
            Layout::Wide(versions) => {
                for version in versions {
                    let Some(question) = version.question.text(row) else { continue };
                    let own = version
                        .choices
                        .as_ref()
                        .and_then(|column| Choices::from_value(column.value(row)?));
                    let answer =
                        version.answer.as_ref().and_then(|column| column.value(row)).cloned();
                    entries.push(Entry {
                        version: version.name.clone(),
                        question,
                        choices: own.unwrap_or_else(|| entry.choices.clone()),
                        answer: answer.or_else(|| entry.answer.clone()),
                        ..entry.clone()
                    });
                }
            }
            Layout::Single | Layout::Long(_) => {
                let version = match &layout {
                    Layout::Long(column) => column.text(row).ok_or_else(|| {
                        let name = escape_line(&column.name());
                        PairsError::at(
                            &entry.place,
                            format!("column `{name}` names no version: write one"),
                        )
                    })?,
                    _ => ONLY.to_owned(),
                };
                let question = columns.question.as_ref().and_then(|column| column.text(row));
                let question = question.ok_or_else(|| {
                    PairsError::at(
                        &entry.place,
                        "it has no question: write one, or take the row out",
                    )
                })?;
                entries.push(Entry { version, question, ..entry });
            }
        }
    }
    if !has_answers && entries.iter().any(|entry| entry.choices.right.is_none()) {
        return Err(finder.unrecognised(&ANSWER));
    }
    // Options that mark the right one give the answer.
    for entry in entries.iter_mut().filter(|entry| entry.answer.is_none()) {
        let right = entry.choices.right.and_then(|at| entry.choices.texts.get(at));
        entry.answer = right.cloned().map(Value::String);
    }
    if let Layout::Long(column) = &layout {
        name_changed(&mut entries, column);
    }
    let left = finder.left().map(str::to_owned).collect();
    Ok(Entries { entries, layout, columns, left, notes })
}

impl Layout {
    fn has_answers(&self) -> bool {
        match self {
            Self::Wide(versions) => versions.iter().all(|version| version.answer.is_some()),
            Self::Single | Self::Long(_) => false,
        }
    }

    /// Describes the layout in words.
    pub(crate) fn describe(&self) -> String {
        let named = |column: &Column| format!("`{}`", escape_line(&column.name()));
        match self {
            Self::Single => "a row for every item, in one version".to_owned(),
            Self::Long(column) => {
                format!("a row for every version; column {} names it", named(column))
            }
            Self::Wide(versions) => {
                let columns: Vec<String> =
                    versions.iter().map(|version| named(&version.question)).collect();
                format!("a column for every version: {}", columns.join(", "))
            }
        }
    }
}

impl ChoiceColumns {
    /// The options of a row; `None` if it has none.
    fn read(&self, row: &DataRow) -> Result<Option<Choices>, PairsError> {
        Ok(match self {
            Self::None => None,
            Self::One(column) => match column.value(row) {
                None => None,
                Some(value) => Some(Choices::from_value(value).ok_or_else(|| {
                    let what = format!(
                        "column `{}` holds no list of two or more options: write [\"red\", \"blue\"], red|blue, or a \
                         column for every option",
                        escape_line(&column.name())
                    );
                    PairsError::at(format!("row {}", row.place), what)
                })?),
            },
            Self::Each(columns) => {
                let cells: Vec<(String, Option<String>)> =
                    columns.iter().map(|(label, column)| (label.clone(), column.text(row))).collect();
                if let Some(label) = Choices::gap(&cells) {
                    let what = format!(
                        "option {label} is empty, and a later one is not, so letters and numbers \
                         of options are ambiguous: fill it, or move the others up"
                    );
                    return Err(PairsError::at(format!("row {}", row.place), what));
                }
                Choices::from_cells(cells)
            }
        })
    }
}

fn listed(column: &Column, row: &DataRow) -> Vec<String> {
    let Some(own) = column.value(row) else { return Vec::new() };
    match value::list(own, &['|', ';']) {
        Some(list) => list.iter().filter_map(value::text).collect(),
        None => value::text(own).into_iter().collect(),
    }
}

/// Names versions from a column of truth values that marks changed rows: `original`, and the
/// column's name.
fn name_changed(entries: &mut [Entry], column: &Column) {
    let head = folded(&column.name());
    let is_truth = |entry: &Entry| truth_value(&entry.version).is_some();
    if CHANGED.contains(&head.as_str()) && entries.iter().all(is_truth) {
        for entry in entries {
            let is_changed = truth_value(&entry.version) == Some(true);
            entry.version = if is_changed { column.name() } else { ONLY.to_owned() };
        }
    }
}

fn layout(
    finder: &mut ColumnFinder<'_>,
    columns: &Columns,
    names: &ColumnNames,
) -> Result<Layout, PairsError> {
    if !names.versions.is_empty() {
        let mut found = Vec::new();
        for name in &names.versions {
            let column = finder.named(name)?;
            found.extend(finder.versions_within(name, &column)?);
        }
        let columns: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        let versions = version_names(&columns).into_iter().zip(found.iter());
        let version = |(name, (_, column)): (String, &(String, Column))| {
            wide_version(finder, &name, column.clone())
        };
        return Ok(Layout::Wide(versions.map(version).collect()));
    }
    if let Some(name) = &names.version {
        let column = finder.named(name)?;
        return with_question(finder, columns, Layout::Long(column));
    }
    let wide = wide(finder, columns);
    if !wide.is_empty() {
        return Ok(Layout::Wide(wide));
    }
    if let Some(column) = version_column(finder, columns) {
        finder.take(&column);
        return with_question(finder, columns, Layout::Long(column));
    }
    with_question(finder, columns, Layout::Single)
}

/// A layout that needs a column of questions.
fn with_question(
    finder: &ColumnFinder<'_>,
    columns: &Columns,
    layout: Layout,
) -> Result<Layout, PairsError> {
    match columns.question {
        Some(_) => Ok(layout),
        None => Err(finder.unrecognised(&QUESTION)),
    }
}

/// The column that distinguishes the rows of one item: the first of the usual ones with at least
/// two values, each of them once per item.
fn version_column(finder: &ColumnFinder<'_>, columns: &Columns) -> Option<Column> {
    let rows = &finder.file.rows;
    let items: Vec<Column> = match &columns.item {
        Some(item) => vec![item.clone()],
        None => finder.candidates(&ITEM).collect(),
    };
    let tells = finder.candidates(&VERSION).find(|version| {
        let values: Vec<Option<String>> = rows.iter().map(|row| version.text(row)).collect();
        let levels: BTreeSet<&String> = values.iter().flatten().collect();
        let is_level = levels.len() >= 2 && values.iter().all(Option::is_some);
        // Unless items have several rows, a column of names that are all different is no column of
        // versions.
        let has_few = 2 * levels.len() <= rows.len();
        let tells = |item: &Column| {
            let keys: BTreeSet<_> =
                rows.iter().zip(&values).map(|(row, version)| (item.text(row), version)).collect();
            let own: BTreeSet<_> = rows.iter().map(|row| item.text(row)).collect();
            // Items that have one row each are versions under another name: see `stripped`.
            keys.len() == rows.len()
                && (own.len() < rows.len() || has_few && stripped(rows, item, version).is_some())
        };
        is_level && (items.iter().any(tells) || items.is_empty() && has_few && is_even(&values))
    });
    // A column that is certainly meant, although an item has a version twice; the error is then
    // about that row.
    let is_sure = |column: &Column| SURE_VERSIONS.contains(&folded(&column.name()).as_str());
    let repeats = items.iter().any(|item| {
        let own: BTreeSet<_> = rows.iter().map(|row| item.text(row)).collect();
        own.len() < rows.len()
    });
    tells.or_else(|| finder.candidates(&VERSION).find(|column| is_sure(column) && repeats))
}

/// Returns true if every value occurs equally often.
fn is_even(values: &[Option<String>]) -> bool {
    let mut counts: BTreeMap<&Option<String>, usize> = BTreeMap::new();
    values.iter().for_each(|value| *counts.entry(value).or_default() += 1);
    let mut counts = counts.values();
    let first = counts.next();
    counts.all(|count| Some(count) == first)
}

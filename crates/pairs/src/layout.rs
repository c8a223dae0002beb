//! Layouts of versions in a file: one row each, one column each, or a single version.

mod around;
mod held;
mod items;
mod naming;
mod version;
mod wide;

use crate::columns::{ANSWER, ChoiceColumns, Column, ColumnFinder, Columns, QUESTION, VersionText};
use crate::entry::Entry;
use crate::names::folded;
use crate::{PairsError, value};
use around::around_question;
use held::no_question;
use items::items;
use peirast_record::ColumnNames;
use peirast_rows::DataFile;
use peirast_table::{escape_line, truth_value};
use serde_json::Value;
use std::collections::BTreeSet;
use version::{certain_version, unmatched_version, version_column};
use wide::{WideVersion, passed_over, version_names, wide};

/// Names of columns that mark a row as changed, with `true` or `false`.
const CHANGED: [&str; 10] = [
    "perturbed",
    "perturbation",
    "transformed",
    "changed",
    "modified",
    "isperturbed",
    "istransformed",
    "ischanged",
    "ismodified",
    "isparaphrased",
];

/// Name of the column that marks a row as an original, with `true` or `false`.
const UNCHANGED: &str = "isoriginal";

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
    let layout = layout(&mut finder, &mut columns, names)?;
    let mut notes = Vec::new();
    let items = items(&mut finder, &mut columns, &layout, &mut notes)?;
    if let Layout::Wide(versions) = &layout
        && names.versions.is_empty()
    {
        notes.extend(passed_over(&finder, versions, names));
    }
    notes.extend(wrong_options(&columns));
    let has_answers = columns.answer.is_some() || layout.has_answers();
    let left: Vec<&str> = finder.left().chain(names.keep.iter().map(String::as_str)).collect();
    let mut entries = Vec::new();
    for (row, item) in file.rows.iter().zip(items) {
        let rest = left
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), value::text(row.value(name)?)?)));
        let entry =
            Entry { item, place: file.place(row), rest: rest.collect(), ..columns.cells(row)? };
        match &layout {
            Layout::Wide(versions) => {
                for version in versions {
                    let Some(question) = version.question.text(row) else { continue };
                    let own = version.own.cells(row)?;
                    entries.push(Entry {
                        version: version.name.clone(),
                        question,
                        ..own.or(&entry)
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
                let question = question
                    .ok_or_else(|| no_question(columns.question.as_ref(), row, &entry.place))?;
                entries.push(Entry { version, question, ..entry });
            }
        }
    }
    if !has_answers && entries.iter().any(|entry| entry.choices.right.is_empty()) {
        return Err(finder.unrecognised(&ANSWER));
    }
    // Options that mark the right one give the answer.
    for entry in entries.iter_mut().filter(|entry| entry.answer.is_none()) {
        let text = |at: &usize| entry.choices.texts.get(*at).cloned().map(Value::String);
        let right: Vec<Value> = entry.choices.right.iter().filter_map(text).collect();
        entry.answer = (!right.is_empty()).then_some(Value::Array(right));
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
            Self::Wide(versions) => versions.iter().all(|version| version.own.answer.is_some()),
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
                let questions: BTreeSet<String> =
                    versions.iter().map(|version| named(&version.question)).collect();
                if questions.len() > 1 {
                    let columns: Vec<String> =
                        versions.iter().map(|version| named(&version.question)).collect();
                    return format!("a column for every version: {}", columns.join(", "));
                }
                let of = |version: &WideVersion| {
                    let own: Vec<String> = version.own.all().into_iter().map(named).collect();
                    let name = escape_line(&version.name);
                    match own.is_empty() {
                        true => format!("`{name}` with the others"),
                        false => format!("`{name}` with {}", own.join(", ")),
                    }
                };
                let versions: Vec<String> = versions.iter().map(of).collect();
                format!("columns for every version under one question: {}", versions.join("; "))
            }
        }
    }
}

/// Names versions from a column of truth values that marks changed rows: `original`, and the
/// column's name without `is_`; `changed` if the column marks originals.
fn name_changed(entries: &mut [Entry], column: &Column) {
    let head = folded(&column.name());
    let is_truth = |entry: &Entry| truth_value(&entry.version).is_some();
    let marks_originals = head == UNCHANGED;
    if (marks_originals || CHANGED.contains(&head.as_str())) && entries.iter().all(is_truth) {
        let name = column.name();
        let bare = ["is_", "is"].iter().find_map(|is| name.strip_prefix(is)).unwrap_or(&name);
        let changed = if marks_originals { "changed" } else { bare };
        for entry in entries {
            let is_changed = truth_value(&entry.version) != Some(marks_originals);
            entry.version = if is_changed { changed } else { ONLY }.to_owned();
        }
    }
}

/// A note on options that are the right answer and wrong ones in columns of their own.
fn wrong_options(columns: &Columns) -> Option<String> {
    let ChoiceColumns::Wrong(wrong) = &columns.choices else { return None };
    let names: Vec<String> =
        wrong.iter().map(|column| format!("`{}`", escape_line(&column.name()))).collect();
    Some(format!(
        "the options of each question are its right answer and the wrong ones in {}, in an order that depends on \
         their texts alone",
        names.join(", ")
    ))
}

fn layout(
    finder: &mut ColumnFinder<'_>,
    columns: &mut Columns,
    names: &ColumnNames,
) -> Result<Layout, PairsError> {
    if !names.versions.is_empty() {
        let mut found = Vec::new();
        for name in &names.versions {
            let column = finder.named(name)?;
            found.extend(finder.versions_within(name, &column)?);
        }
        let columns: Vec<&str> = found.iter().map(|version| version.name.as_str()).collect();
        let versions = version_names(&columns).into_iter().zip(&found);
        let version = |(name, question): (String, &VersionText)| {
            WideVersion::new(finder, VersionText { name, ..question.clone() })
        };
        return Ok(Layout::Wide(versions.map(version).collect()));
    }
    if let Some(name) = &names.version {
        let column = finder.named(name)?;
        return with_question(finder, columns, Layout::Long(column));
    }
    // A column that tells the rows of each item apart decides, whatever texts other columns hold.
    if let Some(column) = certain_version(finder, columns) {
        finder.take(&column);
        return with_question(finder, columns, Layout::Long(column));
    }
    let wide = wide(finder, columns, names);
    if !wide.is_empty() {
        return Ok(Layout::Wide(wide));
    }
    if let Some(column) = version_column(finder, columns) {
        finder.take(&column);
        return with_question(finder, columns, Layout::Long(column));
    }
    let around = around_question(finder, columns);
    if !around.is_empty() {
        return Ok(Layout::Wide(around));
    }
    if let Some((column, item)) = unmatched_version(finder, columns) {
        finder.take(&column);
        finder.take(&item);
        columns.item = Some(item);
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

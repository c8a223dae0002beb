//! Layouts of versions in a file: one row each, one column each, or a single version.

use crate::choices::Choices;
use crate::columns::{
    ANSWER, ChoiceColumns, Column, ColumnFinder, Columns, ITEM, QUESTION, VERSION,
};
use crate::entry::Entry;
use crate::names::folded;
use crate::{PairsError, value};
use peirast_record::ColumnNames;
use peirast_rows::{DataFile, DataRow};
use peirast_table::{escape_line, truth_value};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Names of columns that mark a row as changed, with `true` or `false`.
const CHANGED: [&str; 5] = ["perturbed", "perturbation", "transformed", "changed", "modified"];

/// Words in the names of columns with another wording of the question.
const REWORDED: [&str; 12] = [
    "paraphrase",
    "paraphrased",
    "perturbed",
    "rewritten",
    "reworded",
    "modified",
    "changed",
    "counterfactual",
    "noop",
    "adversarial",
    "contrast",
    "altered",
];

/// Names of columns of objects with versions by their names.
const VERSIONS: [&str; 4] = ["versions", "variants", "questions", "prompts"];

/// Names of columns that are certainly those of versions and of items.
const SURE_VERSIONS: [&str; 3] = ["version", "variant", "condition"];
const SURE_ITEMS: [&str; 4] = ["item", "itemid", "pair", "pairid"];

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

/// A version with its own columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WideVersion {
    name: String,
    question: Column,
    choices: Option<Column>,
    answer: Option<Column>,
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
        let mut versions = Vec::new();
        for name in &names.versions {
            let column = finder.named(name)?;
            for (name, column) in finder.versions_within(name, &column)? {
                versions.push(wide_version(finder, &name, column));
            }
        }
        return Ok(Layout::Wide(versions));
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

/// Ids without the name of the version at their end or beginning (`g00-noop` as `g00`), if all have
/// it.
/// have it.
fn stripped(rows: &[DataRow], item: &Column, version: &Column) -> Option<Vec<String>> {
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

/// The versions of a file with a column each. Their names join a usual name of questions and
/// another word, or name another wording next to the question. If no question is recognised, all
/// remaining columns of texts are versions.
fn wide(finder: &mut ColumnFinder<'_>, columns: &Columns) -> Vec<WideVersion> {
    let questions = ["question", "prompt", "query", "problem", "input", "text"];
    let ending = |name: &str| -> Option<String> {
        let lower = name.to_lowercase();
        let signs = ['_', '-', '.', ' ', ':'];
        let cut = questions.iter().find_map(|question| {
            let behind = lower.strip_prefix(question).and_then(|rest| rest.strip_prefix(signs));
            let before = lower.strip_suffix(question).and_then(|rest| rest.strip_suffix(signs));
            match (behind, before) {
                (Some(rest), _) => Some(name[name.len() - rest.len()..].to_owned()),
                (None, Some(rest)) => Some(name[..rest.len()].to_owned()),
                (None, None) => None,
            }
        })?;
        (!cut.is_empty()).then_some(cut)
    };
    // One column whose objects have the versions by their names.
    let objects = finder.left().find(|name| VERSIONS.contains(&folded(name).as_str()));
    if let (Some(name), None) = (objects, &columns.question)
        && let Ok(versions) = finder.versions_within(name, &Column::top(name))
        && versions.len() > 1
    {
        let version = |(name, column): (String, Column)| wide_version(finder, &name, column);
        return versions.into_iter().map(version).collect();
    }
    // A question that is an object is replaced by its text.
    let text = |column: Column| match finder.unfolded(&column) {
        Some(unfolded) => unfolded.text,
        None => Some(column),
    };
    let left = finder.left().map(Column::top).filter_map(text);
    let left: Vec<Column> = left.filter(|column| finder.is_text(column)).collect();
    let mut versions: Vec<(String, Column)> =
        left.iter().filter_map(|column| Some((ending(column.head())?, column.clone()))).collect();
    let reworded = left.iter().filter(|column| REWORDED.contains(&folded(column.head()).as_str()));
    versions.extend(reworded.map(|column| (column.head().to_owned(), column.clone())));
    match (&columns.question, versions.is_empty()) {
        // The question itself is the version from which the others are made.
        (Some(question), false) => versions.insert(0, (ONLY.to_owned(), question.clone())),
        (Some(_), true) => return Vec::new(),
        (None, _) => {
            if versions.len() < 2 {
                versions =
                    left.iter().map(|column| (column.head().to_owned(), column.clone())).collect();
            }
        }
    }
    if versions.len() < 2 {
        return Vec::new();
    }
    versions.into_iter().map(|(name, column)| wide_version(finder, &name, column)).collect()
}

/// A version with the columns of options and answers under its name.
fn wide_version(finder: &mut ColumnFinder<'_>, name: &str, question: Column) -> WideVersion {
    finder.take(&question);
    let key = folded(name);
    let own = |finder: &ColumnFinder<'_>, words: &[&str]| {
        let is_own = |column: &&str| {
            let column = folded(column);
            words
                .iter()
                .any(|word| column == format!("{word}{key}") || column == format!("{key}{word}"))
        };
        finder.left().find(is_own).map(Column::top)
    };
    let choices = own(finder, &["choices", "options"]).or_else(|| finder.choices_beside(&question));
    choices.iter().for_each(|column| finder.take(column));
    let answer = own(finder, &["answer", "answerkey", "label", "gold", "target", "correct"]);
    answer.iter().for_each(|column| finder.take(column));
    WideVersion { name: name.to_owned(), question, choices, answer }
}

/// The item of every row.
fn items(
    finder: &mut ColumnFinder<'_>,
    columns: &mut Columns,
    layout: &Layout,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, PairsError> {
    let rows = &finder.file.rows;
    let texts =
        |column: &Column| rows.iter().map(|row| column.text(row)).collect::<Option<Vec<String>>>();
    if let Some(item) = &columns.item {
        return rows
            .iter()
            .map(|row| {
                item.text(row).ok_or_else(|| {
                    let what =
                        format!("column `{}` names no item: write one", escape_line(&item.name()));
                    PairsError::at(finder.file.place(row), what)
                })
            })
            .collect();
    }
    let candidates: Vec<Column> = finder.candidates(&ITEM).collect();
    let tells = |items: &[String]| {
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
        if let Some(items) = texts(column).filter(|items| tells(items)) {
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
        let is_sure = |column: &&Column| SURE_ITEMS.contains(&folded(&column.name()).as_str());
        if let Some(column) = candidates.iter().find(is_sure)
            && let Some(items) = texts(column)
        {
            finder.take(column);
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

//! From a data file to items.

use crate::answer::{AnswerForm, labels};
use crate::columns::{Column, Columns};
use crate::entry::Entry;
use crate::layout::{Entries, Layout, entries};
use crate::lists::taken_apart;
use crate::printed::with_objects;
use crate::tidy::tidied;
use crate::{Certification, Item, ItemSet, ItemVersion, PairsError, Separator};
use peirast_record::{
    CLUSTER, DataPlan, Factors, Labels, ORIGINAL, Segment, unreadable_name, usual_original,
};
use peirast_rows::DataFile;
use peirast_table::{NumberNotation, escape_line};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The role of the text before a question.
pub(crate) const CONTEXT: &str = "context";

/// The largest number of levels of a column that is kept automatically, and the largest length of a
/// level in characters.
const MOST_LEVELS: usize = 50;
const LONGEST_LEVEL: usize = 40;

/// The most options of a question.
const MOST_OPTIONS: usize = 26;

/// Names of factors that a study gives every problem.
const RESERVED: [&str; 9] = [
    "version",
    "family",
    "variant",
    "protocol",
    "exemplar",
    "exemplar-answer",
    "cot",
    "hint",
    "temperature",
];

impl ItemSet {
    /// Reads the items of a data file: recognises columns, layout, versions and the kind of
    /// answers.
    ///
    /// # Errors
    /// The fault, with its place and the fix: a column that is not recognised, an answer that names
    /// no option, an item that has one version twice.
    pub fn read(name: &str, file: &DataFile, plan: &DataPlan) -> Result<Self, PairsError> {
        let mut notes = Vec::new();
        let file = tidied(file, &plan.columns, &mut notes);
        let file = with_objects(&file);
        let (file, names) = taken_apart(&file, &plan.columns);
        let file = &*file;
        let Entries { entries, layout, columns, left, notes: further } = entries(file, &names)?;
        notes.extend(further);
        let versions = versions(&entries, plan.original.as_deref())?;
        let form = AnswerForm::of_entries(&entries, plan.first_option, &file.notation)?;
        notes.extend(form.notes(&entries));
        if form.notation == NumberNotation::Comma {
            notes.push(
                "numbers of the file have decimal commas; an answer such as 2,5 cannot be told from a list and is not \
                 read: ask for a decimal point"
                    .to_owned(),
            );
        }
        let labels = labels(&entries);
        let kept = kept(&entries, &names.keep, &mut notes);
        let mut items: Vec<Item> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &entries {
            check_names(entry)?;
            let at = *places.entry(&entry.item).or_insert_with(|| {
                items.push(Item {
                    name: entry.item.clone(),
                    kept: Factors::new(),
                    versions: Vec::new(),
                });
                items.len() - 1
            });
            let Some(item) = items.get_mut(at) else { continue };
            if let Some(twice) = item.version(&entry.version) {
                let what = format!(
                    "item `{}` has the version `{}` in {} too: give each row its own, or name the columns with \
                     --item and --version-column",
                    escape_line(&entry.item),
                    escape_line(&entry.version),
                    twice.place
                );
                return Err(PairsError::at(&entry.place, what));
            }
            for (factor, level) in
                entry.rest.iter().filter(|(factor, _)| kept.contains(factor.as_str()))
            {
                item.kept.set(factor, level);
            }
            item.versions.push(item_version(entry, labels, &form)?);
        }
        let cluster = columns.cluster.as_ref().map(Column::name);
        if let Some(cluster) = &cluster {
            set_clusters(&mut items, &entries, cluster)?;
        }
        // Other programs return the versions, which must then be compared with the same original.
        let is_usual = usual_original(&versions) == Some(0);
        if let Some(original) = versions.first().filter(|_| !is_usual) {
            items.iter_mut().for_each(|item| item.kept.set(ORIGINAL, original));
        }
        let order = |name: &String| versions.iter().position(|own| own == name);
        items.iter_mut().for_each(|item| item.versions.sort_by_key(|version| order(&version.name)));
        let described = [
            ("layout", Some(layout.describe())),
            ("item", columns.item.as_ref().map(Column::name)),
            ("question", columns.question.as_ref().map(Column::name)),
            ("context", parts(&columns, &layout, |own| own.context.iter().collect())),
            ("choices", parts(&columns, &layout, |own| own.choices.columns())),
            ("answer", parts(&columns, &layout, |own| own.answer.iter().collect())),
            ("lure", parts(&columns, &layout, |own| own.lure.iter().collect())),
            ("alternatives", parts(&columns, &layout, |own| own.alternatives.iter().collect())),
            ("tolerance", parts(&columns, &layout, |own| own.tolerance.iter().collect())),
            ("cluster", cluster.clone()),
            (
                "kept",
                (!kept.is_empty()).then(|| kept.iter().copied().collect::<Vec<_>>().join(", ")),
            ),
        ];
        let columns =
            described.into_iter().filter_map(|(role, column)| Some((role, column?))).collect();
        let unused = left.into_iter().filter(|name| !kept.contains(name.as_str())).collect();
        let file = plan.file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let cluster = cluster.map(|_| CLUSTER.to_owned());
        let name = name.to_owned();
        let mut read = Self { name, file, items, versions, cluster, columns, unused, notes };
        let mark = |entry: &'_ Entry| {
            Some(((entry.item.clone(), entry.version.clone()), entry.mark.clone()?))
        };
        read.set_marks(&entries.iter().filter_map(mark).collect());
        Ok(read)
    }

    /// The first items of the set; all of them if `n` is 0.
    #[must_use]
    pub fn limited(mut self, n: u32) -> Self {
        if n > 0 {
            self.items.truncate(n as usize);
        }
        self
    }
}

/// The columns of a part of every version: those that versions share, and those of each.
fn parts(
    shared: &Columns,
    layout: &Layout,
    of: for<'c> fn(&'c Columns) -> Vec<&'c Column>,
) -> Option<String> {
    let own = match layout {
        Layout::Wide(versions) => versions.as_slice(),
        Layout::Single | Layout::Long(_) => &[],
    };
    let own = own.iter().flat_map(|version| of(&version.own));
    let names: Vec<String> = of(shared).into_iter().chain(own).map(Column::name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// One version of an item, with its interpreted answer.
fn item_version(
    entry: &Entry,
    labels: Labels,
    form: &AnswerForm,
) -> Result<ItemVersion, PairsError> {
    let options = entry.choices.texts.len();
    if options > MOST_OPTIONS {
        let what = format!(
            "{options} options are more than the letters: at most {MOST_OPTIONS} are possible"
        );
        return Err(PairsError::at(&entry.place, what));
    }
    let segment = |role, text: &str| Segment {
        role: Cow::Borrowed(role),
        text: format!("{}\n", text.trim()),
    };
    let context = entry.context.iter().map(|text| segment(CONTEXT, text));
    Ok(ItemVersion {
        name: entry.version.clone(),
        place: entry.place.clone(),
        before: context.chain([segment("question", &entry.question)]).collect(),
        choices: entry.choices.texts.clone(),
        labels: named(entry.option_labels.as_deref(), entry, &Labels::ALL, Labels::as_str)?
            .unwrap_or(labels),
        separator: named(
            entry.option_separator.as_deref(),
            entry,
            &Separator::ALL,
            Separator::as_str,
        )?
        .unwrap_or_default(),
        after: entry.after.iter().map(|text| segment("after", text)).collect(),
        key: form.key(entry)?,
        lure: form.lure(entry)?,
        certification: match &entry.writer {
            Some(writer) => Certification::NotCertified(writer.clone()),
            None => Certification::AsGiven,
        },
    })
}

/// The value that a cell names; `None` for an empty cell.
fn named<T: Copy>(
    name: Option<&str>,
    entry: &Entry,
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> Result<Option<T>, PairsError> {
    let Some(name) = name else { return Ok(None) };
    let found = all.iter().copied().find(|one| name_of(*one) == name);
    found.map(Some).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|one| name_of(*one)).collect();
        let what = format!("`{}` is none of {}", escape_line(name), known.join(", "));
        PairsError::at(&entry.place, what)
    })
}

/// The versions of a file, the original first.
fn versions(entries: &[Entry], original: Option<&str>) -> Result<Vec<String>, PairsError> {
    let mut versions: Vec<String> = Vec::new();
    for entry in entries {
        if !versions.contains(&entry.version) {
            versions.push(entry.version.clone());
        }
    }
    let Some(original) = original else {
        original_first(&mut versions);
        return Ok(versions);
    };
    let Some(place) = versions.iter().position(|own| own == original) else {
        let known: Vec<String> =
            versions.iter().map(|name| format!("`{}`", escape_line(name))).collect();
        return Err(PairsError::File(format!(
            "there is no version `{}`; the versions are {}",
            escape_line(original),
            known.join(", ")
        )));
    };
    versions[..=place].rotate_right(1);
    Ok(versions)
}

/// Moves the version with the name of an original to the front, if there is one.
pub(crate) fn original_first(versions: &mut [String]) {
    if let Some(place) = usual_original(versions) {
        versions[..=place].rotate_right(1);
    }
}

/// Refuses invisible names and invisible characters in names.
fn check_names(entry: &Entry) -> Result<(), PairsError> {
    for (kind, name) in [("item", &entry.item), ("version", &entry.version)] {
        if let Some(what) = unreadable_name(name) {
            let shown: String = name.chars().take(40).collect();
            let what = format!("the {kind} `{}` {what}: write a short name", shown.escape_debug());
            return Err(PairsError::at(&entry.place, what));
        }
    }
    Ok(())
}

/// The columns that become factors: the named ones, and those with few short values that are equal
/// in every version of an item.
fn kept<'e>(entries: &'e [Entry], named: &[String], notes: &mut Vec<String>) -> BTreeSet<&'e str> {
    let mut columns: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for entry in entries {
        for (column, value) in &entry.rest {
            columns.entry(column).or_default().entry(&entry.item).or_default().insert(value);
        }
    }
    let items = entries.iter().map(|entry| &entry.item).collect::<BTreeSet<_>>().len();
    let mut kept = BTreeSet::new();
    for (column, values) in columns {
        let is_named = named.iter().any(|name| name == column);
        let is_of_items = values.values().all(|own| own.len() == 1);
        let levels: BTreeSet<&&str> = values.values().flatten().collect();
        let is_short = levels.iter().all(|level| level.chars().count() <= LONGEST_LEVEL);
        let is_factor =
            (2..=MOST_LEVELS).contains(&levels.len()) && 2 * levels.len() <= items && is_short;
        let reason = if RESERVED.contains(&column) {
            Some("its name is that of a factor of every study: rename it")
        } else if !is_of_items {
            Some("it differs between versions of one item")
        } else {
            None
        };
        match (is_named, reason) {
            (true, Some(reason)) => {
                notes.push(format!("column `{}` is not kept: {reason}", escape_line(column)));
            }
            (_, Some(_)) => {}
            (true, None) => {
                kept.insert(column);
            }
            (false, None) => {
                if is_factor {
                    kept.insert(column);
                }
            }
        }
    }
    kept
}

/// Writes the cluster of every item into its factors.
fn set_clusters(items: &mut [Item], entries: &[Entry], name: &str) -> Result<(), PairsError> {
    let mut clusters: BTreeMap<&str, &str> = BTreeMap::new();
    for entry in entries {
        let Some(cluster) = &entry.cluster else {
            let what = format!("column `{}` names no cluster: write one", escape_line(name));
            return Err(PairsError::at(&entry.place, what));
        };
        let other = clusters.insert(&entry.item, cluster).filter(|other| other != cluster);
        if let Some(other) = other {
            let what = format!(
                "item `{}` is of cluster `{}`, and of `{}` in another version: give all versions of an item one",
                escape_line(&entry.item),
                escape_line(cluster),
                escape_line(other)
            );
            return Err(PairsError::at(&entry.place, what));
        }
    }
    for item in items {
        if let Some(cluster) = clusters.get(item.name.as_str()) {
            item.kept.set(CLUSTER, *cluster);
        }
    }
    Ok(())
}

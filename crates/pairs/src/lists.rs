//! Lists in the cells of a file: versions of an item in one list, and messages to a model.

use crate::columns::ITEM;
use crate::names::folded;
use crate::value;
use peirast_record::ColumnNames;
use peirast_rows::{DataFile, DataRow};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Names of columns with a list of versions, and what one element of it is called.
const LISTS: [(&str, &str); 8] = [
    ("versions", "question"),
    ("variants", "question"),
    ("questions", "question"),
    ("prompts", "question"),
    ("paraphrases", "paraphrase"),
    ("rewordings", "reworded"),
    ("rephrasings", "paraphrase"),
    ("perturbations", "perturbed"),
];

/// Names of the field with the name of a version, without capitals and signs.
const NAMES: [&str; 6] = ["version", "variant", "name", "type", "kind", "id"];

/// A file and the names of its columns, with lists taken apart: a list of objects as rows, one for
/// each version; a list of texts as columns, one for each version; a list of one message as the text
/// of the message.
pub(crate) fn taken_apart<'f>(
    file: &'f DataFile,
    names: &ColumnNames,
) -> (Cow<'f, DataFile>, ColumnNames) {
    let mut file = messages(file);
    let mut names = names.clone();
    let is_named = |column: &String| names.versions.contains(column);
    let single = |column: &&String| {
        is_named(column) || LISTS.iter().any(|(usual, _)| folded(column) == *usual)
    };
    let found = file.columns.iter().filter(single).find_map(|column| {
        let (objects, texts) =
            (all(&file, column, Value::is_object), all(&file, column, Value::is_string));
        (objects || texts).then(|| (column.clone(), objects))
    });
    match found {
        Some((column, true)) => {
            let version = as_rows(file.to_mut(), &column);
            names.versions.retain(|name| *name != column);
            names.version = names.version.or(version);
        }
        Some((column, false)) => {
            let own = as_columns(file.to_mut(), &column);
            let at = names.versions.iter().position(|name| *name == column);
            if let Some(at) = at {
                names.versions.splice(at..=at, own);
            }
        }
        None => {}
    }
    (file, names)
}

/// Returns true if every cell of a column is a list with elements of one kind, and some have several.
fn all(file: &DataFile, column: &str, is_kind: fn(&Value) -> bool) -> bool {
    let mut cells = file.rows.iter().filter_map(|row| row.value(column)).peekable();
    let mut has_several = false;
    cells.peek().is_some()
        && cells.all(|cell| {
            let list = cell.as_array();
            has_several |= list.is_some_and(|list| list.len() > 1);
            list.is_some_and(|list| list.iter().all(is_kind))
        })
        && has_several
}

/// Replaces every row by a row for each object of a list. Returns the column that names the version,
/// if the objects have one.
fn as_rows(file: &mut DataFile, column: &str) -> Option<String> {
    let mut keys: Vec<String> = Vec::new();
    let objects = |row: &DataRow| -> Vec<Map<String, Value>> {
        let list = row.value(column).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_object).cloned().collect()
    };
    for object in file.rows.iter().flat_map(objects) {
        let new = object.keys().filter(|key| !keys.contains(key)).cloned().collect::<Vec<_>>();
        keys.extend(new);
    }
    // Names of versions are different in each list.
    let names = |key: &&String| {
        file.rows.iter().all(|row| {
            let own: Vec<Option<String>> =
                objects(row).iter().map(|object| value::text(object.get(*key)?)).collect();
            let distinct: BTreeSet<&Option<String>> = own.iter().collect();
            own.iter().all(Option::is_some) && distinct.len() == own.len()
        })
    };
    let name = NAMES
        .iter()
        .find_map(|name| keys.iter().filter(names).find(|key| folded(key) == *name))
        .cloned();
    // An id of the item stays, and that of a version is called so.
    let is_taken = |key: &String| file.columns.contains(key);
    let version = name.as_ref().map(|name| {
        let is_version = folded(name) == "version" || !is_taken(name) && folded(name) != "id";
        if is_version { name.clone() } else { "version".to_owned() }
    });
    let item = "item".to_owned();
    let has_item = file.columns.iter().any(|own| ITEM.usual.contains(&folded(own).as_str()));
    let mut rows = Vec::new();
    for (at, row) in file.rows.iter().enumerate() {
        let mut shared = row.fields.clone();
        shared.remove(column);
        if !has_item {
            shared.insert(item.clone(), (at + 1).into());
        }
        for (place, mut object) in objects(row).into_iter().enumerate() {
            let mut fields = shared.clone();
            let own = name.as_ref().and_then(|name| object.remove(name));
            let version = version.clone().unwrap_or_else(|| "version".to_owned());
            fields.insert(version, own.unwrap_or_else(|| (place + 1).into()));
            fields.extend(object);
            rows.push(DataRow { place: row.place, fields });
        }
    }
    file.rows = rows;
    file.columns.retain(|own| own != column);
    let version = version.unwrap_or_else(|| "version".to_owned());
    let item = (!has_item).then_some(item);
    let new = item.into_iter().chain([version.clone()]).chain(keys);
    for key in new.filter(|key| name.as_ref() != Some(key) || *key == version) {
        if !file.columns.contains(&key) {
            file.columns.push(key);
        }
    }
    Some(version)
}

/// Replaces a list of texts by a column for each place of the list. Returns their names.
fn as_columns(file: &mut DataFile, column: &str) -> Vec<String> {
    let usual = LISTS.iter().find(|(usual, _)| folded(column) == *usual);
    let stem = usual.map_or(column, |(_, one)| one).to_owned();
    let list = |row: &DataRow| row.value(column).and_then(Value::as_array).cloned();
    let most = file.rows.iter().filter_map(list).map(|list| list.len()).max().unwrap_or(0);
    let names: Vec<String> = (1..=most).map(|place| format!("{stem}_{place}")).collect();
    for row in &mut file.rows {
        let texts = list(row).unwrap_or_default();
        row.fields.remove(column);
        row.fields.extend(names.iter().cloned().zip(texts));
    }
    let at = file.columns.iter().position(|own| own == column).unwrap_or(file.columns.len());
    file.columns.retain(|own| own != column);
    file.columns.splice(at..at, names.iter().cloned());
    names
}

/// The file with the text of a message in place of a list with this message alone.
fn messages(file: &DataFile) -> Cow<'_, DataFile> {
    let content = |cell: &Value| {
        let [message] = cell.as_array()?.as_slice() else { return None };
        message.get("role")?;
        message.get("content")?.as_str().map(str::to_owned)
    };
    let mut read = Cow::Borrowed(file);
    for column in &file.columns {
        let cells = || file.rows.iter().filter_map(|row| row.value(column));
        let texts = cells().map(content).collect::<Option<Vec<_>>>();
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { continue };
        let rows = read.to_mut().rows.iter_mut().filter(|row| row.value(column).is_some());
        for (row, text) in rows.zip(texts) {
            row.fields.insert(column.clone(), Value::String(text));
        }
    }
    read
}

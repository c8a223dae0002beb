//! Rows and ids of a file before its columns are recognised: exact copies of rows are left out, and
//! whole numbers that a data frame wrote as decimals become whole again.

use crate::columns::ITEM;
use crate::names::folded;
use crate::value;
use peirast_record::ColumnNames;
use peirast_rows::{DataFile, DataRow};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The file without exact copies of rows, and with one spelling of whole numbers in columns of ids.
/// A note names the copies.
pub(crate) fn tidied<'f>(
    file: &'f DataFile,
    names: &ColumnNames,
    notes: &mut Vec<String>,
) -> Cow<'f, DataFile> {
    let mut file = Cow::Borrowed(file);
    let copies = copies(&file, names);
    if let Some((copy, first)) = copies.first() {
        let (copy, first) = (file.place(&file.rows[*copy]), file.place(&file.rows[*first]));
        notes.push(match copies.len() {
            1 => format!("{copy} is an exact copy of {first}, and is left out"),
            several => format!(
                "{several} rows are exact copies of others, and are left out: for example {copy}, a copy of {first}"
            ),
        });
        let mut at = 0;
        file.to_mut().rows.retain(|_| {
            at += 1;
            copies.binary_search_by_key(&(at - 1), |(copy, _)| *copy).is_err()
        });
    }
    for column in ids(&file, names) {
        if is_mixed(&file, &column) {
            for row in &mut file.to_mut().rows {
                let whole = row.value(&column).and_then(value::text).map(|text| whole(&text));
                row.fields.extend(whole.map(|whole| (column.clone(), Value::String(whole))));
            }
        }
    }
    file
}

/// The columns that may hold ids.
fn ids(file: &DataFile, names: &ColumnNames) -> Vec<String> {
    let is_id = |column: &&String| {
        names.item.as_ref() == Some(*column) || ITEM.usual.contains(&folded(column).as_str())
    };
    file.columns.iter().filter(is_id).cloned().collect()
}

/// The rows that are exact copies of an earlier one, and have an id: without one, two items may be
/// alike. Each with the row of which it is a copy.
fn copies(file: &DataFile, names: &ColumnNames) -> Vec<(usize, usize)> {
    // Such names are also those of counts and places.
    const UNSURE: [&str; 6] = ["number", "nr", "no", "index", "idx", "ind"];
    let mut ids = ids(file, names);
    ids.retain(|id| names.item.as_ref() == Some(id) || !UNSURE.contains(&folded(id).as_str()));
    let has_id = |row: &DataRow| ids.iter().any(|id| row.value(id).is_some());
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut copies = Vec::new();
    for (at, row) in file.rows.iter().enumerate().filter(|(_, row)| has_id(row)) {
        let content = Value::Object(row.fields.clone()).to_string();
        match known.get(&content) {
            Some(first) => copies.push((at, *first)),
            None => {
                known.insert(content, at);
            }
        }
    }
    copies
}

/// Returns true if all ids are whole numbers, some of them written as decimals: `3` and `3.0`.
fn is_mixed(file: &DataFile, column: &str) -> bool {
    let texts: Vec<String> =
        file.rows.iter().filter_map(|row| row.value(column).and_then(value::text)).collect();
    let is_whole = |text: &String| {
        let digits = whole(text);
        let digits = digits.strip_prefix('-').unwrap_or(&digits);
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    texts.iter().all(is_whole)
        && texts.iter().any(|text| text.contains('.'))
        && !texts.iter().all(|text| text.contains('.'))
}

/// A number without a point and zeros at its end: `3` for `3.0`.
fn whole(text: &str) -> String {
    match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.chars().all(|c| c == '0') => {
            whole.to_owned()
        }
        _ => text.to_owned(),
    }
}

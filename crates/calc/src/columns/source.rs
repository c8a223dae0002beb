//! Rows of texts from a file: CSV, Parquet, or flat JSON objects.

use crate::error::{Context as _, Result, refuse};
use peirast_record::{UniqueObject, UniqueValue};
use peirast_rows::{DataFile, DataFormat};
use peirast_table::{ForeignTable, NumberNotation, decode_text, escape_line};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::Path;

/// A file, as rows of texts.
pub struct Source {
    /// Its name, for messages.
    pub file: String,
    /// The names of its columns.
    pub names: Vec<String>,
    /// Its rows, each with its place. A row of JSON may be shorter than the names.
    pub rows: Vec<(u64, Vec<String>)>,
    /// The word for a place: `line`, or `object` of a JSON array.
    pub unit: &'static str,
    /// The notation of its numbers; for JSON, of numbers in texts.
    pub notation: NumberNotation,
}

impl Source {
    /// Reads a file: JSON if the ending of its name says so, otherwise CSV. For stdin (`-`), the
    /// beginning of the text decides.
    pub fn read(file: &Path) -> Result<Self> {
        let is_stdin = file == Path::new("-");
        let name =
            if is_stdin { "stdin".to_owned() } else { escape_line(&file.display().to_string()) };
        let bytes = match is_stdin {
            true => {
                let mut bytes = Vec::new();
                std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
            }
            false => std::fs::read(file),
        };
        let reading = || format!("reading {name}");
        let bytes = bytes.with_context(reading)?;
        if DataFormat::from_beginning(&bytes) == DataFormat::Parquet {
            return from_parquet(name, &bytes);
        }
        let text = decode_text(&bytes).with_context(reading)?;
        let text = text.as_str();
        let begins_so = text.trim_start().starts_with(['[', '{']);
        let ends_so = file.extension().is_some_and(|end| {
            ["json", "jsonl", "ndjson"].iter().any(|known| end.eq_ignore_ascii_case(known))
        });
        if ends_so || is_stdin && begins_so {
            return from_json(name, text);
        }
        let source = Self::from_csv(name, text)?;
        if source.names.is_empty() {
            refuse!("{} is empty: its first line must name the columns", source.file);
        }
        Ok(source)
    }

    /// Joins the rows of this file with those of another file that have the same text in a column.
    /// Also returns the number of rows without a partner, which are left out.
    pub fn joined(self, other: Self, key: &str) -> Result<(Self, u64)> {
        let (own, theirs) = (self.place(key)?, other.place(key)?);
        let is_alike = self.notation == other.notation;
        let (mut this, mut other) = match is_alike {
            true => (self, other),
            false => (self.plain()?, other.plain()?),
        };
        let known: BTreeSet<String> = this.names.iter().cloned().collect();
        let beside = std::mem::take(&mut other.names).into_iter().enumerate();
        for (_, name) in beside.filter(|(at, _)| *at != theirs) {
            let is_shared = known.contains(&name);
            this.names.push(if is_shared { format!("{name}.2") } else { name });
        }
        let mut rows: BTreeMap<String, (u64, Vec<String>)> = BTreeMap::new();
        for (place, mut row) in std::mem::take(&mut other.rows) {
            let name = if theirs < row.len() { row.remove(theirs) } else { String::new() };
            if let Some((first, _)) = rows.insert(name.clone(), (place, row)) {
                return twice(&other.file, other.unit, (first, place), key, &name);
            }
        }
        let (mut found, mut lost): (BTreeMap<String, u64>, u64) = (BTreeMap::new(), 0);
        let mut joined = Vec::new();
        for (place, mut row) in std::mem::take(&mut this.rows) {
            let name = row.get(own).cloned().unwrap_or_default();
            if let Some(first) = found.insert(name.clone(), place) {
                return twice(&this.file, this.unit, (first, place), key, &name);
            }
            match rows.remove(&name) {
                Some((_, beside)) => {
                    row.extend(beside);
                    joined.push((place, row));
                }
                None => lost += 1,
            }
        }
        lost += rows.len() as u64;
        if joined.is_empty() {
            refuse!(
                "{} and {} share no value of column `{}`",
                this.file,
                other.file,
                escape_line(key)
            );
        }
        this.rows = joined;
        Ok((this, lost))
    }

    /// The file with its numbers in plain notation.
    fn plain(mut self) -> Result<Self> {
        for (place, row) in &mut self.rows {
            for (at, cell) in row.iter_mut().enumerate() {
                *cell = self.notation.plain(cell).with_context(|| {
                    let column =
                        self.names.get(at).map(|name| escape_line(name)).unwrap_or_default();
                    format!("{}, {} {place}, column `{column}`", self.file, self.unit)
                })?;
            }
        }
        self.notation = NumberNotation::Point;
        Ok(self)
    }

    /// The position of a column.
    pub fn place(&self, wanted: &str) -> Result<usize> {
        let mut places = self.names.iter().enumerate().filter(|(_, name)| *name == wanted);
        match (places.next(), places.next()) {
            (Some((at, _)), None) => Ok(at),
            (Some(_), Some(_)) => {
                refuse!("{} has two columns `{}`: rename one", self.file, escape_line(wanted))
            }
            (None, _) => {
                let known: Vec<String> = self.names.iter().map(|name| escape_line(name)).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                refuse!("{} has no column `{}`: it has {known}", self.file, escape_line(wanted))
            }
        }
    }
}

impl Source {
    /// The columns of a CSV text.
    pub fn from_csv(file: String, text: &str) -> Result<Self> {
        let table = ForeignTable::from_text(text).and_then(ForeignTable::even);
        let ForeignTable { heads, rows, notation, .. } =
            table.with_context(|| format!("reading {file}"))?;
        Ok(Self { file, names: heads, rows, unit: "line", notation })
    }
}

/// Refuses a value of the joined column that occurs in two rows.
fn twice<T>(
    file: &str,
    unit: &str,
    (first, second): (u64, u64),
    key: &str,
    value: &str,
) -> Result<T> {
    refuse!(
        "{file}, {unit} {second}: `{}` of column `{}` also occurs in {unit} {first}, so the match \
         is ambiguous",
        escape_line(value),
        escape_line(key)
    )
}

/// The columns of a Parquet file.
fn from_parquet(file: String, bytes: &[u8]) -> Result<Source> {
    let table = DataFile::from_bytes(bytes, DataFormat::Parquet)
        .with_context(|| format!("reading {file}"))?;
    let notation = NumberNotation::Point;
    let mut rows = Vec::new();
    for row in &table.rows {
        let cells = table.columns.iter().map(|name| {
            cell(row.fields.get(name), &notation).with_context(|| {
                format!("{file}, {}, column `{}`", table.place(row), escape_line(name))
            })
        });
        rows.push((row.place, cells.collect::<Result<_>>()?));
    }
    Ok(Source { file, names: table.columns, rows, unit: table.unit, notation })
}

fn from_json(file: String, text: &str) -> Result<Source> {
    let (objects, unit) = match text.trim_start().starts_with('[') {
        true => {
            let reading = || format!("reading {file} as a JSON array");
            let list: Vec<UniqueValue> = serde_json::from_str(text).with_context(reading)?;
            let list = list.into_iter().map(|one| one.0).collect();
            (array(list, &format!("{file}, object"), EXAMPLE)?, "object")
        }
        false => (lines(text, &file, EXAMPLE)?, "line"),
    };
    if objects.is_empty() {
        refuse!("{file} is empty: it must hold objects, in an array or one a line");
    }
    let mut names: Vec<String> = Vec::new();
    for (_, object) in &objects {
        for name in object.keys().filter(|name| !names.contains(name)).collect::<Vec<_>>() {
            names.push(name.clone());
        }
    }
    let notation = notation_of_texts(&names, &objects);
    let mut rows = Vec::new();
    for (place, object) in &objects {
        let mut row = vec![String::new(); names.len()];
        for (at, name) in names.iter().enumerate() {
            row[at] = cell(object.get(name), &notation).with_context(|| {
                format!("{file}, {unit} {place}, column `{}`", escape_line(name))
            })?;
        }
        rows.push((*place, row));
    }
    Ok(Source { file, names, rows, unit, notation })
}

/// The notation of numbers in the texts of JSON objects, by the rule for a file. Numbers of JSON
/// have a decimal point and prove nothing about texts.
fn notation_of_texts(names: &[String], objects: &[(u64, Map<String, Value>)]) -> NumberNotation {
    let text = |object: &Map<String, Value>, name: &String| match object.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        _ => String::new(),
    };
    let row = |object| names.iter().map(|name| text(object, name)).collect();
    let rows: Vec<(u64, Vec<String>)> =
        objects.iter().map(|(place, object)| (*place, row(object))).collect();
    let rows = || rows.iter().map(|(place, row)| (*place, row.as_slice()));
    let notation = NumberNotation::proven(names, rows());
    let number = |notation: &NumberNotation, text| notation.number(text).ok().map(f64::to_bits);
    let has_point = |text| number(&notation, text) == number(&NumberNotation::Point, text);
    match notation {
        // Texts that have the same reading with a point need no other rule.
        NumberNotation::Unproven
            if rows().all(|(_, row)| row.iter().all(|text| has_point(text))) =>
        {
            NumberNotation::Point
        }
        notation => notation,
    }
}

/// An example of an object in a table of columns.
const EXAMPLE: &str = r#"{"x": 1, "y": 2}"#;

/// The objects of a list, numbered from 1. In messages, their numbers follow `place`.
pub fn array(
    list: Vec<Value>,
    place: &str,
    example: &str,
) -> Result<Vec<(u64, Map<String, Value>)>> {
    let object = |(at, value)| match value {
        Value::Object(object) => Ok((at, object)),
        _ => refuse!("{place} {at}: expected an object such as {example}"),
    };
    (1..).zip(list).map(object).collect()
}

/// The objects of a text, one on each line, with their lines.
pub fn lines(text: &str, file: &str, example: &str) -> Result<Vec<(u64, Map<String, Value>)>> {
    let filled = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let object = |(at, line)| {
        let reading = || format!("{file}, line {at}: expected an object such as {example}");
        let UniqueObject(object) = serde_json::from_str(line).with_context(reading)?;
        Ok((at, object))
    };
    filled.map(object).collect()
}

/// A value as the text of a CSV cell. A number of JSON has one value, in any notation of the file's
/// texts. It is written in their notation, so that no other reading is possible.
fn cell(value: Option<&Value>, notation: &NumberNotation) -> Result<String> {
    Ok(match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Bool(is)) => is.to_string(),
        Some(Value::Number(number)) => {
            let text = number.to_string();
            match notation {
                NumberNotation::Comma => text.replace('.', ","),
                _ if notation.number(&text).is_ok() => text,
                _ => format!("{text}0"),
            }
        }
        Some(Value::Array(_) | Value::Object(_)) => {
            refuse!("a list or an object: a value must be a number, a text, true, false or null")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of column `a`, or the reason why one is missing.
    fn numbers(text: &str) -> Result<Vec<f64>, String> {
        let source = from_json("t.jsonl".to_owned(), text).map_err(|why| why.to_string())?;
        let read = |(_, row): &(u64, Vec<String>)| {
            source.notation.number(&row[0]).map_err(|why| why.to_string())
        };
        source.rows.iter().map(read).collect()
    }

    #[test]
    fn texts_in_json_have_one_notation_and_numbers_have_theirs() {
        for (text, expected) in [
            (r#"[{"a":"0,5"},{"a":1.234},{"a":1e-7}]"#, vec![0.5, 1.234, 1e-7]),
            (r#"[{"a":"1.234"},{"a":"2,5"}]"#, vec![1234.0, 2.5]),
            (r#"[{"a":"1,234"},{"a":"2.5"},{"a":1.234}]"#, vec![1234.0, 2.5, 1.234]),
            (r#"[{"a":1.234},{"a":2.345},{"a":"7"}]"#, vec![1.234, 2.345, 7.0]),
            (r#"[{"a":1.234,"b":"1.234"}]"#, vec![1.234]),
        ] {
            assert_eq!(numbers(text), Ok(expected), "{text}");
        }
        for (text, why) in [
            (r#"[{"a":"1.234"},{"a":"2,345"}]"#, "`1.234` may be 1.234 or 1234"),
            (r#"[{"a":"0.5"},{"a":"0,5"}]"#, "`0.5` can only have a decimal point"),
            (r#"[{"a":0.5},{"a":"1,234"}]"#, "`1,234` may be 1234 or 1.234"),
        ] {
            assert!(numbers(text).is_err_and(|said| said.contains(why)), "{text}");
        }
        let labels = from_json("t.json".to_owned(), r#"[{"a":1.234,"b":"x"}]"#).expect("objects");
        assert_eq!(labels.rows[0].1, ["1.234", "x"], "a number stays as it is written");
    }
}

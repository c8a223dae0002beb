//! JSON: a list of objects, an object with such a list, columns, or one object a line.

use crate::file::{DataFile, DataFileError, DataRow, named};
use peirast_record::{UniqueObject, UniqueValue, json_fault};
use peirast_table::decode_text;
use serde_json::{Map, Value};

/// Names of the list of rows in an object.
const LISTS: [&str; 11] = [
    "data",
    "rows",
    "examples",
    "items",
    "questions",
    "problems",
    "results",
    "records",
    "samples",
    "instances",
    "answers",
];
/// A row, for messages.
const ROW: &str = r#"{"item": "1", "question": "Why?"}"#;
/// The fix of data that end too early, at the end of a file: most often the run that writes the file has
/// not ended.
const CUT_OFF: &str =
    "wait for the end of the run that writes it, copy the file again, or remove what is cut off";
/// The column for the names of an object's rows.
const NAME: &str = "id";

/// Reads JSON of any of these forms.
pub(crate) fn read(bytes: &[u8]) -> Result<DataFile, DataFileError> {
    let text = decode_text(bytes)?;
    // The caller reports a file without rows.
    if text.trim().is_empty() {
        return Ok(DataFile::default());
    }
    let is_list = text.trim_start().starts_with('[');
    match serde_json::from_str::<UniqueValue>(&text) {
        Ok(UniqueValue(Value::Array(list))) => objects(list),
        Ok(UniqueValue(Value::Object(object))) => document(object),
        // An invalid list is reported as such, and so is a single line.
        Err(error)
            if is_list || text.lines().filter(|line| !line.trim().is_empty()).count() < 2 =>
        {
            Err(DataFileError::Json {
                unit: "line",
                place: error.line() as u64,
                what: match json_fault(&error) {
                    Some(what) => format!(
                        "{what}; the file must be a list of objects, or have one object on each line, such as {ROW}"
                    ),
                    None => format!("the file is cut off; {CUT_OFF}"),
                },
            })
        }
        _ => lines(&text),
    }
}

fn lines(text: &str) -> Result<DataFile, DataFileError> {
    let filled = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let last = filled.clone().last().map(|(place, _)| place);
    let row = |(place, line)| {
        let UniqueObject(fields) = serde_json::from_str(line).map_err(|error| {
            let what = match json_fault(&error) {
                Some(what) => format!("{what}; each line must be one object, such as {ROW}"),
                None if last == Some(place) => format!("the line is cut off; {CUT_OFF}"),
                None => format!(
                    "the line is cut off; complete or remove it: each line must be one object, such as {ROW}"
                ),
            };
            DataFileError::Json { unit: "line", place, what }
        })?;
        Ok(DataRow { place, fields: unwrapped(fields) })
    };
    Ok(DataFile::of_rows(filled.map(row).collect::<Result<_, DataFileError>>()?, "line"))
}

/// Reads the objects of a list.
fn objects(list: Vec<Value>) -> Result<DataFile, DataFileError> {
    let row = |(place, value)| match value {
        Value::Object(fields) => Ok(DataRow { place, fields: unwrapped(fields) }),
        _ => Err(DataFileError::Json {
            unit: "object",
            place,
            what: format!("expected an object such as {ROW}"),
        }),
    };
    Ok(DataFile::of_rows((1..).zip(list).map(row).collect::<Result<_, _>>()?, "object"))
}

/// Unwraps a row in the form of the viewer of a hub of data sets.
fn unwrapped(mut fields: Map<String, Value>) -> Map<String, Value> {
    match (fields.contains_key("row_idx"), fields.remove("row")) {
        (true, Some(Value::Object(row))) => row,
        (_, Some(row)) => {
            fields.insert("row".to_owned(), row);
            fields
        }
        (_, None) => fields,
    }
}

/// Reads a document that is one object: it contains the list of rows, or columns; or it is the only
/// row.
fn document(mut object: Map<String, Value>) -> Result<DataFile, DataFileError> {
    if let Some(name) = LISTS.iter().find(|name| is_list_of_objects(object.get(**name)))
        && let Some(Value::Array(list)) = object.remove(*name)
    {
        return objects(list);
    }
    if let Some(rows) = split(&object) {
        return objects(rows);
    }
    if !object.is_empty() && object.values().all(Value::is_array) {
        return columns(object);
    }
    if !object.is_empty() && object.values().all(is_indexed) {
        return columns(object.into_iter().map(|(name, column)| (name, listed(column))).collect());
    }
    if is_by_name(&object) {
        return objects(object.into_iter().map(named_row).collect());
    }
    Ok(DataFile::of_rows(vec![DataRow { place: 1, fields: unwrapped(object) }], "object"))
}

/// Reads the rows of a data frame that is written as the names of its columns and the values of its
/// rows.
fn split(object: &Map<String, Value>) -> Option<Vec<Value>> {
    let names = object.get("columns")?.as_array()?;
    let names: Vec<&str> = names.iter().map(Value::as_str).collect::<Option<_>>()?;
    let row = |values: &Value| -> Option<Value> {
        let values = values.as_array().filter(|values| values.len() == names.len())?;
        let fields =
            names.iter().zip(values).map(|(name, value)| ((*name).to_owned(), value.clone()));
        Some(Value::Object(fields.collect()))
    };
    object.get("data")?.as_array()?.iter().map(row).collect()
}

/// Returns true if an object contains named rows: several objects with the same fields.
fn is_by_name(object: &Map<String, Value>) -> bool {
    let keys =
        |row: &Value| -> Option<Vec<String>> { Some(row.as_object()?.keys().cloned().collect()) };
    let first = object.values().next().and_then(keys);
    object.len() > 1
        && first.as_ref().is_some_and(|first| !first.is_empty())
        && object.values().all(|row| keys(row) == first)
}

fn named_row((name, row): (String, Value)) -> Value {
    match row {
        Value::Object(mut fields) if !fields.contains_key(NAME) => {
            fields.insert(NAME.to_owned(), Value::String(name));
            Value::Object(fields)
        }
        other => other,
    }
}

fn is_list_of_objects(value: Option<&Value>) -> bool {
    value
        .and_then(Value::as_array)
        .is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
}

/// Reads a column in the default form of data frames: values by their index.
fn is_indexed(value: &Value) -> bool {
    value.as_object().is_some_and(|column| {
        !column.is_empty() && column.keys().all(|key| key.bytes().all(|b| b.is_ascii_digit()))
    })
}

fn listed(column: Value) -> Value {
    match column {
        Value::Object(column) => Value::Array(column.into_iter().map(|(_, value)| value).collect()),
        other => other,
    }
}

/// Converts columns of the same length to rows.
fn columns(object: Map<String, Value>) -> Result<DataFile, DataFileError> {
    let mut columns: Vec<(String, std::vec::IntoIter<Value>)> = Vec::new();
    let mut length: Option<usize> = None;
    for (name, column) in object {
        let Value::Array(column) = column else { continue };
        let first = *length.get_or_insert(column.len());
        if column.len() != first {
            return Err(DataFileError::Head {
                place: columns.len() + 1,
                what: format!(
                    "{} has {} values, the first column has {first}: give all the same number",
                    named(&name),
                    column.len()
                ),
                may_be_row: false,
            });
        }
        columns.push((name, column.into_iter()));
    }
    let rows = (0..length.unwrap_or(0)).map(|at| DataRow {
        place: at as u64 + 1,
        fields: columns
            .iter_mut()
            .map(|(name, column)| (name.clone(), column.next().unwrap_or_default()))
            .collect(),
    });
    Ok(DataFile::of_rows(rows.collect(), "row"))
}

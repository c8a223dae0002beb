//! The message for a row without a question: an empty cell, or one that holds no text.

use crate::PairsError;
use crate::columns::Column;
use peirast_rows::DataRow;
use peirast_table::escape_line;
use serde_json::Value;

/// The error for a row without the text of a question.
pub(super) fn no_question(question: Option<&Column>, row: &DataRow, place: &str) -> PairsError {
    let held = question.and_then(|column| Some((column, column.value(row)?)));
    let what = held.and_then(|(column, value)| held_instead(&escape_line(&column.name()), value));
    PairsError::at(
        place,
        what.unwrap_or_else(|| "it has no question: write one, or take the row out".to_owned()),
    )
}

/// The message on a cell of a question that holds something other than a text.
fn held_instead(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Array(list) if list.is_empty() => None,
        Value::Array(list) if list.iter().all(|one| one.get("role").is_some()) => Some(format!(
            "column `{name}` holds a list of {} messages, and a question is one text: write the text of the user's \
             message alone, or the text of all of them",
            list.len()
        )),
        Value::Array(list) if list.iter().all(Value::is_string) => Some(format!(
            "column `{name}` holds a list of {} texts, and a question is one text: if they are versions, name the \
             column with --versions {name}; otherwise write them as one text",
            list.len()
        )),
        Value::Array(list) => Some(format!(
            "column `{name}` holds a list of {} values, and a question is one text: write it as a text",
            list.len()
        )),
        Value::Object(object) => {
            let fields: Vec<String> =
                object.keys().map(|key| format!("`{name}.{}`", escape_line(key))).collect();
            (!fields.is_empty()).then(|| {
                format!(
                    "column `{name}` holds an object, and a question is one text: name its field with --question, or \
                     the fields of versions with --versions; there are {}",
                    fields.join(", ")
                )
            })
        }
        _ => None,
    }
}

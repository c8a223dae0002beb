//! Converts values of logs to texts, columns and scores.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The largest depth at which objects are searched for columns.
const DEEPEST: usize = 3;
/// The most characters of a value in a message.
const LONGEST_SHOWN: usize = 40;
/// The most characters of a column's value. A group has a name, not a text.
const LONGEST: usize = 200;

/// A value as a text: a string unchanged, a list by its texts, anything else as JSON.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.iter().all(Value::is_string) => {
            list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

/// A value for a message, cut off if it is long.
pub(super) fn shown(value: &Value) -> String {
    let text = value.to_string();
    let start: String = text.chars().take(LONGEST_SHOWN).collect();
    if start.len() < text.len() { format!("{start} ...") } else { text }
}

/// The messages of a conversation as one text; any other value as its text.
pub(super) fn conversation(value: &Value) -> String {
    let Some(messages) =
        value.as_array().filter(|list| list.iter().any(|one| one["content"].is_string()))
    else {
        return text(value);
    };
    let content = |message: &Value| match &message["content"] {
        Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect::<String>(),
        content => text(content),
    };
    messages.iter().map(content).collect::<Vec<_>>().join("\n\n")
}

/// The short values of an object by name. Values in nested objects have names with dots.
pub(super) fn columns(of: &Value) -> BTreeMap<String, String> {
    let mut columns = BTreeMap::new();
    if let Value::Object(fields) = of {
        put(fields, "", 1, &mut columns);
    }
    columns
}

fn put(
    fields: &Map<String, Value>,
    within: &str,
    depth: usize,
    columns: &mut BTreeMap<String, String>,
) {
    for (name, value) in fields {
        let name = format!("{within}{name}");
        match value {
            Value::Object(fields) if depth < DEEPEST => {
                put(fields, &format!("{name}."), depth + 1, columns);
            }
            Value::String(text) if text.chars().count() <= LONGEST => {
                columns.insert(name, text.clone());
            }
            Value::Number(number) => {
                columns.insert(name, number.to_string());
            }
            Value::Bool(flag) => {
                columns.insert(name, flag.to_string());
            }
            _ => {}
        }
    }
}

/// A value as a score: a number or a truth value. `None` if it is not a score; `Some(None)` for
/// `null`, which means no score.
pub(super) fn score(value: &Value) -> Option<Option<f64>> {
    match value {
        Value::Null => Some(None),
        Value::Bool(flag) => Some(Some(f64::from(u8::from(*flag)))),
        Value::Number(number) => Some(number.as_f64()),
        _ => None,
    }
}

/// The first of these fields that exists.
pub(super) fn first<'v>(of: &'v Value, names: &[&str]) -> Option<&'v Value> {
    names.iter().map(|name| &of[*name]).find(|value| !value.is_null())
}

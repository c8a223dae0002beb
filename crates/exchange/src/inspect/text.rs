//! The JSON of logs, with the two liberties that Inspect takes with it.

use crate::ExchangeError;
use serde_json::{Map, Value};

/// How long texts are stood in for in a sample.
const ATTACHMENT: &str = "attachment://";

/// A JSON text in which numbers may be `NaN` or `Infinity`; they come out as `null`.
///
/// ```
/// use peirast_exchange::inspect::parsed;
/// let value = parsed(r#"{"a": NaN, "b": [-Infinity, "NaN"], "c": 1}"#)?;
/// assert_eq!(value, serde_json::json!({"a": null, "b": [null, "NaN"], "c": 1}));
/// # Ok::<(), peirast_exchange::ExchangeError>(())
/// ```
///
/// # Errors
/// No JSON in that sense either.
pub fn parsed(text: &str) -> Result<Value, ExchangeError> {
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(_) => Ok(serde_json::from_str(&without_strange_numbers(text))?),
    }
}

fn without_strange_numbers(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', 'N', 'I', '-']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let strange = ["NaN", "-Infinity", "Infinity"].iter().find(|word| from.starts_with(**word));
        let (kept, length) = match strange {
            Some(word) => ("null", word.len()),
            None if from.starts_with('"') => {
                let end = end_of_string(from);
                (&from[..end], end)
            }
            None => (&from[..1], 1),
        };
        plain.push_str(kept);
        rest = &from[length..];
    }
    plain.push_str(rest);
    plain
}

/// Where a string that begins with its quotation mark ends.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A sample with its long texts in their places.
pub(super) fn whole(sample: &Value) -> Value {
    let Some(kept) = sample["attachments"].as_object().filter(|kept| !kept.is_empty()) else {
        return sample.clone();
    };
    let fields = ["id", "epoch", "input", "messages", "output", "metadata", "error", "scores"];
    let fields = fields.iter().filter_map(|name| Some((*name, sample.get(*name)?)));
    fields.map(|(name, value)| (name.to_owned(), restored(value, kept))).collect()
}

fn restored(value: &Value, kept: &Map<String, Value>) -> Value {
    match value {
        Value::String(text) => {
            let long = text.strip_prefix(ATTACHMENT).and_then(|name| kept.get(name));
            long.cloned().unwrap_or_else(|| value.clone())
        }
        Value::Array(all) => all.iter().map(|one| restored(one, kept)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, one)| (name.clone(), restored(one, kept))).collect()
        }
        other => other.clone(),
    }
}

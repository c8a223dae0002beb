//! Answers compared with recorded ones.

use peirast_etr::Reading;
use peirast_etr::batch::Row;
use serde_json::{Map, Value};

/// Compares the answer to a row with the one that it records. The row is read under `reading` unless
/// it names another.
///
/// # Errors
/// Why the row does not agree.
pub fn check_row(bytes: &[u8], reading: Reading) -> Result<(), String> {
    let mut fields: Map<String, Value> =
        serde_json::from_slice(bytes).map_err(|error| format!("no row: {error}"))?;
    let id = match fields.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(id) => id.to_string(),
        None => "row".to_owned(),
    };
    fields.insert("id".to_owned(), Value::String(id.clone()));
    let recorded = fields.keys().any(|name| name.starts_with("out"));
    let row: Row = serde_json::from_value(Value::Object(fields))
        .map_err(|error| format!("{id}: no call: {error}"))?;
    if !recorded {
        return Err(format!("{id}: the row has no `out` to compare with"));
    }
    row.check_under(reading).map_err(|mismatch| format!("{id} ({}): {mismatch}", row.call.op))
}

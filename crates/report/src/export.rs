//! Rows as JSON lines.

use crate::escape_json;
use serde::Serialize;

/// Each row as one JSON object on a line of its own.
pub fn json_lines<T: Serialize>(rows: &[T]) -> String {
    // Rows hold only finite numbers, strings and maps with string keys, so they serialise.
    let lines = rows.iter().filter_map(|row| serde_json::to_string(row).ok());
    lines.map(|line| escape_json(&line) + "\n").collect()
}

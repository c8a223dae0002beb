//! Faults of JSON in words.

/// Says what is wrong with JSON, with the column alone: the caller names the line or the file, and the
/// fix. `None` if the JSON ends too early.
///
/// ```
/// use peirast_record::{UniqueObject, json_fault};
/// let fault = |text: &str| json_fault(&serde_json::from_str::<UniqueObject>(text).unwrap_err());
/// assert_eq!(fault(r#"{"a": 1,, "b": 2}"#).as_deref(), Some("column 9: key must be a string"));
/// assert_eq!(fault("[1]").as_deref(), Some("expected an object"));
/// assert_eq!(fault(r#"{"a": 1"#), None);
/// ```
pub fn json_fault(error: &serde_json::Error) -> Option<String> {
    if error.is_eof() {
        return None;
    }
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    // A fault of the whole value is at no column.
    Some(match error.column() > 0 {
        true => format!("column {}: {what}", error.column()),
        false => what.to_owned(),
    })
}

//! Formats of files of questions and of answers.

use crate::error::{Context as _, Result};
use peirast_rows::{DataFormat, DataRow, TextParquet};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// The columns of a Parquet file of questions: the members of a line of OpenAI's batches. The body is JSON.
const COLUMNS: [&str; 4] = ["custom_id", "method", "url", "body"];

/// The form of a file of questions or answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShardFormat {
    /// JSON lines in the form of OpenAI's batches.
    #[default]
    Jsonl,
    /// Parquet whose columns are the members of such lines.
    Parquet,
}

impl ShardFormat {
    /// Every format.
    pub const ALL: [Self; 2] = [Self::Jsonl, Self::Parquet];

    /// The ending of the names of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// Returns the format of a file of answers, by the ending of its name. Files with another
    /// ending are JSON lines.
    pub(crate) fn from_path(file: &Path) -> Self {
        match DataFormat::from_path(file) {
            Some(DataFormat::Parquet) => Self::Parquet,
            _ => Self::Jsonl,
        }
    }
}

/// A file of questions that is being written.
pub enum ShardWriter<W: Write + Send> {
    /// As JSON lines.
    Jsonl(W),
    /// As Parquet.
    Parquet(TextParquet<W, 4>),
}

#[derive(Deserialize)]
struct Question<'t> {
    custom_id: String,
    method: String,
    url: String,
    #[serde(borrow)]
    body: &'t RawValue,
}

impl<W: Write + Send> ShardWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn new(format: ShardFormat, to: W) -> Result<Self> {
        Ok(match format {
            ShardFormat::Jsonl => Self::Jsonl(to),
            ShardFormat::Parquet => Self::Parquet(TextParquet::new(to, COLUMNS)?),
        })
    }

    /// Adds questions, each a line in the form of OpenAI's batches.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&mut self, lines: &str) -> Result<()> {
        match self {
            Self::Jsonl(to) => Ok(to.write_all(lines.as_bytes())?),
            Self::Parquet(file) => {
                let row = |line: &str| {
                    let Question { custom_id, method, url, body } = serde_json::from_str(line)?;
                    Ok([custom_id, method, url, body.get().to_owned()])
                };
                let rows: Result<Vec<_>> = lines.lines().map(row).collect();
                Ok(file.write(&rows?)?)
            }
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(self) -> Result<W> {
        match self {
            Self::Jsonl(mut to) => {
                to.flush().context("writing the questions")?;
                Ok(to)
            }
            Self::Parquet(file) => Ok(file.finish()?),
        }
    }
}

/// Returns a row of answers as a line in the form of OpenAI's batches. `response`, `error`, and the
/// body of the response are structures or JSON texts.
pub(crate) fn result_of_row(row: &DataRow) -> Result<String> {
    let mut line: BTreeMap<&str, Box<RawValue>> = BTreeMap::new();
    for name in ["custom_id", "response", "error"] {
        let Some(value) = row.value(name) else { continue };
        let raw = match value {
            Value::String(text) if name != "custom_id" => json_text(text),
            Value::Object(members) if name == "response" => Some(envelope(members)?),
            _ => None,
        };
        let raw = raw.map_or_else(|| serde_json::value::to_raw_value(value), Ok)?;
        line.insert(name, raw);
    }
    Ok(serde_json::to_string(&line)?)
}

/// A response whose body is JSON, where it is a text of JSON.
fn envelope(members: &Map<String, Value>) -> Result<Box<RawValue>> {
    let mut response: BTreeMap<&str, Box<RawValue>> = BTreeMap::new();
    for (name, value) in members {
        let text = value.as_str().filter(|_| name == "body").and_then(json_text);
        let raw = text.map_or_else(|| serde_json::value::to_raw_value(value), Ok)?;
        response.insert(name, raw);
    }
    Ok(serde_json::value::to_raw_value(&response)?)
}

/// Returns a JSON text unchanged; `None` if the text is not JSON.
fn json_text(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(row: Value) -> String {
        let fields = row.as_object().expect("an object").clone();
        result_of_row(&DataRow { place: 1, fields }).expect("a line")
    }

    #[test]
    fn structures_and_texts_of_json_give_the_same_line() {
        let body = json!({"choices": [{"message": {"content": "(a)"}}]});
        let response = json!({"body": body, "status_code": 200});
        let expected = json!({"custom_id": "k", "response": response}).to_string();
        let text = response.to_string();
        for response in
            [response, json!(text), json!({"body": body.to_string(), "status_code": 200})]
        {
            assert_eq!(line(json!({"custom_id": "k", "response": response})), expected);
        }
        assert_eq!(
            line(json!({"custom_id": "k", "response": null, "error": "lost", "n": 3})),
            r#"{"custom_id":"k","error":"lost"}"#
        );
    }
}

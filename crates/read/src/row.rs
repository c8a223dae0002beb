//! Rows of JSON lines: an answer with its question, and what was read in it.

use crate::{Explained, Question, QuestionError};
use peirast_record::{FinishReason, Number, Task, UniqueValue, read_json};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

/// An answer to read, with the question that it answers. Other fields are passed over.
///
/// ```
/// use peirast_read::Row;
/// let line = r#"{"id": 1, "options": {"A": "red", "B": "blue"}, "text": "b)", "want": ["B"]}"#;
/// let read = Row::parse(line.as_bytes())?.read()?;
/// assert_eq!(read.to_string(), r#"{"id":1,"reading":"B","rule":"alone-on-line","span":[0,1],"why":"it stands alone on its line"}"#);
/// # Ok::<(), peirast_read::RowError>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    /// Its name; copied to the result.
    #[serde(default)]
    id: Value,
    /// `choice`, `yes-no`, `validity`, `number` or `text`; a choice if there are options.
    #[serde(default)]
    task: Option<Task>,
    /// The question, if it is known.
    #[serde(default)]
    question: String,
    /// Options by label, or texts in a list, which then have the labels `a`, `b` and so on.
    #[serde(default)]
    options: RowOptions,
    /// The answer.
    text: String,
    /// Why the answer ended; `stop` unless given.
    #[serde(default, deserialize_with = "finish")]
    finish: FinishReason,
    /// The readings that are right.
    #[serde(default)]
    want: Want,
}

/// Labels and texts of the options.
#[derive(Clone, Debug, Default)]
struct RowOptions(Vec<(String, String)>);

impl<'de> Deserialize<'de> for RowOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fault =
            || serde::de::Error::custom("`options` is no object of texts and no list of texts");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let options: Option<Vec<(String, String)>> = match UniqueValue::deserialize(deserializer)?.0
        {
            Value::Null => Some(Vec::new()),
            Value::Object(fields) => {
                fields.iter().map(|(label, value)| Some((label.clone(), text(value)?))).collect()
            }
            Value::Array(texts) => {
                let labels = ('a'..='z').map(|letter| letter.to_string()).chain(["?".to_owned()]);
                labels.zip(&texts).map(|(label, value)| Some((label, text(value)?))).collect()
            }
            _ => None,
        };
        options.map(Self).ok_or_else(fault)
    }
}

/// The readings that are right: a text, a number, or a list of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
enum Want {
    /// None given.
    #[default]
    None,
    /// Any of several.
    Any(Vec<Value>),
    /// One.
    One(Value),
}

impl Want {
    fn texts(&self) -> Vec<String> {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        match self {
            Self::None | Self::One(Value::Null) => Vec::new(),
            Self::Any(all) => all.iter().map(text).collect(),
            Self::One(one) => vec![text(one)],
        }
    }
}

fn finish<'de, D: Deserializer<'de>>(deserializer: D) -> Result<FinishReason, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(match text.as_deref() {
        None | Some("stop" | "") => FinishReason::Stop,
        Some("length" | "max_tokens") => FinishReason::Length,
        Some("content-filter" | "content_filter") => FinishReason::ContentFilter,
        Some(_) => FinishReason::Other,
    })
}

/// A row that cannot be read.
#[derive(Debug, Error)]
pub enum RowError {
    /// It is no JSON, or lacks its text.
    #[error("no row: {0}")]
    Json(#[from] serde_json::Error),
    /// It has neither options nor a task.
    #[error(
        "no task: give the row `options`, or `\"task\": \"yes-no\"`, `validity`, `number` or `text`"
    )]
    Task,
    /// Its question cannot be put.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// It has nothing to compare with.
    #[error("nothing to compare with: give the row `want`, a reading or a list of them")]
    Want,
}

/// The reading of a row.
#[derive(Clone, Debug, Serialize)]
pub struct RowRead {
    id: Value,
    reading: String,
    rule: &'static str,
    span: Option<[usize; 2]>,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
}

impl std::fmt::Display for RowRead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let json = serde_json::to_string(self).map_err(|_| std::fmt::Error)?;
        f.write_str(&json)
    }
}

/// Result of comparing a reading with those that are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// It is one of them.
    Right,
    /// It is no verdict where one was wanted.
    Missed,
    /// It is another verdict.
    Wrong,
}

impl Row {
    /// A row from a line of JSON.
    ///
    /// # Errors
    /// A line that is no JSON object after the repairs of [`read_json`], has no `text`, or has fields
    /// of another type.
    pub fn parse(line: &[u8]) -> Result<Self, RowError> {
        Ok(read_json(&String::from_utf8_lossy(line))?)
    }

    /// Name of the row; null if it has none.
    pub fn id(&self) -> &Value {
        &self.id
    }

    /// Reads the answer.
    ///
    /// # Errors
    /// A row without a task, or whose question cannot be put.
    pub fn read(&self) -> Result<RowRead, RowError> {
        Ok(self.told(self.explain()?))
    }

    fn told(&self, explained: Explained) -> RowRead {
        RowRead {
            id: self.id.clone(),
            reading: explained.reading,
            rule: explained.rule,
            span: explained.span.map(|span| [span.start, span.end]),
            why: explained.why,
            check: None,
        }
    }

    /// Reads the answer and compares it with the readings that are right.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and a row without `want`.
    pub fn check(&self) -> Result<(RowRead, Check), RowError> {
        let explained = self.explain()?;
        let is_verdict = explained.is_verdict;
        let read = self.told(explained);
        let wants = self.want.texts();
        if wants.is_empty() {
            return Err(RowError::Want);
        }
        let number = |text: &str| text.parse::<Number>().ok();
        let same = |want: &String| {
            want.eq_ignore_ascii_case(&read.reading)
                || number(want).is_some_and(|want| Some(want) == number(&read.reading))
        };
        let check = match wants.iter().any(same) {
            true => Check::Right,
            false if is_verdict => Check::Wrong,
            false => Check::Missed,
        };
        Ok((RowRead { check: Some(check), ..read }, check))
    }

    fn explain(&self) -> Result<Explained, RowError> {
        let task = match self.task {
            Some(task) => task,
            None if self.options.0.is_empty() => return Err(RowError::Task),
            None => Task::Choice,
        };
        let question = Question::new(task, &self.options.0)?;
        let question = question.asked(self.question.as_str()).ended(self.finish);
        Ok(question.explain(&self.text))
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn check(line: &str) -> Check {
        Row::parse(line.as_bytes()).expect("a row").check().expect("a check").1
    }

    #[test]
    fn rows_are_compared() {
        assert_eq!(
            check(r#"{"task":"number","text":"7 races","want":["7","unread"]}"#),
            Check::Right
        );
        assert_eq!(check(r#"{"task":"number","text":"7 races","want":7}"#), Check::Right);
        assert_eq!(check(r#"{"task":"number","text":"3/4","want":"0.750"}"#), Check::Right);
        assert_eq!(check(r#"{"task":"number","text":"6 or 7","want":"7"}"#), Check::Missed);
        assert_eq!(check(r#"{"task":"yes-no","text":"No.","want":"yes"}"#), Check::Wrong);
        assert_eq!(check(r#"{"options":["red","blue"],"text":"blue","want":"b"}"#), Check::Right);
        let cut = r#"{"task":"yes-no","text":"It may","finish":"length","want":["truncated"]}"#;
        assert_eq!(check(cut), Check::Right);
    }

    #[test]
    fn rows_that_cannot_be_read() {
        for (line, fault) in [
            ("7", "no row: invalid type: integer `7`, expected struct Row at line 1 column 1"),
            ("{}", "no row: missing field `text` at line 1 column 2"),
            (
                r#"{"text":"7"}"#,
                "no task: give the row `options`, or `\"task\": \"yes-no\"`, `validity`, `number` or `text`",
            ),
            (
                r#"{"text":"7","task":"number"}"#,
                "nothing to compare with: give the row `want`, a reading or a list of them",
            ),
        ] {
            let fails = Row::parse(line.as_bytes()).and_then(|row| row.check());
            assert_eq!(fails.expect_err(line).to_string(), fault);
        }
    }
}

//! Rows of JSON lines: an answer with its question, and its reading.

use crate::{Explained, Question, QuestionError};
use peirast_record::{FinishReason, Number, Task, UniqueValue, read_json};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use thiserror::Error;

/// An answer to read, with the question that it answers. Other fields are ignored, except for those
/// that look like a misspelling of one of these.
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
    /// Its name, as it is written; copied to the result.
    #[serde(default)]
    id: Option<Box<RawValue>>,
    /// `choice`, `yes-no`, `validity`, `number` or `text`; a choice if there are options.
    #[serde(default)]
    task: Option<Task>,
    /// The question, if it is known.
    #[serde(default)]
    question: String,
    /// Options by label, or a list of texts, which then have the labels `a`, `b` and so on.
    #[serde(default)]
    options: RowOptions,
    /// The answer.
    text: String,
    /// The reason why the answer ended, in the term of a file or a provider; `stop` by default.
    #[serde(default, deserialize_with = "finish")]
    finish: FinishReason,
    /// The right readings.
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

/// The right readings: a text, a number, or a list of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
enum Want {
    /// None given.
    #[default]
    None,
    /// Several.
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
    let Some(word) = text.filter(|word| !word.is_empty()) else { return Ok(FinishReason::Stop) };
    FinishReason::from_word(&word).ok_or_else(|| {
        serde::de::Error::custom(format!(
            "`finish` is `{}`, which says nothing of how an answer ended: write stop, length, content-filter or other",
            word.escape_debug()
        ))
    })
}

/// Fields of a row that may be missing, so that a misspelled one would be ignored.
const OPTIONAL: [&str; 5] = ["task", "question", "options", "finish", "want"];

/// Names of a field in other formats.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("finish_reason", "finish"),
    ("stop_reason", "finish"),
    ("finishReason", "finish"),
    ("stopReason", "finish"),
    ("choices", "options"),
];

/// The names of the fields of a row.
struct Keys(Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = BTreeMap::<String, IgnoredAny>::deserialize(deserializer)?;
        Ok(Self(fields.into_keys().collect()))
    }
}

impl Keys {
    /// The first field, by name, that looks like a misspelling of a missing one, with that one.
    fn slip(self) -> Option<(String, &'static str)> {
        let is_there = |field: &str| self.0.iter().any(|key| key == field);
        self.0.iter().find_map(|key| {
            let other_name = OTHER_NAMES.iter().find(|(name, _)| key == name).map(|one| one.1);
            let near = OPTIONAL.into_iter().find(|field| is_near(key, field));
            let meant = other_name.or(near).filter(|field| key != field && !is_there(field))?;
            Some((key.clone(), meant))
        })
    }
}

/// Returns true if a name differs from a field's by a letter or two.
fn is_near(key: &str, field: &str) -> bool {
    let most = if field.len() > 4 { 2 } else { 1 };
    strsim::osa_distance(&key.trim().to_lowercase(), field) <= most
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
    /// It has a field that is probably misspelled.
    #[error(
        "`{key}` is no field of a row: did you mean `{meant}`? Correct it, or give it another name"
    )]
    Slip {
        /// The field.
        key: String,
        /// The field that it looks like.
        meant: &'static str,
    },
    /// A wanted reading that no answer to the question can have.
    #[error("`want` is `{want}`, which no answer can be read as: write {known}")]
    UnknownWant {
        /// The wanted reading.
        want: String,
        /// The possible readings.
        known: String,
    },
    /// It has no right readings to compare with.
    #[error("nothing to compare with: give the row `want`, a reading or a list of them")]
    Want,
}

/// The reading of a row.
#[derive(Clone, Debug, Serialize)]
pub struct RowRead {
    id: Option<Box<RawValue>>,
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

/// Result of comparing a reading with the right ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// It is one of them.
    Right,
    /// It is no verdict, but a verdict is right.
    Missed,
    /// It is another verdict.
    Wrong,
}

impl Row {
    /// A row from a line of JSON.
    ///
    /// # Errors
    /// A line that is no JSON object after the repairs of [`read_json`], has no `text`, or has
    /// fields of another type; or a field that looks like a misspelling of a missing one.
    pub fn parse(line: &[u8]) -> Result<Self, RowError> {
        let text = String::from_utf8_lossy(line);
        // If the line is no object, parsing the row gives the error.
        let slip = read_json::<Keys>(&text).ok().and_then(Keys::slip);
        match slip {
            Some((key, meant)) => Err(RowError::Slip { key, meant }),
            None => Ok(read_json(&text)?),
        }
    }

    /// Reads the answer.
    ///
    /// # Errors
    /// A row without a task, or whose question cannot be put.
    pub fn read(&self) -> Result<RowRead, RowError> {
        Ok(self.told(self.question()?.explain(&self.text)))
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

    /// Reads the answer and compares it with the right readings.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), a row without `want`, and a wanted reading that is
    /// impossible.
    pub fn check(&self) -> Result<(RowRead, Check), RowError> {
        let question = self.question()?;
        if let Some(want) = self.want.texts().into_iter().find(|want| !question.has(want)) {
            return Err(RowError::UnknownWant { want, known: question.readings() });
        }
        let explained = question.explain(&self.text);
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

    fn question(&self) -> Result<Question, RowError> {
        let task = match self.task {
            Some(task) => task,
            None if self.options.0.is_empty() => return Err(RowError::Task),
            None => Task::Choice,
        };
        let question = Question::new(task, &self.options.0)?;
        Ok(question.asked(self.question.as_str()).ended(self.finish))
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
    fn an_id_is_copied_as_it_is_written() {
        for id in [
            "1",
            "123456789012345678901234567890",
            "1.10",
            "1e400",
            r#""q\u0041 7""#,
            r#"{"n": 1}"#,
        ] {
            let line = format!(r#"{{"id":{id},"task":"number","text":"7"}}"#);
            let read = Row::parse(line.as_bytes()).expect("a row").read().expect("a reading");
            assert!(read.to_string().starts_with(&format!(r#"{{"id":{id},"#)), "{read}");
        }
        for line in [r#"{"task":"number","text":"7"}"#, r#"{"id":null,"task":"number","text":"7"}"#]
        {
            let read = Row::parse(line.as_bytes()).expect("a row").read().expect("a reading");
            assert!(read.to_string().starts_with(r#"{"id":null,"#), "{read}");
        }
    }

    #[test]
    fn an_end_is_named_by_any_word_for_it() {
        for (word, check_as) in [
            ("MAX_TOKENS", Check::Right),
            ("LENGTH", Check::Right),
            ("model_length", Check::Right),
            ("stop", Check::Missed),
            ("", Check::Missed),
        ] {
            let line = format!(
                r#"{{"task":"yes-no","text":"It may","finish":"{word}","want":["truncated"]}}"#
            );
            assert_eq!(check(&line), check_as, "{word}");
        }
    }

    #[test]
    fn a_slip_of_a_field_is_found_and_a_note_passed_over() {
        for slip in ["optoins", "option", "Options", "choices"] {
            let line = format!(r#"{{"{slip}":["red","blue"],"task":"yes-no","text":"blue"}}"#);
            let error = Row::parse(line.as_bytes()).expect_err(slip).to_string();
            assert!(error.contains(&format!("`{slip}`")) && error.contains("`options`"), "{error}");
        }
        for slip in ["finsh", "finish_reason", "stop_reason", "wants", "tasc", "qustion"] {
            let line = format!(r#"{{"options":["red","blue"],"text":"blue","{slip}":"x"}}"#);
            assert!(matches!(Row::parse(line.as_bytes()), Err(RowError::Slip { .. })), "{slip}");
        }
        for note in ["kind", "model", "test", "ids", "note", "gold", "task_id", "answer"] {
            let line = format!(r#"{{"options":["red","blue"],"text":"blue","{note}":"x"}}"#);
            Row::parse(line.as_bytes()).expect(note);
        }
    }

    #[test]
    fn a_wanted_reading_is_one_that_an_answer_can_have() {
        for (row, wants) in [
            (r#""options":["red","blue"]"#, [r#""c""#, r#""blue""#, r#"["a","yes"]"#]),
            (r#""options":{"1":"red","2":"blue"}"#, ["3", r#""a""#, r#""none""#]),
            (r#""task":"yes-no""#, [r#""true""#, r#""valid""#, r#""""#]),
            (r#""task":"validity""#, [r#""yes""#, r#""a""#, r#""unraed""#]),
            (r#""task":"number""#, [r#""seven""#, r#""yes""#, r#"["7","x"]"#]),
            (r#""task":"text""#, [r#""""#, r#""  ""#, r#"["a",""]"#]),
        ] {
            for want in wants {
                let line = format!(r#"{{{row},"text":"blue","want":{want}}}"#);
                let failed = Row::parse(line.as_bytes()).expect("a row").check();
                assert!(matches!(failed, Err(RowError::UnknownWant { .. })), "{line}: {failed:?}");
            }
        }
        for fine in [
            r#"{"options":{"1":"red","2":"blue"},"text":"2","want":2}"#,
            r#"{"options":{"A":"red","B":"blue"},"text":"b","want":["b","Unread"]}"#,
            r#"{"task":"validity","text":"valid","want":"Valid"}"#,
            r#"{"task":"text","text":"Rome","want":"Rome"}"#,
            r#"{"task":"number","text":"nobody knows","want":["1e-30","unread"]}"#,
            r#"{"task":"number","text":"nobody knows","want":[99999999999999999999999,"unread"]}"#,
        ] {
            assert_eq!(check(fine), Check::Right, "{fine}");
        }
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
                r#"{"text":"7","task":"number","finish":"foo"}"#,
                "no row: `finish` is `foo`, which says nothing of how an answer ended: write stop, length, \
                 content-filter or other at line 1 column 43",
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

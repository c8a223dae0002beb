//! Reading answers from texts.

use crate::error::{bad_value, input_error};
use peirast_read::{Check, Question, Row};
use peirast_record::{FinishReason, Task};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

/// Reads a text: the reading, the rule, the span in characters, the words, and the reason.
#[pyfunction]
fn read_answer(
    py: Python<'_>,
    text: &str,
    options: Vec<(String, String)>,
    task: &str,
    question: &str,
    cut_off: bool,
) -> PyResult<Py<PyAny>> {
    let task = match task {
        "choice" => Task::Choice,
        "yes-no" => Task::YesNo,
        "validity" => Task::Validity,
        "number" => Task::Number,
        "text" => Task::Text,
        other => {
            return Err(input_error(format!(
                "there is no task {other:?}: there are choice, yes-no, validity, number, text"
            )));
        }
    };
    let finish = if cut_off { FinishReason::Length } else { FinishReason::Stop };
    let asked = Question::new(task, &options).map_err(|error| bad_value(&error))?;
    let asked = asked.ended(finish).asked(question);
    let answer = py.detach(|| asked.explain(text));
    let read = PyDict::new(py);
    read.set_item("reading", &answer.reading)?;
    read.set_item("is_verdict", answer.is_verdict)?;
    read.set_item("rule", answer.rule)?;
    // Python counts characters.
    let place = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
    read.set_item("span", answer.span.map(|span| (place(span.start), place(span.end))))?;
    let words = answer.span.and_then(|span| text.get(span.start..span.end));
    read.set_item("words", words.unwrap_or_default())?;
    read.set_item("why", answer.why)?;
    Ok(read.into_any().unbind())
}

/// Reads a text and compares it with the right readings: `right`, `wrong`, or `missed` if it is no
/// verdict.
#[pyfunction]
fn check_answer(
    py: Python<'_>,
    text: &str,
    options: Vec<(String, String)>,
    task: &str,
    want: Vec<String>,
    cut_off: bool,
) -> PyResult<&'static str> {
    let options: Map<String, Value> =
        options.into_iter().map(|(label, option)| (label, Value::String(option))).collect();
    let finish = if cut_off { "length" } else { "stop" };
    let line =
        json!({"task": task, "options": options, "text": text, "finish": finish, "want": want});
    let (_, check) = py
        .detach(|| Row::parse(line.to_string().as_bytes())?.check())
        .map_err(|error| bad_value(&error))?;
    Ok(match check {
        Check::Right => "right",
        Check::Wrong => "wrong",
        Check::Missed => "missed",
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(check_answer, module)?)?;
    module.add_function(wrap_pyfunction!(read_answer, module)?)
}

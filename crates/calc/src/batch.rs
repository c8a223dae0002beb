//! Many calls in one JSON document: answers them, or compares the answers with recorded ones.

use crate::error::{CalcError, Result, refuse};
use crate::suites::{self, Field, Fields, Input, Runner};
use peirast_record::json_fault;
use peirast_table::{escape_json, escape_line};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A document with a list `suites`. Each suite has a name and a list `vectors` of calls.
#[derive(Clone, Debug)]
pub struct BatchDocument(Value);

/// What is wrong with a line that should be JSON.
pub(crate) fn line_fault(error: &serde_json::Error) -> String {
    json_fault(error).unwrap_or_else(|| "the line is cut off".to_owned())
}

/// The answers to all calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchAnswers {
    /// A JSON object for each call, one on each line.
    pub lines: String,
    /// True if the input of every call was valid.
    pub is_complete: bool,
}

/// A comparison of all calls with the recorded answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchCheck {
    /// Number of calls that agree.
    pub passed: usize,
    /// Calls that do not agree, each with the first field that differs.
    pub misses: Vec<String>,
}

/// One call: its suite, the description of the suite, and the vector.
struct Call<'a> {
    suite: &'a str,
    runner: Runner,
    about: &'a Value,
    vector: &'a Value,
}

impl BatchDocument {
    /// Reads a document.
    ///
    /// # Errors
    /// If the text is not JSON, has another layout, or names an unknown suite.
    pub fn parse(text: &str) -> Result<Self> {
        let document = Self(serde_json::from_str(text)?);
        document.calls()?;
        Ok(document)
    }

    /// Answers every call.
    ///
    /// # Errors
    /// None after the document was read.
    pub fn answer(&self) -> Result<BatchAnswers> {
        let lines: Vec<(String, bool)> = self.calls()?.par_iter().map(answer).collect();
        Ok(BatchAnswers {
            is_complete: lines.iter().all(|(_, is_good)| *is_good),
            lines: lines.iter().map(|(line, _)| escape_json(line) + "\n").collect(),
        })
    }

    /// Compares every call with its recorded answer.
    ///
    /// # Errors
    /// None after the document was read.
    pub fn check(&self) -> Result<BatchCheck> {
        let calls = self.calls()?;
        let verdicts: Vec<Result<(), String>> = calls.par_iter().map(compare).collect();
        let miss = |(call, verdict): (&Call<'_>, Result<(), String>)| {
            Some(format!("{}: {}", call.place(), verdict.err()?))
        };
        let misses: Vec<String> = calls.iter().zip(verdicts).filter_map(miss).collect();
        Ok(BatchCheck { passed: calls.len() - misses.len(), misses })
    }

    fn calls(&self) -> Result<Vec<Call<'_>>, CalcError> {
        let Some(list) = self.0["suites"].as_array() else {
            refuse!("expected an object with a list `suites`, each with `suite` and `vectors`");
        };
        let mut calls = Vec::new();
        for (at, about) in list.iter().enumerate() {
            let names = (about["suite"].as_str(), about["vectors"].as_array());
            let (Some(suite), Some(vectors)) = names else {
                refuse!("suite {}: expected a name `suite` and a list `vectors`", at + 1);
            };
            let Some(runner) = suites::named(suite) else {
                refuse!(
                    "suite {}: there is no suite `{}`: there are {}",
                    at + 1,
                    escape_line(suite),
                    suites::names()
                );
            };
            calls.extend(vectors.iter().map(|vector| Call { suite, runner, about, vector }));
        }
        Ok(calls)
    }
}

impl Call<'_> {
    /// The name of the call in messages.
    fn place(&self) -> String {
        match &self.vector["id"] {
            Value::String(id) => format!("{} {}", self.suite, escape_line(id)),
            _ => self.suite.to_owned(),
        }
    }

    /// The fields of its answer, or the first fault of its input.
    fn run(&self) -> Result<Fields, String> {
        let input = Input::new(&self.vector["input"]);
        let fields = (self.runner)(&input);
        input.fault().map_or(Ok(fields), Err)
    }
}

/// The answer of one call, and true if its input was valid.
fn answer(call: &Call<'_>) -> (String, bool) {
    let id = &call.vector["id"];
    match call.run() {
        Ok(fields) => {
            let plain = |field: Field| match field {
                Field::Value(value) => value,
                Field::Undefined(why) => json!({"undefined": why}),
            };
            let out: BTreeMap<String, Value> =
                fields.into_iter().map(|(name, field)| (name, plain(field))).collect();
            (json!({"suite": call.suite, "id": id, "out": out}).to_string(), true)
        }
        Err(why) => (json!({"suite": call.suite, "id": id, "error": why}).to_string(), false),
    }
}

/// Compares a call with its recorded answer. The error names the first field that differs.
fn compare(call: &Call<'_>) -> Result<(), String> {
    let got = call.run()?;
    let none = serde_json::Map::new();
    let expected = call.vector["expect"].as_object().unwrap_or(&none);
    let undefined = call.vector["undefined"].as_object().unwrap_or(&none);
    for (name, want) in expected.iter().filter(|(name, _)| !undefined.contains_key(*name)) {
        let tolerance = Tolerance::new(call, name);
        match got.get(name) {
            Some(Field::Value(value)) if tolerance.accepts(value, want) => {}
            other => return Err(format!("{name} is {}, not {want}", render(other))),
        }
    }
    for (name, why) in undefined {
        if !matches!(got.get(name), Some(Field::Undefined(_))) {
            return Err(format!("{name} is {}, not undefined ({why})", render(got.get(name))));
        }
    }
    Ok(())
}

fn render(field: Option<&Field>) -> String {
    match field {
        None => "not among the fields".to_owned(),
        Some(Field::Value(value)) => value.to_string(),
        Some(Field::Undefined(why)) => format!("undefined ({why})"),
    }
}

/// The tolerance of a number.
struct Tolerance {
    relative: f64,
    absolute: f64,
}

impl Tolerance {
    /// The tolerance of the vector, or else that of the suite.
    fn new(call: &Call<'_>, field: &str) -> Self {
        let get = |name: &str| {
            let of_vector = call.vector["tolerance"][field][name].as_f64();
            of_vector.or_else(|| call.about["fields"][field][name].as_f64()).unwrap_or(0.0)
        };
        Self { relative: get("rel_tol"), absolute: get("abs_tol") }
    }

    fn accepts(&self, got: &Value, want: &Value) -> bool {
        match (got, want) {
            (Value::Array(got), Value::Array(want)) => {
                got.len() == want.len()
                    && got.iter().zip(want).all(|(got, want)| self.accepts(got, want))
            }
            (Value::Number(got), Value::Number(want)) => {
                let (Some(got), Some(want)) = (got.as_f64(), want.as_f64()) else { return false };
                // A smaller probability has no digits left in a float.
                let underflow = want.abs() < 1e-290 && (0.0..=1e-280).contains(&got);
                underflow || (got - want).abs() <= self.absolute.max(self.relative * want.abs())
            }
            _ => got == want,
        }
    }
}

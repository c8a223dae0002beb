//! Calls and their answers as JSON lines.

use super::{EtrSettings, texts, understood};
use crate::batch::line_fault;
use crate::clock::median_ns;
use peirast_etr::batch::{AskedReading, Call, CallError, Prepared, Row};
use peirast_etr::{Conditional, Engine, Error, Reading};
use peirast_record::{UniqueObject, WrittenFields};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The longest time for repeated measurements of a row's operation.
const LONGEST: Duration = Duration::from_millis(100);

/// A row: a call, and the reading of the theory, if the row names one.
#[derive(Deserialize)]
struct CallRow {
    #[serde(flatten)]
    call: Call,
    #[serde(flatten)]
    reading: AskedReading,
}

/// The answer to a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowAnswer {
    /// The answer as a line of JSON.
    pub line: String,
    /// The reason why the row could not be read, if it could not.
    pub fault: Option<String>,
}

/// Options of an answer to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOptions {
    /// True to keep the fields of the row.
    pub keep: bool,
    /// True to measure the time of the operation.
    pub time: bool,
    /// True if sentences and formulas are read in place of views.
    pub words: bool,
}

/// Answers a row. `place` names the row in messages.
pub fn answer_row(
    bytes: &[u8],
    place: &str,
    options: RowOptions,
    settings: &EtrSettings,
) -> RowAnswer {
    let (answer, fault) = match read_row(bytes, settings) {
        Ok((call, settings)) => (call_fields(call, options, &settings), None),
        Err(why) => (vec![("out", failure("BadRow", &format!("{place}: {why}")))], Some(why)),
    };
    // An answer replaces the recorded one.
    let answer = answer.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    RowAnswer { line: WrittenFields::of_line(bytes).answered(options.keep, &answer), fault }
}

/// The form of a row, for messages.
const SUCH_AS: &str =
    r#"write one object on each line, such as {"op": "update", "args": ["{A()}", "{B()}"]}"#;

/// The fields of a row.
fn row(bytes: &[u8]) -> Result<UniqueObject, String> {
    serde_json::from_slice(bytes).map_err(|error| {
        let what = line_fault(&error);
        format!("no row: {what}; {SUCH_AS}")
    })
}

/// The call of a row, and the settings of its answer.
fn read_row(bytes: &[u8], settings: &EtrSettings) -> Result<(Call, EtrSettings), String> {
    let UniqueObject(fields) = row(bytes)?;
    let CallRow { call, reading } = serde_json::from_value(Value::Object(fields))
        .map_err(|error| format!("no call: {error}; {SUCH_AS}"))?;
    let reading = reading.or(settings.reading).map_err(|error| error.to_string())?;
    Ok((call, EtrSettings { reading, ..settings.clone() }))
}

/// Compares the answer to a row with its recorded answer. `reading` applies unless the row names
/// another reading.
///
/// # Errors
/// If the row does not agree, with the reason.
pub fn check_row(bytes: &[u8], reading: Reading) -> Result<(), String> {
    let UniqueObject(mut fields) = row(bytes)?;
    let id = match fields.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(_) => WrittenFields::of_line(bytes).id().to_owned(),
        None => "row".to_owned(),
    };
    fields.insert("id".to_owned(), Value::String(id.clone()));
    let recorded = fields.keys().any(|name| name.starts_with("out"));
    let row: Row = serde_json::from_value(Value::Object(fields))
        .map_err(|error| format!("{id}: the call is invalid: {error}"))?;
    if !recorded {
        return Err(format!("{id}: the row has no `out` to compare with"));
    }
    row.check_under(reading).map_err(|mismatch| format!("{id} ({}): {mismatch}", row.call.op))
}

/// The fields of an answer: `out`, `ns` where it is wanted, and `repairs`, `conditional` and
/// `understood` where something was repaired, *if ... then* was heard, and sentences were read.
fn call_fields(
    call: Call,
    options: RowOptions,
    settings: &EtrSettings,
) -> Vec<(&'static str, Value)> {
    let mut told = Told::default();
    let ready = ready(call, options.words, settings, &mut told);
    let mut answers = match ready {
        Ok((engine, prepared)) => run(engine, &prepared, options.time),
        Err(failure) => vec![("out", failure)],
    };
    if !told.repairs.is_empty() {
        answers.push(("repairs", json!(told.repairs)));
    }
    answers.extend(told.heard.map(|heard| ("conditional", json!(heard.name()))));
    answers.extend(told.understood.map(|rows| ("understood", rows)));
    answers
}

/// Repairs and readings of the views of a row, which its answer lists.
#[derive(Default)]
struct Told {
    repairs: Vec<String>,
    heard: Option<Conditional>,
    understood: Option<Value>,
}

/// The call, ready to be carried out, or the failure that is its answer.
fn ready(
    mut call: Call,
    words: bool,
    settings: &EtrSettings,
    told: &mut Told,
) -> Result<(Engine, Prepared), Value> {
    let failed = |error: CallError| failure(class(&error), &error.to_string());
    let mut engine = settings.engine(&call).map_err(failed)?;
    if words {
        let read = understood::understand(call, &mut engine, settings);
        let (read, words) = read.map_err(|error| failure("Parse", &error.to_string()))?;
        (call, told.heard) = (read, words.heard);
        told.understood = words.fields().remove("understood");
    }
    if settings.tolerant {
        let repaired = texts::repair(&call, &mut engine, settings.conditional())
            .map_err(|unreadable| failed(CallError::from(unreadable.error)))?;
        told.repairs = repaired.repairs;
        told.heard = repaired.heard.or(told.heard);
        call = repaired.call;
    }
    let prepared = call.prepare(&mut engine).map_err(failed)?;
    Ok((engine, prepared))
}

fn run(mut engine: Engine, prepared: &Prepared, time: bool) -> Vec<(&'static str, Value)> {
    let answer = prepared(&mut engine);
    let ns = time.then(|| median_ns(1000, LONGEST, || prepared(&mut engine)));
    let out = match answer.map_err(CallError::from) {
        Ok(output) => output.to_value(&engine),
        Err(error) => failure(class(&error), &error.to_string()),
    };
    let mut answers = vec![("out", out)];
    answers.extend(ns.map(|ns| ("ns", json!(ns))));
    answers
}

fn failure(class: &str, message: &str) -> Value {
    json!({"error": class, "message": message})
}

fn class(error: &CallError) -> &'static str {
    match error {
        CallError::UnknownOperation(_) => "UnknownOperation",
        CallError::Argument { .. }
        | CallError::UnknownArgument(_)
        | CallError::UnknownReading(_) => "BadArgument",
        CallError::Engine(error) => error_class(error),
    }
}

/// The name of a kind of error in answers.
pub const fn error_class(error: &Error) -> &'static str {
    match error {
        Error::Parse(_) => "Parse",
        Error::Clash => "Clash",
        Error::NotMatryoshka => "NotMatryoshka",
        Error::Unquantified { .. } => "Unquantified",
        Error::Undefined { .. } => "Undefined",
        Error::TooManyStates { .. } => "TooManyStates",
        Error::TooManySteps { .. } => "TooManySteps",
        Error::TooManyAtoms { .. } => "TooManyAtoms",
        Error::TooManyObjects { .. } => "TooManyObjects",
        Error::TooManyMarks { .. } => "TooManyMarks",
        Error::TermTooLarge { .. } => "TermTooLarge",
        Error::WeightTooLarge { .. } => "WeightTooLarge",
        Error::Arithmetic { .. } => "Arithmetic",
        Error::Unwritable { .. } => "Unwritable",
        _ => "Other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_etr::Limits;

    const LONG: &str = "1234567890123456789012345678901";

    fn answer(row: &str, keep: bool) -> String {
        let settings = EtrSettings {
            reading: Reading::SOUND,
            limits: Limits::default(),
            functions: Vec::new(),
            tolerant: false,
            conditional: None,
        };
        answer_row(
            row.as_bytes(),
            "row 1",
            RowOptions { keep, time: false, words: false },
            &settings,
        )
        .line
    }

    #[test]
    fn a_broken_row_is_told_by_its_column_and_with_a_fix() {
        for (text, part) in [
            ("{\"op\": \n", "no row: the line is cut off; write one object"),
            ("{\"op\": 1,, 2}\n", "no row: column 10: key must be a string; write one object"),
            ("[1]\n", "no row: expected an object; write one object"),
            ("{\"args\": []}\n", "no call: missing field `op`; write one object"),
        ] {
            let line = answer(text, false);
            assert!(line.contains(part) && !line.contains("line 2"), "{line}");
        }
    }

    #[test]
    fn fields_are_copied_as_they_are_written() {
        let call = r#""op": "update", "args": ["{A()}", "{A()}"]"#;
        for id in [LONG, "1.0", "1e2", "-0.50", r#""\u0061""#, "null"] {
            let line = answer(&format!(r#"{{{call}, "id": {id}, "n": {LONG}}}"#), false);
            assert!(line.starts_with(&format!(r#"{{"id":{id},"out":"#)), "{line}");
            let line = answer(&format!(r#"{{"n": {LONG}, {call}, "id": {id}}}"#), true);
            assert!(
                line.starts_with(&format!(r#"{{"id":{id},"n":{LONG},"op":"update""#)),
                "{line}"
            );
            let line = answer(&format!(r#"{{"id": {id}, "op": 5}}"#), false);
            assert!(
                line.starts_with(&format!(r#"{{"id":{id},"out":{{"error":"BadRow""#)),
                "{line}"
            );
        }
        let differs = format!(r#"{{{call}, "id": {LONG}, "out": "{{B()}}"}}"#);
        let why = check_row(differs.as_bytes(), Reading::SOUND).expect_err("another answer");
        assert!(why.starts_with(&format!("{LONG} (update): ")), "{why}");
    }
}

//! `peirast etr batch`: JSON lines in, JSON lines out.

use super::clock::timed;
use super::settings::Settings;
use super::texts;
use crate::args::BatchArgs;
use crate::command::rows::{Line, Rows};
use crate::command::team::Team;
use crate::voice;
use anyhow::Result;
use peirast_etr::batch::{AskedReading, Call, CallError, Prepared};
use peirast_etr::{Engine, Error};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::process::ExitCode;

/// Answers every row; the exit code says whether all of them could be read.
pub fn batch(args: &BatchArgs, settings: &Settings) -> Result<ExitCode> {
    let team = Team::of(args.jobs)?;
    let mut rows = Rows::open(&args.files, team.most)?;
    let mut unread = 0_usize;
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        let answers = team.each(&some, |line| answer(line, args, settings));
        let mut text = String::new();
        for (row, line) in answers.iter().zip(&some) {
            if let Some(why) = &row.unread {
                voice::note(&format!("{}: {why}", line.place));
                unread += 1;
            }
            text.push_str(&row.text);
        }
        voice::result(&text)?;
    }
    Ok(if unread == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A row: a call, and under which reading it is asked, if the row says so.
#[derive(Deserialize)]
struct Asked {
    #[serde(flatten)]
    call: Call,
    #[serde(flatten)]
    asked: AskedReading,
}

/// The answer to a row, with its line end, and why the row could not be read if so.
struct Answer {
    text: String,
    unread: Option<String>,
}

fn answer(line: &Line, args: &BatchArgs, settings: &Settings) -> Answer {
    let fields: Map<String, Value> = match serde_json::from_slice(&line.bytes) {
        Ok(fields) => fields,
        Err(error) => return unread(line, Map::new(), format!("no row: {error}")),
    };
    let id = Map::from_iter(fields.get("id").map(|id| ("id".to_owned(), id.clone())));
    let kept = if args.keep { fields.clone() } else { id };
    match serde_json::from_value(Value::Object(fields)) {
        Err(error) => unread(line, kept, format!("no call: {error}")),
        Ok(Asked { call, asked }) => {
            let reading = match asked.or(settings.reading) {
                Ok(reading) => reading,
                Err(error) => return unread(line, kept, error.to_string()),
            };
            let settings = Settings { reading, ..settings.clone() };
            let answers = called(&call, args.time, &settings);
            Answer { text: written(kept, answers), unread: None }
        }
    }
}

fn unread(line: &Line, kept: Map<String, Value>, why: String) -> Answer {
    let out = failure("BadRow", &format!("{}: {why}", line.place));
    Answer { text: written(kept, vec![("out", out)]), unread: Some(why) }
}

/// An answer line: the id, what was kept of the row, and the answer.
fn written(mut kept: Map<String, Value>, answers: Vec<(&str, Value)>) -> String {
    let mut row = Map::new();
    row.insert("id".to_owned(), kept.shift_remove("id").unwrap_or(Value::Null));
    kept.shift_remove("out");
    row.extend(kept);
    row.extend(answers.into_iter().map(|(name, value)| (name.to_owned(), value)));
    format!("{}\n", Value::Object(row))
}

/// The fields of an answer: `out`, and `ns` and `repairs` where they are wanted.
fn called(call: &Call, time: bool, settings: &Settings) -> Vec<(&'static str, Value)> {
    let mut repairs = Vec::new();
    let ready = settings.engine(call).and_then(|mut engine| {
        let mut call = Cow::Borrowed(call);
        if settings.tolerant {
            let (repaired, notes) = texts::repaired(&call, &mut engine);
            (call, repairs) = (Cow::Owned(repaired), notes);
        }
        let prepared = call.prepare(&mut engine)?;
        Ok((engine, prepared))
    });
    let mut answers = match ready {
        Ok((engine, prepared)) => run(engine, &prepared, time),
        Err(error) => vec![("out", failure(class(&error), &error.to_string()))],
    };
    if !repairs.is_empty() {
        answers.push(("repairs", json!(repairs)));
    }
    answers
}

fn run(mut engine: Engine, prepared: &Prepared, time: bool) -> Vec<(&'static str, Value)> {
    let (answer, ns) = if time {
        let (answer, ns) = timed(prepared, &mut engine);
        (answer, Some(ns))
    } else {
        (prepared(&mut engine), None)
    };
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
        CallError::Engine(error) => match error {
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
        },
    }
}

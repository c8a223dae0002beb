//! `peirast stats batch`: many calls in one JSON document, answered or compared with what it records.

use super::suites::{self, Field};
use crate::args::StatsBatchArgs;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_report::{escape_json, escape_line};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::process::ExitCode;

/// The most misses that are shown unless all are wanted.
const SHOWN: usize = 20;

/// One call: its suite, the description of the suite, and the vector.
struct Call<'a> {
    suite: &'a str,
    about: &'a Value,
    vector: &'a Value,
}

impl Call<'_> {
    /// Its name, to be told to people.
    fn place(&self) -> String {
        match &self.vector["id"] {
            Value::String(id) => format!("{} {}", self.suite, escape_line(id)),
            _ => self.suite.to_owned(),
        }
    }
}

/// Answers every vector, or compares them all.
pub fn batch(args: &StatsBatchArgs) -> Result<ExitCode> {
    let (name, text) = read(args)?;
    let document: Value = serde_json::from_str(&text).with_context(|| format!("reading {name}"))?;
    let calls = calls(&document).with_context(|| format!("reading {name}"))?;
    if args.check { check(&calls, args.all) } else { answer(&calls) }
}

fn read(args: &StatsBatchArgs) -> Result<(String, String)> {
    match args.file.as_deref().filter(|file| *file != std::path::Path::new("-")) {
        Some(file) => {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(file).with_context(|| format!("reading {name}"))?;
            Ok((name, text))
        }
        None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("reading stdin")?;
            Ok(("stdin".to_owned(), text))
        }
    }
}

fn calls(document: &Value) -> Result<Vec<Call<'_>>> {
    let Some(list) = document["suites"].as_array() else {
        bail!("expected an object with a list `suites`, each with `suite` and `vectors`");
    };
    let mut calls = Vec::new();
    for (at, about) in list.iter().enumerate() {
        let (Some(suite), Some(vectors)) = (about["suite"].as_str(), about["vectors"].as_array())
        else {
            bail!("suite {}: expected a name `suite` and a list `vectors`", at + 1);
        };
        if !suites::SUITES.contains(&suite) {
            bail!(
                "suite {}: there is no suite `{}`: there are {}",
                at + 1,
                escape_line(suite),
                suites::SUITES.join(", ")
            );
        }
        calls.extend(vectors.iter().map(|vector| Call { suite, about, vector }));
    }
    Ok(calls)
}

/// Prints what every vector comes to, a JSON object a line.
fn answer(calls: &[Call<'_>]) -> Result<ExitCode> {
    let lines: Vec<(String, bool)> = calls.par_iter().map(answered).collect();
    let text: String = lines.iter().map(|(line, _)| escape_json(line) + "\n").collect();
    voice::result(&text)?;
    Ok(if lines.iter().all(|(_, good)| *good) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The answer of one vector, and whether its input was good.
fn answered(call: &Call<'_>) -> (String, bool) {
    let id = &call.vector["id"];
    match suites::run(call.suite, &call.vector["input"]) {
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

/// Compares every vector with what it records.
fn check(calls: &[Call<'_>], all: bool) -> Result<ExitCode> {
    let verdicts: Vec<Result<(), String>> = calls.par_iter().map(compared).collect();
    let failed = verdicts.iter().filter(|verdict| verdict.is_err()).count();
    let misses =
        calls.iter().zip(&verdicts).filter_map(|(call, v)| Some((call, v.as_ref().err()?)));
    for (call, why) in misses.take(if all { usize::MAX } else { SHOWN }) {
        voice::note(&format!("{}: {why}", call.place()));
    }
    if failed > SHOWN && !all {
        voice::note(&format!("and {} more, which --all shows", failed - SHOWN));
    }
    voice::result(&format!("{} passed, {failed} failed\n", calls.len() - failed))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether a vector comes to what it records, or the first field that does not.
fn compared(call: &Call<'_>) -> Result<(), String> {
    let got = suites::run(call.suite, &call.vector["input"])?;
    let none = serde_json::Map::new();
    let expected = call.vector["expect"].as_object().unwrap_or(&none);
    let undefined = call.vector["undefined"].as_object().unwrap_or(&none);
    for (name, want) in expected.iter().filter(|(name, _)| !undefined.contains_key(*name)) {
        let tolerance = Tolerance::of(call, name);
        match got.get(name) {
            Some(Field::Value(value)) if tolerance.accepts(value, want) => {}
            other => return Err(format!("{name} is {}, not {want}", shown(other))),
        }
    }
    for (name, why) in undefined {
        if !matches!(got.get(name), Some(Field::Undefined(_))) {
            return Err(format!("{name} is {}, not undefined ({why})", shown(got.get(name))));
        }
    }
    Ok(())
}

fn shown(field: Option<&Field>) -> String {
    match field {
        None => "not among the fields".to_owned(),
        Some(Field::Value(value)) => value.to_string(),
        Some(Field::Undefined(why)) => format!("undefined ({why})"),
    }
}

/// How far a number may be off.
struct Tolerance {
    relative: f64,
    absolute: f64,
}

impl Tolerance {
    /// That of the vector, or of the suite.
    fn of(call: &Call<'_>, field: &str) -> Self {
        let get = |name: &str| {
            let own = call.vector["tolerance"][field][name].as_f64();
            own.or_else(|| call.about["fields"][field][name].as_f64()).unwrap_or(0.0)
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
                // Below this a probability has no digits left in a float.
                let underflow = want.abs() < 1e-290 && (0.0..=1e-280).contains(&got);
                underflow || (got - want).abs() <= self.absolute.max(self.relative * want.abs())
            }
            _ => got == want,
        }
    }
}

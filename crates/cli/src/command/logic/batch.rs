//! `peirast logic batch`: JSON lines in, JSON lines out.

use super::check::answered;
use super::given::Given;
use crate::args::LogicBatchArgs;
use crate::command::checking::checked;
use crate::command::rows::{Line, Rows};
use crate::command::team::Team;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_logic::{Verdict, entails};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: Value,
    premises: Vec<String>,
    conclusion: String,
    entailed: Option<bool>,
}

fn row(line: &Line) -> Result<Row> {
    let fields: Map<String, Value> =
        serde_json::from_slice(&line.bytes).context("no row: a JSON object is needed")?;
    serde_json::from_value(Value::Object(fields))
        .context("no row: premises and a conclusion are needed")
}

/// The id of a row whatever else is wrong with it.
fn id(line: &Line) -> Value {
    let row: Option<Map<String, Value>> = serde_json::from_slice(&line.bytes).ok();
    row.and_then(|mut row| row.remove("id")).unwrap_or_default()
}

/// Answers every row; the exit code says whether all of them could be read.
pub fn batch(args: &LogicBatchArgs) -> Result<ExitCode> {
    let team = Team::of(args.jobs)?;
    let mut rows = Rows::open(&args.files, team.most)?;
    let mut unread = 0_usize;
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        let mut text = String::new();
        for (answer, line) in
            team.each(&some, |line| answer(line, args.time)).into_iter().zip(&some)
        {
            match answer {
                Ok(answer) => text.push_str(&format!("{}\n", Value::Object(answer))),
                Err(error) => {
                    unread += 1;
                    let message = format!("{}: {error:#}", line.place);
                    voice::note(&message);
                    text.push_str(&format!("{}\n", json!({"id": id(line), "error": message})));
                }
            }
        }
        voice::result(&text)?;
    }
    Ok(if unread == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn answer(line: &Line, time: bool) -> Result<Map<String, Value>> {
    let row = row(line)?;
    let given = Given::new(&row.premises, &row.conclusion)?;
    let argument = given.argument()?;
    let verdict = entails(&argument);
    let mut answer = Map::from_iter([("id".to_owned(), row.id)]);
    answer.extend(answered(&verdict, &argument));
    if time {
        answer.insert("ns".to_owned(), json!(timed(&given)?));
    }
    Ok(answer)
}

/// The median time from what was read to the verdict, in nanoseconds.
fn timed(given: &Given) -> Result<u64> {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 5 || times.len() < 200 && begun.elapsed() < Duration::from_millis(50) {
        let start = Instant::now();
        black_box(entails(&given.argument()?));
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    Ok(u64::try_from(median.as_nanos()).unwrap_or(u64::MAX))
}

/// Compares every row with what it records; the exit code says whether all agree.
pub fn check(args: &LogicBatchArgs) -> Result<ExitCode> {
    checked(&args.files, args.jobs, args.all, |line| {
        compared(line).map_err(|error| format!("{error:#}"))
    })
}

/// Why a row does not pass.
fn compared(line: &Line) -> Result<()> {
    let row = row(line)?;
    let Some(recorded) = row.entailed else {
        bail!("the row has no `entailed` to compare with");
    };
    let argument = Given::new(&row.premises, &row.conclusion)?.argument()?;
    match (entails(&argument), recorded) {
        (Verdict::Entailed, true) | (Verdict::Refuted(_), false) => Ok(()),
        (Verdict::Entailed, false) => bail!("recorded as not entailed, but the conclusion follows"),
        (Verdict::Refuted(structure), true) => {
            let words = structure.in_words(&argument.signature);
            bail!("recorded as entailed, but refuted by: {}", words.trim_end().replace('\n', "; "))
        }
        (Verdict::Unknown(gap), _) => bail!("unknown: {gap}"),
    }
}

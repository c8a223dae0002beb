//! `peirast etr batch --check`: answers compared with recorded ones.

use crate::args::BatchArgs;
use crate::command::rows::{Line, Rows};
use crate::command::team::Team;
use crate::voice;
use anyhow::Result;
use peirast_etr::Reading;
use peirast_etr::batch::Row;
use serde_json::{Map, Value};
use std::process::ExitCode;

/// The most differing rows that are shown unless all are wanted.
const SHOWN: usize = 20;

/// Compares every row with what it records; the exit code says whether all agree.
pub fn check(args: &BatchArgs, reading: Option<Reading>) -> Result<ExitCode> {
    let usual = reading.unwrap_or(Reading::PYETR_1_0_0);
    let team = Team::of(args.jobs)?;
    let mut rows = Rows::open(&args.files, team.most)?;
    let (mut passed, mut failed) = (0_usize, 0_usize);
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        for (verdict, line) in team.each(&some, |line| verdict(line, usual)).into_iter().zip(&some)
        {
            let Err(why) = verdict else {
                passed += 1;
                continue;
            };
            failed += 1;
            if args.all || failed <= SHOWN {
                voice::note(&format!("{}: {why}", line.place));
            }
        }
    }
    if failed > SHOWN && !args.all {
        voice::note(&format!("and {} more, which --all shows", failed - SHOWN));
    }
    voice::result(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why a row does not pass.
fn verdict(line: &Line, usual: Reading) -> Result<(), String> {
    let mut fields: Map<String, Value> =
        serde_json::from_slice(&line.bytes).map_err(|error| format!("no row: {error}"))?;
    let id = match fields.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(id) => id.to_string(),
        None => "row".to_owned(),
    };
    fields.insert("id".to_owned(), Value::String(id.clone()));
    let recorded = fields.keys().any(|name| name.starts_with("out"));
    let row: Row = serde_json::from_value(Value::Object(fields))
        .map_err(|error| format!("{id}: no call: {error}"))?;
    if !recorded {
        return Err(format!("{id}: the row has no `out` to compare with"));
    }
    row.check_under(usual).map_err(|mismatch| format!("{id} ({}): {mismatch}", row.call.op))
}

//! `peirast etr batch --check`: answers compared with recorded ones.

use crate::args::BatchArgs;
use crate::command::checking::checked;
use crate::command::rows::Line;
use anyhow::Result;
use peirast_etr::Reading;
use peirast_etr::batch::Row;
use serde_json::{Map, Value};
use std::process::ExitCode;

/// Compares every row with what it records; the exit code says whether all agree.
pub fn check(args: &BatchArgs, reading: Option<Reading>) -> Result<ExitCode> {
    let usual = reading.unwrap_or(Reading::PYETR_1_0_0);
    checked(&args.files, args.jobs, args.all, |line| verdict(line, usual))
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

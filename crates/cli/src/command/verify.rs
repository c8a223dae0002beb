//! `peirast verify`: problems worked out again from the file alone.

use super::checking::checked;
use super::rows::Line;
use crate::args::VerifyArgs;
use anyhow::Result;
use peirast_record::Problem;
use peirast_task::verified;
use std::process::ExitCode;

/// Works every problem of some files out again.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or_else(|| u16::try_from(cores()).unwrap_or(u16::MAX));
    checked(&args.files, jobs, args.all, agrees)
}

/// Whether a line is a problem of which everything is as it says.
fn agrees(line: &Line) -> Result<(), String> {
    let problem: Problem =
        serde_json::from_slice(&line.bytes).map_err(|error| format!("no problem: {error}"))?;
    let differences = verified(&problem).map_err(|error| error.to_string())?;
    let told = |one: &peirast_fallacy::Difference| {
        format!("{} is recorded as {}, and is {}", one.field, one.recorded, one.found)
    };
    match differences.as_slice() {
        [] => Ok(()),
        several => Err(several.iter().map(told).collect::<Vec<_>>().join("; ")),
    }
}

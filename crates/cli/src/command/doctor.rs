//! `peirast doctor`: finds problems that would stop a run, each with a remedy.

mod check;
mod disk;
mod endpoint;
mod store;

use super::runtime;
use crate::args::DoctorArgs;
use crate::console;
use anyhow::Result;
use check::{Check, State};
use std::path::Path;
use std::process::ExitCode;

/// Checks everything that a run needs.
pub fn doctor(args: &DoctorArgs) -> Result<ExitCode> {
    let checks = runtime()?.block_on(async {
        let mut checks = Vec::new();
        let opened = store::opened(args).await;
        let lanes = store::lanes(opened.as_ref()).await;
        let clocks = endpoint::look(args, &lanes, &mut checks).await;
        let held = store::look(args, opened, &mut checks).await;
        checks.push(endpoint::clock(&clocks, held.ahead_s));
        let place = args.dir.as_deref().unwrap_or(Path::new("."));
        checks.push(disk::room(place, held.needs));
        checks
    });
    let text: String = match args.json {
        true => checks.iter().map(Check::json).collect(),
        false => checks.iter().map(Check::line).collect(),
    };
    console::result(&text)?;
    let wrong = checks.iter().filter(|check| check.state == State::Wrong).count();
    if wrong > 0 {
        let looked_at = checks.iter().filter(|check| check.state != State::Skipped).count();
        console::note(&format!("{wrong} of {looked_at} things are wrong"));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

//! The commands, a page each.

pub mod audit;
pub mod batch;
pub mod cache;
pub mod compare;
pub mod completions;
pub mod cost;
mod counts;
pub mod doctor;
pub mod etr;
pub mod explain;
pub mod export;
pub mod figures;
mod forecast_text;
pub mod import;
pub mod logic;
pub mod make;
mod make_etr;
pub mod measure;
pub mod merge;
pub mod models;
pub mod pairs;
pub mod power;
pub mod prompts;
pub mod read;
pub mod reference;
pub mod report;
mod rows;
pub mod run;
mod shortfall;
pub mod show;
pub mod stats;
pub mod studies;
pub mod subjects;
pub mod tables;
pub mod test;
pub mod translate;
pub mod verify;
pub mod view;
pub mod worker;

use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::Printout;
use std::process::ExitCode;

/// The most cores that talk to networks. One takes in some ten thousand answers a second.
const SPEAKING: usize = 4;

/// The runtime that commands with I/O run on: half of the cores. The others make, grade and store, and what is
/// handed on within a core wakes no other.
fn runtime() -> Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores / 2).clamp(1, SPEAKING))
        .enable_all()
        .build()
        .context("starting the asynchronous runtime")?;
    heed_limits(&runtime);
    Ok(runtime)
}

/// A file that may not grow further is an error of whoever writes it, and no end without a word.
#[cfg(target_os = "linux")]
fn heed_limits(runtime: &tokio::runtime::Runtime) {
    use tokio::signal::unix::{SignalKind, signal};
    let _within = runtime.enter();
    // Who listens once is not ended by it any more. Where nobody can listen, all is as it was.
    drop(signal(SignalKind::from_raw(SIGXFSZ)));
}

#[cfg(not(target_os = "linux"))]
fn heed_limits(_: &tokio::runtime::Runtime) {}

/// The signal of a limit on the size of files: signal(7).
#[cfg(target_os = "linux")]
const SIGXFSZ: std::ffi::c_int = 25;

/// Prints one of the two forms of an answer.
fn print_one(printout: Printout, as_json: bool) -> Result<ExitCode> {
    console::finish(if as_json { &printout.json } else { &printout.text })
}

/// The exit code of a run that ended so. These are promised: a code never changes its meaning.
fn exit_code(outcome: peirast_study::RunOutcome) -> ExitCode {
    ExitCode::from(outcome.code())
}

/// The commit that the program was built from; none where that is not known.
fn commit() -> Option<&'static str> {
    Some(env!("PEIRAST_COMMIT")).filter(|commit| !commit.is_empty())
}

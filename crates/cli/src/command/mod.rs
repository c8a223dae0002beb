//! The commands, one module each.

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
pub mod register;
pub mod report;
mod rows;
pub mod run;
mod run_again;
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

/// The most cores that do network I/O. One handles about ten thousand answers per second.
const SPEAKING: usize = 4;

/// Returns the runtime for commands with I/O, on half of the cores. The other cores make, grade and
/// store. A handover within one core wakes no other core.
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

/// Turns the limit on file sizes into an error of the writer, instead of a silent end of the
/// program.
#[cfg(target_os = "linux")]
fn heed_limits(runtime: &tokio::runtime::Runtime) {
    use tokio::signal::unix::{SignalKind, signal};
    let _within = runtime.enter();
    // A process that has listened to the signal once is not ended by it. If listening fails,
    // nothing changes.
    drop(signal(SignalKind::from_raw(SIGXFSZ)));
}

#[cfg(not(target_os = "linux"))]
fn heed_limits(_: &tokio::runtime::Runtime) {}

/// The signal for the limit on file sizes: signal(7).
#[cfg(target_os = "linux")]
const SIGXFSZ: std::ffi::c_int = 25;

/// Prints an answer as text or as JSON.
fn print_one(printout: Printout, as_json: bool) -> Result<ExitCode> {
    console::finish(if as_json { &printout.json } else { &printout.text })
}

/// Returns the exit code for the outcome of a run. A code never changes its meaning.
fn exit_code(outcome: peirast_study::RunOutcome) -> ExitCode {
    ExitCode::from(outcome.code())
}

/// The commit from which the program was built, if known.
fn commit() -> Option<&'static str> {
    Some(env!("PEIRAST_COMMIT")).filter(|commit| !commit.is_empty())
}

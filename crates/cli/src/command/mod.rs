//! The commands, a page each.

mod audit;
mod batch;
mod cache;
mod checking;
mod completions;
mod cost;
mod doctor;
mod etr;
mod explain;
mod export;
mod export_inspect;
mod export_lm_eval;
mod figures;
mod forecast_text;
mod import;
mod import_etr;
mod import_inspect;
mod import_lm_eval;
mod import_syllogism;
mod logic;
mod make;
mod make_etr;
mod measure;
mod merge;
mod models;
mod power;
mod reference;
mod report;
mod rows;
mod run;
mod shortfall;
mod show;
mod stats;
mod studies;
mod subjects;
mod tables;
mod team;
mod test;
mod translate;
mod verify;
mod view;
mod worker;

pub use audit::audit;
pub use batch::batch;
pub use cache::cache;
pub use completions::completions;
pub use cost::cost;
pub use doctor::doctor;
pub use etr::etr;
pub use explain::explain;
pub use export::export;
pub use figures::figures;
pub use import::import;
pub use logic::logic;
pub use make::make;
pub use measure::measure;
pub use merge::merge;
pub use models::models;
pub use power::power;
pub use reference::reference;
pub use report::report;
pub use run::run;
pub use show::show;
pub use stats::stats;
pub use studies::{studies, study};
pub use subjects::subjects;
pub use tables::tables;
pub use test::test;
pub use translate::translate;
pub use verify::verify;
pub use view::view;
pub use worker::worker;

use anyhow::{Context as _, Result};

/// The most cores that talk to networks. One takes in some ten thousand answers a second.
const SPEAKING: usize = 4;

/// The runtime that commands with I/O run on: half of the cores. The others make, grade and store, and what is
/// handed on within a core wakes no other.
fn runtime() -> Result<tokio::runtime::Runtime> {
    let runtime = new_runtime()?;
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

fn new_runtime() -> Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores / 2).clamp(1, SPEAKING))
        .enable_all()
        .build()
        .context("starting the asynchronous runtime")
}

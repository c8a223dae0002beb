//! `peirast merge`: merges run directories of one study.

use super::runtime;
use crate::args::StoreUrl;
use crate::console;
use crate::observer::RunObserver;
use anyhow::Result;
use clap::Args;
use peirast_store::MergeSummary;
use peirast_study::{MergeReport, RunDir, SharedSink};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `merge`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast merge runs/monday runs/tuesday --into runs/both
  peirast merge runs/mine --into runs/shared --store postgres://me@db.lab/peirast

The result contains everything that the run directories contain; their order does not matter. If two
answers to one question exist, the first one received counts, and the other is kept as a duplicate. If
the output directory exists, it keeps its own answers and takes in the others.")]
pub struct MergeArgs {
    /// Run directories of one study.
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    /// The run directory of the result.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// Keep the result on PostgreSQL: postgres://USER@HOST:PORT/DATABASE?run=NAME.
    #[arg(long, value_name = "URL")]
    pub store: Option<StoreUrl>,
}

/// The most keys of questions with two answers that a message names.
const NAMED: usize = 3;

/// Merges stores.
pub fn merge(args: &MergeArgs) -> Result<ExitCode> {
    let mut target = RunDir::new(&args.into);
    if let Some(url) = &args.store {
        target = target.kept_at(url.location()?);
    }
    let sources: Vec<RunDir> = args.dirs.iter().map(RunDir::new).collect();
    let events: SharedSink = RunObserver::plain();
    let MergeReport { merged, held } = runtime()?.block_on(target.merge(&sources, &events))?;
    tell(&merged);
    console::finish(&format!(
        "{}: {} problems, {} questions, {} answers; new were {}, {} and {}\n",
        args.into.display(),
        held.problems,
        held.trials,
        held.responses,
        merged.problems,
        merged.trials,
        merged.responses,
    ))
}

fn tell(merged: &MergeSummary) {
    let twice = merged.answered_twice.len();
    if twice > 0 {
        let some: Vec<String> =
            merged.answered_twice.iter().take(NAMED).map(ToString::to_string).collect();
        console::note(&format!(
            "{twice} questions had several answers (such as {}): the one received first counts, or \
             the one that was here; the others are kept as duplicates",
            some.join(", ")
        ));
    }
}

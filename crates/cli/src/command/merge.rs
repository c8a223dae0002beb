//! `peirast merge`: several run directories of one study become one.

use super::runtime;
use crate::args::MergeArgs;
use crate::console;
use crate::observer::RunObserver;
use anyhow::Result;
use peirast_store::MergeSummary;
use peirast_study::{MergeReport, RunDir, SharedSink};
use std::process::ExitCode;

/// Keys of questions with two answers that are named.
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
             the one that was here; the others are kept beside it",
            some.join(", ")
        ));
    }
}

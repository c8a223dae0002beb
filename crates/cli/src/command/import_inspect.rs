//! `peirast import inspect`.

use super::import_lm_eval::{keep, known, list};
use super::runtime;
use crate::args::ImportInspectArgs;
use crate::console;
use anyhow::{Context as _, Result, bail};
use peirast_exchange::inspect::{RunAnswers, log_files, pair_counts, read_logs};
use peirast_report::escape_line;
use peirast_study::{ImportSummary, RunDir};
use std::path::Path;
use std::process::ExitCode;

/// Imports logs, or counts the pairs of their samples.
pub fn import(args: &ImportInspectArgs) -> Result<ExitCode> {
    let files = log_files(&args.files)?;
    if let Some(by) = &args.pair_by {
        return console::finish(&pair_counts(&files, by, args.members.as_deref())?);
    }
    let into = args.into.as_deref().context("--into names the run directory")?;
    let import = read_logs(&files, known(args.problems.as_deref())?)?;
    list(&import.left_out, "left out");
    let is_own = !import.own.trials.is_empty();
    if is_own && !import.brought.trials().is_empty() {
        bail!(
            "the logs hold answers of a run of ours, and others: import them one after the other, into \
             directories of their own"
        );
    }
    match is_own {
        true => restore(import.own, into, files.len()),
        false => keep(&import.brought, ("inspect-imported", "Inspect"), into),
    }
}

/// Stores the answers of a run of ours as they were.
fn restore(own: RunAnswers, into: &Path, logs: usize) -> Result<ExitCode> {
    let study = own.study.clone().context("a log of ours names its study")?;
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&own))?;
    console::finish(&format!(
        "{} answers to {} problems of the study `{}` in {logs} logs, {new} of them new, into {}\n",
        own.responses.len(),
        own.problems.len(),
        escape_line(&study.id),
        into.display()
    ))
}

//! `peirast import inspect`.

use super::import_lm_eval::{keep, known, list};
use super::runtime;
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_exchange::inspect::{RunAnswers, log_files, pair_counts, read_logs};
use peirast_report::escape_line;
use peirast_study::{ImportSummary, RunDir};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `import inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import inspect logs --into runs/again
  peirast import inspect theirs.eval --problems linda.jsonl --into runs/theirs
  peirast import inspect before.eval after.eval --pair-by id > counts.csv
  peirast import inspect pairs.eval --pair-by pair --members variant=original,perturbed > counts.csv
  peirast test --counts counts.csv

Logs that `peirast export inspect` wrote come back as the answers that they were. Samples of other logs
are matched with --problems by the field `problem` or `problem_id` of their metadata, by their id, or
by the text that was asked; their answers are read and graded here. With --pair-by, the scores in the
logs count as they are, and the counts of each scorer's pairs are printed as CSV.")]
pub struct ImportInspectArgs {
    /// Logs (.eval, .json), or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory.
    #[arg(long, value_name = "DIR", required_unless_present = "pair_by")]
    pub into: Option<PathBuf>,
    /// The problems that samples of other logs are matched with.
    #[arg(long, value_name = "FILE", conflicts_with = "pair_by")]
    pub problems: Option<PathBuf>,
    /// Count pairs instead: samples with the same value of `id`, or of a field of their metadata. Of
    /// two logs, the first has the originals.
    #[arg(long, value_name = "FIELD", conflicts_with = "into")]
    pub pair_by: Option<String>,
    /// Pairs within one log: the field that tells originals from perturbed ones, and its values for
    /// both.
    #[arg(long, value_name = "FIELD=ORIGINAL,PERTURBED", requires = "pair_by")]
    pub members: Option<String>,
}

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

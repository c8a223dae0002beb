//! `peirast export inspect`.

use super::runtime;
use crate::args::{LOG_FORMATS, TestOptions, one_of};
use crate::console;
use crate::observer::RunObserver;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_exchange::inspect::LogFormat;
use peirast_report::counted;
use peirast_study::{RunDir, SharedSink, artifact};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `export inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias --n 20 --into runs/token-bias
  peirast export inspect runs/token-bias --into logs
  inspect view --log-dir logs
  peirast import inspect logs --into runs/again

There is a log for each subject and hypothesis, with the answers that its pairs are made of: prompts
and answers in full, what was read and why it is right or wrong, what became of the pair, and the
tests. Answers in no pair stand in a log of their own. The same run gives the same bytes.")]
pub struct ExportInspectArgs {
    /// A run directory, finished or not.
    pub dir: PathBuf,
    /// The folder of the logs.
    #[arg(long, value_name = "LOGDIR")]
    pub into: PathBuf,
    /// Archives, of which Inspect reads only what it shows, or plain JSON.
    #[arg(long, value_parser = one_of(LOG_FORMATS), default_value = "eval")]
    pub format: LogFormat,
    #[command(flatten)]
    pub options: TestOptions,
}

/// Writes the answers of a run directory as logs of Inspect.
pub fn export(args: &ExportInspectArgs) -> Result<ExitCode> {
    let events: SharedSink = RunObserver::plain();
    let run =
        runtime()?.block_on(RunDir::new(&args.dir).exported(&args.options.options(), &events))?;
    let logs = run.logs()?;
    if logs.is_empty() {
        bail!("{} holds no answer yet: there is nothing to show", args.dir.display());
    }
    let dir = &args.into;
    check_apart(&args.dir, dir)?;
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let (format, mut samples) = (args.format, 0);
    for log in &logs {
        let path = dir.join(log.file_name(format));
        artifact::replace(&path, log.bytes(format)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        samples += log.samples.len();
    }
    let logs = counted(logs.len() as u64, "log", "logs");
    let samples = counted(samples as u64, "sample", "samples");
    console::finish(&format!("{logs} of {samples}, into {}\n", dir.display()))
}

/// Refuses a run directory as the folder of logs.
fn check_apart(run: &Path, into: &Path) -> Result<()> {
    let is_run = ["store.sqlite", "store.json"].iter().any(|mark| into.join(mark).exists());
    let is_same = || Some(run.canonicalize().ok()? == into.canonicalize().ok()?);
    if is_run || is_same().unwrap_or_default() {
        bail!(
            "{} is a run directory: name a folder of its own with --into, such as {}",
            into.display(),
            into.join("logs").display()
        );
    }
    Ok(())
}

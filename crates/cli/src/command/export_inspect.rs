//! `peirast export inspect`.

use super::runtime;
use crate::args::ExportInspectArgs;
use crate::console;
use crate::observer::RunObserver;
use anyhow::{Context as _, Result, bail};
use peirast_report::counted;
use peirast_study::{RunDir, SharedSink, artifact};
use std::path::Path;
use std::process::ExitCode;

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

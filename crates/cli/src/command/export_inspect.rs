//! `peirast export inspect`.

mod gather;
mod group;

use super::runtime;
use crate::args::{ExportInspectArgs, LogFormat};
use crate::voice;
use anyhow::{Context as _, Result, bail};
use gather::Gathered;
use peirast_exchange::inspect::{Log, entries, file_name};
use peirast_report::counted;
use peirast_study::artifact;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::ExitCode;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Writes the answers of a run directory as logs of Inspect.
pub fn export(args: &ExportInspectArgs) -> Result<ExitCode> {
    let gathered = runtime()?.block_on(Gathered::of(&args.dir, &args.options))?;
    let mut logs = gathered.logs()?;
    date(&mut logs);
    if logs.is_empty() {
        bail!("{} holds no answer yet: there is nothing to show", args.dir.display());
    }
    let dir = &args.into;
    check_apart(&args.dir, dir)?;
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let mut samples = 0;
    for log in &logs {
        let name =
            file_name(log.created(), &log.task, log.subject, &log.task_id, args.format.ending());
        let bytes = match args.format {
            LogFormat::Json => (log.json().to_string() + "\n").into_bytes(),
            LogFormat::Eval => archive(log)?,
        };
        put(&dir.join(name), &bytes)?;
        samples += log.samples.len();
    }
    let logs = counted(logs.len() as u64, "log", "logs");
    let samples = counted(samples as u64, "sample", "samples");
    voice::result(&format!("{logs} of {samples}, into {}\n", dir.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Logs stand apart from what they are made of: a folder of logs is taken for nothing else.
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

/// Gives logs of simulated subjects, whose answers have no times, that of the run: when its first answer was
/// asked for. Where all are simulated there is none, and the same run stays the same bytes.
fn date(logs: &mut [Log<'_>]) {
    let first = logs.iter().filter_map(|log| log.times.as_ref()).map(|(first, _)| first).min();
    let Some(first) = first.cloned() else { return };
    for log in logs.iter_mut().filter(|log| log.times.is_none()) {
        log.times = Some((first.clone(), first.clone()));
    }
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    artifact::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// The archive of a log. No time is in it, so that the same log is the same bytes.
fn archive(log: &Log<'_>) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, text) in entries(log) {
        archive.start_file(name, options).context("an archive")?;
        archive.write_all(text.as_bytes()).context("an archive")?;
    }
    Ok(archive.finish().context("an archive")?.into_inner())
}

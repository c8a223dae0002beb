//! `peirast report`, and the analysis that other commands print parts of.

use super::runtime;
use crate::args::ReportArgs;
use crate::console;
use crate::observer::RunObserver;
use anyhow::{Context as _, Result};
use peirast_report::{account, escape_line, json, page};
use peirast_study::analyse::write_tables;
use peirast_study::{Analysis, AnalysisOptions, RunDir, SharedSink, artifact};
use std::path::Path;
use std::process::ExitCode;

/// Writes the HTML report of a run directory; into the directory itself, with its tables.
pub fn report(args: &ReportArgs) -> Result<ExitCode> {
    let options = AnalysisOptions { prices: args.prices.options(), ..args.options.options() };
    let Analysis { report, outcomes, .. } = analyse(&args.dir, &options)?;
    if args.json {
        return console::finish(&json(&report)?);
    }
    if args.text {
        return console::finish(&account(&report));
    }
    let page = page(&report);
    let path = match &args.out {
        Some(path) => {
            artifact::write_at(path, &page)
                .with_context(|| format!("cannot write {}", path.display()))?;
            path.clone()
        }
        None => {
            let path = args.dir.join("report.html");
            artifact::write(&path, &page)?;
            write_tables(&args.dir, &report, &outcomes)?;
            path
        }
    };
    console::finish(&format!("{}\n", escape_line(&path.display().to_string())))
}

/// Reads, grades and tests every answer of a run directory.
pub fn analyse(dir: &Path, options: &AnalysisOptions) -> Result<Analysis> {
    let events: SharedSink = RunObserver::plain();
    Ok(runtime()?.block_on(RunDir::new(dir).analyse(options, &events))?)
}

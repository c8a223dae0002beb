//! `peirast report`, and the analysis that other commands also use.

use super::counts::RunOrCounts;
use super::runtime;
use crate::args::{PriceOptions, TestOptions};
use crate::console;
use crate::observer::RunObserver;
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use peirast_report::{account, escape_line, json, page};
use peirast_study::{Analysis, AnalysisOptions, RunDir, SharedSink, artifact, read_registration};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast report runs/token-bias --out report.html
  peirast report runs/token-bias --text
  peirast report runs/token-bias --registration prereg.md
  peirast report --counts counts.csv --out report.html
  peirast report runs/token-bias --json | jq '.limitations.found[].meaning'

The abstract, the limitations and the methods are generated from the actual run and its results. --text
prints them alone, for reading or for a paper.")]
pub struct ReportArgs {
    #[command(flatten)]
    pub source: RunOrCounts,
    /// The output file. Default: `report.html` in the run directory.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print abstract, limitations and methods as text, and write nothing.
    #[arg(long, conflicts_with_all = ["out", "json"])]
    pub text: bool,
    /// Print the report as JSON, and write nothing.
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
    /// The preregistration of the run, as `peirast study register` wrote it: the report says whether the
    /// run agrees with it. Default: the one that `peirast run --registration` recorded.
    #[arg(long, value_name = "FILE", conflicts_with = "counts")]
    pub registration: Option<PathBuf>,
    #[command(flatten)]
    pub options: TestOptions,
    #[command(flatten)]
    pub prices: PriceOptions,
}

/// Refuses a page with the name of another format.
fn check_page_name(path: &Path) -> Result<()> {
    const OTHER: [&str; 7] = ["csv", "docx", "json", "md", "pdf", "tex", "txt"];
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ensure!(
        !OTHER.iter().any(|other| ending.eq_ignore_ascii_case(other)),
        "{}: the report is an HTML page, so name a file that ends in .html; `peirast tables --format tex` writes \
         tables for papers, and `peirast report --text` the report as text",
        escape_line(&path.display().to_string())
    );
    Ok(())
}

/// Writes the HTML report of a run directory; if into the directory itself, with its tables.
pub fn report(args: &ReportArgs) -> Result<ExitCode> {
    args.out.as_deref().map(check_page_name).transpose()?;
    let options = AnalysisOptions {
        prices: args.prices.options(),
        surface: true,
        registration: args.registration.as_deref().map(read_registration).transpose()?,
        ..args.options.options()
    };
    let path = match (&args.out, &args.source.dir) {
        (None, Some(dir)) if !args.json && !args.text => {
            let analysis = analyse(dir, &options)?;
            if let Some(check) = &analysis.report.registration {
                console::note(&check.sentence);
            }
            let path = dir.join("report.html");
            artifact::write(&path, &page(&analysis.report))?;
            runtime()?.block_on(RunDir::new(dir).write_tables(&analysis))?;
            path
        }
        (out, _) => {
            let (report, _) = args.source.analysed(&args.options, &options)?;
            if args.json {
                return console::finish(&json(&report)?);
            }
            if args.text {
                return console::finish(&account(&report));
            }
            let path =
                out.clone().context("name the page of the counts, as in --out report.html")?;
            artifact::write_at(&path, page(&report))
                .with_context(|| format!("cannot write {}", path.display()))?;
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

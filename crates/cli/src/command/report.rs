//! `peirast report`, and the analysis that `run`, `test` and `report` share.

mod analysed;
mod early;
mod examples;
mod heard;
mod suspects;
mod whole;

pub use analysed::reader_of;
pub use early::Early;
pub use whole::Whole;

use super::{measure, runtime};
use crate::args::{PriceOptions, ReportArgs, TestOptions};
use crate::costs::{Prices, VerdictCost};
use crate::{artifact, voice};
use analysed::Analysed;
use anyhow::{Context as _, Result};
use peirast_record::Catalogue;
use peirast_report::{
    Outcomes, Report, account, counts_csv, escape_line, json, measured_csv, page, pooled_csv,
    rows_csv, votes_csv, write_outcomes,
};
use peirast_store::Store;
use std::path::Path;
use std::process::ExitCode;
use whole::Analysing;

/// Writes the HTML report of a run directory; into the directory itself, with its tables.
pub fn report(args: &ReportArgs) -> Result<ExitCode> {
    let (report, outcomes) = runtime()?.block_on(async {
        let prices = Prices::load(&args.prices)?;
        let (report, outcomes, _) = analyse_at(&args.dir, &args.options, false, &prices).await?;
        Ok::<_, anyhow::Error>((report, outcomes))
    })?;
    if args.json {
        voice::result(&json(&report)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.text {
        voice::result(&account(&report))?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = page(&report);
    let path = match &args.out {
        Some(path) => {
            artifact::write(path, &page).with_context(|| cannot_write(path))?;
            path.clone()
        }
        None => {
            let path = args.dir.join("report.html");
            write(&path, &page)?;
            write_tables(&args.dir, &report, &outcomes)?;
            path
        }
    };
    voice::result(&format!("{}\n", escape_line(&path.display().to_string())))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the tables that stand beside a report.
pub fn write_tables(dir: &Path, report: &Report, outcomes: &Outcomes) -> Result<()> {
    write(&dir.join("report.json"), &json(report)?)?;
    write(&dir.join("results.csv"), &rows_csv(&report.rows, &report.provenance)?)?;
    write(&dir.join("counts.csv"), &counts_csv(&report.rows)?)?;
    write(&dir.join("pooled.csv"), &pooled_csv(&report.pooled, &report.provenance)?)?;
    let path = dir.join("outcomes.csv");
    artifact::replace_by(&path, |file| write_outcomes(outcomes, file))
        .with_context(|| cannot_write(&path))?;
    if !report.ballots.is_empty() {
        write(&dir.join("votes.csv"), &votes_csv(&report.ballots)?)?;
    }
    if report.measured.is_empty() {
        return Ok(());
    }
    let tables = dir.join("tables");
    std::fs::create_dir_all(&tables)
        .with_context(|| format!("cannot make {}", tables.display()))?;
    for table in &report.measured {
        let path = tables.join(format!("{}.csv", table.name));
        write(&path, &measured_csv(table, &report.provenance)?)?;
    }
    Ok(())
}

/// Writes a file of a run directory, naming it if that fails.
pub fn write(path: &Path, text: &str) -> Result<()> {
    artifact::replace(path, text).with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Reads, grades and tests every answer of a run directory.
pub async fn analyse(dir: &Path, options: &TestOptions) -> Result<(Report, Outcomes)> {
    analyse_with(dir, options, false).await
}

/// The same, with mixed regressions if they are wanted.
pub async fn analyse_with(
    dir: &Path,
    options: &TestOptions,
    mixed: bool,
) -> Result<(Report, Outcomes)> {
    let prices = Prices::load(&PriceOptions::default())?;
    let (report, outcomes, _) = analyse_at(dir, options, mixed, &prices).await?;
    Ok((report, outcomes))
}

/// The same, with what the answers and verdicts cost at these prices.
pub async fn analyse_at(
    dir: &Path,
    options: &TestOptions,
    mixed: bool,
    prices: &Prices,
) -> Result<(Report, Outcomes, Vec<VerdictCost>)> {
    let scores = options.benchmarks.as_deref().map(measure::benchmarks).transpose()?;
    let asking = Analysing { options, mixed, prices, scores: scores.as_ref(), problems: None };
    let whole = asking.whole(dir).await?;
    Ok((whole.report, whole.outcomes, whole.verdicts))
}

/// The report of a run directory with everything that it was made of.
pub async fn analyse_whole(dir: &Path, options: &TestOptions) -> Result<Whole> {
    let prices = &Prices::load(&PriceOptions::default())?;
    Analysing { options, mixed: false, prices, scores: None, problems: None }.whole(dir).await
}

/// The same after a run into the directory, with no options, of its open `store`. `problems` are those that it
/// holds, if they are at hand, and `early` is what was made of its answers.
pub async fn analyse_run(
    dir: &Path,
    store: &Store,
    problems: Catalogue,
    early: Option<Early>,
) -> Result<Whole> {
    let prices = &Prices::load(&PriceOptions::default())?;
    let (options, problems) = (&TestOptions::default(), Some(problems));
    let asking = Analysing { options, mixed: false, prices, scores: None, problems };
    asking.opened(dir, store, early).await
}

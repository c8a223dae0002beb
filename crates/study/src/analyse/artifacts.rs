//! Files of an analysis.

use super::Analysis;
use super::manifest::manifest;
use crate::artifact::{replace_by, write};
use crate::error::{Context as _, Result};
use peirast_report::{
    Outcomes, Report, counts_csv, json, measured_csv, page, pooled_csv, rows_csv, votes_csv,
    write_outcomes,
};
use peirast_store::Store;
use std::path::Path;

impl Analysis {
    /// Writes the page, the tables and a manifest, which names the `commit` of the program.
    pub(crate) async fn write(
        &self,
        dir: &Path,
        store: &Store,
        commit: Option<&str>,
    ) -> Result<()> {
        let Self { report, outcomes, served, .. } = self;
        let manifest = manifest(store, report, served, commit).await?;
        let (paged, tabled) = rayon::join(
            || write(&dir.join("report.html"), &page(report)),
            || write_tables(dir, report, outcomes),
        );
        paged.and(tabled)?;
        write(&dir.join("manifest.json"), &manifest)
    }
}

/// Writes the tables of a report into a directory: results, counts, pooled tests, outcomes, votes
/// and measures.
///
/// # Errors
/// A file that cannot be written.
pub fn write_tables(dir: &Path, report: &Report, outcomes: &Outcomes) -> Result<()> {
    write(&dir.join("report.json"), &json(report)?)?;
    write(&dir.join("results.csv"), &rows_csv(&report.rows, &report.provenance))?;
    write(&dir.join("counts.csv"), &counts_csv(&report.rows))?;
    write(&dir.join("pooled.csv"), &pooled_csv(&report.pooled, &report.provenance))?;
    let path = dir.join("outcomes.csv");
    replace_by(&path, |file| write_outcomes(outcomes, file))
        .with_context(|| format!("cannot write {}", path.display()))?;
    if !report.ballots.is_empty() {
        write(&dir.join("votes.csv"), &votes_csv(&report.ballots))?;
    }
    if report.measured.is_empty() {
        return Ok(());
    }
    let tables = dir.join("tables");
    std::fs::create_dir_all(&tables)
        .with_context(|| format!("cannot make {}", tables.display()))?;
    for table in &report.measured {
        let path = tables.join(format!("{}.csv", table.name));
        write(&path, &measured_csv(table, &report.provenance))?;
    }
    Ok(())
}

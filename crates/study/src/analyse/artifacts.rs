//! Files of an analysis.

use super::Analysis;
use super::manifest::manifest;
use super::texts::write_outcomes;
use crate::artifact::write;
use crate::error::Result;
use crate::run::RunDir;
use peirast_report::{
    Report, counts_csv, json, measured_csv, page, pooled_csv, rows_csv, votes_csv,
};
use peirast_store::{Store, make_folder};
use std::path::Path;

impl Analysis {
    /// Writes the page, the tables and a manifest, which names the `commit` of the program.
    pub(crate) async fn write(
        &self,
        dir: &Path,
        store: &Store,
        commit: Option<&str>,
    ) -> Result<()> {
        let Self { report, served, .. } = self;
        let manifest = manifest(store, report, served, commit).await?;
        let (paged, tabled) = rayon::join(
            || write(&dir.join("report.html"), &page(report)),
            || write_tables(dir, report),
        );
        paged.and(tabled)?;
        write_outcomes(&dir.join("outcomes.csv"), self, store).await?;
        write(&dir.join("manifest.json"), &manifest)
    }
}

impl RunDir {
    /// Writes the tables of an analysis of this directory into it: results, counts, pooled tests,
    /// outcomes with the texts of answers, votes and measures.
    ///
    /// # Errors
    /// A store that cannot be read; a file that cannot be written.
    pub async fn write_tables(&self, analysis: &Analysis) -> Result<()> {
        write_tables(self.path(), &analysis.report)?;
        let store = Store::open_read_only(self.path()).await?;
        let path = self.path().join("outcomes.csv");
        let written = write_outcomes(&path, analysis, &store).await;
        store.close().await;
        written
    }
}

/// Writes the tables that hold no single answers.
fn write_tables(dir: &Path, report: &Report) -> Result<()> {
    write(&dir.join("report.json"), &json(report)?)?;
    write(&dir.join("results.csv"), &rows_csv(&report.rows, &report.provenance))?;
    write(&dir.join("counts.csv"), &counts_csv(&report.rows))?;
    write(&dir.join("pooled.csv"), &pooled_csv(&report.pooled, &report.provenance))?;
    if !report.ballots.is_empty() {
        write(&dir.join("votes.csv"), &votes_csv(&report.ballots))?;
    }
    if report.measured.is_empty() {
        return Ok(());
    }
    let tables = dir.join("tables");
    make_folder(&tables)?;
    for table in &report.measured {
        let path = tables.join(format!("{}.csv", table.name));
        write(&path, &measured_csv(table, &report.provenance))?;
    }
    Ok(())
}

//! Texts of answers, looked up in the store when the table of outcomes is written.
//!
//! An analysis holds no texts, so that a million answers need little memory.

use super::Analysis;
use crate::artifact::Replacement;
use crate::error::{Context as _, Result};
use crate::run::RunDir;
use peirast_record::{Key, Outcome, ResponseText};
use peirast_report::{OutcomeRow, OutcomeWriter};
use peirast_store::Store;
use std::collections::BTreeMap;
use std::path::Path;

/// Answers whose texts are in memory at a time: each may have megabytes.
const CHUNK: usize = 64;

impl RunDir {
    /// Adds the texts of answers to the outcomes of an analysis of this directory, for tables that
    /// are made in memory.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn load_texts(&self, analysis: Analysis) -> Result<Analysis> {
        let store = Store::open_read_only(self.path()).await?;
        let texts = all_texts(&analysis, &store).await;
        store.close().await;
        let outcomes = analysis.outcomes.with_texts(texts?);
        Ok(Analysis { outcomes, ..analysis })
    }
}

async fn all_texts(analysis: &Analysis, store: &Store) -> Result<Vec<Option<ResponseText>>> {
    let mut texts = Vec::with_capacity(analysis.outcomes.rows().len());
    for rows in analysis.outcomes.rows().chunks(CHUNK) {
        let mut found = analysis.texts(rows, store).await?;
        texts.extend(rows.iter().map(|row| found.remove(&row.trial)));
    }
    Ok(texts)
}

/// Writes the outcomes of an analysis as CSV, with the texts of some answers in memory at a time.
pub(super) async fn write_outcomes(path: &Path, analysis: &Analysis, store: &Store) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let outcomes = &analysis.outcomes;
    let mut replacement = Replacement::begin(path).with_context(cannot)?;
    let mut writer = OutcomeWriter::new(outcomes, replacement.file()).with_context(cannot)?;
    for rows in outcomes.rows().chunks(CHUNK) {
        let texts = analysis.texts(rows, store).await?;
        let rows = rows.iter().map(|row| OutcomeRow::Answered(row, texts.get(&row.trial)));
        for row in rows {
            writer.write(row).with_context(cannot)?;
        }
    }
    for open in outcomes.open() {
        writer.write(OutcomeRow::Open(open)).with_context(cannot)?;
    }
    writer.finish().with_context(cannot)?;
    replacement.finish().with_context(cannot)
}

impl Analysis {
    /// Returns the texts of these answers; none if votes decided, because one row then covers
    /// several texts.
    async fn texts(&self, rows: &[Outcome], store: &Store) -> Result<BTreeMap<Key, ResponseText>> {
        match self.single {
            Some(_) => Ok(BTreeMap::new()),
            None => Ok(store.response_texts(rows.iter().map(|row| &row.trial)).await?),
        }
    }
}

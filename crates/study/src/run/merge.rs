//! Merges run directories of one study into one.

use super::RunDir;
use super::join::{check_joins, check_mergeable, join};
use crate::error::{Context as _, Result, bail};
use crate::event::SharedSink;
use crate::run_dir;
use peirast_store::{MergeSummary, Store, StoreCounts};

/// The result of a merge.
#[derive(Debug)]
pub struct MergeReport {
    /// Rows that the directory took over.
    pub merged: MergeSummary,
    /// Rows that it holds now.
    pub held: StoreCounts,
}

impl RunDir {
    /// Merges other run directories of the same study into this one. If two directories answer one
    /// question, the answer received first counts; the later one is kept as a duplicate.
    ///
    /// # Errors
    /// Directories that cannot become one; a store that cannot be read or written.
    pub async fn merge(&self, others: &[RunDir], events: &SharedSink) -> Result<MergeReport> {
        let mut sources = Vec::new();
        for RunDir { path, .. } in others {
            let same = std::fs::canonicalize(path).ok() == std::fs::canonicalize(&self.path).ok();
            if same && path.exists() {
                bail!(
                    Conflict,
                    "{} is to be merged into itself: name it once, with --into",
                    path.display()
                );
            }
            sources.push(Store::open_read_only(path).await?);
        }
        // Before anything is made: sources that do not fit leave no target behind.
        check_mergeable(&sources).await?;
        let address = self.address()?;
        let target = run_dir::open_or_create(&self.path, address.as_ref(), events.as_ref()).await?;
        check_joins(&target, &sources).await?;
        run_dir::begin_merging(&target).await?;
        let merged = target.merge(&sources).await?;
        join(&target, &sources)
            .await
            .with_context(|| format!("writing down what {} holds", self.path.display()))?;
        let held = target.counts().await?;
        target.close().await;
        Ok(MergeReport { merged, held })
    }
}

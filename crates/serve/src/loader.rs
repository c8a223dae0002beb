//! The interface to the code that reads the stores of runs.

use crate::TextSearch;
use peirast_record::Key;
use peirast_view::{GradingRules, Run, RunSummary, StoredTrial};
use std::collections::BTreeMap;
use std::future::Future;
use std::path::Path;

/// Reads run directories for the viewer. An error is a text that a page shows.
pub trait RunLoader: Send + Sync + 'static {
    /// Data of a loaded run that [`Self::trials`] needs again. The viewer only keeps it.
    type Memo: Default + Send + Sync + 'static;

    /// Returns the title and progress of a run. It must be fast: pages wait for it.
    fn summary(&self, dir: &Path) -> impl Future<Output = Result<RunSummary, String>> + Send;

    /// Reads and grades all answers of a run. It may block for a long time and use all cores: the
    /// viewer calls it on a thread for blocking work, within its runtime.
    fn load(&self, dir: &Path, rules: &GradingRules) -> Result<(Run, Self::Memo), String>;

    /// Returns everything that the store has on these trials.
    fn trials(
        &self,
        dir: &Path,
        keys: Vec<Key>,
        memo: &Self::Memo,
    ) -> impl Future<Output = BTreeMap<Key, Result<StoredTrial, String>>> + Send;

    /// Passes texts to a search until it needs no more.
    fn search(
        &self,
        dir: &Path,
        search: &mut TextSearch<'_>,
    ) -> impl Future<Output = Result<(), String>> + Send;
}

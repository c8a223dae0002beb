//! Reuse of answers from other run directories in a forecast.

use crate::error::Result;
use crate::money::{Counting, SpendingHistory};
use crate::plan::QuestionSet;
use peirast_record::Key;
use peirast_store::Store;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Other run directories whose answers would be reused.
#[derive(Default)]
pub(crate) struct ReusedRuns {
    stores: Vec<Store>,
    /// Trials that are answered in them.
    pub(crate) answered: BTreeSet<Key>,
}

impl ReusedRuns {
    pub(crate) async fn open(dirs: &[PathBuf]) -> Result<Self> {
        let mut all = Self::default();
        for dir in dirs {
            let store = Store::open_read_only(dir).await?;
            all.answered.extend(store.answered_keys().await?);
            all.stores.push(store);
        }
        Ok(all)
    }

    /// Adds to a history the answers that would be reused: those to `questions` that are not
    /// `there` yet, each from the first directory that has it.
    pub(crate) async fn teach(
        &self,
        histories: &mut SpendingHistory<'_>,
        questions: &QuestionSet,
        there: &BTreeSet<Key>,
        counting: &Counting<'_>,
    ) -> Result<()> {
        if self.stores.is_empty() {
            return Ok(());
        }
        let mut open: BTreeSet<&Key> =
            questions.keys().filter(|key| !there.contains(*key)).collect();
        let endpoints = questions.subjects.iter();
        let endpoints = endpoints.map(|(s, _)| (s.name().to_owned(), s.endpoint().to_owned()));
        let endpoints = endpoints.collect();
        for store in &self.stores {
            histories.add_elsewhere(store, &endpoints, counting, |key| open.remove(key)).await?;
        }
        Ok(())
    }
}

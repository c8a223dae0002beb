//! Stored exposure of runs: the attempts that each run may have in flight.
//!
//! Each run has its own row, written before the first question is sent, and before more are in flight
//! than it says. A run that ends removes its row, or stores the attempts that it dropped, and
//! records its end. A killed run leaves its row. So a merge can tell a copy made during a run from
//! a copy made after it.

use crate::error::{Context as _, Result};
use peirast_cost::Exposures;
use peirast_store::{FactChange, Store};
use std::collections::{BTreeMap, BTreeSet};

/// Prefix of the names of the rows.
const PREFIX: &str = "in_flight/";
/// Prefix of the names of the records of ended runs.
const ENDED: &str = "in_flight_ended/";
/// The record of an ended run whose exposure was settled by hand.
const SETTLED: &str = "settled";

/// The stored exposure of one run.
pub struct ExposureRow {
    /// Start time and process number of the run.
    run: String,
    /// True if the run ever stored any exposure.
    is_recorded: bool,
}

impl ExposureRow {
    /// Creates the row of a run that starts now and has sent nothing; it is not stored yet.
    pub fn new() -> Self {
        let run = format!("{} {}", jiff::Timestamp::now(), std::process::id());
        Self { run, is_recorded: false }
    }

    /// Stores the exposure of something that starts now.
    pub async fn begin(store: &Store, most: &Exposures) -> Result<Self> {
        let mut row = Self::new();
        row.rewrite(store, most).await?;
        Ok(row)
    }

    /// Replaces the stored exposure of the run.
    pub async fn rewrite(&mut self, store: &Store, most: &Exposures) -> Result<()> {
        // Also if the write fails: the record may be on disk.
        self.is_recorded |= !most.is_empty();
        write(store, &self.run, most).await
    }

    /// Returns the same as part of another transaction.
    pub fn change(&mut self, most: &Exposures) -> Result<FactChange> {
        self.is_recorded |= !most.is_empty();
        change(&self.run, most)
    }

    /// Records that the run ended, with the exposure that it leaves.
    pub async fn end(&self, store: &Store, left: &Exposures) -> Result<()> {
        if !self.is_recorded && left.is_empty() {
            return Ok(());
        }
        // The record comes first: a run killed between the two writes keeps its full exposure.
        if self.is_recorded {
            store.set_meta(&format!("{ENDED}{}", self.run), "").await?;
        }
        write(store, &self.run, left).await
    }
}

/// Forgets what a run left in flight: the user knows that it was not charged. A merge with an older
/// copy does not bring it back.
pub async fn settle(store: &Store, run: &str) -> Result<()> {
    store.set_meta(&format!("{ENDED}{run}"), SETTLED).await?;
    Ok(store.remove_meta(&format!("{PREFIX}{run}")).await?)
}

/// Stores the exposure of a run, or removes its row if there is none.
async fn write(store: &Store, run: &str, exposures: &Exposures) -> Result<()> {
    let FactChange { name, value } = change(run, exposures)?;
    match value {
        None => Ok(store.remove_meta(&name).await?),
        Some(value) => Ok(store.set_meta(&name, &value).await?),
    }
}

/// Returns how the exposure of a run is stored; its row is removed if there is none.
fn change(run: &str, exposures: &Exposures) -> Result<FactChange> {
    let name = format!("{PREFIX}{run}");
    let value = (!exposures.is_empty()).then(|| serde_json::to_string(exposures)).transpose()?;
    Ok(FactChange { name, value })
}

/// Returns the exposure of every run that left some or is running.
pub async fn left(store: &Store) -> Result<BTreeMap<String, Exposures>> {
    let mut rows = BTreeMap::new();
    for (run, text) in store.metas(PREFIX).await? {
        let exposures = serde_json::from_str(&text).with_context(|| {
            format!(
                "the requests that the run {run} of {} left in flight cannot be read",
                store.path().display()
            )
        })?;
        rows.insert(run, exposures);
    }
    Ok(rows)
}

/// Returns the runs that recorded their end.
async fn ended(store: &Store) -> Result<BTreeSet<String>> {
    Ok(store.metas(ENDED).await?.into_keys().collect())
}

/// Returns the runs whose exposure was settled by hand.
async fn settled(store: &Store) -> Result<BTreeSet<String>> {
    let ended = store.metas(ENDED).await?.into_iter();
    Ok(ended.filter(|(_, how)| how == SETTLED).map(|(run, _)| run).collect())
}

/// Copies the exposures of `source` into `target`. The row of an ended run replaces a row from its
/// start, of which the other store is a copy; otherwise the larger exposure is kept. Merging is
/// idempotent and its order does not matter.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    let (known, new) = (left(target).await?, left(source).await?);
    for run in settled(source).await? {
        settle(target, &run).await?;
    }
    let settled = settled(target).await?;
    let (ended_here, ended_there) = (ended(target).await?, ended(source).await?);
    for run in ended_there.difference(&ended_here) {
        target.set_meta(&format!("{ENDED}{run}"), "").await?;
        write(target, run, new.get(run).unwrap_or(&Exposures::default())).await?;
    }
    for (run, exposures) in new.iter().filter(|(run, _)| !settled.contains(*run)) {
        if ended_here.contains(run) != ended_there.contains(run) {
            continue;
        }
        if known.get(run).is_none_or(|stored| exposures.is_more_than(stored)) {
            write(target, run, exposures).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_cost::{Exposure, Tariff, Tokens};

    async fn store(dir: &tempfile::TempDir, name: &str, from: &[&Store]) -> Store {
        let store = Store::create(dir.path().join(name)).await.expect("a store");
        for source in from {
            join(&store, source).await.expect("joined");
        }
        store
    }

    async fn attempts(store: &Store) -> u64 {
        let left = left(store).await.expect("exposures");
        let each = left.values().flat_map(|exposures| exposures.most(|_| Tariff::Unknown));
        each.map(|(_, attempts, _)| attempts).sum()
    }

    #[tokio::test]
    async fn what_was_settled_is_not_brought_back_by_a_copy() {
        let dir = tempfile::tempdir().expect("a directory");
        let each = [("openai:a".to_owned(), Tokens::new(90, 10))].into();
        let exposures = Exposures::new(vec![Exposure { attempts: 4, each }]);
        let run = store(&dir, "run", &[]).await;
        ExposureRow::begin(&run, &exposures).await.expect("a row");
        let copy = store(&dir, "copy", &[&run]).await;
        let names: Vec<String> = left(&run).await.expect("rows").into_keys().collect();
        settle(&run, &names[0]).await.expect("settled");
        assert_eq!(attempts(&run).await, 0);
        join(&run, &copy).await.expect("joined");
        assert_eq!(attempts(&run).await, 0, "the copy does not know");
        assert_eq!(attempts(&store(&dir, "rc", &[&run, &copy]).await).await, 0);
        assert_eq!(attempts(&store(&dir, "cr", &[&copy, &run]).await).await, 0);
    }

    #[tokio::test]
    async fn what_a_run_says_at_its_end_goes_before_a_copy_of_its_beginning() {
        let exposure = |attempts| {
            let each = [("openai:a".to_owned(), Tokens::new(90, 10))].into();
            Exposures::new(vec![Exposure { attempts, each }])
        };
        // A run that leaves nothing, one that dropped more than was ever in flight at once, and one
        // that is killed.
        for (number, left, most) in [(1, Some(0), 0), (2, Some(7), 7), (3, None, 4)] {
            let dir = tempfile::tempdir().expect("a directory");
            let run = store(&dir, "run", &[]).await;
            let row = ExposureRow::begin(&run, &exposure(4)).await.expect("a row");
            let copy = store(&dir, "copy", &[&run]).await;
            assert_eq!(attempts(&copy).await, 4, "while it runs: {number}");
            match left {
                Some(0) => row.end(&run, &Exposures::default()).await.expect("an end"),
                Some(left) => row.end(&run, &exposure(left)).await.expect("an end"),
                None => {}
            }
            for (name, from) in [("rc", [&run, &copy]), ("cr", [&copy, &run])] {
                let joined = store(&dir, name, &from).await;
                assert_eq!(attempts(&joined).await, most, "{number}, {name}");
                join(&joined, &copy).await.expect("joined again");
                assert_eq!(attempts(&joined).await, most, "{number}, {name} again");
            }
            join(&copy, &run).await.expect("joined later");
            assert_eq!(attempts(&copy).await, most, "{number}");
        }
    }
}

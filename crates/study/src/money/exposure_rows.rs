//! Stored exposure of runs: the attempts that each run may have in flight.
//!
//! Each run has its own row, written before its first question, with the attempts that it may have
//! in flight at most. A run that ends removes its row, or stores the attempts that it dropped, and
//! records its end. A killed run leaves its row. So a merge can tell a copy made during a run from
//! a copy made after it.

use crate::error::{Context as _, Result};
use peirast_cost::Exposures;
use peirast_store::Store;
use std::collections::{BTreeMap, BTreeSet};

/// Prefix of the names of the rows.
const PREFIX: &str = "in_flight/";
/// Prefix of the names of the records of ended runs.
const ENDED: &str = "in_flight_ended/";

/// The stored exposure of one run.
pub struct ExposureRow {
    /// Start time and process number of the run.
    run: String,
    /// Whether the run stored any exposure at its start.
    is_recorded: bool,
}

impl ExposureRow {
    /// Stores the exposure of a run that starts now.
    pub async fn begin(store: &Store, most: &Exposures) -> Result<Self> {
        let run = format!("{} {}", jiff::Timestamp::now(), std::process::id());
        write(store, &run, most).await?;
        Ok(Self { run, is_recorded: !most.is_empty() })
    }

    /// Replaces the stored exposure of the run.
    pub async fn rewrite(&self, store: &Store, most: &Exposures) -> Result<()> {
        write(store, &self.run, most).await
    }

    /// Records that the run ended, with the exposure that it leaves.
    pub async fn end(&self, store: &Store, left: &Exposures) -> Result<()> {
        // The record comes first: a run killed between the two writes keeps its full exposure.
        if self.is_recorded {
            store.set_meta(&format!("{ENDED}{}", self.run), "").await?;
        }
        write(store, &self.run, left).await
    }
}

/// Stores the exposure of a run, or removes its row if there is none.
async fn write(store: &Store, run: &str, exposures: &Exposures) -> Result<()> {
    let name = format!("{PREFIX}{run}");
    match exposures.is_empty() {
        true => Ok(store.remove_meta(&name).await?),
        false => Ok(store.set_meta(&name, &serde_json::to_string(exposures)?).await?),
    }
}

/// Returns the exposure of every run that left some or is running.
pub async fn left(store: &Store) -> Result<BTreeMap<String, Exposures>> {
    let mut rows = BTreeMap::new();
    for (run, text) in store.metas(PREFIX).await? {
        let exposures = serde_json::from_str(&text).with_context(|| {
            format!(
                "what the run {run} of {} left in flight cannot be read",
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

/// Copies the exposures of `source` into `target`. The row of an ended run replaces a row from its
/// start, of which the other store is a copy; otherwise the larger exposure is kept. Merging is
/// idempotent and its order does not matter.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    let (known, new) = (left(target).await?, left(source).await?);
    let (ended_here, ended_there) = (ended(target).await?, ended(source).await?);
    for run in ended_there.difference(&ended_here) {
        target.set_meta(&format!("{ENDED}{run}"), "").await?;
        write(target, run, new.get(run).unwrap_or(&Exposures::default())).await?;
    }
    for (run, exposures) in &new {
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

//! What runs have in flight, written down so that one that is killed is known by it.
//!
//! Every run has a row of its own, which says before the first question what may be in flight at most.
//! One that comes to its end takes it away, or leaves what it dropped, and writes down that it ended; one
//! that is killed leaves it. So a copy that was made of a directory in between can be told from one made
//! afterwards, when both are merged.

use crate::error::{Context as _, Result};
use peirast_cost::Exposures;
use peirast_store::Store;
use std::collections::{BTreeMap, BTreeSet};

/// What the names of the rows begin with.
const PREFIX: &str = "in_flight/";
/// What the names begin with that say of runs that they came to their end.
const ENDED: &str = "in_flight_ended/";

/// The row of one run.
pub struct ExposureRow {
    /// Its time and process.
    run: String,
    /// Whether it wrote anything down at its beginning.
    is_told: bool,
}

impl ExposureRow {
    /// Writes down what a run that begins now may have in flight.
    pub async fn begin(store: &Store, most: &Exposures) -> Result<Self> {
        let run = format!("{} {}", jiff::Timestamp::now(), std::process::id());
        write(store, &run, most).await?;
        Ok(Self { run, is_told: !most.is_empty() })
    }

    /// Writes down that the run may have more in flight than it said before, or less.
    pub async fn rewrite(&self, store: &Store, most: &Exposures) -> Result<()> {
        write(store, &self.run, most).await
    }

    /// Writes down that the run came to its end, and what it leaves.
    pub async fn end(&self, store: &Store, left: &Exposures) -> Result<()> {
        // First: a run that is killed in between is taken for one that left what it might have.
        if self.is_told {
            store.set_meta(&format!("{ENDED}{}", self.run), "").await?;
        }
        write(store, &self.run, left).await
    }
}

/// Writes down what a run has or leaves in flight.
async fn write(store: &Store, run: &str, exposures: &Exposures) -> Result<()> {
    let name = format!("{PREFIX}{run}");
    match exposures.is_empty() {
        true => Ok(store.remove_meta(&name).await?),
        false => Ok(store.set_meta(&name, &serde_json::to_string(exposures)?).await?),
    }
}

/// What each run left in flight, or has in flight now.
pub async fn left(store: &Store) -> Result<Vec<Exposures>> {
    Ok(rows(store).await?.into_values().collect())
}

async fn rows(store: &Store) -> Result<BTreeMap<String, Exposures>> {
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

/// The runs that came to their end.
async fn ended(store: &Store) -> Result<BTreeSet<String>> {
    Ok(store.metas(ENDED).await?.into_keys().collect())
}

/// Takes over what runs of `source` left. What a run wrote down at its end goes before what it did at its
/// beginning, of which somebody made a copy; else the larger holds. So merging again changes nothing, and
/// the order does not matter.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    let (known, new) = (rows(target).await?, rows(source).await?);
    let (ended_here, ended_there) = (ended(target).await?, ended(source).await?);
    for run in ended_there.difference(&ended_here) {
        target.set_meta(&format!("{ENDED}{run}"), "").await?;
        write(target, run, new.get(run).unwrap_or(&Exposures::default())).await?;
    }
    for (run, exposures) in &new {
        if ended_here.contains(run) != ended_there.contains(run) {
            continue;
        }
        if known.get(run).is_none_or(|own| exposures.is_more_than(own)) {
            write(target, run, exposures).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_cost::{Exposure, Tokens};

    async fn store(dir: &tempfile::TempDir, name: &str, from: &[&Store]) -> Store {
        let store = Store::create(dir.path().join(name)).await.expect("a store");
        for source in from {
            join(&store, source).await.expect("joined");
        }
        store
    }

    async fn attempts(store: &Store) -> u64 {
        left(store).await.expect("exposures").iter().map(Exposures::attempts).sum()
    }

    #[tokio::test]
    async fn what_a_run_says_at_its_end_goes_before_a_copy_of_its_beginning() {
        let exposure = |attempts| {
            let each = [("openai:a".to_owned(), Tokens::new(90, 10))].into();
            Exposures::of(vec![Exposure { attempts, each }])
        };
        // A run that leaves nothing, one that dropped more than was ever in flight at once, and one that
        // is killed.
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

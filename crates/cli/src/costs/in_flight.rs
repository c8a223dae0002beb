//! What runs have in flight, written down so that one that is killed is known by it.
//!
//! Every run has a row of its own, which says before the first question what may be in flight at most.
//! One that comes to its end takes it away, or leaves what it dropped; one that is killed leaves it.

use anyhow::{Context as _, Result};
use peirast_cost::Flight;
use peirast_run::Store;
use std::collections::BTreeMap;

/// What the names of the rows begin with.
const PREFIX: &str = "in_flight/";

/// The row of one run.
pub struct Row(String);

impl Row {
    /// Writes down what a run that begins now may have in flight.
    pub async fn begin(store: &Store, most: &[Flight]) -> Result<Self> {
        let row = Self(format!("{PREFIX}{} {}", jiff::Timestamp::now(), std::process::id()));
        row.leave(store, most).await?;
        Ok(row)
    }

    /// Writes down what the run leaves.
    pub async fn leave(&self, store: &Store, left: &[Flight]) -> Result<()> {
        match left {
            [] => Ok(store.remove_meta(&self.0).await?),
            left => Ok(store.set_meta(&self.0, &serde_json::to_string(left)?).await?),
        }
    }
}

/// What runs left in flight, or have in flight now.
pub async fn left(store: &Store) -> Result<Vec<Flight>> {
    Ok(rows(store).await?.into_values().flatten().collect())
}

async fn rows(store: &Store) -> Result<BTreeMap<String, Vec<Flight>>> {
    let mut rows = BTreeMap::new();
    for (run, text) in store.metas(PREFIX).await? {
        let flights = serde_json::from_str(&text).with_context(|| {
            format!(
                "what the run {run} of {} left in flight cannot be read",
                store.path().display()
            )
        })?;
        rows.insert(run, flights);
    }
    Ok(rows)
}

/// Takes over what runs of `source` left. Of one run that both know the larger holds, so that merging
/// again changes nothing.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    let known = rows(target).await?;
    for (run, flights) in rows(source).await? {
        let tokens = |flights: &[Flight]| flights.iter().map(Flight::tokens).sum::<u64>();
        if known.get(&run).is_none_or(|own| tokens(own) < tokens(&flights)) {
            Row(format!("{PREFIX}{run}")).leave(target, &flights).await?;
        }
    }
    Ok(())
}

//! Prices that the user gave for a run directory, stored for later commands.
//!
//! Each subject has its own row, so that two runs on one store that price different subjects do not
//! overwrite each other.

use crate::error::{Context as _, Result};
use crate::run_dir;
use peirast_cost::{Announcement, GivenPrices};
use peirast_store::Store;
use std::collections::BTreeMap;

/// Prefix of the names of the rows.
const PREFIX: &str = "price/";

/// Returns the given prices by subject.
pub async fn given_prices(store: &Store) -> Result<BTreeMap<String, GivenPrices>> {
    let mut all = BTreeMap::new();
    for (subject, text) in store.metas(PREFIX).await? {
        let given = serde_json::from_str(&text).with_context(|| {
            format!("the prices of {subject} in {} cannot be read", store.path().display())
        })?;
        all.insert(subject, given);
    }
    Ok(all)
}

/// Stores the given prices of a subject in place of its earlier ones.
pub async fn set_given_prices(store: &Store, subject: &str, given: &GivenPrices) -> Result<()> {
    Ok(store.set_meta(&format!("{PREFIX}{subject}"), &serde_json::to_string(given)?).await?)
}

/// Copies the given prices of `source` into `target`, before announcements are merged. Where the
/// two price a subject differently, the dearer prices are kept, so that merging is idempotent and
/// its order does not matter.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    let (here, there) = (PriceRecord::read(target).await?, PriceRecord::read(source).await?);
    for subject in here.given.keys().chain(there.given.keys()) {
        if there.rank(subject)? <= here.rank(subject)? {
            continue;
        }
        match there.given.get(subject) {
            Some(given) => set_given_prices(target, subject, given).await?,
            // The built-in table of `source` is dearer than the given prices here.
            None => target.remove_meta(&format!("{PREFIX}{subject}")).await?,
        }
    }
    Ok(())
}

/// The prices of one of two directories: given ones, and announced ones.
struct PriceRecord {
    given: BTreeMap<String, GivenPrices>,
    announcement: Announcement,
}

impl PriceRecord {
    async fn read(store: &Store) -> Result<Self> {
        Ok(Self {
            given: given_prices(store).await?,
            announcement: run_dir::announcement(store).await?,
        })
    }

    /// Returns the dearness of a subject in dollars for a million input and a million output
    /// tokens; -1 without any price. Equal prices are ordered by their text.
    fn rank(&self, subject: &str) -> Result<(f64, String)> {
        Ok(match (self.given.get(subject), self.announcement.get(subject)) {
            (Some(given), _) => {
                ((given.dearness() * 1_000_000).dollars(), serde_json::to_string(given)?)
            }
            (None, Some(announced)) => (announced.dearness(), String::new()),
            (None, None) => (-1.0, String::new()),
        })
    }
}

//! Prices that a run directory was given, written down so that they hold for all that comes after.
//!
//! Every subject has a row of its own: two runs on one store, given prices of different subjects, take
//! nothing from each other.

use crate::error::{Context as _, Result};
use crate::run_dir;
use peirast_cost::{Announcement, Given};
use peirast_store::Store;
use std::collections::BTreeMap;

/// What the names of the rows begin with.
const PREFIX: &str = "price/";

/// What was given, by subject.
pub async fn given(store: &Store) -> Result<BTreeMap<String, Given>> {
    let mut all = BTreeMap::new();
    for (subject, text) in store.metas(PREFIX).await? {
        let given = serde_json::from_str(&text).with_context(|| {
            format!("the prices of {subject} in {} cannot be read", store.path().display())
        })?;
        all.insert(subject, given);
    }
    Ok(all)
}

/// Writes down what was given for a subject, in place of what was given before.
pub async fn set_given(store: &Store, subject: &str, given: &Given) -> Result<()> {
    Ok(store.set_meta(&format!("{PREFIX}{subject}"), &serde_json::to_string(given)?).await?)
}

/// Takes over what `source` was given, before its announcements are. Where the two go by different
/// prices of one subject, the dearest hold, so that merging in any order, and again, gives the same.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    let (here, there) = (Side::of(target).await?, Side::of(source).await?);
    for subject in here.given.keys().chain(there.given.keys()) {
        if there.rank(subject)? <= here.rank(subject)? {
            continue;
        }
        match there.given.get(subject) {
            Some(given) => set_given(target, subject, given).await?,
            // It costs more there although nobody said so: by the table, and that holds.
            None => target.remove_meta(&format!("{PREFIX}{subject}")).await?,
        }
    }
    Ok(())
}

/// What one of two directories goes by.
struct Side {
    given: BTreeMap<String, Given>,
    told: Announcement,
}

impl Side {
    async fn of(store: &Store) -> Result<Self> {
        Ok(Self { given: given(store).await?, told: run_dir::announcement(store).await? })
    }

    /// How dear a subject is here, in dollars for a million tokens of prompts and as many of answers, and
    /// less than nothing where nobody said; among prices that are as dear, their text decides.
    fn rank(&self, subject: &str) -> Result<(f64, String)> {
        Ok(match (self.given.get(subject), self.told.of(subject)) {
            (Some(given), _) => {
                ((given.dearness() * 1_000_000).dollars(), serde_json::to_string(given)?)
            }
            (None, Some(told)) => (told.dearness(), String::new()),
            (None, None) => (-1.0, String::new()),
        })
    }
}

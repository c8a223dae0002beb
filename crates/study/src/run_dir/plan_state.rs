//! The state of the plan in a run directory.

use super::{STUDY, about};
use crate::error::Result;
use peirast_record::{Key, Study};
use peirast_store::Store;

/// Metadata name of the kind of answers, written once the whole plan is stored.
const KIND: &str = "kind";
/// Metadata name of the hash of the study whose plan is all that the directory holds; empty where
/// it holds more.
const PLAN_OF: &str = "plan_of";
/// Metadata name of the hash of the study whose plan is being stored.
const GROWS_TO: &str = "grows_to";

/// The state of the plan in a run directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanState {
    /// No plan.
    Empty,
    /// The beginning of a plan: the run that stores it ended early or is still running.
    Partial {
        /// Study of the plan, where it is recorded.
        study: Option<Key>,
    },
    /// A complete plan.
    Complete {
        /// Study whose plan is all that is stored; `None` where the directory holds more.
        study: Option<Key>,
    },
}

impl PlanState {
    /// Whether the plan is complete.
    pub fn is_complete(&self) -> bool {
        matches!(self, Self::Complete { .. })
    }

    /// Whether all that is stored is the plan of this study, or its beginning.
    ///
    /// # Errors
    /// A study that cannot be written as JSON has no hash.
    pub fn is_of(&self, study: &Study) -> Result<bool> {
        let (Self::Partial { study: stored } | Self::Complete { study: stored }) = self else {
            return Ok(false);
        };
        Ok(stored.as_ref() == Some(&study.hash()?))
    }
}

/// Reads the state of the plan in a store.
///
/// # Errors
/// A store that cannot be read.
pub async fn plan_state(store: &Store) -> Result<PlanState> {
    let hash = async |name| -> Result<Option<Key>> {
        let text = store.meta(name).await?.filter(|text| !text.is_empty());
        Ok(text.map(Key::from_stored))
    };
    if store.meta(KIND).await?.is_some() {
        return Ok(PlanState::Complete { study: hash(PLAN_OF).await? });
    }
    Ok(match store.meta("design").await? {
        Some(_) => PlanState::Partial { study: hash(GROWS_TO).await? },
        None => PlanState::Empty,
    })
}

/// Records that the plan of a study is going to be stored chunk by chunk.
///
/// # Errors
/// A store that cannot be written.
pub async fn set_partial(store: &Store, study: &Study) -> Result<()> {
    Ok(store.set_meta(GROWS_TO, &study.hash()?.text()).await?)
}

/// Records that a plan is complete; with a study, that its plan is all that is stored.
///
/// # Errors
/// A store that cannot be written.
pub async fn set_complete(store: &Store, study: Option<&Study>) -> Result<()> {
    store.set_meta(KIND, STUDY).await?;
    match study {
        Some(study) => Ok(store.set_meta(PLAN_OF, &study.hash()?.text()).await?),
        None => Ok(()),
    }
}

/// Records that questions of other studies may join those that are stored.
///
/// # Errors
/// A store that cannot be read or written.
pub async fn forget_study(store: &Store) -> Result<()> {
    match store.meta(PLAN_OF).await?.is_none_or(|hash| hash.is_empty()) {
        true => Ok(()),
        false => Ok(store.set_meta(PLAN_OF, "").await?),
    }
}

/// Returns the facts that a run stores once its whole plan is stored, in this order: the study
/// itself where the plan grew beyond the description; that the plan is complete; and whether it is
/// alone in the store.
///
/// # Errors
/// A study that cannot be serialised.
pub fn seal(study: &Study, grew: bool, is_alone: bool) -> Result<Vec<(String, String)>> {
    let mut facts = Vec::new();
    if grew {
        facts.extend(about(study)?.map(|(name, value)| (name.to_owned(), value)));
    }
    facts.push((KIND.to_owned(), STUDY.to_owned()));
    if is_alone {
        facts.push((PLAN_OF.to_owned(), study.hash()?.text().to_string()));
    }
    Ok(facts)
}

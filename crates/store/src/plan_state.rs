//! The stored part of a plan.

use crate::{Store, StoreError};
use peirast_record::Key;

/// Name of the fact that is written when all of a plan is stored: the kind of answers.
pub const KIND: &str = "kind";
/// Value of [`KIND`] for answers to a study.
pub const STUDY: &str = "study";
/// Name of the fact that a plan was begun: the part that must not change between its runs.
pub const DESIGN: &str = "design";
/// Hash of the study whose plan is all that the store has; empty if it has more.
const PLAN_OF: &str = "plan_of";
/// Hash of the study whose plan is being stored.
const GROWS_TO: &str = "grows_to";

/// The stored part of a plan.
///
/// A study is identified by its hash. [`Store::plan_state`] reads the state; it becomes partial
/// with [`Store::begin_plan`] and complete with [`Store::complete_plan`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanState {
    /// No plan.
    Empty,
    /// The beginning of a plan: the run that stored it ended early, or is at work.
    Partial {
        /// The study of the plan, if it was recorded.
        study: Option<Key>,
    },
    /// A complete plan.
    Complete {
        /// The study whose plan is all that is stored; `None` if the store has more.
        study: Option<Key>,
    },
}

impl PlanState {
    /// Returns true if a plan is stored completely.
    pub fn is_complete(&self) -> bool {
        matches!(self, Self::Complete { .. })
    }

    /// Returns true if all that is stored is the plan of this study, or its beginning.
    pub fn is_of(&self, study: &Key) -> bool {
        match self {
            Self::Empty => false,
            Self::Partial { study: stored } | Self::Complete { study: stored } => {
                stored.as_ref() == Some(study)
            }
        }
    }
}

impl Store {
    /// Returns the stored part of a plan.
    pub async fn plan_state(&self) -> Result<PlanState, StoreError> {
        let hash = async |name| -> Result<Option<Key>, StoreError> {
            let text = self.meta(name).await?.filter(|text| !text.is_empty());
            Ok(text.map(Key::from_stored))
        };
        if self.meta(KIND).await?.is_some() {
            return Ok(PlanState::Complete { study: hash(PLAN_OF).await? });
        }
        Ok(match self.meta(DESIGN).await? {
            Some(_) => PlanState::Partial { study: hash(GROWS_TO).await? },
            None => PlanState::Empty,
        })
    }

    /// Records that the plan of a study will be stored in chunks.
    pub async fn begin_plan(&self, study: &Key) -> Result<(), StoreError> {
        self.set_meta(GROWS_TO, &study.text()).await
    }

    /// Records that a plan is stored completely; with a study, that its plan is all that is stored.
    pub async fn complete_plan(&self, study: Option<&Key>) -> Result<(), StoreError> {
        for (name, value) in Self::plan_facts(study) {
            self.set_meta(name, &value).await?;
        }
        Ok(())
    }

    /// Returns the facts that [`Store::complete_plan`] writes, in this order.
    pub fn plan_facts(study: Option<&Key>) -> Vec<(&'static str, String)> {
        let kind = (KIND, STUDY.to_owned());
        let alone = study.map(|study| (PLAN_OF, study.text().to_string()));
        std::iter::once(kind).chain(alone).collect()
    }

    /// Records that questions of other studies may be added.
    pub async fn open_plan_to_others(&self) -> Result<(), StoreError> {
        match self.meta(PLAN_OF).await?.is_none_or(|hash| hash.is_empty()) {
            true => Ok(()),
            false => self.set_meta(PLAN_OF, "").await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_plan_is_empty_then_partial_then_complete() {
        let place = tempfile::tempdir().expect("a directory");
        let store = Store::create(&place.path().join("run")).await.expect("a store");
        let state = async || store.plan_state().await.expect("a state");
        let (one, other) = (Key::from_stored("0a"), Key::from_stored("0b"));
        assert_eq!(state().await, PlanState::Empty);
        store.set_meta(DESIGN, "seed 1").await.expect("written");
        assert_eq!(state().await, PlanState::Partial { study: None });
        store.begin_plan(&one).await.expect("written");
        let partial = state().await;
        assert!(partial.is_of(&one) && !partial.is_of(&other) && !partial.is_complete());
        store.complete_plan(Some(&one)).await.expect("written");
        assert_eq!(state().await, PlanState::Complete { study: Some(one.clone()) });
        store.open_plan_to_others().await.expect("written");
        let shared = state().await;
        assert!(shared.is_complete() && !shared.is_of(&one));
    }
}

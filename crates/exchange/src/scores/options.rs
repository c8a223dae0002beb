//! What is read of files of scores.

use peirast_compare::ItemTexts;
use std::collections::BTreeMap;

/// Which columns of a data file are what; those that are not named are found by their usual names. Where files
/// call one column otherwise, each takes the first of several names that it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreColumns {
    /// What names the item.
    pub item: Vec<String>,
    /// The scores, a metric each: a file takes all of these that it has.
    pub scores: Vec<String>,
    /// The task.
    pub task: Vec<String>,
    /// The model or run that a row is of.
    pub model: Vec<String>,
}

/// What is read of files of scores.
///
/// ```
/// use peirast_exchange::scores::ScoreOptions;
/// let options = ScoreOptions { by: Some("topic".to_owned()), ..ScoreOptions::default() };
/// assert!(!options.keeps_texts);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreOptions {
    /// Which columns of a data file are what.
    pub columns: ScoreColumns,
    /// Whether what was asked and answered is kept, to be shown.
    pub keeps_texts: bool,
    /// The column that is kept of each item; none if nothing groups items.
    pub by: Option<String>,
}

impl ScoreOptions {
    /// The texts of an item, if they are kept.
    pub(super) fn texts(&self, make: impl FnOnce() -> ItemTexts) -> ItemTexts {
        if self.keeps_texts { make() } else { ItemTexts::default() }
    }

    /// The columns of an item that may be the one that groups items; all if none may, so that a message can
    /// name them.
    pub(super) fn columns(
        &self,
        make: impl FnOnce() -> BTreeMap<String, String>,
    ) -> BTreeMap<String, String> {
        let Some(by) = &self.by else { return BTreeMap::new() };
        let all = make();
        let is_meant = |name: &str| name == by || name.rsplit('.').next() == Some(by.as_str());
        if all.keys().any(|name| is_meant(name)) {
            all.into_iter().filter(|(name, _)| is_meant(name)).collect()
        } else {
            all
        }
    }
}

//! Options for reading files of scores.

use peirast_compare::ItemTexts;
use std::collections::BTreeMap;

/// The columns of a data file. Columns that are not given are found by their usual names. If files
/// use different names for one column, each file takes the first name that it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreColumns {
    /// The columns that identify the item.
    pub item: Vec<String>,
    /// The columns of scores, one for each metric. A file takes all that it has.
    pub scores: Vec<String>,
    /// The columns of the task.
    pub task: Vec<String>,
    /// The columns of the model or run.
    pub model: Vec<String>,
}

/// Options for reading files of scores.
///
/// ```
/// use peirast_exchange::scores::ScoreOptions;
/// let options = ScoreOptions { by: Some("topic".to_owned()), ..ScoreOptions::default() };
/// assert!(!options.keeps_texts);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreOptions {
    /// The columns of a data file.
    pub columns: ScoreColumns,
    /// True to keep questions and answers for display.
    pub keeps_texts: bool,
    /// The column to keep for each item; `None` if nothing groups items.
    pub by: Option<String>,
}

impl ScoreOptions {
    /// The texts of an item, if `keeps_texts` is set.
    pub(super) fn texts(&self, make: impl FnOnce() -> ItemTexts) -> ItemTexts {
        if self.keeps_texts { make() } else { ItemTexts::default() }
    }

    /// The columns of an item that may group items. If none may, all columns, so that a message can
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

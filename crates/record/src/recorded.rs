//! Grades that were recorded elsewhere.

use crate::Key;

/// A grade that was imported with an answer, and further facts from its data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Key of the trial.
    pub trial: Key,
    /// The grade as published.
    pub grade: i64,
    /// Further facts about the answer from its data set.
    pub facts: serde_json::Value,
}

//! A grade that was recorded elsewhere.

use crate::Key;

/// A grade that came with an imported answer, and what its data set says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Key of the trial.
    pub trial: Key,
    /// The grade as published.
    pub grade: i64,
    /// What the data set says of the answer.
    pub facts: serde_json::Value,
}

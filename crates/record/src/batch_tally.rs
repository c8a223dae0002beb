//! Counts of the questions of a batch by outcome.

use serde::{Deserialize, Serialize};

/// Numbers of questions of a batch by outcome, as reported by the provider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchTally {
    /// All questions.
    pub total: Option<u64>,
    /// Answered questions.
    pub answered: u64,
    /// Questions that were refused, cancelled or expired.
    pub failed: u64,
}

//! The outcomes of a batch, counted by its provider.

use serde::{Deserialize, Serialize};

/// The number of questions of a batch by outcome, as far as the provider reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchTally {
    /// All questions.
    pub total: Option<u64>,
    /// Answered questions.
    pub answered: u64,
    /// Questions that were refused, cancelled or expired.
    pub failed: u64,
}

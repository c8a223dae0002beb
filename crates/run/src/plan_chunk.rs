//! A chunk of a plan that is still being made while its beginning is asked.

use futures::stream::BoxStream;
use peirast_record::{Catalogue, Trial};
use peirast_store::Prompts;
use std::error::Error;
use std::sync::Arc;

/// Part of a plan: trials with their problems and prompts. A large plan is made and stored in several
/// chunks, while the first questions are asked.
#[derive(Clone, Debug, Default)]
pub struct PlanChunk {
    /// Problems. All of them are stored, even if no trial is about them.
    pub problems: Catalogue,
    /// The prompts of the trials, by key.
    pub prompts: Prompts,
    /// The trials of each subject, in the order of the subjects of the run. None of them may be in
    /// the store or in the run already.
    pub trials: Vec<Arc<Vec<Trial>>>,
}

impl PlanChunk {
    /// Returns the number of trials of all subjects.
    pub fn questions(&self) -> usize {
        self.trials.iter().map(|trials| trials.len()).sum()
    }
}

/// The reason why the rest of a plan cannot be made.
pub type PlanStreamError = Box<dyn Error + Send + Sync>;

/// Chunks of a plan, one after another.
pub(crate) type PlanChunks = BoxStream<'static, Result<PlanChunk, PlanStreamError>>;

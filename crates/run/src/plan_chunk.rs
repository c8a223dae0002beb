//! An addition: what is asked besides, of a plan that is made while its beginning is asked.

use futures::stream::BoxStream;
use peirast_record::{Catalogue, Trial};
use peirast_store::Prompts;
use std::error::Error;
use std::sync::Arc;

/// Trials that come when a run has begun, with everything that they are about.
#[derive(Clone, Debug, Default)]
pub struct PlanChunk {
    /// Problems, all of which are stored, whether a trial is about them or not.
    pub problems: Catalogue,
    /// The prompts that the trials put, by their keys.
    pub prompts: Prompts,
    /// The trials of each subject, in the order of the subjects of the run: none that the store or the
    /// run has already.
    pub trials: Vec<Arc<Vec<Trial>>>,
}

impl PlanChunk {
    /// How many questions it brings, to all subjects.
    pub fn questions(&self) -> usize {
        self.trials.iter().map(|trials| trials.len()).sum()
    }
}

/// Why there are no more additions although there should be.
pub type PlanStreamError = Box<dyn Error + Send + Sync>;

/// Chunks of a plan, one after the other.
pub(crate) type PlanChunks = BoxStream<'static, Result<PlanChunk, PlanStreamError>>;

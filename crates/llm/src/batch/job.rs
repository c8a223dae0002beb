//! Jobs: batches that a provider has accepted.

use peirast_record::BatchTally;

/// The state of a batch at its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Waiting or in progress.
    Running,
    /// It has ended, and every question has a result.
    Ended,
    /// Cancelled or expired; questions without a result will not get one.
    Stopped,
    /// It was refused as a whole.
    Failed,
}

/// A batch as its provider describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The provider's name for it.
    pub id: String,
    /// Its state.
    pub state: JobState,
    /// The numbers of its questions by outcome.
    pub tally: BatchTally,
    /// The places of its results: names of files, URLs, or nothing if they come with the job
    /// itself.
    pub results: Vec<String>,
    /// The reason for its failure, in the provider's words.
    pub trouble: Option<String>,
}

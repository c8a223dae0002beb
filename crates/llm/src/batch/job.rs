//! A job: a batch that a provider has taken on.

use peirast_record::BatchTally;

/// The state of a batch at its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It waits or is worked on.
    Running,
    /// It has ended, and every question has a result.
    Ended,
    /// It was cancelled or expired: what has no result never will.
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
    /// Where results are: names of files, URLs, or nothing where they come with the job itself.
    pub results: Vec<String>,
    /// Why it failed, in the provider's words.
    pub trouble: Option<String>,
}

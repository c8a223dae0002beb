//! Stored trials and search results, as a page needs them.

use peirast_record::{Message, Problem, Reading, Response, Trial};

/// Everything that the store holds on one trial.
#[derive(Clone, Debug)]
pub struct StoredTrial {
    /// The trial.
    pub trial: Trial,
    /// Endpoint of the subject.
    pub endpoint: String,
    /// The prompt; empty if it was not stored.
    pub messages: Vec<Message>,
    /// The problem.
    pub problem: Problem,
    /// The answer, if there is one.
    pub response: Option<Response>,
    /// Failed attempts in words, oldest first.
    pub failures: Vec<String>,
    /// The verdict that the reader found, with the words that decided it.
    pub reading: Option<Reading>,
    /// The reading of an open answer.
    pub heard: Option<OpenReading>,
    /// The reasons of logic and of the theory, as `peirast explain` gives them.
    pub explained: Option<String>,
}

/// The reading of an answer to an open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReading {
    /// The view that was read from the answer.
    pub view: Option<String>,
    /// The rule that read it, or why no rule did.
    pub rule: String,
    /// Restatement by a translator, if it was read.
    pub translation: Option<String>,
}

/// Result of a search that had limited time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchOutcome {
    /// Rows that contain the search term, each with the text around it.
    pub hits: Vec<SearchHit>,
    /// Number of rows searched, including those of earlier requests.
    pub looked: usize,
    /// Reason why the search stopped early, if it failed.
    pub trouble: Option<String>,
}

/// A text that contains the search term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchHit {
    /// The row.
    pub row: u32,
    /// Text before the term.
    pub before: String,
    /// The term as the text has it.
    pub text: String,
    /// Text after the term.
    pub after: String,
}

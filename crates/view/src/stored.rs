//! What is stored on trials, as it is fetched for a page.

use peirast_record::{Message, Problem, Reading, Response, Trial};

/// Everything that is stored on one trial.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The trial.
    pub trial: Trial,
    /// Where its subject answers.
    pub endpoint: String,
    /// What was asked; empty if that was not stored.
    pub messages: Vec<Message>,
    /// The problem.
    pub problem: Problem,
    /// The answer, once there is one.
    pub response: Option<Response>,
    /// Failed attempts, oldest first, in words.
    pub failures: Vec<String>,
    /// What the reader made of the answer, with the words that decided it.
    pub reading: Option<Reading>,
    /// What became of an answer to an open question.
    pub heard: Option<Heard>,
    /// The reasons of logic and of the theory, as `peirast explain` tells them.
    pub explained: Option<String>,
}

/// An answer to an open question, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The view that it was read as.
    pub view: Option<String>,
    /// By which rule, or why it was not.
    pub rule: String,
    /// What a translator made of it, where that was read.
    pub translation: Option<String>,
}

/// What a search found before its time was up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The rows that hold the text, each with a stretch around it.
    pub hits: Vec<Hit>,
    /// How many rows have been looked at, those before this search included.
    pub looked: usize,
    /// Why it could not go on, if it could not.
    pub trouble: Option<String>,
}

/// A text that holds what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The row.
    pub row: u32,
    /// The stretch before what was looked for.
    pub before: String,
    /// What was looked for, as it stands there.
    pub text: String,
    /// The stretch after it.
    pub after: String,
}

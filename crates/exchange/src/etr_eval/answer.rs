//! An answer as some file tells it.

use peirast_record::Sampling;
use serde_json::Value;

/// An answer, and what was recorded of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LineAnswer {
    /// Who answered, if the line says.
    pub model: Option<String>,
    /// The run that it is of, where a file holds several.
    pub run: String,
    /// The filter of the harness under which the line stands: each has a line for the same answer.
    pub filter: String,
    /// The answer, verbatim.
    pub text: String,
    /// How it was sampled, as far as that is told.
    pub sampling: Sampling,
    /// The view that it was read as elsewhere, and by whom.
    pub view: Option<(String, String)>,
    /// Whether it was graded as right.
    pub right: Option<bool>,
    /// What else was recorded.
    pub facts: Value,
}

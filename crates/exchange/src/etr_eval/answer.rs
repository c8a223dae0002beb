//! An answer as recorded in a file.

use peirast_record::Sampling;
use serde_json::Value;

/// An answer with its recorded data.
#[derive(Clone, Debug, PartialEq)]
pub struct LineAnswer {
    /// The model, if the line has it.
    pub model: Option<String>,
    /// The run, if a file holds several.
    pub run: String,
    /// The harness filter of the line. Each filter has a line for the same answer.
    pub filter: String,
    /// The answer, verbatim.
    pub text: String,
    /// The sampling settings, as far as they are recorded.
    pub sampling: Sampling,
    /// The view that another program read in the answer, and the name of that program.
    pub view: Option<(String, String)>,
    /// True if the answer was graded as right.
    pub right: Option<bool>,
    /// All other recorded data.
    pub facts: Value,
}

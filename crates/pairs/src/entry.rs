//! Entries: versions of items as the rows have them, before their answers are interpreted.

use crate::choices::Choices;
use serde_json::Value;

/// A version of an item as its row has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entry {
    pub(crate) item: String,
    pub(crate) version: String,
    pub(crate) place: String,
    pub(crate) context: Option<String>,
    pub(crate) question: String,
    pub(crate) choices: Choices,
    pub(crate) answer: Option<Value>,
    pub(crate) lure: Option<Value>,
    pub(crate) alternatives: Vec<String>,
    pub(crate) tolerance: Option<String>,
    pub(crate) cluster: Option<String>,
    /// The text behind the options.
    pub(crate) after: Option<String>,
    pub(crate) option_labels: Option<String>,
    pub(crate) option_separator: Option<String>,
    /// The model that wrote the version, which is then not certified.
    pub(crate) writer: Option<String>,
    /// The mark of a version that Peirast made and checked; see [`crate::marks`].
    pub(crate) mark: Option<String>,
    /// Values of the remaining columns, by name.
    pub(crate) rest: Vec<(String, String)>,
}

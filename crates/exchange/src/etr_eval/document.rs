//! A problem as some file tells it.

use serde::Serialize;
use std::collections::BTreeMap;

/// What a document says, whichever layout it has. Two that say the same are one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// What the model is shown.
    pub question: String,
    /// The premises in the order shown, as view strings.
    pub premises: Vec<String>,
    /// What people are said to conclude.
    pub conclusion: Option<String>,
    /// Whether that is said to follow.
    pub entailed: Option<bool>,
    /// What names are called.
    pub names: BTreeMap<String, String>,
    /// The conclusion of a question for yes or no.
    pub asked: Option<QuestionText>,
    /// Whether the model is asked to think first.
    pub cot: bool,
    /// Our own record, as it was written.
    pub own: Option<String>,
}

/// A conclusion that is asked about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionText {
    /// As a view string.
    pub view: String,
    /// Whether it is said to follow.
    pub entailed: Option<bool>,
    /// Whether people are said to accept it.
    pub predicted: Option<bool>,
}

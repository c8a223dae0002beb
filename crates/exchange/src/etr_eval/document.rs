//! A problem as recorded in a file.

use serde::Serialize;
use std::collections::BTreeMap;

/// The content of a document, in any layout. Two documents with the same content are one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// The question.
    pub question: String,
    /// The premises in the order shown, as view strings.
    pub premises: Vec<String>,
    /// The conclusion that people are said to draw.
    pub conclusion: Option<String>,
    /// True if the document says that this conclusion follows.
    pub entailed: Option<bool>,
    /// The words for names.
    pub names: BTreeMap<String, String>,
    /// The conclusion of a yes-no question.
    pub asked: Option<QuestionText>,
    /// True if the question asks the model to think first.
    pub cot: bool,
    /// The record of Peirast, as it was written.
    pub own: Option<String>,
}

/// A conclusion in a yes-no question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionText {
    /// The conclusion as a view string.
    pub view: String,
    /// True if the document says that it follows.
    pub entailed: Option<bool>,
    /// True if the document says that people accept it.
    pub predicted: Option<bool>,
}

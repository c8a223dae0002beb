//! The content of response bodies, independent of their format.

use super::Complaint;
use peirast_record::{FinishReason, Usage};
use thiserror::Error;

/// The content of a response body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedResponse {
    /// The answer's text, without reasoning.
    pub text: String,
    /// The reason why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered.
    pub model: Option<String>,
    /// The identifier of the configuration that answered.
    pub fingerprint: Option<String>,
    /// The tokens of the answer, if log-probabilities were asked for and sent.
    pub logprobs: Vec<TokenLogprob>,
}

/// A token of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenLogprob {
    /// Its text.
    pub token: String,
    /// The natural logarithm of its probability.
    pub logprob: f64,
    /// The alternatives to it.
    pub alternatives: Vec<Alternative>,
}

/// A token that was possible in place of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Its text.
    pub token: String,
    /// The natural logarithm of its probability.
    pub logprob: f64,
}

/// Reasons why a response body of the right format is no answer.
pub(super) enum Unreadable {
    /// A member is missing or of the wrong type.
    Lacks(&'static str),
    /// It reports an error.
    Complaint(Complaint),
}

impl From<&'static str> for Unreadable {
    fn from(place: &'static str) -> Self {
        Self::Lacks(place)
    }
}

impl From<Complaint> for Unreadable {
    fn from(complaint: Complaint) -> Self {
        Self::Complaint(complaint)
    }
}

/// Reasons why a response body is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WireError {
    /// JSON that ends too early.
    #[error("the response is cut off after {0} bytes")]
    CutOff(usize),
    /// Not JSON.
    #[error("the response is not JSON ({0}): check that the base URL leads to a chat API")]
    NotJson(String),
    /// JSON, but not of this format.
    #[error("the response has no {place}: check that the base URL leads to {api}")]
    Shape {
        /// The member that is missing or of the wrong type, for example `choices[0].message`.
        place: &'static str,
        /// The kind of server that sends it, for example `an OpenAI chat API`.
        api: &'static str,
    },
    /// An error in place of an answer.
    #[error("the server reports: {}", .0.message)]
    Complaint(Complaint),
}

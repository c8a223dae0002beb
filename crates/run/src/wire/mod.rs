//! Wire formats: pure translators between our records and the bodies that servers speak.
//!
//! One file per format, each with two functions: one builds a request body, the other reads a
//! response body. They know no network, so they are tested on bodies alone.

mod json;
pub mod openai_chat;

pub use json::mend;

use peirast_record::{FinishReason, Usage};
use thiserror::Error;

/// What a response body says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The answer's text.
    pub text: String,
    /// Why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered.
    pub model: Option<String>,
}

/// An error that a server reports in a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaint {
    /// In the server's words.
    pub message: String,
    /// The server's code for it, for example `insufficient_quota`.
    pub code: Option<String>,
    /// The HTTP status that the body itself names.
    pub status: Option<u16>,
}

/// Why a response body is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WireError {
    /// JSON that ends too early.
    #[error("the response is cut off after {bytes} bytes")]
    CutOff {
        /// How many bytes came.
        bytes: usize,
    },
    /// Not JSON.
    #[error("the response is not JSON ({what}): check that the base URL leads to a chat API")]
    NotJson {
        /// What the parser says.
        what: String,
    },
    /// JSON, but not of this format.
    #[error("the response has no {place}: check that the base URL leads to an OpenAI chat API")]
    Shape {
        /// What is missing or of the wrong type, for example `choices[0].message`.
        place: &'static str,
    },
    /// An error in place of an answer.
    #[error("the server reports: {}", .0.message)]
    Complaint(Complaint),
}

//! Batches: many questions submitted together, answered within a day, at a lower price or on your
//! own machine.
//!
//! There are three forms, each a pure translator: [`openai`], which is also the form of files that
//! `vllm run-batch` and other engines execute; [`anthropic`]; and [`gemini`]. A request is the body
//! of a single question, with the key of its trial. A result is the body of a single answer, which
//! the same wire format reads. Only the [`Desk`] uses the network.

pub mod anthropic;
mod desk;
mod form;
pub mod gemini;
mod job;
pub mod openai;
mod result;
mod results;

pub use desk::{Desk, SubmitError};
pub use form::Form;
pub use job::{Job, JobState};
pub use result::{BatchError, BatchOutcome, BatchResult, line_text};
pub use results::{Results, ResultsError};

use peirast_record::Key;
use serde::Serialize;
use serde_json::value::RawValue;

/// One question of a batch: the key of its trial, and the body that asks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRequest {
    /// Key of the trial.
    pub trial: Key,
    /// The request body, exactly as a single question would be sent.
    pub body: String,
}

impl BatchRequest {
    /// The body as a part of other JSON, byte for byte.
    fn json(&self) -> Result<&RawValue, BatchError> {
        serde_json::from_str(&self.body).map_err(not_json)
    }
}

/// A request for a batch, as JSON.
fn written(request: &impl Serialize) -> Result<String, BatchError> {
    serde_json::to_string(request).map_err(not_json)
}

fn not_json(error: serde_json::Error) -> BatchError {
    BatchError::Body(error.to_string())
}

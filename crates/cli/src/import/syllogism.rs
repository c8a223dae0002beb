//! The benchmark "Logic in LLMs" (2025), or data of the same layout: its syllogisms, and the answers
//! recorded to them.

mod dataset;
mod responses;

pub use dataset::{Dataset, Labels};
pub use responses::{Imported, read};

/// The endpoint of recorded answers.
pub const ENDPOINT: &str = "recorded/syllogism";

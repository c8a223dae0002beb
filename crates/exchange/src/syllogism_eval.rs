//! The benchmark "Logic in LLMs" (2025), or data with the same layout: its syllogisms, and recorded
//! answers to them.

mod dataset;
mod files;
mod responses;
mod study;

pub use dataset::{Contradiction, Dataset, Labels};
pub use files::{read_answers, read_dataset};
pub use responses::{SyllogismAnswers, is_answers};
pub use study::study;

/// The endpoint of recorded answers.
pub const ENDPOINT: &str = "recorded/syllogism";

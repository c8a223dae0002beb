//! The forms of batches.

use super::{anthropic, gemini, openai};
use serde::{Deserialize, Serialize};

/// The form in which a provider takes batches.
///
/// ```
/// use peirast_llm::batch::Form;
/// assert_eq!(serde_json::to_string(&Form::OpenAi)?, r#""openai""#);
/// assert_eq!(Form::OpenAi.most_requests(), 50_000);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A file of lines, uploaded and then named. OpenAI's form, which others imitate.
    #[serde(rename = "openai")]
    OpenAi,
    /// All questions in one body: Anthropic's.
    Anthropic,
    /// All questions in one body, results with the job: Google's.
    Gemini,
}

impl Form {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The largest number of questions in a batch.
    pub fn most_requests(self) -> usize {
        match self {
            Self::OpenAi => openai::MOST_REQUESTS,
            Self::Anthropic => anthropic::MOST_REQUESTS,
            Self::Gemini => gemini::MOST_REQUESTS,
        }
    }

    /// The largest size of a batch in bytes.
    pub fn most_bytes(self) -> usize {
        match self {
            Self::OpenAi => openai::MOST_BYTES,
            Self::Anthropic => anthropic::MOST_BYTES,
            Self::Gemini => gemini::MOST_BYTES,
        }
    }
}

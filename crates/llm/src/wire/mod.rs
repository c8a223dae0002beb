//! Wire formats: pure translators between our records and the bodies that servers speak.
//!
//! One file per format, each with two functions: one builds a request body, the other reads a
//! response body. They know no network, so they are tested on bodies alone. [`Wire`] names them;
//! which of them a provider speaks, and what it takes of it, is data: see
//! [`Providers`](crate::Providers).

mod anthropic;
mod bedrock;
mod body;
mod cohere;
mod complaint;
mod end;
mod gemini;
mod json;
mod knobs;
mod ollama;
mod openai_chat;
mod openai_responses;
mod parts;
mod replicate;
mod reported;
mod said;
mod turns;

pub use complaint::Complaint;
pub use knobs::{Built, Knobs, SystemRole};
pub use reported::reported;
pub use said::{Alternative, Said, TokenLogprob, WireError};

use peirast_record::{Message, Role, Sampling};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A wire format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wire {
    /// OpenAI's chat completions, which most servers speak.
    #[default]
    #[serde(rename = "openai-chat")]
    OpenAiChat,
    /// OpenAI's responses.
    #[serde(rename = "openai-responses")]
    OpenAiResponses,
    /// Anthropic's messages.
    Anthropic,
    /// Google's `generateContent`.
    Gemini,
    /// Cohere's chat, version 2.
    Cohere,
    /// Replicate's predictions.
    Replicate,
    /// Amazon Bedrock's Converse.
    Bedrock,
    /// Ollama's own chat.
    Ollama,
}

impl Wire {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::Cohere,
        Self::Replicate,
        Self::Bedrock,
        Self::Ollama,
    ];

    /// The name in provider files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAiChat => "openai-chat",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Cohere => "cohere",
            Self::Replicate => "replicate",
            Self::Bedrock => "bedrock",
            Self::Ollama => "ollama",
        }
    }

    /// What follows the base URL, for this model.
    ///
    /// ```
    /// use peirast_llm::wire::Wire;
    /// assert_eq!(Wire::OpenAiChat.path("gpt-4o"), "/chat/completions");
    /// assert_eq!(Wire::Gemini.path("gemini-2.5-pro"), "/models/gemini-2.5-pro:generateContent");
    /// assert_eq!(Wire::Bedrock.path("amazon.nova-pro-v1:0"), "/model/amazon.nova-pro-v1%3A0/converse");
    /// ```
    pub fn path(self, model: &str) -> String {
        match self {
            Self::OpenAiChat => "/chat/completions".to_owned(),
            Self::OpenAiResponses => "/responses".to_owned(),
            Self::Anthropic => "/messages".to_owned(),
            Self::Gemini => format!("/models/{}:generateContent", encoded(model)),
            Self::Cohere => "/chat".to_owned(),
            Self::Replicate => replicate::path(model),
            Self::Bedrock => format!("/model/{}/converse", encoded(model)),
            Self::Ollama => "/api/chat".to_owned(),
        }
    }

    /// Headers of every request beside those for its content and the key.
    pub fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Anthropic => &[("anthropic-version", "2023-06-01")],
            // The longest wait that the server grants; what takes longer is asked for again.
            Self::Replicate => &[("prefer", "wait=60")],
            _ => &[],
        }
    }

    /// The request body that puts `messages` to `model`. Only what is set is sent, and of that only
    /// what `knobs` take.
    pub fn build(
        self,
        model: &str,
        messages: &[Message],
        sampling: &Sampling,
        knobs: &Knobs,
    ) -> Built {
        let put = match self {
            Self::OpenAiChat => openai_chat::put,
            Self::OpenAiResponses => openai_responses::put,
            Self::Anthropic => anthropic::put,
            Self::Gemini => gemini::put,
            Self::Cohere => cohere::put,
            Self::Replicate => replicate::put,
            Self::Bedrock => bedrock::put,
            Self::Ollama => ollama::put,
        };
        let usual = match self {
            Self::OpenAiChat => openai_chat::usual,
            Self::OpenAiResponses => openai_responses::usual,
            Self::Anthropic => anthropic::usual,
            Self::Gemini => gemini::usual,
            Self::Cohere => cohere::usual,
            Self::Replicate => replicate::usual,
            Self::Bedrock => bedrock::usual,
            Self::Ollama => ollama::usual,
        };
        match knobs.system {
            SystemRole::Native => body::built(put(model, messages), sampling, knobs, usual),
            SystemRole::User => {
                let messages = turns::without_system(messages);
                body::built(put(model, &messages), sampling, knobs, usual)
            }
        }
    }

    /// Why these messages cannot be put in this format, if they cannot.
    pub fn refuses(self, messages: &[Message]) -> Option<&'static str> {
        let turns = messages.iter().filter(|message| message.role != Role::System).count();
        let alone = turns == 1 && messages.iter().any(|message| message.role == Role::User);
        match self {
            Self::Replicate if !alone => Some(
                "models behind Replicate take one question and no earlier turns: put the examples of \
                 this strategy into its prompt",
            ),
            _ => None,
        }
    }

    /// Reads a response body.
    ///
    /// The text is that of the answer: reasoning that comes beside it is not part of it. Where there
    /// is none, a stated refusal is the text.
    pub fn parse(self, body: &str) -> Result<Said, WireError> {
        let read = match self {
            Self::OpenAiChat => openai_chat::read,
            Self::OpenAiResponses => openai_responses::read,
            Self::Anthropic => anthropic::read,
            Self::Gemini => gemini::read,
            Self::Cohere => cohere::read,
            Self::Replicate => replicate::read,
            Self::Bedrock => bedrock::read,
            Self::Ollama => ollama::read,
        };
        read(&json::read(body)?)
    }

    /// Where the answer will be that a body only announces, if it does.
    pub fn pending(self, body: &str) -> Option<String> {
        match self {
            Self::Replicate => replicate::pending(&json::read(body).ok()?),
            _ => None,
        }
    }

    /// The error that the body of a response with an error status reports, as far as it can be read.
    pub fn complaint(self, body: &str) -> Option<Complaint> {
        complaint::anywhere(&json::read(body).ok()?)
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A model's name as segments of a path, one for each part between slashes.
pub(crate) fn segments(model: &str) -> String {
    model.split('/').map(encoded).collect::<Vec<_>>().join("/")
}

/// A model's name as one segment of a path.
fn encoded(model: &str) -> String {
    let mut out = String::with_capacity(model.len());
    for byte in model.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let digits = [byte >> 4, byte & 15].map(|d| char::from_digit(u32::from(d), 16));
                out.push('%');
                out.extend(digits.into_iter().flatten().map(|d| d.to_ascii_uppercase()));
            }
        }
    }
    out
}

//! Wire formats: pure translators between our records and the bodies of servers.
//!
//! There is one file per format, with two functions: one builds a request body, the other reads a
//! response body. They do not use the network, so tests need bodies alone. [`Wire`] names the
//! formats. The format of a provider and the settings that it takes are data: see
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
mod nested;
mod ollama;
mod openai_chat;
mod openai_responses;
mod parsed_response;
mod parts;
mod replicate;
mod reported;
mod turns;

pub use complaint::Complaint;
pub use knobs::{Knobs, RequestBody, SystemRole};
pub use parsed_response::{Alternative, ParsedResponse, TokenLogprob, WireError};
pub use reported::reported;

use body::{PutMessages, UsualFields};
use parsed_response::Unreadable;
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

    /// The path after the base URL, for this model.
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

    /// Headers of every request other than those for its content and the key.
    pub fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Anthropic => &[("anthropic-version", "2023-06-01")],
            // The longest wait that the server grants; slower answers are asked for again.
            Self::Replicate => &[("prefer", "wait=60")],
            _ => &[],
        }
    }

    /// The request body that puts `messages` to `model`. Only settings that have a value and that
    /// `knobs` take are sent.
    pub fn build(
        self,
        model: &str,
        messages: &[Message],
        sampling: &Sampling,
        knobs: &Knobs,
    ) -> RequestBody {
        let (put, usual): (PutMessages, UsualFields) = match self {
            Self::OpenAiChat => (openai_chat::put, openai_chat::usual),
            Self::OpenAiResponses => (openai_responses::put, openai_responses::usual),
            Self::Anthropic => (anthropic::put, anthropic::usual),
            Self::Gemini => (gemini::put, gemini::usual),
            Self::Cohere => (cohere::put, cohere::usual),
            Self::Replicate => (replicate::put, replicate::usual),
            Self::Bedrock => (bedrock::put, bedrock::usual),
            Self::Ollama => (ollama::put, ollama::usual),
        };
        let body = match knobs.system {
            SystemRole::Native => put(model, messages),
            SystemRole::User => put(model, &turns::without_system(messages)),
        };
        body::built(body, sampling, knobs, usual)
    }

    /// The reason why these messages cannot be put in this format, if there is one.
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
    /// The text is that of the answer, without separate reasoning. If there is no answer, a stated
    /// refusal is the text.
    pub fn parse(self, body: &str) -> Result<ParsedResponse, WireError> {
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
        let json = json::read(body)?;
        // A prediction of Replicate has its error next to its status.
        let complaint = complaint::in_place(&json).filter(|_| self != Self::Replicate);
        let said = complaint.map_or_else(|| read(&json), |complaint| Err(complaint.into()));
        said.map_err(|why| match why {
            Unreadable::Lacks(place) => WireError::Shape { place, api: self.api() },
            Unreadable::Complaint(complaint) => WireError::Complaint(complaint),
        })
    }

    /// The name of the interface that speaks the format, for errors.
    fn api(self) -> &'static str {
        match self {
            Self::OpenAiChat => "an OpenAI chat API",
            Self::OpenAiResponses => "OpenAI's responses API",
            Self::Anthropic => "Anthropic's messages API",
            Self::Gemini => "Google's generateContent API",
            Self::Cohere => "Cohere's chat API, version 2",
            Self::Replicate => "Replicate's predictions API",
            Self::Bedrock => "Amazon Bedrock",
            Self::Ollama => "Ollama, without /v1",
        }
    }

    /// The URL of an answer that a body only announces, if it does.
    pub fn pending(self, body: &str) -> Option<String> {
        match self {
            Self::Replicate => replicate::pending(&json::read(body).ok()?),
            _ => None,
        }
    }

    /// The error in the body of a response with an error status, as far as it can be read. An error
    /// of unknown form gives only the facts that it has at any depth.
    pub fn complaint(self, body: &str) -> Option<Complaint> {
        let json = json::read(body).ok()?;
        complaint::anywhere(&json).or_else(|| complaint::nested(&json))
    }
}

/// The error in a body with an error and no answer in OpenAI's formats, at any status.
pub(crate) fn error_alone(body: &str) -> Option<Complaint> {
    let json = json::read(body).ok()?;
    let has_answer = json["choices"].is_array() || json["output"].is_array();
    match has_answer {
        true => complaint::in_place(&json),
        false => complaint::anywhere(&json),
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

/// A name as one segment of a path.
pub(crate) fn encoded(name: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(encode).collect()
}

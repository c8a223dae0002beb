//! Responses of subjects, kept verbatim.

use crate::Key;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Words for an answer that the model completed.
const WHOLE: [&str; 6] = ["stop", "eos", "eostoken", "endturn", "stopsequence", "complete"];
/// Words for an answer that a limit on tokens truncated.
const CUT_OFF: [&str; 14] = [
    "length",
    "lengthlimit",
    "maxlength",
    "maxtokens",
    "maxtokensreached",
    "maxoutputtokens",
    "maxnewtokens",
    "maxcompletiontokens",
    "tokenlimit",
    "modellength",
    "modelcontextwindowexceeded",
    "contextlength",
    "contextlengthexceeded",
    // Cohere's, for a context that is full.
    "errorlimit",
];
/// Words for an answer that a filter withheld.
const KEPT_BACK: [&str; 13] = [
    "contentfilter",
    "contentfiltered",
    "guardrailintervened",
    "refusal",
    "safety",
    "recitation",
    "language",
    "blocklist",
    "prohibitedcontent",
    "spii",
    // Cohere's and Zhipu's.
    "errortoxic",
    "toxic",
    "sensitive",
];
/// The reason why a subject stopped writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinishReason {
    /// The model completed its answer.
    Stop,
    /// The token limit truncated it.
    Length,
    /// A content filter withheld the rest.
    ContentFilter,
    /// Anything else, or nothing reported.
    #[default]
    Other,
}

impl FinishReason {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ContentFilter => "content-filter",
            Self::Other => "other",
        }
    }

    /// The reason for a word of a server or a file, in any case and with any separators; `None` for
    /// an unknown word.
    ///
    /// ```
    /// use peirast_record::FinishReason;
    /// for word in ["length", "MAX_TOKENS", "maxTokens", "model_length"] {
    ///     assert_eq!(FinishReason::from_word(word), Some(FinishReason::Length));
    /// }
    /// assert_eq!(FinishReason::from_word("end_turn"), Some(FinishReason::Stop));
    /// assert_eq!(FinishReason::from_word("content-filter"), Some(FinishReason::ContentFilter));
    /// assert_eq!(FinishReason::from_word("foo"), None);
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        let letters = word.chars().filter(char::is_ascii_alphanumeric);
        let letters: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        let is_one_of = |words: &[&str]| words.contains(&letters.as_str());
        match () {
            () if is_one_of(&WHOLE) => Some(Self::Stop),
            () if is_one_of(&CUT_OFF) => Some(Self::Length),
            () if is_one_of(&KEPT_BACK) => Some(Self::ContentFilter),
            () if letters == "other" => Some(Self::Other),
            () => None,
        }
    }
}

/// Numbers of tokens, if the provider reports them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, including cached ones.
    pub input_tokens: Option<u64>,
    /// Tokens of the answer, including reasoning.
    pub output_tokens: Option<u64>,
    /// Tokens of reasoning in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u64>,
    /// Tokens of the prompt that were read from a cache, which costs less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u64>,
}

/// Kinds of failed attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The key is missing or refused (401, 403).
    Auth,
    /// The endpoint does not know the model or the path (404), or leads elsewhere.
    NotFound,
    /// Too many requests (429).
    RateLimit,
    /// The server refused the request itself (other 4xx): it is too long, or has an unsupported
    /// setting.
    BadRequest,
    /// The server failed (5xx).
    Server,
    /// No connection, or a broken one.
    Network,
    /// No answer in time.
    Timeout,
    /// The body does not match the wire format, or is incomplete.
    Malformed,
}

impl ErrorKind {
    /// Returns true if another attempt may help.
    pub fn is_transient(self) -> bool {
        matches!(
            self,
            Self::RateLimit | Self::Server | Self::Network | Self::Timeout | Self::Malformed
        )
    }

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::NotFound => "not-found",
            Self::RateLimit => "rate-limit",
            Self::BadRequest => "bad-request",
            Self::Server => "server",
            Self::Network => "network",
            Self::Timeout => "timeout",
            Self::Malformed => "malformed",
        }
    }
}

/// A received answer. Only a response completes a trial; a failed attempt never does.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Key of the trial answered.
    pub trial: Key,
    /// Number of attempts, at least 1.
    pub attempts: u32,
    /// The request body exactly as sent.
    pub request: String,
    /// The response body exactly as received.
    pub body: String,
    /// The text of the answer, from the body.
    pub text: String,
    /// The reason why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub model: Option<String>,
    /// The time when the last attempt was sent, in microseconds since 1970 UTC; 0 for simulated
    /// subjects.
    pub sent_us: i64,
    /// Duration of the last attempt, in microseconds.
    pub elapsed_us: i64,
}

impl Response {
    /// The content key of the response: any difference between two responses gives different keys.
    pub fn digest(&self) -> Key {
        let Self {
            trial,
            attempts,
            request,
            body,
            text,
            finish,
            usage,
            model,
            sent_us,
            elapsed_us,
        } = self;
        let shape = json!([trial, attempts, request, body, text, finish, usage]);
        Key::from_json("response", json!([shape, model, sent_us, elapsed_us]))
    }
}

/// The text of a response, with the reason for its end, its usage and its duration: a response
/// without the bodies that were sent and received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResponseText {
    /// The answer's text.
    pub text: String,
    /// The reason why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// Duration of the last attempt in microseconds; 0 if nothing was measured.
    pub elapsed_us: i64,
}

impl ResponseText {
    /// Duration of the last attempt in whole milliseconds. `None` if nothing was measured, as for
    /// simulated subjects and for most imported answers.
    ///
    /// ```
    /// use peirast_record::ResponseText;
    /// let took = |elapsed_us| ResponseText { elapsed_us, ..ResponseText::default() }.latency_ms();
    /// assert_eq!((took(1_499), took(1_500), took(200)), (Some(1), Some(2), Some(0)));
    /// assert_eq!((took(0), took(-5)), (None, None));
    /// ```
    pub fn latency_ms(&self) -> Option<u64> {
        let micros = u64::try_from(self.elapsed_us).ok().filter(|micros| *micros > 0)?;
        Some((micros + 500) / 1000)
    }
}

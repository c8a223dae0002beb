//! Ollama's own chat, which takes more than its imitation of OpenAI's: whether to think, and limits
//! under the names that its documentation has.

use super::body::{Fields, plain};
use super::complaint::in_place;
use super::openai_chat::{alternatives, token};
use super::{Complaint, Said, WireError, end};
use peirast_record::{Effort, FinishReason, Message, Sampling, Setting, Usage};
use serde_json::{Map, Value, json};

const API: &str = "Ollama, without /v1";

/// The body before any setting.
pub(super) fn put(model: &str, messages: &[Message]) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".to_owned(), model.into());
    body.insert("messages".to_owned(), json!(messages));
    body.insert("stream".to_owned(), false.into());
    body
}

/// Where settings stand.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("options.temperature", value)],
        Setting::TopP => vec![("options.top_p", value)],
        Setting::Seed => vec![("options.seed", value)],
        Setting::MaxTokens => vec![("options.num_predict", value)],
        Setting::ReasoningEffort if sampling.reasoning_effort == Some(Effort::None) => {
            vec![("think", false.into())]
        }
        Setting::ReasoningEffort => vec![("think", value)],
        Setting::ThinkingBudget => Vec::new(),
        Setting::Logprobs => alternatives(sampling),
    }
}

/// Reads a response.
pub(super) fn read(json: &Value) -> Result<Said, WireError> {
    if let Some(complaint) = in_place(json).or_else(|| unfinished(json)) {
        return Err(WireError::Complaint(complaint));
    }
    let message = &json["message"];
    if !message.is_object() {
        return Err(shape("message"));
    }
    let text = match &message["content"] {
        Value::Null => Some(String::new()),
        content => content.as_str().map(str::to_owned),
    };
    let tokens = json["logprobs"].as_array().into_iter().flatten();
    Ok(Said {
        text: text.ok_or(shape("text in message.content"))?,
        finish: finish(json["done_reason"].as_str()).map_err(WireError::Complaint)?,
        usage: Usage {
            input_tokens: json["prompt_eval_count"].as_u64(),
            output_tokens: json["eval_count"].as_u64(),
            ..Usage::default()
        },
        model: json["model"].as_str().map(str::to_owned),
        fingerprint: None,
        logprobs: tokens.filter_map(token).collect(),
    })
}

fn shape(place: &'static str) -> WireError {
    WireError::Shape { place, api: API }
}

/// A part of an answer that comes in parts, which were not asked for; or word that the model was loaded
/// or unloaded, and nothing asked of it.
fn unfinished(json: &Value) -> Option<Complaint> {
    match (json["done"].as_bool(), json["done_reason"].as_str()) {
        (_, Some(reason @ ("load" | "unload"))) => Some(Complaint::unfinished(reason)),
        (Some(true), _) => None,
        (Some(false), _) => Some(Complaint::unfinished("done is false")),
        (None, _) => Some(Complaint::unfinished("no done")),
    }
}

/// Servers before 0.1.38 say that they are done, and not why.
fn finish(reason: Option<&str>) -> Result<FinishReason, Complaint> {
    reason.map_or(Ok(FinishReason::Other), end::finish)
}

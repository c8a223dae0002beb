//! Ollama's own chat, which takes more than its imitation of OpenAI's: whether to think, and limits
//! under the names that its documentation has.

use super::body::{Fields, plain};
use super::openai_chat::{alternatives, token};
use super::{Complaint, ParsedResponse, Unreadable, end};
use peirast_record::{Effort, Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    json!({"model": model, "messages": messages, "stream": false})
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
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    if let Some(complaint) = unfinished(json) {
        return Err(complaint.into());
    }
    let message = &json["message"];
    if !message.is_object() {
        return Err("message".into());
    }
    let text = match &message["content"] {
        Value::Null => Some(String::new()),
        content => content.as_str().map(str::to_owned),
    };
    let tokens = json["logprobs"].as_array().into_iter().flatten();
    Ok(ParsedResponse {
        text: text.ok_or("text in message.content")?,
        // Servers before 0.1.38 say that they are done, and not why.
        finish: end::optional(json["done_reason"].as_str())?,
        usage: Usage {
            input_tokens: json["prompt_eval_count"].as_u64(),
            output_tokens: json["eval_count"].as_u64(),
            ..Usage::default()
        },
        model: json["model"].as_str().map(str::to_owned),
        logprobs: tokens.filter_map(token).collect(),
        ..ParsedResponse::default()
    })
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

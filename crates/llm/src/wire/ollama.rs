//! Ollama's own chat. It takes more than its imitation of OpenAI's: a switch for thinking, and
//! limits under the names in its documentation.

use super::body::{Fields, plain};
use super::openai_chat::{alternatives, token};
use super::{Complaint, ParsedResponse, Unreadable, end};
use peirast_record::{Effort, Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    json!({"model": model, "messages": messages, "stream": false})
}

/// The places of settings.
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
        // Servers before 0.1.38 report that they are done, but not why.
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

/// A part of a streamed answer, which was not asked for; or a report that the model was loaded or
/// unloaded.
fn unfinished(json: &Value) -> Option<Complaint> {
    match (json["done"].as_bool(), json["done_reason"].as_str()) {
        (_, Some(reason @ ("load" | "unload"))) => Some(Complaint::unfinished(reason)),
        (Some(true), _) => None,
        (Some(false), _) => Some(Complaint::unfinished("done is false")),
        (None, _) => Some(Complaint::unfinished("no done")),
    }
}

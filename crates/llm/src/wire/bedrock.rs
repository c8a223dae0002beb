//! Amazon Bedrock's Converse.

use super::body::{Fields, plain};
use super::complaint::in_place;
use super::{Said, WireError, end, parts, turns};
use peirast_record::{Message, Sampling, Setting, Usage};
use serde_json::{Map, Value, json};

const API: &str = "Amazon Bedrock";

/// The body before any setting; the model stands in the path.
pub(super) fn put(_: &str, messages: &[Message]) -> Map<String, Value> {
    let (system, turns) = turns::apart(messages);
    let turn = |message: &Message| json!({"role": message.role, "content": [text(message)]});
    let turns: Vec<Value> = turns.into_iter().map(turn).collect();
    let mut body = Map::new();
    if let Some(system) = system {
        body.insert("system".to_owned(), json!([{"text": system}]));
    }
    body.insert("messages".to_owned(), turns.into());
    body
}

fn text(message: &Message) -> Value {
    json!({"text": message.content})
}

/// Where settings stand. What a maker's models alone know goes through in fields of their own; a
/// budget is that of Anthropic's models.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("inferenceConfig.temperature", value)],
        Setting::TopP => vec![("inferenceConfig.topP", value)],
        Setting::MaxTokens => vec![("inferenceConfig.maxTokens", value)],
        Setting::ThinkingBudget => vec![
            ("additionalModelRequestFields.thinking.type", "enabled".into()),
            ("additionalModelRequestFields.thinking.budget_tokens", value),
        ],
        Setting::Seed | Setting::ReasoningEffort | Setting::Logprobs => Vec::new(),
    }
}

/// Reads a response.
pub(super) fn read(json: &Value) -> Result<Said, WireError> {
    if let Some(complaint) = in_place(json) {
        return Err(WireError::Complaint(complaint));
    }
    let message = &json["output"]["message"];
    let content = message["content"].as_array();
    let content = content.ok_or(shape("output.message.content"))?;
    let text = parts::untyped(content.iter()).ok_or(shape("text in output.message.content"))?;
    let finish = end::stated(json["stopReason"].as_str(), "stopReason");
    Ok(Said {
        text,
        finish: finish.map_err(WireError::Complaint)?,
        usage: usage(&json["usage"]),
        ..Said::default()
    })
}

fn shape(place: &'static str) -> WireError {
    WireError::Shape { place, api: API }
}

/// The tokens of a prompt are those that were read anew, written to the cache, and read from it.
fn usage(usage: &Value) -> Usage {
    let cached = usage["cacheReadInputTokens"].as_u64();
    let kept = usage["cacheWriteInputTokens"].as_u64().unwrap_or(0);
    let input = usage["inputTokens"].as_u64();
    Usage {
        input_tokens: input.map(|new| new.saturating_add(kept).saturating_add(cached.unwrap_or(0))),
        output_tokens: usage["outputTokens"].as_u64(),
        cached_tokens: cached,
        ..Usage::default()
    }
}

//! Amazon Bedrock's Converse.

use super::body::{Fields, plain};
use super::{ParsedResponse, Unreadable, end, parts, turns};
use peirast_record::{Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting; the model is in the path.
pub(super) fn put(_: &str, messages: &[Message]) -> Value {
    let (system, turns) = turns::apart(messages);
    let turn = |it: &Message| json!({"role": it.role, "content": [{"text": it.content}]});
    let turns: Vec<Value> = turns.into_iter().map(turn).collect();
    match system {
        Some(system) => json!({"system": [{"text": system}], "messages": turns}),
        None => json!({"messages": turns}),
    }
}

/// The places of settings. Settings that only one maker's models know go into separate fields; a
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
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    let content = json["output"]["message"]["content"].as_array();
    let content = content.ok_or("output.message.content")?;
    Ok(ParsedResponse {
        text: parts::untyped(content.iter()).ok_or("text in output.message.content")?,
        finish: end::stated(json["stopReason"].as_str(), "stopReason")?,
        usage: usage(&json["usage"]),
        ..ParsedResponse::default()
    })
}

/// The tokens of a prompt are the sum of those read anew, written to the cache, and read from it.
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

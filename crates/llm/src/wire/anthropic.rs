//! Anthropic's messages.

use super::body::{Fields, plain};
use super::{ParsedResponse, Unreadable, end, parts, turns};
use peirast_record::{Effort, Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    match turns::apart(messages) {
        (Some(system), turns) => json!({"model": model, "system": system, "messages": turns}),
        (None, turns) => json!({"model": model, "messages": turns}),
    }
}

/// The places of settings. The effort of thinking is sent together with the switch for thinking.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("temperature", value)],
        Setting::TopP => vec![("top_p", value)],
        Setting::MaxTokens => vec![("max_tokens", value)],
        Setting::ReasoningEffort if sampling.reasoning_effort == Some(Effort::None) => {
            vec![("thinking.type", "disabled".into())]
        }
        Setting::ReasoningEffort => {
            vec![("thinking.type", "adaptive".into()), ("output_config.effort", value)]
        }
        Setting::ThinkingBudget => {
            vec![("thinking.type", "enabled".into()), ("thinking.budget_tokens", value)]
        }
        Setting::Seed | Setting::Logprobs => Vec::new(),
    }
}

/// Reads a response.
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    let content = json["content"].as_array().ok_or("content")?;
    Ok(ParsedResponse {
        text: parts::text(content).ok_or("text in content")?,
        finish: end::stated(json["stop_reason"].as_str(), "stop_reason")?,
        usage: usage(&json["usage"]),
        model: json["model"].as_str().map(str::to_owned),
        ..ParsedResponse::default()
    })
}

/// The tokens of a prompt are the sum of those read anew, written to the cache, and read from it.
fn usage(usage: &Value) -> Usage {
    let (new, cached) = (&usage["input_tokens"], &usage["cache_read_input_tokens"]);
    let written = usage["cache_creation_input_tokens"].as_u64().unwrap_or(0);
    let read = cached.as_u64().unwrap_or(0);
    Usage {
        input_tokens: new.as_u64().map(|new| new.saturating_add(written).saturating_add(read)),
        output_tokens: usage["output_tokens"].as_u64(),
        reasoning_tokens: usage["output_tokens_details"]["thinking_tokens"].as_u64(),
        cached_tokens: cached.as_u64(),
    }
}

//! Cohere's chat, version 2.

use super::body::{Fields, plain};
use super::{ParsedResponse, TokenLogprob, Unreadable, end, parts};
use peirast_record::{Effort, Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    json!({"model": model, "messages": messages, "stream": false})
}

/// The places of settings. Thinking can be switched off or limited; it has no degrees.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("temperature", value)],
        Setting::TopP => vec![("p", value)],
        Setting::Seed => vec![("seed", value)],
        Setting::MaxTokens => vec![("max_tokens", value)],
        Setting::ReasoningEffort if sampling.reasoning_effort == Some(Effort::None) => {
            vec![("thinking.type", "disabled".into())]
        }
        Setting::ReasoningEffort => Vec::new(),
        Setting::ThinkingBudget => {
            vec![("thinking.type", "enabled".into()), ("thinking.token_budget", value)]
        }
        Setting::Logprobs => vec![("logprobs", true.into())],
    }
}

/// Reads a response.
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    let message = &json["message"];
    if !message.is_object() {
        return Err("message".into());
    }
    let text = match &message["content"] {
        Value::Null => Some(String::new()), // Where a tool is called.
        content => content.as_array().and_then(|content| parts::text(content)),
    };
    Ok(ParsedResponse {
        text: text.ok_or("text in message.content")?,
        finish: end::stated(json["finish_reason"].as_str(), "finish_reason")?,
        usage: usage(&json["usage"]),
        logprobs: logprobs(&json["logprobs"]),
        ..ParsedResponse::default()
    })
}

/// Tokens as the model saw them; the billed ones exclude those that Cohere adds itself.
fn usage(usage: &Value) -> Usage {
    let count = |name: &str| {
        let of = |part: &str| usage[part][name].as_f64().filter(|count| *count >= 0.0);
        // Counts are written as floating-point numbers.
        of("tokens").or_else(|| of("billed_units")).map(|count| count as u64)
    };
    Usage {
        input_tokens: count("input_tokens"),
        output_tokens: count("output_tokens"),
        cached_tokens: usage["cached_tokens"].as_f64().map(|count| count as u64),
        ..Usage::default()
    }
}

/// A part of the text may be several tokens: their log-probabilities add up to that of the part.
fn logprobs(items: &Value) -> Vec<TokenLogprob> {
    let item = |item: &Value| {
        let values = item["logprobs"].as_array()?;
        Some(TokenLogprob {
            token: item["text"].as_str()?.to_owned(),
            logprob: values.iter().map(Value::as_f64).sum::<Option<f64>>()?,
            alternatives: Vec::new(),
        })
    };
    items.as_array().into_iter().flatten().filter_map(item).collect()
}

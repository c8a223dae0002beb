//! OpenAI's responses.

use super::body::{Fields, plain};
use super::complaint::in_place;
use super::{Complaint, Said, WireError, openai_chat, parts};
use peirast_record::{FinishReason, Message, Sampling, Setting, Usage};
use serde_json::{Map, Value, json};

const API: &str = "OpenAI's responses API";

/// The body before any setting. The provider is asked not to keep the answer.
pub(super) fn put(model: &str, messages: &[Message]) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".to_owned(), model.into());
    body.insert("input".to_owned(), json!(messages));
    body.insert("store".to_owned(), false.into());
    body
}

/// Where settings stand.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("temperature", value)],
        Setting::TopP => vec![("top_p", value)],
        Setting::MaxTokens => vec![("max_output_tokens", value)],
        Setting::ReasoningEffort => vec![("reasoning.effort", value)],
        Setting::Logprobs => {
            let mut fields: Fields = vec![("include", json!(["message.output_text.logprobs"]))];
            if let Some(n @ 1..) = sampling.logprobs {
                fields.push(("top_logprobs", n.into()));
            }
            fields
        }
        Setting::Seed | Setting::ThinkingBudget => Vec::new(),
    }
}

/// Reads a response.
pub(super) fn read(json: &Value) -> Result<Said, WireError> {
    if let Some(complaint) = in_place(json).or_else(|| unfinished(json)) {
        return Err(WireError::Complaint(complaint));
    }
    let output = json["output"].as_array().ok_or(shape("output"))?;
    let messages = output.iter().filter(|item| item["type"] == "message");
    let contents: Option<Vec<&Vec<Value>>> =
        messages.map(|message| message["content"].as_array()).collect();
    let contents = contents.ok_or(shape("content in a message of output"))?;
    let of = |member: fn(&str) -> Option<&'static str>| -> Result<String, WireError> {
        let texts: Option<String> =
            contents.iter().map(|content| parts::typed(content, member)).collect();
        texts.ok_or(shape("text in a message of output"))
    };
    let text = of(|kind| (kind == "output_text" || kind == "text").then_some("text"))?;
    let refusal = of(|kind| (kind == "refusal").then_some("refusal"))?;
    let tokens = contents.iter().copied().flatten();
    let tokens = tokens.flat_map(|part| part["logprobs"].as_array().into_iter().flatten());
    Ok(Said {
        text: if text.is_empty() { refusal } else { text },
        finish: finish(json),
        usage: usage(&json["usage"]),
        model: json["model"].as_str().map(str::to_owned),
        fingerprint: None,
        logprobs: tokens.filter_map(openai_chat::token).collect(),
    })
}

fn shape(place: &'static str) -> WireError {
    WireError::Shape { place, api: API }
}

/// A response that is no answer, and names no error either.
fn unfinished(json: &Value) -> Option<Complaint> {
    match json["status"].as_str() {
        Some(status @ ("failed" | "cancelled" | "queued" | "in_progress")) => {
            Some(Complaint::unfinished(status))
        }
        _ => None,
    }
}

fn finish(json: &Value) -> FinishReason {
    match (json["status"].as_str(), json["incomplete_details"]["reason"].as_str()) {
        (_, Some("max_output_tokens")) => FinishReason::Length,
        (_, Some("content_filter")) => FinishReason::ContentFilter,
        (Some("completed"), None) => FinishReason::Stop,
        _ => FinishReason::Other,
    }
}

fn usage(usage: &Value) -> Usage {
    Usage {
        input_tokens: usage["input_tokens"].as_u64(),
        output_tokens: usage["output_tokens"].as_u64(),
        reasoning_tokens: usage["output_tokens_details"]["reasoning_tokens"].as_u64(),
        cached_tokens: usage["input_tokens_details"]["cached_tokens"].as_u64(),
    }
}

//! Replicate's predictions.
//!
//! A prediction that takes longer than the server waits comes without an answer, and names the URL
//! where the answer will be: see [`pending`].

use super::body::{Fields, plain};
use super::{Complaint, ParsedResponse, Unreadable, turns};
use peirast_record::{FinishReason, Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// A model of the form `owner/name` has predictions of its own; a version of one, `owner/name:id`,
/// is named in the body.
pub(super) fn path(model: &str) -> String {
    match model.split_once(':') {
        Some(_) => "/predictions".to_owned(),
        None => format!("/models/{}/predictions", super::segments(model)),
    }
}

/// The body before any setting. The settings are those of the model, which differ between models.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    let (system, turns) = turns::apart(messages);
    let question: Vec<&str> = turns.iter().map(|message| message.content.as_str()).collect();
    let question = question.join("\n\n");
    let input = match system {
        Some(system) => json!({"prompt": question, "system_prompt": system}),
        None => json!({"prompt": question}),
    };
    match model.split_once(':') {
        Some((_, version)) => json!({"version": version, "input": input}),
        None => json!({"input": input}),
    }
}

/// The places of settings.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("input.temperature", value)],
        Setting::TopP => vec![("input.top_p", value)],
        Setting::Seed => vec![("input.seed", value)],
        Setting::MaxTokens => vec![("input.max_tokens", value)],
        Setting::ReasoningEffort => vec![("input.reasoning_effort", value)],
        Setting::ThinkingBudget | Setting::Logprobs => Vec::new(),
    }
}

/// The URL of the answer, if it is not complete yet.
pub(super) fn pending(json: &Value) -> Option<String> {
    match json["status"].as_str() {
        Some("starting" | "processing") => json["urls"]["get"].as_str().map(str::to_owned),
        _ => None,
    }
}

/// Reads a prediction.
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    match json["status"].as_str() {
        Some("succeeded") => {}
        Some(status @ ("failed" | "canceled" | "aborted")) => {
            return Err(failed(json, status).into());
        }
        Some(status @ ("starting" | "processing")) => {
            return Err(Complaint::unfinished(status).into());
        }
        _ => return Err("status".into()),
    }
    let text = match &json["output"] {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => parts.iter().map(Value::as_str).collect(),
        _ => None,
    };
    let usage = usage(&json["metrics"]);
    Ok(ParsedResponse {
        text: text.ok_or("text in output")?,
        finish: finish(json, usage),
        usage,
        model: model(json),
        ..ParsedResponse::default()
    })
}

fn failed(json: &Value, status: &str) -> Complaint {
    match json["error"].as_str() {
        Some(words) => Complaint {
            message: words.to_owned(),
            code: Some(status.to_owned()),
            ..Complaint::default()
        },
        None => Complaint::unfinished(status),
    }
}

/// The server does not report why a model stopped. It repeats the limit of the request, and an
/// answer with as many tokens was truncated.
fn finish(json: &Value, usage: Usage) -> FinishReason {
    let names = ["max_tokens", "max_new_tokens", "max_completion_tokens", "max_output_tokens"];
    let limit = names.iter().find_map(|name| json["input"][*name].as_u64());
    match (limit, usage.output_tokens) {
        (Some(limit), Some(output)) if output >= limit => FinishReason::Length,
        (Some(_), Some(_)) => FinishReason::Stop,
        _ => FinishReason::Other,
    }
}

fn usage(metrics: &Value) -> Usage {
    Usage {
        input_tokens: metrics["input_token_count"].as_u64(),
        output_tokens: metrics["output_token_count"].as_u64(),
        ..Usage::default()
    }
}

/// The model with its version.
fn model(json: &Value) -> Option<String> {
    match (json["model"].as_str(), json["version"].as_str()) {
        (Some(model), Some(version)) if version != "hidden" => Some(format!("{model}:{version}")),
        (Some(one), _) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

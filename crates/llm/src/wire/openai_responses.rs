//! OpenAI's responses.

use super::body::{Fields, plain};
use super::{Complaint, ParsedResponse, Unreadable, end, openai_chat, parts};
use peirast_record::{FinishReason, Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting. It asks the provider not to keep the answer.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    json!({"model": model, "input": messages, "store": false})
}

/// The places of settings.
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
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    let finish = finish(json)?;
    let output = json["output"].as_array().ok_or("output")?;
    let messages = output.iter().filter(|item| item["type"].as_str() == Some("message"));
    if finish == FinishReason::Stop
        && let Some(complaint) = messages.clone().find_map(unfinished)
    {
        return Err(complaint.into());
    }
    let contents: Option<Vec<&Vec<Value>>> =
        messages.map(|message| message["content"].as_array()).collect();
    let contents = contents.ok_or("content in a message of output")?;
    let joined = |member: fn(&str) -> Option<&'static str>| {
        let texts = contents.iter().map(|content| parts::typed(content, member));
        texts.collect::<Option<String>>().ok_or("text in a message of output")
    };
    let text = joined(|kind| (kind == "output_text" || kind == "text").then_some("text"))?;
    let refusal = joined(|kind| (kind == "refusal").then_some("refusal"))?;
    let tokens = contents.iter().copied().flatten();
    let tokens = tokens.flat_map(|part| part["logprobs"].as_array().into_iter().flatten());
    Ok(ParsedResponse {
        text: if text.is_empty() { refusal } else { text },
        finish,
        usage: usage(&json["usage"]),
        model: json["model"].as_str().map(str::to_owned),
        logprobs: tokens.filter_map(openai_chat::token).collect(),
        ..ParsedResponse::default()
    })
}

/// The reason why a response ended. Only a completed one is whole. An incomplete one is an answer
/// only if it names a limit or a filter as the reason.
fn finish(json: &Value) -> Result<FinishReason, Complaint> {
    let status = json["status"].as_str().unwrap_or("no status");
    let is = |name: &str| status.eq_ignore_ascii_case(name);
    let cause = json["incomplete_details"]["reason"].as_str();
    match cause.map(end::finish) {
        None if is("completed") => Ok(FinishReason::Stop),
        Some(Ok(known @ (FinishReason::Length | FinishReason::ContentFilter)))
            if is("incomplete") || is("completed") =>
        {
            Ok(known)
        }
        _ => Err(Complaint::unfinished(cause.unwrap_or(status))),
    }
}

/// An incomplete message within a completed response.
fn unfinished(message: &Value) -> Option<Complaint> {
    let status = message["status"].as_str()?;
    (!status.eq_ignore_ascii_case("completed")).then(|| Complaint::unfinished(status))
}

fn usage(usage: &Value) -> Usage {
    Usage {
        input_tokens: usage["input_tokens"].as_u64(),
        output_tokens: usage["output_tokens"].as_u64(),
        reasoning_tokens: usage["output_tokens_details"]["reasoning_tokens"].as_u64(),
        cached_tokens: usage["input_tokens_details"]["cached_tokens"].as_u64(),
    }
}

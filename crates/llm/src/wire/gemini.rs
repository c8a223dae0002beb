//! Google's `generateContent`.

use super::body::{Fields, plain};
use super::{Alternative, Complaint, ParsedResponse, TokenLogprob, Unreadable, end, parts, turns};
use peirast_record::{FinishReason, Message, Role, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting; the model is in the path.
pub(super) fn put(_: &str, messages: &[Message]) -> Value {
    let (system, turns) = turns::apart(messages);
    let contents: Vec<Value> = turns.into_iter().map(turn).collect();
    match system {
        Some(system) => {
            json!({"systemInstruction": {"parts": [{"text": system}]}, "contents": contents})
        }
        None => json!({"contents": contents}),
    }
}

fn turn(message: &Message) -> Value {
    let role = if message.role == Role::Assistant { "model" } else { "user" };
    json!({"role": role, "parts": [{"text": message.content}]})
}

/// The places of settings.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("generationConfig.temperature", value)],
        Setting::TopP => vec![("generationConfig.topP", value)],
        Setting::Seed => vec![("generationConfig.seed", value)],
        Setting::MaxTokens => vec![("generationConfig.maxOutputTokens", value)],
        Setting::ReasoningEffort => {
            vec![("generationConfig.thinkingConfig.thinkingLevel", value)]
        }
        Setting::ThinkingBudget => {
            vec![("generationConfig.thinkingConfig.thinkingBudget", value)]
        }
        Setting::Logprobs => {
            let mut fields: Fields = vec![("generationConfig.responseLogprobs", true.into())];
            if let Some(n @ 1..) = sampling.logprobs {
                fields.push(("generationConfig.logprobs", n.into()));
            }
            fields
        }
    }
}

/// Reads a response. A blocked question has no candidates, and is a refusal.
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    let said = ParsedResponse {
        usage: usage(&json["usageMetadata"]),
        model: json["modelVersion"].as_str().map(str::to_owned),
        ..ParsedResponse::default()
    };
    if json["promptFeedback"]["blockReason"].is_string() {
        return Ok(ParsedResponse { finish: FinishReason::ContentFilter, ..said });
    }
    let candidates = json["candidates"].as_array().ok_or("candidates")?;
    let candidate = candidates.first().ok_or("candidates[0]")?;
    if !candidate.is_object() {
        return Err("candidates[0]".into());
    }
    let text = text_of(&candidate["content"]).ok_or("text in candidates[0].content")?;
    Ok(ParsedResponse {
        finish: finish(candidate["finishReason"].as_str(), &text)?,
        text,
        logprobs: logprobs(&candidate["logprobsResult"]),
        ..said
    })
}

/// The text without thoughts; empty if there is no content at all.
fn text_of(content: &Value) -> Option<String> {
    let parts = match (content, &content["parts"]) {
        (Value::Null | Value::Object(_), Value::Null) => return Some(String::new()),
        (_, parts) => parts.as_array()?,
    };
    parts::untyped(parts.iter().filter(|part| part["thought"].as_bool() != Some(true)))
}

/// Without a reason, the model has not stopped. If it stopped without text for a reason that is
/// neither its own nor a filter's, such as a call of an unknown tool, another attempt may bring an
/// answer.
fn finish(reason: Option<&str>, text: &str) -> Result<FinishReason, Complaint> {
    match end::stated(reason, "finishReason")? {
        FinishReason::Other if text.is_empty() => {
            Err(Complaint::unfinished(reason.unwrap_or_default()))
        }
        finish => Ok(finish),
    }
}

/// Thoughts are counted separately from the answer, and cost the same.
fn usage(usage: &Value) -> Usage {
    let thoughts = usage["thoughtsTokenCount"].as_u64();
    let answer = usage["candidatesTokenCount"].as_u64();
    let output = match (answer, thoughts) {
        (None, None) => None,
        (answer, thoughts) => Some(answer.unwrap_or(0).saturating_add(thoughts.unwrap_or(0))),
    };
    Usage {
        input_tokens: usage["promptTokenCount"].as_u64(),
        output_tokens: output,
        reasoning_tokens: thoughts,
        cached_tokens: usage["cachedContentTokenCount"].as_u64(),
    }
}

fn logprobs(result: &Value) -> Vec<TokenLogprob> {
    let chosen = result["chosenCandidates"].as_array().into_iter().flatten();
    let token = |(at, token): (usize, &Value)| {
        let others = result["topCandidates"][at]["candidates"].as_array();
        let others = others.into_iter().flatten().filter_map(|other| {
            let (token, logprob) = scored(other)?;
            Some(Alternative { token, logprob })
        });
        let (token, logprob) = scored(token)?;
        Some(TokenLogprob { token, logprob, alternatives: others.collect() })
    };
    chosen.enumerate().filter_map(token).collect()
}

fn scored(token: &Value) -> Option<(String, f64)> {
    Some((token["token"].as_str()?.to_owned(), token["logProbability"].as_f64()?))
}

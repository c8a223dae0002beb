//! The OpenAI chat format, which most servers speak.
//!
//! ```
//! use peirast_record::{Message, Sampling};
//! use peirast_run::wire::openai_chat::{LengthKnob, build, parse};
//!
//! let sampling = Sampling { temperature: Some(0.0), ..Sampling::default() };
//! let request = build("m", &[Message::user("Hi")], &sampling, LengthKnob::MaxTokens);
//! assert_eq!(
//!     request,
//!     r#"{"model":"m","messages":[{"role":"user","content":"Hi"}],"temperature":0.0}"#
//! );
//! let said = parse(r#"{"choices":[{"message":{"content":"Yes."},"finish_reason":"stop"}]}"#)?;
//! assert_eq!(said.text, "Yes.");
//! # Ok::<(), peirast_run::wire::WireError>(())
//! ```

use super::{Complaint, Said, WireError, mend};
use peirast_record::{FinishReason, Message, Sampling, Usage};
use serde::Serialize;
use serde_json::Value;

/// The name under which the limit on an answer's tokens is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthKnob {
    /// `max_tokens`: the older name, which compatible servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`: the newer name, which OpenAI's reasoning models insist on.
    MaxCompletionTokens,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
}

/// The request body that puts `messages` to `model`. Only what is set is sent.
pub fn build(model: &str, messages: &[Message], sampling: &Sampling, knob: LengthKnob) -> String {
    let length = |name| sampling.max_tokens.filter(|_| name == knob);
    let request = Request {
        model,
        messages,
        temperature: sampling.temperature,
        top_p: sampling.top_p,
        seed: sampling.seed,
        max_tokens: length(LengthKnob::MaxTokens),
        max_completion_tokens: length(LengthKnob::MaxCompletionTokens),
    };
    // Strings and numbers always serialise; an empty body would be refused by any server.
    serde_json::to_string(&request).unwrap_or_default()
}

/// Reads a response body.
///
/// The text is the content of the first choice, its text parts joined. Where there is none, a
/// stated refusal is the text. Reasoning that a server sends beside the answer is not part of it.
///
/// # Errors
/// Why the body is no answer.
pub fn parse(body: &str) -> Result<Said, WireError> {
    let json = read_json(body)?;
    if let Some(complaint) = complaint_in(&json) {
        return Err(WireError::Complaint(complaint));
    }
    let choices = json["choices"].as_array().ok_or(WireError::Shape { place: "choices" })?;
    let choice = choices.first().ok_or(WireError::Shape { place: "choices[0]" })?;
    let message = &choice["message"];
    if !message.is_object() {
        return Err(WireError::Shape { place: "choices[0].message" });
    }
    Ok(Said {
        text: text_of(message)?,
        finish: finish(choice["finish_reason"].as_str()),
        usage: Usage {
            input_tokens: json["usage"]["prompt_tokens"].as_u64(),
            output_tokens: json["usage"]["completion_tokens"].as_u64(),
        },
        model: json["model"].as_str().map(str::to_owned),
    })
}

/// The error that a body reports, if it is JSON and reports one.
pub fn complaint(body: &str) -> Option<Complaint> {
    complaint_in(&serde_json::from_str(&mend(body)).ok()?)
}

fn read_json(body: &str) -> Result<Value, WireError> {
    serde_json::from_str(&mend(body)).map_err(|e| match e.is_eof() && !body.trim().is_empty() {
        true => WireError::CutOff { bytes: body.len() },
        false => WireError::NotJson { what: e.to_string() },
    })
}

fn text_of(message: &Value) -> Result<String, WireError> {
    let text = match &message["content"] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(part_text).collect(),
        _ => return Err(WireError::Shape { place: "text in choices[0].message.content" }),
    };
    match message["refusal"].as_str() {
        Some(refusal) if text.is_empty() => Ok(refusal.to_owned()),
        _ => Ok(text),
    }
}

/// The text of a part; reasoning and images have none.
fn part_text(part: &Value) -> Option<&str> {
    match part["type"].as_str() {
        Some("refusal") => part["refusal"].as_str(),
        Some("text" | "output_text") | None => part["text"].as_str(),
        Some(_) => None,
    }
}

/// Providers invent reasons of their own. Those that mean a cut-off answer must be known, or half an
/// answer would be graded as a whole one; any other loses nothing, for the body is stored as it came.
fn finish(reason: Option<&str>) -> FinishReason {
    match reason {
        Some("stop") => FinishReason::Stop,
        Some("length" | "max_tokens" | "model_length") => FinishReason::Length,
        Some("content_filter") => FinishReason::ContentFilter,
        _ => FinishReason::Other,
    }
}

/// Servers report errors as `{"error": {"message", "code"}}`, `{"error": "..."}`, and some as
/// `{"object": "error", "message"}`.
fn complaint_in(json: &Value) -> Option<Complaint> {
    let error = match &json["error"] {
        Value::Null if json["object"] == "error" => json,
        Value::Null => return None,
        Value::String(message) => {
            return Some(Complaint { message: message.clone(), ..Complaint::default() });
        }
        error => error,
    };
    let message = match error["message"].as_str() {
        Some(message) => message.to_owned(),
        None => error.to_string(),
    };
    let code = &error["code"];
    Some(Complaint {
        message,
        code: code.as_str().or_else(|| error["type"].as_str()).map(str::to_owned),
        status: code.as_u64().and_then(|code| u16::try_from(code).ok()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = r#"{
      "id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000,
      "model": "gpt-4o-2024-08-06",
      "choices": [{
        "index": 0,
        "message": {"role": "assistant", "content": "The answer is (b).", "refusal": null},
        "logprobs": null, "finish_reason": "stop"
      }],
      "usage": {"prompt_tokens": 57, "completion_tokens": 8, "total_tokens": 65}
    }"#;

    fn choice(message: &str, finish: &str) -> String {
        format!(r#"{{"choices":[{{"message":{message},"finish_reason":{finish}}}]}}"#)
    }

    #[test]
    fn a_request_holds_only_what_is_set() {
        let messages = [Message::system("Be brief."), Message::user("A \"quoted\"\nline, é")];
        let all = Sampling {
            temperature: Some(0.7),
            top_p: Some(1.0),
            seed: Some(u64::MAX),
            max_tokens: Some(256),
        };
        assert_eq!(
            build("m", &messages, &all, LengthKnob::MaxTokens),
            r#"{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"A \"quoted\"\nline, é"}],"temperature":0.7,"top_p":1.0,"seed":18446744073709551615,"max_tokens":256}"#
        );
        assert_eq!(
            build("m", &[], &Sampling::default(), LengthKnob::MaxTokens),
            r#"{"model":"m","messages":[]}"#
        );
        let newer = build("m", &[], &all, LengthKnob::MaxCompletionTokens);
        assert!(
            newer.contains(r#""max_completion_tokens":256"#) && !newer.contains("\"max_tokens")
        );
    }

    #[test]
    fn reads_a_plain_answer_and_its_usage() {
        let said = parse(PLAIN).expect("an answer");
        assert_eq!(said.text, "The answer is (b).");
        assert_eq!(said.finish, FinishReason::Stop);
        assert_eq!(said.usage, Usage { input_tokens: Some(57), output_tokens: Some(8) });
        assert_eq!(said.model.as_deref(), Some("gpt-4o-2024-08-06"));
    }

    #[test]
    fn reads_why_it_stopped() {
        for (reason, finish) in [
            (r#""stop""#, FinishReason::Stop),
            (r#""length""#, FinishReason::Length),
            (r#""model_length""#, FinishReason::Length),
            (r#""content_filter""#, FinishReason::ContentFilter),
            (r#""tool_calls""#, FinishReason::Other),
            (r#""a_reason_of_its_own""#, FinishReason::Other),
            ("null", FinishReason::Other),
        ] {
            let said = parse(&choice(r#"{"content":"x"}"#, reason)).expect("an answer");
            assert_eq!(said.finish, finish, "{reason}");
            assert_eq!(said.usage, Usage::default());
        }
    }

    #[test]
    fn reads_every_form_of_content() {
        for (message, text) in [
            (r#"{"content":null}"#, ""),
            (r#"{"role":"assistant"}"#, ""),
            (r#"{"content":[]}"#, ""),
            (r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#, "ab"),
            (r#"{"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"b"}]}"#, "b"),
            (r#"{"content":null,"refusal":"I cannot."}"#, "I cannot."),
            (r#"{"content":[{"type":"refusal","refusal":"I cannot."}]}"#, "I cannot."),
            (r#"{"content":"so","refusal":null}"#, "so"),
            (r#"{"content":"so","reasoning_content":"because"}"#, "so"),
            (r#"{"content":"","reasoning_content":"because"}"#, ""),
        ] {
            assert_eq!(parse(&choice(message, "\"stop\"")).expect(message).text, text, "{message}");
        }
    }

    #[test]
    fn an_error_is_not_an_answer() {
        let body = r#"{"error":{"message":"You exceeded your quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#;
        let quota = complaint(body).expect("a complaint");
        assert_eq!(quota.message, "You exceeded your quota.");
        assert_eq!(quota.code.as_deref(), Some("insufficient_quota"));
        assert_eq!(parse(body), Err(WireError::Complaint(quota)));

        let inside = complaint(r#"{"error":{"message":"busy","code":503}}"#).expect("a complaint");
        assert_eq!(inside.status, Some(503));
        assert_eq!(
            complaint(r#"{"error":"no such model"}"#).expect("text").message,
            "no such model"
        );
        let flat =
            complaint(r#"{"object":"error","message":"bad","type":"BadRequest","code":400}"#);
        assert_eq!(flat.expect("a complaint").message, "bad");
        assert_eq!(complaint(PLAIN), None);
        assert_eq!(complaint("<html>"), None);
        assert!(parse(r#"{"error":null,"choices":[{"message":{"content":"x"}}]}"#).is_ok());
    }

    #[test]
    fn every_prefix_of_an_answer_is_cut_off() {
        let body = PLAIN.trim();
        for end in 1..body.len() {
            let error = parse(&body[..end]).expect_err("a prefix");
            assert_eq!(error, WireError::CutOff { bytes: end });
        }
    }

    #[test]
    fn a_mark_and_half_a_character_cost_no_answer() {
        let body = choice(r#"{"content":"(b) \ud83d"}"#, r#""stop""#);
        for body in [body.clone(), format!("\u{feff}{body}")] {
            assert_eq!(parse(&body).expect("an answer").text, "(b) \u{fffd}");
        }
        let marked = complaint("\u{feff}{\"error\":\"busy \\udc00\"}").expect("a complaint");
        assert_eq!(marked.message, "busy \u{fffd}");
    }

    #[test]
    fn other_bodies_are_named() {
        for (body, place) in [
            ("[]", "choices"),
            ("{}", "choices"),
            (r#"{"choices":{}}"#, "choices"),
            (r#"{"choices":[]}"#, "choices[0]"),
            (r#"{"choices":["x"]}"#, "choices[0].message"),
            (r#"{"choices":[{"text":"x"}]}"#, "choices[0].message"),
            (r#"{"choices":[{"message":{"content":7}}]}"#, "text in choices[0].message.content"),
        ] {
            assert_eq!(parse(body), Err(WireError::Shape { place }), "{body}");
        }
        for body in ["", "  ", "<html>busy</html>", "{}{}", "nul"] {
            assert!(matches!(
                parse(body),
                Err(WireError::NotJson { .. } | WireError::CutOff { .. })
            ));
        }
    }
}

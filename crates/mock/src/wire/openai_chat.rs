//! The OpenAI chat format.

use super::{Query, Wire, hash};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// `POST .../chat/completions`.
pub(super) struct OpenAiChat;

/// The used parts of a request.
#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    model: Cow<'a, str>,
    #[serde(borrow)]
    messages: &'a RawValue,
}

/// Number of bytes that count as a token.
const BYTES_PER_TOKEN: usize = 4;

impl Wire for OpenAiChat {
    fn path(&self) -> &'static str {
        "/chat/completions"
    }

    fn read(&self, body: &[u8]) -> Result<Query, String> {
        let request: Request<'_> = serde_json::from_slice(body).map_err(|e| e.to_string())?;
        let messages = request.messages.get();
        if !messages.starts_with('[') {
            return Err("messages is not a list".to_owned());
        }
        Ok(Query {
            question: hash(&request.model, messages.as_bytes()),
            model: request.model.into_owned(),
            bytes: messages.len(),
        })
    }

    fn answer(&self, asked: &Query, text: &str) -> String {
        let (model, content) = (quoted(&asked.model), quoted(text));
        let sent = asked.bytes / BYTES_PER_TOKEN + 1;
        let said = text.len() / BYTES_PER_TOKEN + 1;
        let all = sent + said;
        format!(
            r#"{{"id":"chatcmpl-{:032x}","object":"chat.completion","created":1700000000,"model":{model},"choices":[{{"index":0,"message":{{"role":"assistant","content":{content},"refusal":null}},"logprobs":null,"finish_reason":"stop"}}],"usage":{{"prompt_tokens":{sent},"completion_tokens":{said},"total_tokens":{all}}},"system_fingerprint":"fp_mock"}}"#,
            asked.question
        )
    }

    fn wrong(&self) -> &'static str {
        r#"{"id":"chatcmpl-0","object":"chat.completion","choices":[]}"#
    }

    fn trouble(&self, status: u16, message: &str) -> String {
        let kind = match status {
            429 => "rate_limit_exceeded",
            400 | 404 => "invalid_request_error",
            503 | 529 => "overloaded_error",
            _ => "server_error",
        };
        let message = quoted(message);
        format!(
            r#"{{"error":{{"message":{message},"type":"{kind}","param":null,"code":"{kind}"}}}}"#
        )
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"model":"m","messages":[{"role":"user","content":"Hm?"}],"seed":1}"#;

    #[test]
    fn a_question_is_model_and_messages() {
        let asked = OpenAiChat.read(BODY.as_bytes()).expect("a question");
        assert_eq!(asked.model, "m");
        let other = |from: &str, to: &str| OpenAiChat.read(BODY.replace(from, to).as_bytes());
        assert_eq!(other("1}", "2}").expect("a question").question, asked.question);
        assert_ne!(other("Hm?", "Hm!").expect("a question").question, asked.question);
        assert_ne!(other("\"m\"", "\"n\"").expect("a question").question, asked.question);
        for bad in ["", "{}", r#"{"model":"m","messages":{}}"#, "[1]"] {
            assert!(OpenAiChat.read(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn answers_and_troubles_are_json() {
        let asked = OpenAiChat.read(BODY.as_bytes()).expect("a question");
        let answer = OpenAiChat.answer(&asked, "a \"quoted\"\nline");
        let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read["choices"][0]["message"]["content"], "a \"quoted\"\nline");
        for body in [OpenAiChat.trouble(429, "slow \"down\""), OpenAiChat.wrong().to_owned()] {
            assert!(serde_json::from_str::<serde_json::Value>(&body).is_ok(), "{body}");
        }
    }
}

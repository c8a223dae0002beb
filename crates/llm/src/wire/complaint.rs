//! Errors that a server reports in a body.

use super::nested::Nested;
use serde_json::Value;
use std::time::Duration;

/// An error that a server reports in a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaint {
    /// The message, in the server's words.
    pub message: String,
    /// The server's code for it, for example `insufficient_quota`.
    pub code: Option<String>,
    /// The HTTP status that the body itself names.
    pub status: Option<u16>,
    /// Every code at any depth: a proxy wraps the error of the server behind it.
    pub codes: Vec<String>,
    /// The field of the request that the error names, for example `max_tokens`.
    pub param: Option<String>,
    /// The wait that the body asks for.
    pub wait: Option<Duration>,
}

impl Complaint {
    /// An answer that was begun and not finished; another attempt may finish it.
    pub(super) fn unfinished(reason: &str) -> Self {
        Self {
            message: format!("the answer was not finished ({reason})"),
            code: Some(reason.to_owned()),
            status: Some(503),
            ..Self::default()
        }
    }

    /// Adds the facts that the whole body has at any depth.
    fn with_nested(self, json: &Value) -> Self {
        let Nested { codes, param, inner_message, wait } = Nested::find(json);
        let message = match inner_message {
            Some(inner) if self.message.trim_start().starts_with('{') => inner,
            Some(inner) if self.message.is_empty() => inner,
            Some(inner) if !self.message.contains(&inner) => format!("{}: {inner}", self.message),
            _ => self.message,
        };
        Self { message, codes, param, wait, ..self }
    }
}

/// The facts about an error that a body of unknown form has at any depth, if any.
pub(super) fn nested(json: &Value) -> Option<Complaint> {
    let complaint = Complaint::default().with_nested(json);
    (complaint != Complaint::default()).then_some(complaint)
}

/// An error in place of an answer.
///
/// Servers report errors as `{"error": {"message", "code"}}`, `{"error": "..."}`, in a list of one,
/// and some as `{"object": "error", "message"}`.
pub(super) fn in_place(json: &Value) -> Option<Complaint> {
    let json = match json.as_array().map(Vec::as_slice) {
        Some([only]) => only,
        _ => json,
    };
    let error = match &json["error"] {
        none if is_nothing(none) && json["object"].as_str() == Some("error") => json,
        none if is_nothing(none) => return None,
        Value::String(message) => {
            let code = json["code"].as_str().map(str::to_owned);
            let complaint = Complaint { message: message.clone(), code, ..Complaint::default() };
            return Some(complaint.with_nested(json));
        }
        error => error,
    };
    Some(read(error).with_nested(json))
}

/// Some servers send the member with every answer.
fn is_nothing(error: &Value) -> bool {
    match error {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// An error in a body with an error status: also `{"message"}` and `{"detail"}`.
pub(super) fn anywhere(json: &Value) -> Option<Complaint> {
    if let Some(complaint) = in_place(json) {
        return Some(complaint);
    }
    let words = ["message", "detail", "title"];
    words.iter().any(|name| json[*name].is_string()).then(|| read(json).with_nested(json))
}

fn read(error: &Value) -> Complaint {
    let words = ["message", "detail", "title"].map(|name| error[name].as_str());
    let message = match words.into_iter().flatten().next() {
        Some(message) => message.to_owned(),
        None => error.to_string(),
    };
    // OpenRouter reports a withheld question only by a mark that it was flagged.
    let flagged = error["metadata"]["flagged_input"].is_string().then_some("flagged_input");
    let names = ["code", "type", "status", "__type"].map(|name| error[name].as_str());
    // Amazon's codes may have a name space before them.
    let code = flagged.or(names.into_iter().flatten().next());
    let code = code.and_then(|code| code.rsplit('#').next());
    let status = ["code", "status"].map(|name| error[name].as_u64());
    // Numbers below all statuses are the server's own codes.
    let status = status.into_iter().flatten().filter(|code| *code >= 100);
    Complaint {
        message,
        code: code.map(str::to_owned),
        status: status.into_iter().find_map(|code| u16::try_from(code).ok()),
        ..Complaint::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(body: &str, lenient: bool) -> Option<(String, Option<String>, Option<u16>)> {
        let json: Value = serde_json::from_str(body).expect("JSON");
        let complaint = if lenient { anywhere(&json) } else { in_place(&json) };
        complaint.map(|c| (c.message, c.code, c.status))
    }

    #[test]
    fn every_form_of_error_is_read() {
        for (body, message, code, status) in [
            (
                r#"{"error":{"message":"no quota","type":"t","param":null,"code":"insufficient_quota"}}"#,
                "no quota",
                Some("insufficient_quota"),
                None,
            ),
            (r#"{"error":{"message":"busy","code":503}}"#, "busy", None, Some(503)),
            (r#"{"error":{"message":"busy","code":0}}"#, "busy", None, None),
            (r#"{"error":{"message":"busy","code":99}}"#, "busy", None, None),
            (r#"{"error":{"message":"busy","code":-1}}"#, "busy", None, None),
            (
                r#"{"error":{"message":"slow","__type":"com.amazon#ThrottlingException"}}"#,
                "slow",
                Some("ThrottlingException"),
                None,
            ),
            (r#"{"error":"no such model"}"#, "no such model", None, None),
            (
                r#"{"code":"invalid-argument","error":"no such effort"}"#,
                "no such effort",
                Some("invalid-argument"),
                None,
            ),
            (
                r#"{"object":"error","message":"bad","type":"BadRequest","code":400}"#,
                "bad",
                Some("BadRequest"),
                Some(400),
            ),
            (
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                "Overloaded",
                Some("overloaded_error"),
                None,
            ),
            (
                r#"[{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}]"#,
                "slow",
                Some("RESOURCE_EXHAUSTED"),
                Some(429),
            ),
            (
                r#"{"error":{"code":403,"message":"no","metadata":{"reasons":["x"],"flagged_input":"y"}}}"#,
                "no",
                Some("flagged_input"),
                Some(403),
            ),
        ] {
            let expected = (message.to_owned(), code.map(str::to_owned), status);
            assert_eq!(parts(body, false).as_ref(), Some(&expected), "{body}");
            assert_eq!(parts(body, true), Some(expected), "{body}");
        }
    }

    #[test]
    fn an_empty_error_is_none() {
        for nothing in ["null", "\"\"", "{}", "[]", "false"] {
            let body = format!(r#"{{"error":{nothing},"choices":[]}}"#);
            assert_eq!(parts(&body, false), None, "{body}");
            assert_eq!(parts(&body, true), None, "{body}");
        }
    }

    #[test]
    fn words_alone_are_an_error_only_behind_an_error_status() {
        for body in [
            r#"{"message":"Too many tokens"}"#,
            r#"{"detail":"Too many tokens","status":429,"title":"Throttled"}"#,
        ] {
            assert_eq!(parts(body, false), None, "{body}");
            assert_eq!(
                parts(body, true).map(|c| c.0).as_deref(),
                Some("Too many tokens"),
                "{body}"
            );
        }
        assert_eq!(parts(r#"{"detail":[{"msg":"bad"}]}"#, true), None);
        assert_eq!(parts(r#"{"choices":[]}"#, true), None);
    }
}
